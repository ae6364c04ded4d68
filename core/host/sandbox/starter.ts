/**
 * The starter: a program of a few hundred bytes that makes a list of system calls and then executes another program. This
 * way, the program and its children are confined from their very first instruction. We cannot just confine a thread of the
 * host and spawn from there, because runtimes start shared threads from any thread. Going through another jig process would
 * take as long as starting the program itself.
 */
import { numberOf, type SystemCallName } from "./syscalls.ts";

/** Numbers are passed unchanged. Bytes are copied into the memory of the starter and passed by address. */
export type Argument = number | Uint8Array | ((place: (bytes: Uint8Array) => number) => number);

export interface Call {
  /** A name, or a number if it is the same on every architecture. */
  call: SystemCallName | number;
  args: readonly Argument[];
  /**
   * Controls which call comes next. By default it is the following one, regardless of the result. `must` goes on only after
   * success, and `exit` ends with the result as exit code. With `opens`, a failure skips the next three calls, since those
   * need the file that was not opened.
   */
  mode?: "must" | "exit" | "opens";
}

/** The first file descriptor after `CLOSE_ALL`, from which further ones count up. */
export const FIRST_HANDLE = 3;
const LAST_HANDLE = 0xffffffff;
/** Closes everything except for stdin, stdout and stderr. */
export const CLOSE_ALL: Call = { call: "close_range", args: [FIRST_HANDLE, LAST_HANDLE, 0], mode: "must" };

/** The exit code that a shell uses if it can't run a program. */
export const CANNOT_RUN = 126;

/** The address and size of the starter's memory, which only contains the list. */
const MEMORY = 0x10000000;
const MEMORY_BYTES = 4 * 1024 * 1024;
const HEADER_BYTES = 16;
/** The number, the arguments, and the next step. */
const ENTRY_WORDS = 8;
const BECOME = 0xffffffff;
const PADDING = new Uint8Array(8);
const FLAGS = { must: 1, exit: 2, opens: 3 } as const;
/** This is below the kernel's limit for an argument (MAX_ARG_STRLEN). */
const CHUNK_CHARS = 96 * 1024;

/**
 * The arguments to put before the program's own, beginning with the path. They contain the list in hexadecimal, and a marker
 * for its end. `failure` gets printed if a `must` call fails or the program does not exist.
 */
export function encodeCalls(calls: readonly Call[], failure: string, arch: string): string[] {
  const placed = new Map<Uint8Array, number>();
  const chunks: Uint8Array[] = [];
  let end = MEMORY + HEADER_BYTES;
  const place = (bytes: Uint8Array) => {
    const known = placed.get(bytes);
    if (known !== undefined) return known;
    const at = end;
    placed.set(bytes, at);
    chunks.push(bytes);
    end += bytes.length;
    // The kernel expects structures to be aligned.
    const gap = -bytes.length & 7;
    if (gap > 0) chunks.push(PADDING.subarray(0, gap));
    end += gap;
    return at;
  };
  const text = Buffer.from(`${failure}\n`);
  const message = place(text);
  // Plain loops on purpose. This runs once or twice per process, so it never gets JIT-compiled.
  const entries = new Uint32Array(calls.length * ENTRY_WORDS + 1);
  let at = 0;
  for (const { call, args, mode } of calls) {
    const number = typeof call === "number" ? call : numberOf(call, arch);
    if (number === undefined) continue;
    entries[at] = number;
    for (let each = 0; each < args.length; each++) {
      const arg = args[each]!;
      entries[at + 1 + each] = typeof arg === "number" ? arg : typeof arg === "function" ? arg(place) : place(arg);
    }
    entries[at + ENTRY_WORDS - 1] = mode ? FLAGS[mode] : 0;
    at += ENTRY_WORDS;
  }
  entries[at] = BECOME;
  const header = Uint32Array.of(end, message, text.length, 0);
  const bytes = [new Uint8Array(header.buffer), ...chunks, new Uint8Array(entries.buffer, 0, (at + 1) * 4)];
  const letters = Buffer.concat(bytes).toString("hex");
  const words: string[] = [];
  for (let from = 0; from < letters.length; from += CHUNK_CHARS) words.push(letters.slice(from, from + CHUNK_CHARS));
  return [...words, "-"];
}

/** Straight from the assembler. Decodes the words into memory, makes one call per entry, then runs the program. */
const CODE: Readonly<Record<string, readonly string[]>> = {
  x64: [
    "4889e3", // start: mov rbx, rsp
    "4c8d642410", // lea r12, [rsp+16]
    "bf00000010", // mov edi, 0x10000000
    "498b3424", // piece: mov rsi, [r12]
    "4983c408", // add r12, 8
    "803e2d", // cmp [rsi], '-'
    "7427", // je run
    "ac", // letter: lodsb
    "84c0", // test al, al
    "74ee", // jz piece
    "e810000000", // call digit
    "c0e004", // shl al, 4
    "88c1", // mov cl, al
    "ac", // lodsb
    "e805000000", // call digit
    "08c8", // or al, cl
    "aa", // stosb
    "ebe6", // jmp letter
    "88c2", // digit: mov dl, al
    "c0ea06", // shr dl, 6
    "8d14d2", // lea edx, [rdx+rdx*8]
    "240f", // and al, 15
    "00d0", // add al, dl
    "c3", // ret
    "bd00000010", // run: mov ebp, 0x10000000
    "8b6d00", // mov ebp, [rbp]
    "8b4500", // next: mov eax, [rbp]
    "85c0", // test eax, eax
    "7831", // js become
    "8b7d04", // mov edi, [rbp+4]
    "8b7508", // mov esi, [rbp+8]
    "8b550c", // mov edx, [rbp+12]
    "448b5510", // mov r10d, [rbp+16]
    "448b4514", // mov r8d, [rbp+20]
    "0f05", // syscall
    "8b4d1c", // mov ecx, [rbp+28]
    "83c520", // add ebp, 32
    "85c9", // test ecx, ecx
    "74dc", // jz next
    "83f902", // cmp ecx, 2
    "7441", // je exit
    "4885c0", // test rax, rax
    "79d2", // jns next
    "83f901", // cmp ecx, 1
    "741b", // je fail
    "83c560", // add ebp, 96
    "ebc8", // jmp next
    "498b3c24", // become: mov rdi, [r12]
    "4c89e6", // mov rsi, r12
    "488b0b", // mov rcx, [rbx]
    "488d54cb10", // lea rdx, [rbx+rcx*8+16]
    "b83b000000", // mov eax, 59
    "0f05", // syscall
    "bd00000010", // fail: mov ebp, 0x10000000
    "8b7504", // mov esi, [rbp+4]
    "8b5508", // mov edx, [rbp+8]
    "bf02000000", // mov edi, 2
    "b801000000", // mov eax, 1
    "0f05", // syscall
    "b87e000000", // mov eax, 126
    "89c7", // exit: mov edi, eax
    "b8e7000000", // mov eax, 231
    "0f05", // syscall
  ],
  arm64: [
    "f3030091", // start: mov x19, sp
    "75420091", // add x21, x19, #16
    "1600a252", // mov w22, #0x10000000
    "e20316aa", // mov x2, x22
    "a18640f8", // piece: ldr x1, [x21], #8
    "23004039", // ldrb w3, [x1]
    "7fb40071", // cmp w3, #45
    "e0010054", // b.eq run
    "23144038", // letter: ldrb w3, [x1], #1
    "63ffff34", // cbz w3, piece
    "24144038", // ldrb w4, [x1], #1
    "657c0653", // lsr w5, w3, #6
    "a50c050b", // add w5, w5, w5, lsl #3
    "630c0012", // and w3, w3, #15
    "6300050b", // add w3, w3, w5
    "857c0653", // lsr w5, w4, #6
    "a50c050b", // add w5, w5, w5, lsl #3
    "840c0012", // and w4, w4, #15
    "8400050b", // add w4, w4, w5
    "8310032a", // orr w3, w4, w3, lsl #4
    "43140038", // strb w3, [x2], #1
    "f3ffff17", // b letter
    "d40240b9", // run: ldr w20, [x22]
    "880240b9", // next: ldr w8, [x20]
    "e801f837", // tbnz w8, #31, become
    "80864029", // ldp w0, w1, [x20, #4]
    "828e4129", // ldp w2, w3, [x20, #12]
    "841640b9", // ldr w4, [x20, #20]
    "010000d4", // svc #0
    "891e40b9", // ldr w9, [x20, #28]
    "94820091", // add x20, x20, #32
    "09ffff34", // cbz w9, next
    "3f090071", // cmp w9, #2
    "40020054", // b.eq exit
    "a0feffb6", // tbz x0, #63, next
    "3f050071", // cmp w9, #1
    "40010054", // b.eq fail
    "94820191", // add x20, x20, #96
    "f1ffff17", // b next
    "a00240f9", // become: ldr x0, [x21]
    "e10315aa", // mov x1, x21
    "620240f9", // ldr x2, [x19]
    "620e028b", // add x2, x19, x2, lsl #3
    "42400091", // add x2, x2, #16
    "a81b80d2", // mov x8, #221
    "010000d4", // svc #0
    "400080d2", // fail: mov x0, #2
    "c18a4029", // ldp w1, w2, [x22, #4]
    "080880d2", // mov x8, #64
    "010000d4", // svc #0
    "c00f8052", // mov w0, #126
    "c80b80d2", // exit: mov x8, #94
    "010000d4", // svc #0
  ],
};

const MACHINE: Readonly<Record<string, number>> = { x64: 62, arm64: 183 };
const CODE_ADDRESS = 0x400000;
const FILE_HEADER_BYTES = 64;
const PROGRAM_HEADER_BYTES = 56;
/** The largest page size on arm64. */
const ALIGNMENT = 0x10000;
const [LOAD, STACK] = [1, 0x6474e551];
const [EXECUTABLE, WRITABLE, READABLE] = [1, 2, 4];

/** Returns the ELF file, or undefined for architectures that aren't supported. */
export function starterProgram(arch: string): Uint8Array | undefined {
  const code = CODE[arch];
  const machine = MACHINE[arch];
  if (!code || machine === undefined) return undefined;
  const instructions = Buffer.from(code.join(""), "hex");
  const headers = FILE_HEADER_BYTES + 3 * PROGRAM_HEADER_BYTES;
  const size = headers + instructions.length;
  const file = new DataView(new ArrayBuffer(size));
  // 64-bit and little-endian.
  for (const [at, byte] of [0x7f, 0x45, 0x4c, 0x46, 2, 1, 1].entries()) file.setUint8(at, byte);
  file.setUint16(16, 2, true);
  file.setUint16(18, machine, true);
  file.setUint32(20, 1, true);
  file.setBigUint64(24, BigInt(CODE_ADDRESS + headers), true);
  file.setBigUint64(32, BigInt(FILE_HEADER_BYTES), true);
  file.setUint16(52, FILE_HEADER_BYTES, true);
  file.setUint16(54, PROGRAM_HEADER_BYTES, true);
  file.setUint16(56, 3, true);
  const segment = (index: number, type: number, flags: number, address: number, bytes: number, memory: number) => {
    const at = FILE_HEADER_BYTES + index * PROGRAM_HEADER_BYTES;
    file.setUint32(at, type, true);
    file.setUint32(at + 4, flags, true);
    for (const [word, value] of [0, address, address, bytes, memory, ALIGNMENT].entries()) {
      file.setBigUint64(at + 8 + 8 * word, BigInt(value), true);
    }
  };
  segment(0, LOAD, READABLE | EXECUTABLE, CODE_ADDRESS, size, size);
  segment(1, LOAD, READABLE | WRITABLE, MEMORY, 0, MEMORY_BYTES);
  segment(2, STACK, READABLE | WRITABLE, 0, 0, 0);
  const bytes = new Uint8Array(file.buffer);
  bytes.set(instructions, headers);
  return bytes;
}
