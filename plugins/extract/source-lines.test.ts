/** Lines and columns, both in memory and streamed. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import type { Files } from "../../core/host/plugin-api.ts";
import { cutColumns } from "./cut-columns.ts";
import { readExcerpt, SourceLines } from "./source-lines.ts";

/** Pretends to be large and streams in small chunks. */
function streamed(text: string): Files {
  const bytes = new TextEncoder().encode(text);
  return {
    async *stream() {
      for (let at = 0; at < bytes.length; at += 7) yield bytes.subarray(at, at + 7);
    },
  } as unknown as Files;
}

test("lines end with LF, CRLF or CR", () => {
  const lines = new SourceLines("a\r\nb\rc\nd");
  assert.equal(lines.count, 4);
  assert.equal(lines.excerpt(2, 3)!.text, "b\rc\n");
  assert.equal(lines.excerpt(4, 9)!.endLine, 4);
  assert.equal(lines.excerpt(5), undefined);
  assert.equal(new SourceLines("").count, 0);
});

test("a streamed file gives the same as one read at once", async () => {
  const text = fc
    .array(fc.constantFrom("a", "日本", "\r", "\n", "\r\n", "𠮷x"), { maxLength: 30 })
    .map((parts) => parts.join(""));
  const range = fc.tuple(fc.integer({ min: 1, max: 12 }), fc.option(fc.nat(8), { nil: undefined }));
  const signal = new AbortController().signal;
  await fc.assert(
    fc.asyncProperty(text, range, async (source, [start, length]) => {
      const end = length === undefined ? undefined : start + length;
      const whole = new SourceLines(source);
      const { excerpt } = await readExcerpt(streamed(source), { written: "f", size: 1e9 }, start, end, signal);
      assert.equal(excerpt?.text, whole.excerpt(start, end)?.text);
      assert.equal(excerpt?.endLine, whole.excerpt(start, end)?.endLine);
    }),
  );
});

test("columns are characters, not units", () => {
  assert.equal(cutColumns("𠮷野家\n", 1, 2), "野");
  assert.equal(cutColumns("hello\nworld\n", 1, 3), "ello\nwor");
  assert.equal(cutColumns("hello\n", undefined, undefined), "hello\n");
});
