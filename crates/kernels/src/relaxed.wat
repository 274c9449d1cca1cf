;; Products of small matrices with the dot products of relaxed SIMD: four numbers of eight bits each are multiplied and added up in one
;; instruction. Not every browser has them, and a module that contains one instruction too many is refused as a whole; so this is a module of
;; its own, which works in the memory of the app. `relaxed.wasm` is this file, assembled; a test compares the two.
;;
;; What the instruction does with inputs of eight bits or sums of more than sixteen is up to the browser. Inputs here have seven bits, so two
;; products are at most 2 * 127 * 128, and every browser gives the same result.
(module
  (import "app" "memory" (memory 1))

  ;; Whether the dot product is worth using. Without an instruction of the processor for it, x86-64 browsers take five, and that is slower
  ;; than the ordinary products, which take two for half as many numbers. Inputs of eight bits tell the two apart: the five instructions
  ;; add up pairs in sixteen bits, where 2 * 127 * 255 is cut off to 32767.
  (func (export "is_fast") (result i32)
    (i32.ne
      (i32.const 65534)
      (i32x4.extract_lane 0
        (i32x4.relaxed_dot_i8x16_i7x16_add_s
          (i8x16.splat (i32.const 127)) (i8x16.splat (i32.const 255)) (v128.const i32x4 0 0 0 0)))))

  ;; The products of some rows of 64 inputs with a matrix, written to the rows of sums. `order` lists `count` rows, each with its number and
  ;; one bit for each group of four inputs that is to be multiplied; the inputs left out are zero. The weights are as in `Tile`: for every
  ;; sixteen outputs, group of inputs after group, output after output, four weights each; 1024 bytes.
  ;;
  ;; 32 outputs are computed together: their sums fit into the sixteen registers of most processors.
  (func (export "multiply")
    (param $tiles i32) (param $inputs i32) (param $sums i32) (param $outputs i32) (param $order i32) (param $count i32)
    (local $left i32) (local $entry i32) (local $end i32) (local $row i32) (local $to i32) (local $groups i32) (local $group i32)
    (local $weights i32) (local $four v128)
    (local $sum0 v128) (local $sum1 v128) (local $sum2 v128) (local $sum3 v128)
    (local $sum4 v128) (local $sum5 v128) (local $sum6 v128) (local $sum7 v128)
    (local.set $end (i32.add (local.get $order) (i32.shl (local.get $count) (i32.const 3))))
    (local.set $left (local.get $outputs))
    (block $done
      (br_if $done (i32.eqz (local.get $count)))
      (loop $next_outputs
        (local.set $entry (local.get $order))
        (loop $next_row
          (local.set $to (i32.load16_u (local.get $entry)))
          (local.set $groups (i32.load offset=4 (local.get $entry)))
          (local.set $row (i32.add (local.get $inputs) (i32.shl (local.get $to) (i32.const 6))))
          (local.set $to (i32.add (local.get $sums) (i32.shl (i32.mul (local.get $to) (local.get $outputs)) (i32.const 2))))
          (local.set $sum0 (v128.const i32x4 0 0 0 0))
          (local.set $sum1 (v128.const i32x4 0 0 0 0))
          (local.set $sum2 (v128.const i32x4 0 0 0 0))
          (local.set $sum3 (v128.const i32x4 0 0 0 0))
          (local.set $sum4 (v128.const i32x4 0 0 0 0))
          (local.set $sum5 (v128.const i32x4 0 0 0 0))
          (local.set $sum6 (v128.const i32x4 0 0 0 0))
          (local.set $sum7 (v128.const i32x4 0 0 0 0))
          ;; One group on its own if their number is odd, then two at a time.
          (if (i32.and (i32.popcnt (local.get $groups)) (i32.const 1)) (then
            (local.set $group (i32.ctz (local.get $groups)))
            (local.set $groups (i32.and (local.get $groups) (i32.sub (local.get $groups) (i32.const 1))))
            (local.set $four (v128.load32_splat (i32.add (local.get $row) (i32.shl (local.get $group) (i32.const 2)))))
            (local.set $weights (i32.add (local.get $tiles) (i32.shl (local.get $group) (i32.const 6))))
            (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load (local.get $weights)) (local.get $four) (local.get $sum0)))
            (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16 (local.get $weights)) (local.get $four) (local.get $sum1)))
            (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32 (local.get $weights)) (local.get $four) (local.get $sum2)))
            (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48 (local.get $weights)) (local.get $four) (local.get $sum3)))
            (local.set $sum4 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1024 (local.get $weights)) (local.get $four) (local.get $sum4)))
            (local.set $sum5 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1040 (local.get $weights)) (local.get $four) (local.get $sum5)))
            (local.set $sum6 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1056 (local.get $weights)) (local.get $four) (local.get $sum6)))
            (local.set $sum7 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1072 (local.get $weights)) (local.get $four) (local.get $sum7)))))
          (block $multiplied
            (br_if $multiplied (i32.eqz (local.get $groups)))
            (loop $next_groups
              (local.set $group (i32.ctz (local.get $groups)))
              (local.set $groups (i32.and (local.get $groups) (i32.sub (local.get $groups) (i32.const 1))))
              (local.set $four (v128.load32_splat (i32.add (local.get $row) (i32.shl (local.get $group) (i32.const 2)))))
              (local.set $weights (i32.add (local.get $tiles) (i32.shl (local.get $group) (i32.const 6))))
              (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load (local.get $weights)) (local.get $four) (local.get $sum0)))
              (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16 (local.get $weights)) (local.get $four) (local.get $sum1)))
              (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32 (local.get $weights)) (local.get $four) (local.get $sum2)))
              (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48 (local.get $weights)) (local.get $four) (local.get $sum3)))
              (local.set $sum4 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1024 (local.get $weights)) (local.get $four) (local.get $sum4)))
              (local.set $sum5 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1040 (local.get $weights)) (local.get $four) (local.get $sum5)))
              (local.set $sum6 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1056 (local.get $weights)) (local.get $four) (local.get $sum6)))
              (local.set $sum7 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1072 (local.get $weights)) (local.get $four) (local.get $sum7)))
              (local.set $group (i32.ctz (local.get $groups)))
              (local.set $groups (i32.and (local.get $groups) (i32.sub (local.get $groups) (i32.const 1))))
              (local.set $four (v128.load32_splat (i32.add (local.get $row) (i32.shl (local.get $group) (i32.const 2)))))
              (local.set $weights (i32.add (local.get $tiles) (i32.shl (local.get $group) (i32.const 6))))
              (local.set $sum0 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load (local.get $weights)) (local.get $four) (local.get $sum0)))
              (local.set $sum1 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=16 (local.get $weights)) (local.get $four) (local.get $sum1)))
              (local.set $sum2 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=32 (local.get $weights)) (local.get $four) (local.get $sum2)))
              (local.set $sum3 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=48 (local.get $weights)) (local.get $four) (local.get $sum3)))
              (local.set $sum4 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1024 (local.get $weights)) (local.get $four) (local.get $sum4)))
              (local.set $sum5 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1040 (local.get $weights)) (local.get $four) (local.get $sum5)))
              (local.set $sum6 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1056 (local.get $weights)) (local.get $four) (local.get $sum6)))
              (local.set $sum7 (i32x4.relaxed_dot_i8x16_i7x16_add_s (v128.load offset=1072 (local.get $weights)) (local.get $four) (local.get $sum7)))
              (br_if $next_groups (local.get $groups))))
          (v128.store (local.get $to) (local.get $sum0))
          (v128.store offset=16 (local.get $to) (local.get $sum1))
          (if (i32.gt_u (local.get $left) (i32.const 8)) (then
            (v128.store offset=32 (local.get $to) (local.get $sum2))
            (v128.store offset=48 (local.get $to) (local.get $sum3))))
          (if (i32.gt_u (local.get $left) (i32.const 16)) (then
            (v128.store offset=64 (local.get $to) (local.get $sum4))
            (v128.store offset=80 (local.get $to) (local.get $sum5))))
          (if (i32.gt_u (local.get $left) (i32.const 24)) (then
            (v128.store offset=96 (local.get $to) (local.get $sum6))
            (v128.store offset=112 (local.get $to) (local.get $sum7))))
          (br_if $next_row (i32.ne (local.tee $entry (i32.add (local.get $entry) (i32.const 8))) (local.get $end))))
        (if (i32.gt_u (local.get $left) (i32.const 32)) (then
          (local.set $left (i32.sub (local.get $left) (i32.const 32)))
          (local.set $tiles (i32.add (local.get $tiles) (i32.const 2048)))
          (local.set $sums (i32.add (local.get $sums) (i32.const 128)))
          (br $next_outputs))))))
)
