/** Maps a file that never changes, so that processes can share it. Reads it if the runtime can't map files. */
import { readFileSync } from "node:fs";
import { isLocalDisk } from "./file-systems.ts";

/** Aligned to at least eight bytes. The file may be removed while it is mapped, but must never be truncated. Throws the errors of reading. */
export function mapFile(path: string): Uint8Array {
  // On a network file system, a mapped file may become unreadable, which would crash the process.
  const mapped = isLocalDisk(path) ? mapping(path) : undefined;
  if (mapped) return mapped;
  const bytes = readFileSync(path);
  // Node reads small files into a shared slab, which may be unaligned.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Bun maps files privately, so that writing to the bytes does not change the file. */
function mapping(path: string): Uint8Array | undefined {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  const mmap: unknown = typeof bun === "object" && bun !== null ? Reflect.get(bun, "mmap") : undefined;
  if (typeof mmap !== "function") return undefined;
  try {
    const bytes: unknown = mmap(path, { shared: false });
    return bytes instanceof Uint8Array ? bytes : undefined;
  } catch {
    // Empty files and files on a read-only disk can't be mapped.
    return undefined;
  }
}
