/** Calls functions of libc on Linux with Bun. */
import process from "node:process";

const LIBRARIES = ["libc.so.6", "libc.musl-x86_64.so.1", "libc.musl-aarch64.so.1"];

interface Signature {
  args: string[];
  returns: string;
}

/** Returns functions by their name. The caller knows their types. The result is undefined if any of them is missing. */
export function openSystemLibrary<Functions>(
  signatures: Readonly<Record<keyof Functions, Signature>>,
): { library: Functions; close(): void } | undefined {
  const ffi: unknown = process.getBuiltinModule?.("bun:ffi");
  const open: unknown = typeof ffi === "object" && ffi !== null ? Reflect.get(ffi, "dlopen") : undefined;
  if (process.platform !== "linux" || typeof open !== "function") return undefined;
  for (const name of LIBRARIES) {
    try {
      const { symbols, close } = open(name, signatures);
      return { library: symbols, close };
    } catch {
      // The name of the file is different for another libc.
    }
  }
  return undefined;
}
