/** The one port to system calls: libc's `syscall` by Bun's or Deno's foreign functions, on Linux; other systems have none yet. */

export interface Native {
  /** Numbers as they are, buffers by their address; -1 is a failure. */
  call(number: number, ...args: (number | bigint | Uint8Array)[]): number;
  /** For a buffer that points to another. Who uses it keeps that one alive. */
  addressOf(bytes: Uint8Array): bigint;
}

const WORDS = Array<"i64">(7).fill("i64");
/** glibc's name, musl's on either architecture, and what is left. */
const LIBRARIES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1", "libc.so"];

interface Library {
  symbols: { syscall: (...words: bigint[]) => bigint | number };
}

interface BunFfi {
  dlopen(path: string, symbols: { syscall: { args: string[]; returns: string } }): Library;
  ptr(bytes: Uint8Array): number;
}

interface DenoFfi {
  dlopen(path: string, symbols: { syscall: { parameters: string[]; result: string } }): Library;
  UnsafePointer: { of(bytes: Uint8Array): unknown; value(pointer: unknown): number | bigint };
}

/** Loading takes some milliseconds: whoever may never need it loads it late, and keeps what he got. */
export function loadNative(): Native | undefined {
  if (process.platform !== "linux") return undefined;
  // As much of it as is used; its own types are only known under Deno.
  const { Deno: deno } = globalThis as unknown as { Deno?: DenoFfi };
  if (deno) {
    const symbols = { syscall: { parameters: WORDS, result: "i64" } };
    const address = (bytes: Uint8Array) => deno.UnsafePointer.value(deno.UnsafePointer.of(bytes));
    return firstOf((path) => portOf(deno.dlopen(path, symbols), address));
  }
  const bun = process.getBuiltinModule?.("bun:ffi") as BunFfi | undefined;
  if (!bun) return undefined;
  const symbols = { syscall: { args: WORDS, returns: "i64" } };
  return firstOf((path) => portOf(bun.dlopen(path, symbols), bun.ptr));
}

function firstOf(open: (path: string) => Native): Native | undefined {
  for (const path of LIBRARIES) {
    try {
      return open(path);
    } catch {
      // The next name.
    }
  }
  return undefined;
}

function portOf({ symbols }: Library, address: (bytes: Uint8Array) => number | bigint): Native {
  const addressOf = (bytes: Uint8Array) => BigInt(address(bytes));
  return {
    addressOf,
    call(number, ...args) {
      const words = [number, ...args].map((word) => (typeof word === "object" ? addressOf(word) : BigInt(word)));
      while (words.length < WORDS.length) words.push(0n);
      return Number(symbols.syscall(...words));
    },
  };
}
