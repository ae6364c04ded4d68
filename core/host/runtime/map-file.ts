/** The bytes of a file that never changes: mapped if the runtime can do that, so that processes share them; otherwise read. */
import { readFileSync } from "node:fs";
import { isLocalDisk } from "./file-systems.ts";

/**
 * Aligned to eight bytes at least. The file may be removed while it is mapped; it must never be shortened. Throws what reading
 * throws.
 */
export function mapFile(path: string): Uint8Array {
  // A server may take back a file that is mapped, which ends the process.
  const mapped = isLocalDisk(path) ? mapping(path) : undefined;
  if (mapped) return mapped;
  const bytes = readFileSync(path);
  // Node reads small files into a shared slab, possibly at an unaligned address.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** A private mapping, by Bun: nothing that is written to the bytes reaches the file. */
function mapping(path: string): Uint8Array | undefined {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  const mmap: unknown = typeof bun === "object" && bun !== null ? Reflect.get(bun, "mmap") : undefined;
  if (typeof mmap !== "function") return undefined;
  try {
    const bytes: unknown = mmap(path, { shared: false });
    return bytes instanceof Uint8Array ? bytes : undefined;
  } catch {
    // Empty files and those on a disk that is read-only cannot be mapped.
    return undefined;
  }
}
