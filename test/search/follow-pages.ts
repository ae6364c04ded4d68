/** Follows all pages of an answer while files may change. */
import assert from "node:assert/strict";
import { appendFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { JsonObject } from "../../core/host/frontend-api.ts";
import { createTestHost } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import { scratch } from "../jig.ts";
import { askRipgrep, type OracleRow } from "./oracle.ts";
import type { Session } from "./session.ts";

interface Row {
  file: string;
  line_number: number;
  column: number;
  match_text: string;
  query?: string;
}

interface Pages {
  rows: Row[];
  changed: Set<string>;
  pages: number;
  totals: Set<number>;
}

const NOTHING = (_: Row[]) => {};

/** An in-process host. Pages end at `limit` instead of a model's budget. */
export async function openHost(root: string): Promise<Pick<Session, "call" | "close">> {
  const host = await createTestHost({ roots: [root], builtIns: BUILT_INS });
  return {
    async call(tool, input) {
      const { value, next, changed } = await host.invoke(tool, input);
      return { ...(value as JsonObject), ...(next ? { next } : {}), ...(changed ? { changed } : {}) };
    },
    close: () => host.close(),
  };
}

/** Follows `next`. `between` gets the rows so far and may change files after each page. */
export async function follow(jig: Pick<Session, "call">, input: object, between = NOTHING): Promise<Pages> {
  const found: Pages = { rows: [], changed: new Set(), pages: 0, totals: new Set() };
  let more: object = {};
  for (;;) {
    const answer = await jig.call("search_content", { timeout_ms: 100_000, ...input, ...more });
    assert.equal(answer.success, true, `${JSON.stringify({ ...input, ...more })}: ${answer.error}`);
    found.pages++;
    found.totals.add(answer.total_matches);
    found.rows.push(...rowsOf(answer));
    for (const path of answer.changed ?? []) found.changed.add(path);
    if (!answer.next) return found;
    assert.equal(answer.truncated, true);
    more = JSON.parse(JSON.stringify(answer.next)) as object;
    between(found.rows);
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
export function rowsOf({ results, files, members }: any): Row[] {
  if (results) return results;
  type Group = [string, { matches: Row[] }];
  if (files)
    return (Object.entries(files) as Group[]).flatMap(([file, { matches }]) =>
      matches.map((row) => ({ ...row, file })),
    );
  return (members as { file: string; matches: Row[] }[]).flatMap(({ file, matches }) =>
    matches.map((row) => ({ ...row, file })),
  );
}

const nameOf = ({ file, line_number, column }: OracleRow) => `${file}:${line_number}:${column}`;

export function sameRows(rows: readonly Row[], expected: readonly OracleRow[], label: string): void {
  assert.equal(rows.length, expected.length, `${label}: rows`);
  for (const [index, row] of rows.entries()) {
    const wanted = expected[index]!;
    if (nameOf(row) !== nameOf(wanted)) assert.equal(nameOf(row), nameOf(wanted), `${label}: row ${index}`);
    if (row.match_text.length < 499) assert.equal(row.match_text, wanted.match_text, label);
  }
}

/** Files of different sizes with 26,000 matches. Two of them exceed a part on their own. */
const SIZES: [name: string, lines: number][] = [
  ["a/small.txt", 3],
  ["b/large.txt", 12_500],
  ["c/one.txt", 1],
  ...Array.from({ length: 40 }, (_, at): [string, number] => [`d/${at}.txt`, 50 + at]),
  ["e/large.txt", 10_500],
  ["f/last.txt", 7],
];
export const textOf = (lines: number, word = "needle") =>
  Array.from({ length: lines }, (_, at) => (at % 5 === 0 ? `the other ${at}` : `a ${word} ${at}`)).join("\n");
export const tree = () => scratch(Object.fromEntries(SIZES.map(([name, lines]) => [name, textOf(lines)])));

/** Changes files after the first page or this many rows. */
export async function changing(input: object, when: number, edit: (root: string) => string[]) {
  const root = tree();
  const jig = await openHost(root);
  const before = askRipgrep(root, { query: "needle|other" })!;
  let edited: string[] | undefined;
  const { rows, changed } = await follow(jig, { query: "needle|other", ...input }, (rows) => {
    if (edited === undefined && rows.length >= when) edited = edit(root).map((path) => join(root, path));
  });
  await jig.close();
  assert.deepEqual([...changed].sort(), edited!.sort(), "exactly these are named");
  const others = <Each extends OracleRow>(list: readonly Each[]) => list.filter(({ file }) => !edited!.includes(file));
  sameRows(others(rows), others(before), "no other row is lost or doubled");
}

function touch(root: string, path: string, change: (path: string) => void): string[] {
  change(join(root, path));
  return [path];
}

export const EDITS: [string, (root: string) => string[]][] = [
  ["rows more", (root) => touch(root, "d/3.txt", (path) => appendFileSync(path, "\nneedle\nneedle\n"))],
  ["rows less", (root) => touch(root, "e/large.txt", (path) => writeFileSync(path, textOf(100)))],
  ["gone", (root) => touch(root, "d/7.txt", (path) => rmSync(path))],
  [
    "several, also one that was given",
    (root) => [
      ...touch(root, "a/small.txt", (path) => writeFileSync(path, "nothing\n")),
      ...touch(root, "b/large.txt", (path) => appendFileSync(path, "\nneedle\n")),
      ...touch(root, "f/last.txt", (path) => writeFileSync(path, textOf(70))),
    ],
  ],
];
