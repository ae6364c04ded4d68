/** Tests that following the pages returns every match exactly once, regardless of the limits. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { cursorAt, fileSlices, hasMore, lineRanges, type Matched, type PageLimits } from "./search-pages.ts";

const FILES: Matched[] = [
  { display: "a.cs", lines: [1, 5, 9, 12, 40, 41, 42] },
  { display: "b.cs", lines: [3] },
  { display: "c.cs", lines: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 22] },
];

function everyMatch(limits: Omit<PageLimits, "startAfter">): string[] {
  const got: string[] = [];
  let startAfter = "";
  for (let pages = 0; pages < 100; pages++) {
    const page = [...fileSlices(FILES, { ...limits, startAfter })];
    for (const { file, from, to } of page)
      for (let at = from; at < to; at++) got.push(`${file.display}:${file.lines[at]}`);
    const last = page.at(-1);
    if (!last || !hasMore(FILES, last, { ...limits, startAfter })) return got;
    startAfter = cursorAt(last);
  }
  assert.fail("paging does not end");
}

const ALL = FILES.flatMap((file) => Array.from(file.lines, (line) => `${file.display}:${line}`)).sort();

for (const counts of ["files", "matches"] as const) {
  for (const pageSize of [1, 2, 3, 20]) {
    for (const perFile of [1, 3, 5, 100]) {
      test(`every match once: ${pageSize} ${counts} a page, ${perFile} a file`, () => {
        const got = everyMatch({ pageSize, perFile, counts });
        assert.deepEqual([...got].sort(), ALL);
      });
    }
  }
}

test("a cursor of a file that is gone goes on behind it", () => {
  const page = [...fileSlices(FILES, { pageSize: 1, perFile: 5, counts: "files", startAfter: "aa.cs|7|0" })];
  assert.equal(page[0]?.file.display, "b.cs");
});

test("a file's matches of one page never exceed its share", () => {
  const page = [...fileSlices(FILES, { pageSize: 10, perFile: 3, counts: "files", startAfter: "" })];
  assert.deepEqual(
    page.map(({ from, to }) => to - from),
    [3, 1, 3],
  );
});

test("line numbers become ranges", () => {
  assert.equal(lineRanges([1, 2, 3, 7, 9, 10]), "1-3,7,9-10");
});
