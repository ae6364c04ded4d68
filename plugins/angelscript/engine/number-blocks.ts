/** Binary format of the published index: consecutive blocks, 4-byte aligned. */
import type { IndexPart } from "../../../core/host/plugin-api.ts";

/** Padding. Spaces, because trailing whitespace is fine in JSON. */
const BLANKS = Uint8Array.of(32, 32, 32);

type Numbers = Uint8Array | Uint32Array | Int32Array;

export function blocksOf(parts: readonly Numbers[]): Uint8Array[] {
  return parts.flatMap((part) => aligned(joined([part])));
}

/** One block. */
export function aligned(chunks: readonly Uint8Array[]): Uint8Array[] {
  const missing = (4 - (chunks.reduce((sum, { length }) => sum + length, 0) % 4)) % 4;
  return missing === 0 ? [...chunks] : [...chunks, BLANKS.subarray(0, missing)];
}

/** Concatenates without copying: lists that are adjacent in one buffer are merged. */
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

/** A view of the part's numbers. */
export function numbersOf(part: IndexPart | undefined): Uint32Array | undefined {
  return part && part.bytes.length >= 4
    ? new Uint32Array(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length >> 2)
    : undefined;
}
