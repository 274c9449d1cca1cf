//! Ends a program with a message on processors that lack the instructions it was compiled for.
//!
//! Programs are compiled for x86-64-v3 (`.cargo/config.toml`). On an older processor, any function may contain an instruction that the
//! processor does not know, `main` included, and the system would end the program with “illegal instruction”. So the check runs before
//! `main`, with the initialisers of C libraries, and is written in assembly: whatever the compiler touches, it compiles for the new
//! processor.

core::arch::global_asm!(
    ".pushsection .text.shangrila_check_processor,\"ax\",@progbits",
    ".globl shangrila_check_processor",
    ".hidden shangrila_check_processor",
    "shangrila_check_processor:",
    // Initialisers have to preserve this register, and `cpuid` changes it.
    "push rbx",
    "xor eax, eax",
    "cpuid",
    "cmp eax, 7",
    "jb 2f",
    "mov eax, 1",
    "cpuid",
    "and ecx, {leaf_1}",
    "cmp ecx, {leaf_1}",
    "jne 2f",
    // Whether the operating system saves the registers of AVX.
    "xor ecx, ecx",
    "xgetbv",
    "and eax, 6",
    "cmp eax, 6",
    "jne 2f",
    "mov eax, 7",
    "xor ecx, ecx",
    "cpuid",
    "and ebx, {leaf_7}",
    "cmp ebx, {leaf_7}",
    "jne 2f",
    "mov eax, 0x80000001",
    "cpuid",
    "test ecx, {lzcnt}",
    "jz 2f",
    "pop rbx",
    "ret",
    // write(2, message, length), exit_group(1)
    "2:",
    "mov eax, 1",
    "mov edi, 2",
    "lea rsi, [rip + {message}]",
    "mov edx, {length}",
    "syscall",
    "mov eax, 231",
    "mov edi, 1",
    "syscall",
    ".popsection",
    message = sym MESSAGE,
    leaf_1 = const FMA | SSE4_2 | MOVBE | POPCNT | OSXSAVE | AVX | F16C,
    leaf_7 = const BMI1 | AVX2 | BMI2,
    lzcnt = const LZCNT,
    length = const TEXT.len(),
);

// The bits in which `cpuid` reports what x86-64-v3 consists of, beyond what every processor has.
const FMA: u32 = 1 << 12;
const SSE4_2: u32 = 1 << 20;
const MOVBE: u32 = 1 << 22;
const POPCNT: u32 = 1 << 23;
const OSXSAVE: u32 = 1 << 27;
const AVX: u32 = 1 << 28;
const F16C: u32 = 1 << 29;
const BMI1: u32 = 1 << 3;
const AVX2: u32 = 1 << 5;
const BMI2: u32 = 1 << 8;
const LZCNT: u32 = 1 << 5;

const TEXT: &str = "shangrila: this program needs a processor with AVX2 and BMI2 (Intel since 2013, AMD since 2015). \
    The release named amd64-baseline runs on every x86-64 processor.\n";

static MESSAGE: [u8; TEXT.len()] = *TEXT.as_bytes().first_chunk().expect("the text has its length");

// SAFETY: the code above has this signature and preserves the registers that the calling convention asks for.
unsafe extern "C" {
    fn shangrila_check_processor();
}

// SAFETY: the linker collects pointers to functions without arguments in this section; C's start code calls them before `main`.
#[used]
#[unsafe(link_section = ".init_array")]
static CHECK: unsafe extern "C" fn() = shangrila_check_processor;
