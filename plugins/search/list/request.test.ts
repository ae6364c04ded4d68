/** Tests how the arguments of a listing select entries, and which arguments are rejected. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError } from "../../../core/host/plugin-api.ts";
import { toListRequest } from "./request.ts";
import { cursorAfterEntry } from "./sort.ts";

const NOW = Date.parse("2026-03-01T12:00:00");
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

test("without arguments everything is listed", () => {
  assert.deepEqual(toListRequest({}, NOW), {
    types: [],
    extensions: [],
    exclude: [],
    depth: Number.MAX_SAFE_INTEGER,
    minDepth: 1,
    sizes: [],
    changedAfter: Number.NEGATIVE_INFINITY,
    changedBefore: Number.POSITIVE_INFINITY,
    hidden: false,
    followSymlinks: false,
    pattern: undefined,
    sort: "path",
    after: undefined,
  });
});

test("what is said is passed on", () => {
  const cursor = cursorAfterEntry("size", { path: "/a", size: 1, mtimeMs: 2 });
  const input = {
    types: ["f" as const],
    extensions: [".TS", "Cs", "tar.gz"],
    exclude: ["*.md"],
    depth: 3,
    min_depth: 2,
    hidden: true,
    follow_symlinks: true,
    pattern: "a",
    glob: true,
    full_path_match: true,
    prune: true,
    sort: "size" as const,
    cursor,
  };
  assert.deepEqual(toListRequest(input, NOW), {
    types: ["f"],
    extensions: [".ts", ".cs", ".tar.gz"],
    exclude: ["*.md"],
    depth: 3,
    minDepth: 2,
    sizes: [],
    changedAfter: Number.NEGATIVE_INFINITY,
    changedBefore: Number.POSITIVE_INFINITY,
    hidden: true,
    followSymlinks: true,
    pattern: { text: "a", glob: true, fullPath: true, prune: true },
    sort: "size",
    after: { path: "/a", size: 1, mtimeMs: 2 },
  });
  const { pattern } = toListRequest({ pattern: "a" }, NOW);
  assert.deepEqual(pattern, { text: "a", glob: false, fullPath: false, prune: false });
  assert.equal(toListRequest({ pattern: "" }, NOW).pattern, undefined);
});

test("sizes are ranges", () => {
  const inf = Number.POSITIVE_INFINITY;
  const ranges: [size: string, low: number, high: number][] = [
    ["+10M", 10 * 1024 ** 2, inf],
    ["-1K", 0, 1024],
    ["500", 500, 500],
    ["+0", 0, inf],
  ];
  for (const [size, low, high] of ranges) assert.deepEqual(toListRequest({ size: [size] }, NOW).sizes, [{ low, high }]);
  const several = toListRequest({ size: ["+1", "-2"] }, NOW).sizes;
  assert.deepEqual(several, [
    { low: 1, high: inf },
    { low: 0, high: 2 },
  ]);
  for (const size of ["big", "+", "+-1", "1 K"])
    assert.throws(() => toListRequest({ size: [size] }, NOW), { code: "INVALID_ARGUMENT" }, size);
});

test("times are durations before now, or dates of here", () => {
  const times: [text: string, ms: number][] = [
    ["30s", NOW - 30_000],
    ["1sec", NOW - 1000],
    ["2 seconds", NOW - 2000],
    ["1m", NOW - MINUTE],
    ["5min", NOW - 5 * MINUTE],
    ["5minutes", NOW - 5 * MINUTE],
    ["2h", NOW - 2 * HOUR],
    ["2hrs", NOW - 2 * HOUR],
    ["1 hour", NOW - HOUR],
    ["1d", NOW - DAY],
    ["3DAYS", NOW - 3 * DAY],
    ["1w", NOW - 7 * DAY],
    ["2weeks", NOW - 14 * DAY],
    ["1month", NOW - 30 * DAY],
    ["2months", NOW - 60 * DAY],
    ["1y", NOW - 365 * DAY],
    [" 2years ", NOW - 730 * DAY],
    ["2026-01-31", new Date(2026, 0, 31).getTime()],
    ["2026-01-31 18:30", new Date(2026, 0, 31, 18, 30).getTime()],
    ["2026-01-31T18:30:15", new Date(2026, 0, 31, 18, 30, 15).getTime()],
    [" 2026-01-31 ", new Date(2026, 0, 31).getTime()],
  ];
  for (const [text, ms] of times) {
    assert.equal(toListRequest({ changed_within: text }, NOW).changedAfter, ms, text);
    assert.equal(toListRequest({ changed_before: text }, NOW).changedBefore, ms, text);
  }
});

test("what is no time is refused, with a hint", () => {
  const refused = ["", "soon", "2 fortnights", "-1h", "1.5h", "2026-13-40", "2026-1-1", "1234567890d", "31.01.2026"];
  refused.push("2026-01-31 18", "x2026-01-31", "2026-01-31x", "1 d x", "x 1d", "1months ago", "1ms", "1hs");
  for (const text of refused)
    assert.throws(
      () => toListRequest({ changed_within: text }, NOW),
      (error: JigError) => {
        assert.ok(error instanceof JigError);
        assert.equal(error.code, "INVALID_ARGUMENT");
        assert.equal(error.message, `"${text}" is neither a duration nor a date`);
        assert.match(error.hint!, /30min, 2h/);
        return true;
      },
      text,
    );
});

test("what JSON Schema cannot refuse is refused", () => {
  const refused: [input: object, code: string, message: RegExp][] = [
    [{ roots: [] }, "INVALID_ARGUMENT", /roots is empty/],
    [{ suppress_output: true }, "INVALID_ARGUMENT", /suppress_output needs output_file/],
    [{ pattern: "a\0" }, "INVALID_ARGUMENT", /pattern contains a NUL/],
    [{ pattern: "a".repeat(65_537) }, "LIMIT_EXCEEDED", /pattern has 65537 bytes/],
    [{ cursor: "list:nothing" }, "INVALID_ARGUMENT", /cursor does not belong to this listing/],
  ];
  for (const [input, code, message] of refused)
    assert.throws(
      () => toListRequest(input, NOW),
      (error: JigError) => error.code === code && message.test(error.message),
      String(message),
    );
  for (const input of [{ roots: [] }, { suppress_output: true }])
    assert.throws(
      () => toListRequest(input, NOW),
      (error: JigError) => (error.hint?.length ?? 0) > 10,
    );
  toListRequest({ roots: ["a"], suppress_output: true, output_file: "x", pattern: "a".repeat(65_536) }, NOW);
  toListRequest({ suppress_output: false }, NOW);
});
