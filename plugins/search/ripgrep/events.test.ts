/** Tests parsing ripgrep's output when it is split at any position and contains oversized records. */
import assert from "node:assert/strict";
import { test } from "node:test";
import fc from "fast-check";
import { searchSlice } from "../content/sliced-arrays.ts";
import { LONGEST_RECORD, linesOf, occurrencesIn, readCounts, readEvents } from "./events.ts";

async function* pieces(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let at = 0;
  for (const size of sizes) {
    yield bytes.subarray(at, at + size);
    at += size;
  }
  yield bytes.subarray(at);
}

/** Returns the events, with the records of lines parsed. */
async function events(bytes: Uint8Array, sizes: readonly number[] = []): Promise<object[]> {
  const all: object[] = [];
  for await (const batch of readEvents(pieces(bytes, sizes)))
    all.push(...batch.map((event) => ("bytes" in event ? { type: event.type, data: linesOf(event) } : event)));
  return all;
}

const MATCH = {
  type: "match",
  data: {
    path: { text: "日本.cs" },
    lines: { text: 'x "start": 日\n' },
    line_number: 1,
    submatches: [{ match: { text: "x" }, start: 0, end: 1 }],
  },
};
const SAMPLE = [
  { type: "begin", data: { path: { text: "日本.cs" } } },
  MATCH,
  { type: "end", data: { path: { text: "日本.cs" }, binary_offset: null } },
];

test("events are the same however the stream is cut", async () => {
  const bytes = Buffer.from(SAMPLE.map((event) => `${JSON.stringify(event)}\n`).join(""));
  const sizes = fc.array(fc.integer({ min: 1, max: 90 }), { maxLength: 12 });
  await fc.assert(fc.asyncProperty(sizes, async (cut) => assert.deepEqual(await events(bytes, cut), SAMPLE)));
});

test("a record over the limit is counted, not held; what follows is read", async () => {
  const submatches = Array.from({ length: 5 }, (_, at) => ({ match: { text: "x" }, start: at, end: at + 1 }));
  const lines = { text: `${'"start": '.repeat(LONGEST_RECORD / 8)}\n` };
  const giant = { ...MATCH, data: { ...MATCH.data, lines, submatches } };
  const bytes = Buffer.from([SAMPLE[0], giant, SAMPLE[2]].map((event) => `${JSON.stringify(event)}\n`).join(""));
  const read = await events(bytes, Array(200).fill(65_537));
  assert.deepEqual(read[1], { type: "oversized", data: { path: { text: "日本.cs" }, occurrences: 5 } });
  assert.deepEqual([read[0], read[2]], [SAMPLE[0], SAMPLE[2]]);
});

test("occurrences are counted without parsing, whatever the line says", () => {
  const submatches = [MATCH.data.submatches[0], { match: { text: '"start":' }, start: 2, end: 10 }];
  const record = (data: object) => {
    const text = JSON.stringify({ ...MATCH, data: { ...MATCH.data, ...data } });
    // The records before and after it must not be counted.
    const bytes = Buffer.from(`${JSON.stringify(MATCH)}\n${text}\n${JSON.stringify(MATCH)}\n`);
    const start = bytes.indexOf(10) + 1;
    return { bytes, start, end: start + Buffer.byteLength(text) };
  };
  assert.equal(occurrencesIn(record({})), 1);
  assert.equal(occurrencesIn(record({ submatches })), 2);
  assert.equal(occurrencesIn(record({ submatches: [] })), 0);
});

test("counts are the same however the stream is cut", async () => {
  const slice = searchSlice({ monotonic: () => performance.now(), sleep: () => Promise.resolve() });
  const name = fc.stringMatching(/^[a-z\n0-9]{1,6}$/);
  const records = fc.array(fc.tuple(name, fc.integer({ min: 1, max: 1_000_000 })), { maxLength: 20 });
  const sizes = fc.array(fc.integer({ min: 1, max: 9 }), { maxLength: 40 });
  await fc.assert(
    fc.asyncProperty(records, sizes, fc.constantFrom("\n", "\r\n"), async (expected, cut, end) => {
      const bytes = Buffer.from(expected.map(([path, count]) => `${path}\0${count}${end}`).join(""));
      const counts: [string, number][] = [];
      await readCounts(pieces(bytes, cut), slice, (from, start, end, count) =>
        counts.push([from.toString("utf8", start, end), count]),
      );
      assert.deepEqual(counts, expected);
    }),
  );
});

test("counts, with names that hold a line end", async () => {
  const counts: [string, number][] = [];
  const bytes = Buffer.from("a\n:5.cs\x0012\nb\x003\n");

  const slice = searchSlice({ monotonic: () => performance.now(), sleep: () => Promise.resolve() });
  await readCounts(pieces(bytes, [1, 2, 4, 1]), slice, (from, start, end, count) =>
    counts.push([from.toString("utf8", start, end), count]),
  );
  assert.deepEqual(counts, [
    ["a\n:5.cs", 12],
    ["b", 3],
  ]);
});
