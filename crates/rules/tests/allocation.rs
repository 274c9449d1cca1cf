//! Generating and playing moves does not allocate.

#![allow(unsafe_code, reason = "an allocator is unsafe by nature")]

use std::alloc::{GlobalAlloc, Layout, System};
use std::cell::Cell;

use shangrila_rules::{GameOptions, MoveList, Position, Seats};

struct Counting;

thread_local! {
    static ALLOCATIONS: Cell<usize> = const { Cell::new(0) };
}

// SAFETY: every request is passed on to the system's allocator unchanged.
unsafe impl GlobalAlloc for Counting {
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        ALLOCATIONS.with(|count| count.set(count.get() + 1));
        // SAFETY: the caller keeps the promises `alloc` asks for.
        unsafe { System.alloc(layout) }
    }

    unsafe fn dealloc(&self, pointer: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the promises `dealloc` asks for.
        unsafe { System.dealloc(pointer, layout) }
    }
}

#[global_allocator]
static ALLOCATOR: Counting = Counting;

fn allocations(work: impl FnOnce()) -> usize {
    let before = ALLOCATIONS.with(Cell::get);
    work();
    ALLOCATIONS.with(Cell::get) - before
}

#[test]
fn the_counter_sees_allocations() {
    assert_eq!(allocations(|| drop(std::hint::black_box(Box::new(7)))), 1);
}

#[test]
fn whole_games_do_not_allocate() {
    for seats in [Seats::THREE, Seats::FOUR] {
        let mut rng = fastrand::Rng::with_seed(1);
        let mut list = MoveList::new();
        let counted = allocations(|| {
            for game in 0..50 {
                let mut position = Position::start(seats, GameOptions::default());
                loop {
                    position.legal_moves_into(&mut list);
                    let Some(mv) = list.get(rng.usize(..list.len().max(1))) else { break };
                    if game % 2 == 0 {
                        position.play(mv).unwrap();
                    } else {
                        position.play_random(|n| rng.u32(..n)).unwrap();
                    }
                    std::hint::black_box(position.hash64());
                }
            }
        });
        assert_eq!(counted, 0);
    }
}

#[test]
fn a_position_is_small_and_copy() {
    fn is_copy<T: Copy>() {}
    is_copy::<Position>();
    assert!(size_of::<Position>() <= 128);
}
