/** Numbers as an entry of the cache: the sum of all that follows stands first, and tells accidents, not intent. */
import type { Cache } from "../../../core/host/plugin-api.ts";

/** What was saved under the name, without its sum; undefined if nothing was, or if a bit of it is not as it was written. */
export async function readChecksummed(cache: Cache, name: string): Promise<Uint32Array | undefined> {
  const bytes = await cache.read(name);
  if (!bytes || bytes.byteLength < 4 || bytes.byteLength % 4 !== 0) return undefined;
  const aligned = bytes.byteOffset % 4 === 0 ? bytes : bytes.slice();
  const all = new Uint32Array(aligned.buffer, aligned.byteOffset, aligned.byteLength >> 2);
  return all[0] === checksumOf(all.subarray(1)) ? all.subarray(1) : undefined;
}

/** Writes parts one after another, behind their sum; what is left of a part's last number is filled with blanks. */
export async function writeChecksummed(
  cache: Cache,
  name: string,
  parts: readonly (Uint8Array | Uint32Array | Int32Array)[],
): Promise<void> {
  const sizes = parts.map((part) => Math.ceil(part.byteLength / 4));
  const all = new Uint32Array(1 + sizes.reduce((sum, size) => sum + size, 0));
  const bytes = new Uint8Array(all.buffer);
  let at = 1;
  for (const [index, part] of parts.entries()) {
    const end = at + (sizes[index] as number);
    bytes.fill(32, Math.max(at, end - 1) * 4, end * 4);
    bytes.set(new Uint8Array(part.buffer, part.byteOffset, part.byteLength), at * 4);
    at = end;
  }
  all[0] = checksumOf(all.subarray(1));
  await cache.write(name, bytes);
}

/** 30 MB in some milliseconds: four sums at once, since each step waits for the one before. */
function checksumOf(numbers: Uint32Array): number {
  let [a, b, c, d] = [0x811c9dc5, 1, 2, 3];
  let at = 0;
  for (; at + 3 < numbers.length; at += 4) {
    a = Math.imul(a ^ (numbers[at] as number), 0x01000193);
    b = Math.imul(b ^ (numbers[at + 1] as number), 0x01000193);
    c = Math.imul(c ^ (numbers[at + 2] as number), 0x01000193);
    d = Math.imul(d ^ (numbers[at + 3] as number), 0x01000193);
  }
  for (; at < numbers.length; at++) a = Math.imul(a ^ (numbers[at] as number), 0x01000193);
  for (const each of [b, c, d]) a = Math.imul(a ^ each, 0x01000193);
  return a >>> 0;
}
