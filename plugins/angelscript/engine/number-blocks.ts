/** Blocks of numbers and bytes one after another, each aligned to four bytes: how the index and its uses are published. */
import type { IndexPart } from "../../../core/host/plugin-api.ts";

/** Fills the end of a block that is not a multiple of four bytes: JSON may end with blanks. */
const BLANKS = Uint8Array.of(32, 32, 32);

type Numbers = Uint8Array | Uint32Array | Int32Array;

/** As chunks of one part. */
export function blocksOf(parts: readonly Numbers[]): Uint8Array[] {
  return parts.flatMap((part) => aligned(joined([part])));
}

/** One block. */
export function aligned(chunks: readonly Uint8Array[]): Uint8Array[] {
  const missing = (4 - (chunks.reduce((sum, { length }) => sum + length, 0) % 4)) % 4;
  return missing === 0 ? [...chunks] : [...chunks, BLANKS.subarray(0, missing)];
}

/** The bytes of all, in few chunks and without a copy: lists that follow each other in one buffer are one. */
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

/** The numbers of a part, in place, or undefined for a part that has none. */
export function numbersOf(part: IndexPart | undefined): Uint32Array | undefined {
  return part && part.bytes.length >= 4
    ? new Uint32Array(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length >> 2)
    : undefined;
}
