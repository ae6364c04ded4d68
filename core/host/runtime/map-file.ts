/** Maps an immutable file into memory so that processes can share it. If this isn't possible, the file is read. */
import { readFileSync } from "node:fs";
import { isLocalDisk } from "./file-systems.ts";

/**
 * The result is aligned to 8 bytes or more. The file may be deleted while it is mapped, but must not be truncated. It throws
 * the same errors as reading.
 */
export function mapFile(path: string): Uint8Array {
  // A mapped file on a network may become unreadable, which would end the process.
  const mapped = isLocalDisk(path) ? mapping(path) : undefined;
  if (mapped) return mapped;
  const bytes = readFileSync(path);
  // Node places small files in a shared buffer, so they may not be aligned.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Maps a file with Bun, if jig runs on it. The mapping is private, so writing to it would not modify the file. */
function mapping(path: string): Uint8Array | undefined {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  const mmap: unknown = typeof bun === "object" && bun !== null ? Reflect.get(bun, "mmap") : undefined;
  if (typeof mmap !== "function") return undefined;
  try {
    const bytes: unknown = mmap(path, { shared: false });
    return bytes instanceof Uint8Array ? bytes : undefined;
  } catch {
    // The file is empty or on a read-only disk.
    return undefined;
  }
}
