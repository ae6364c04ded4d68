/**
 * Paging over MCP: all pages together equal ripgrep's result, for budgets from 2,000 to 60,000 characters, in JSON, TOON and text,
 * including maximum-length file names.
 */
import assert from "node:assert/strict";
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { decode } from "@toon-format/toon";
import { environment, JIG, scratch } from "../jig.ts";
import { askRipgrep } from "../search/oracle.ts";
import { dice } from "../search/questions.ts";

const BUDGETS = [2000, 2700, 4100, 9030, 9060, 9090, 16_000, 40_000, 60_000];
const FOLDERS = 26;
const PARTS = [
  "a",
  "名前",
  "🎮",
  "ü",
  " ",
  "'",
  '"',
  ",",
  "#",
  "&",
  "[x]",
  "{y}",
  "%20",
  "\\",
  "word",
  "-",
  "~",
  "$(z)",
];

const upTo = dice(7);

/** A name of roughly this many bytes, up to the limit of 255. */
function nameOf(bytes: number): string {
  let name = "n";
  for (;;) {
    const longer = name + PARTS[upTo(PARTS.length)];
    if (Buffer.byteLength(longer) > Math.min(bytes, 245)) return name.trimEnd();
    name = longer;
  }
}

function plant(): { root: string; folders: string[] } {
  const root = scratch();
  const folders = Array.from({ length: FOLDERS }, (_, at) => `${String.fromCharCode(97 + at)} ${nameOf(10)}`);
  for (const folder of folders) {
    mkdirSync(join(root, folder));
    for (let at = 0; at < 60; at++) {
      const name = `${nameOf(at % 4 === 0 ? 240 : 30)}${at}.txt`;
      const line = () => `${"x ".repeat(at % 9 === 0 ? upTo(300) : upTo(20))}needle ${at}`;
      writeFileSync(join(root, folder, name), Array.from({ length: 1 + upTo(6) }, line).join("\n"));
    }
  }
  return { root, folders };
}

const { root, folders } = plant();
const rows = askRipgrep(root, { query: "needle" })!;
let pages = 0;

interface Page {
  /** Results on a page as `file:line`, `file` or `file=count`. */
  found: string[];
  next: object | undefined;
}

type Mode = "rows" | "group_by_file" | "files_only" | "count_only_matches" | "list_files";
const MODES: Mode[] = ["rows", "group_by_file", "files_only", "count_only_matches", "list_files"];

/** JSON and TOON answers have the same data. */
// biome-ignore lint/suspicious/noExplicitAny: answers of every shape
function foundIn(answer: any, mode: Mode): string[] {
  switch (mode) {
    case "rows":
      return answer.results.map((row: { file: string; line_number: number }) => `${row.file}:${row.line_number}`);
    case "group_by_file":
      return Object.entries(answer.files).flatMap(([file, group]) => {
        const matches = Array.isArray(group) ? group : (group as { matches: { line_number: number }[] }).matches;
        return matches.map(({ line_number }) => `${file}:${line_number}`);
      });
    case "files_only":
      return answer.paths.map((path: string | { file: string }) => (typeof path === "string" ? path : path.file));
    case "count_only_matches":
      return Array.isArray(answer.file_counts)
        ? answer.file_counts.map(({ file, matches }: { file: string; matches: number }) => `${file}=${matches}`)
        : Object.entries(answer.file_counts).map(([file, count]) => `${file}=${count}`);
    default:
      return answer.results.map((row: { path: string } | string) => (typeof row === "string" ? row : row.path));
  }
}

function pageOf(text: string, format: string, mode: Mode): Page {
  if (format === "text") return textPage(text, mode);
  const answer = JSON.parse(text);
  assert.equal(answer.success, true, text.slice(0, 500));
  const data = answer.toon_content === undefined ? answer : { ...answer, ...(decode(answer.toon_content) as object) };
  return { found: foundIn(data, mode), next: answer.next };
}

function textPage(text: string, mode: Mode): Page {
  const found: string[] = [];
  let heading = "";
  let next: object | undefined;
  for (const line of text.split("\n")) {
    const notice = line.startsWith("!!! ");
    if (notice)
      next ??= /next: (\{"cursor":"[^"]+"\})/.exec(line)?.[1] && JSON.parse(/next: (\{.*?\})/.exec(line)![1]!);
    if (notice || line === "" || line.startsWith("root: ") || /^path\b/.test(line)) continue;
    const numbered = /^(\d+):/.exec(line);
    if (mode === "files_only") found.push(join(root, line));
    else if (mode === "list_files") found.push(join(root, line.split("\t")[0]!));
    else if (mode === "count_only_matches") {
      const [, count, file] = /^(\d+) {2}(.*)$/.exec(line)!;
      found.push(`${join(root, file!)}=${count}`);
    } else if (numbered) found.push(`${join(root, heading)}:${numbered[1]}`);
    else heading = line;
  }
  return { found, next };
}

function expected(mode: Mode, roots: readonly string[]): string[] {
  const inside = rows.filter(({ file }) => roots.some((folder) => file.startsWith(join(root, folder, "/"))));
  if (mode === "rows" || mode === "group_by_file")
    return inside.map(({ file, line_number }) => `${file}:${line_number}`);
  const counts = new Map<string, number>();
  for (const { file } of inside) counts.set(file, (counts.get(file) ?? 0) + 1);
  if (mode === "files_only") return [...counts.keys()];
  if (mode === "count_only_matches") return [...counts].map(([file, count]) => `${file}=${count}`);
  return roots.flatMap((folder) => readdirSync(join(root, folder)).map((name) => join(root, folder, name)));
}

for (const budget of BUDGETS) {
  test(`budget ${budget}`, { timeout: 600_000 }, async () => {
    const client = new Client({ name: "test", version: "1" });
    const args = ["mcp", "--root", root, "--budget", String(budget)];
    await client.connect(new StdioClientTransport({ command: JIG, args, env: environment() }));
    // Enough for one or two dozen pages, whatever the budget.
    const roots = folders.slice(0, Math.min(FOLDERS, Math.ceil(budget / 2500)));
    for (const format of ["json", "toon", "text"]) {
      for (const mode of MODES) {
        const input = {
          roots,
          output_format: format,
          ...(mode === "list_files" ? {} : { query: "needle", ...(mode === "rows" ? {} : { [mode]: true }) }),
        };
        const found: string[] = [];
        for (let next: object | undefined = {}; next; ) {
          const name = mode === "list_files" ? "list_files" : "search_content";
          const result = await client.callTool({ name, arguments: { ...input, ...next } });
          const [{ text }] = result.content as [{ text: string }];
          assert.ok(text.length <= budget, `${format} ${mode}: ${text.length} characters`);
          const page = pageOf(text, format, mode);
          assert.ok(page.found.length > 0 || !page.next, `${format} ${mode}: an empty page`);
          found.push(...page.found);
          next = page.next;
          pages++;
        }
        assert.deepEqual(found.toSorted(), expected(mode, roots).toSorted(), `${format} ${mode}`);
      }
    }
    await client.close();
  });
}

after(() => {
  console.log(`${pages} pages`);
  assert.ok(pages >= 1500, `only ${pages} pages`);
});
