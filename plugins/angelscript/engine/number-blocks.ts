/** Defines the binary format of the published index, which consists of blocks that are aligned to 4 bytes. */
import type { IndexPart } from "../../../core/host/plugin-api.ts";

/** Spaces are used for padding, because JSON may end with whitespace. */
const BLANKS = Uint8Array.of(32, 32, 32);

type Numbers = Uint8Array | Uint32Array | Int32Array;

export function blocksOf(parts: readonly Numbers[]): Uint8Array[] {
  return parts.flatMap((part) => aligned(joined([part])));
}

/** Returns the chunks of one block. */
export function aligned(chunks: readonly Uint8Array[]): Uint8Array[] {
  const missing = (4 - (chunks.reduce((sum, { length }) => sum + length, 0) % 4)) % 4;
  return missing === 0 ? [...chunks] : [...chunks, BLANKS.subarray(0, missing)];
}

/** Joins lists without copying them. Lists that follow each other in the same buffer are merged. */
export function joined(lists: readonly Numbers[]): Uint8Array[] {
  const chunks: Uint8Array[] = [];
  for (const { buffer, byteOffset, byteLength } of lists) {
    const last = chunks.at(-1);
    const follows = last?.buffer === buffer && last.byteOffset + last.length === byteOffset;
    if (last && follows) chunks[chunks.length - 1] = new Uint8Array(buffer, last.byteOffset, last.length + byteLength);
    else chunks.push(new Uint8Array(buffer, byteOffset, byteLength));
  }
  return chunks;
}

/** Returns a view of the part as numbers. */
export function numbersOf(part: IndexPart | undefined): Uint32Array | undefined {
  return part && part.bytes.length >= 4
    ? new Uint32Array(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length >> 2)
    : undefined;
}
