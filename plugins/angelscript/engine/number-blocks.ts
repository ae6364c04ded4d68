/** Blocks of numbers and bytes one after another, each aligned to four bytes: how the index and its uses are published. */
import type { IndexPart } from "../../../core/host/plugin-api.ts";

/** Fills the end of a block that is no multiple of four bytes: JSON may end with blanks. */
const BLANKS = Uint8Array.of(32, 32, 32);

/** As chunks of one part. */
export function blocksOf(parts: readonly (Uint8Array | Uint32Array | Int32Array)[]): Uint8Array[] {
  return parts.flatMap(({ buffer, byteOffset, byteLength }) => {
    const bytes = new Uint8Array(buffer, byteOffset, byteLength);
    const missing = (4 - (byteLength % 4)) % 4;
    return missing === 0 ? [bytes] : [bytes, BLANKS.subarray(0, missing)];
  });
}

/** The numbers of a part, in place; undefined for a part that has none. */
export function numbersOf(part: IndexPart | undefined): Uint32Array | undefined {
  return part && part.bytes.length >= 4
    ? new Uint32Array(part.bytes.buffer, part.bytes.byteOffset, part.bytes.length >> 2)
    : undefined;
}
