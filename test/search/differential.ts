/** Compares searches with ripgrep row by row. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { scratch } from "../jig.ts";
import { askRipgrep, type OracleRow, type Question } from "./oracle.ts";
import { openSavingSession, type Session } from "./session.ts";

const MAX_ROWS = 10_000;
const WIDEST = 500;

/** Unusual text: scripts without spaces, all line endings, long lines, binary data. */
const ODD_FILES: Record<string, string | Uint8Array> = {
  "cjk.cs": 'var 名前 = "日本語 calc テスト"; // 計算 calc\n𠮷野家 calc 𠮷\n\tcalc\té calc\n',
  "crlf.cs": "class A {\r\n  calc();\r\n  // end calc\r\n}\r\n",
  "mixed.txt": "calc one\r\ncalc two\ncalc\rthree calc\n\n\n",
  "bom.cs": "\ufeffcalc after bom\ncalc\n",
  "utf16.txt": Buffer.from("\ufeffcalc 日本\r\ncalc\r\n", "utf16le"),
  "latin1.txt": Buffer.from("caf\xe9 calc \xff\xfe calc \xe9\n", "latin1"),
  "min.js": `${"var a=1;".repeat(500)}calc(${"x,".repeat(3000)}calc)${"日本".repeat(900)}calc\n`,
  "binary.bin": Buffer.concat([Buffer.from("calc\n".repeat(20_000)), Buffer.from([0]), Buffer.from("calc\n")]),
  "no-end.txt": "last line calc",
  "empty.txt": "",
  ".hidden/calc.txt": "calc\n",
  ".ignore": "ignored/\n",
  "ignored/calc.txt": "calc\n",
  "deep/er/[x].cs": "calc()\n",
  "a{b}.txt": "calc -x --pre calc\n",
};

export const ODD_QUERIES: Question[] = [
  ...[
    "calc",
    "日本",
    "𠮷",
    "\\w+",
    ".",
    "",
    "^",
    "$",
    "\\s+$",
    "^.*$",
    "c$",
    "\\bcalc\\b",
    "(calc).*(calc)",
    "[^a]c",
  ].map((query) => ({ query })),
  ...["calc", "-x", "--pre", "calc(", "日本語 calc"].map((query) => ({ query, fixed_strings: true })),
  ...["calc\\s+calc", "\\n", "calc\\r?\\n", "(?s)calc.*calc", "^\\n", "\\}\\s*$"].map((query) => ({
    query,
    multiline: true,
  })),
  { query: "CALC", case: "insensitive" },
  { query: "calc", word: true },
  { query: "é", encoding: "latin1" },
  { query: "calc", include_globs: ["deep/**"] },
  { query: "calc", include_globs: ["/crlf.cs", "*.txt"], exclude_globs: ["mixed*"] },
  { query: "calc", hidden: true },
  { query: "calc", no_ignore: true },
  { query: "calc", max_filesize: "1K" },
].filter(({ query }) => query !== "") as Question[];

export async function compare(session: Session, root: string, question: Question): Promise<void> {
  const label = JSON.stringify(question);
  const expected = askRipgrep(root, question);
  const input = { ...question, roots: [root], timeout_ms: 100_000 };
  const answer = await session.whole("search_content", input);
  if (expected === undefined) {
    assert.equal(answer.success, false, label);
    return;
  }
  assert.equal(answer.success, true, `${label}: ${answer.error}`);
  assert.equal(answer.total_matches, expected.length, `${label}: total`);
  const rows = answer.results as (OracleRow & { line_text: string; line_offset?: number })[];
  assert.equal(answer.count, rows.length);
  assert.equal(answer.truncated, expected.length > rows.length, label);
  const shown = expected.slice(0, MAX_ROWS);
  assert.equal(rows.length, shown.length, `${label}: rows`);
  rows.forEach((row, index) => {
    const { file, line_number, column, match_text } = row;
    const wanted = shown[index]!;
    assert.deepEqual({ file, line_number, column }, pick(wanted), `${label}: row ${index}`);
    assert.equal(match_text, wanted.match_text.slice(0, Math.max(match_text.length, WIDEST - 1)), label);
    const first = match_text.split(/\r?\n/, 1)[0]!.replace(/\r$/, "");
    assert.ok(row.line_text.slice(column - 1 - (row.line_offset ?? 0)).startsWith(first), `${label}: ${row.line_text}`);
  });
  const counts = await session.whole("search_content", { ...input, count_only_matches: true });
  assert.equal(counts.total_matches, expected.length, `${label}: counts`);
  assert.deepEqual(counts.file_counts, tally(expected), `${label}: counts`);
  const total = await session.call("search_content", { ...input, total_only: true });
  assert.equal(total, expected.length, `${label}: total_only`);
}

type ContextRow = OracleRow & { match_length?: number; context_before: string[]; context_after: string[] };

/** Context lines before and after each match must be those in the file. */
export async function compareContext(session: Session, root: string, question: Question): Promise<void> {
  const input = { ...question, roots: [root], context_before: 2, context_after: 3, timeout_ms: 100_000 };
  const { results } = await session.whole("search_content", input);
  const texts = new Map<string, string[]>();
  for (const row of results as ContextRow[]) {
    // A truncated match doesn't show how many lines it has.
    if (row.match_length !== undefined) continue;
    let lines = texts.get(row.file);
    if (!lines) {
      const text = readFileSync(row.file, "utf8")
        .replace(/^\ufeff/, "")
        .replace(/\n$/, "");
      lines = text.split("\n").map((line) => line.replace(/\r$/, ""));
      texts.set(row.file, lines);
    }
    const at = row.line_number - 1;
    const last = at + row.match_text.replace(/\n$/, "").split("\n").length;
    const wide = (line: string) => (line.length > WIDEST ? undefined : line);
    const label = `${JSON.stringify(question)} ${row.file}:${row.line_number}`;
    const shown = (lines: string[]) => lines.map((line) => (line.length >= WIDEST ? undefined : line));
    assert.deepEqual(shown(row.context_before), lines.slice(Math.max(0, at - 2), at).map(wide), label);
    assert.deepEqual(shown(row.context_after), lines.slice(last, last + 3).map(wide), label);
  }
}

function pick({ file, line_number, column }: OracleRow) {
  return { file, line_number, column };
}

function tally(rows: OracleRow[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { file } of rows) counts[file] = (counts[file] ?? 0) + 1;
  return counts;
}

/** Checks rows, counts and total of each query. */
export async function oddTextsAreRipgreps(queries: readonly Question[]): Promise<void> {
  const root = scratch(ODD_FILES);
  const session = await openSavingSession(root);
  for (const question of queries) await compare(session, root, question);
  await session.close();
}
