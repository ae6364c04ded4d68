/** Memory-maps an immutable file so that processes can share it. Falls back to reading it. */
import { readFileSync } from "node:fs";
import { isLocalDisk } from "./file-systems.ts";

/**
 * The result is aligned to 8 bytes or more. The file may be deleted while mapped, but truncating it would be fatal. Throws
 * like reading does.
 */
export function mapFile(path: string): Uint8Array {
  // Over a network, a mapped file might become unreadable, and that is a crash.
  const mapped = isLocalDisk(path) ? mapping(path) : undefined;
  if (mapped) return mapped;
  const bytes = readFileSync(path);
  // Node puts small files in a shared slab, so they can be unaligned.
  return bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
}

/** Map a file using Bun, if that is what we run on. The mapping is private, so writing to it would not modify the file. */
function mapping(path: string): Uint8Array | undefined {
  const bun: unknown = Reflect.get(globalThis, "Bun");
  const mmap: unknown = typeof bun === "object" && bun !== null ? Reflect.get(bun, "mmap") : undefined;
  if (typeof mmap !== "function") return undefined;
  try {
    const bytes: unknown = mmap(path, { shared: false });
    return bytes instanceof Uint8Array ? bytes : undefined;
  } catch {
    // empty, or on a read-only disk
    return undefined;
  }
}
