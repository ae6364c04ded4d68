/** Blocks aren't copied and are aligned to four bytes. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { aligned, blocksOf, joined } from "./number-blocks.ts";

test("lists that follow each other in a buffer are one chunk, others their own", () => {
  const bytes = Uint8Array.from({ length: 12 }, (_, index) => index);
  const chunks = joined([bytes.subarray(0, 3), bytes.subarray(3, 7), bytes.subarray(8, 9), Uint8Array.of(9)]);
  assert.deepEqual(
    chunks.map((chunk) => [...chunk]),
    [[0, 1, 2, 3, 4, 5, 6], [8], [9]],
  );
  assert.equal(chunks[0]?.buffer, bytes.buffer);
  assert.equal(aligned(chunks).at(-1)?.length, 3);
  assert.equal(aligned([bytes]).length, 1);
  const lengths = blocksOf([Uint32Array.of(1, 2), Uint8Array.of(1), Int32Array.of(3)]).map(({ length }) => length);
  assert.deepEqual(lengths, [8, 1, 3, 4]);
  assert.deepEqual(joined([]), []);
});
