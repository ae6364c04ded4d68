/** Passes all symbol paths of an outline to other tools. Each must resolve to exactly that declaration. */
import { readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";

export interface TripResult {
  declarations: number;
  /** Number of calls by tool. */
  calls: Record<string, number>;
  wrong: { tool: string; symbolPath: string; answer: string }[];
}

interface Printed {
  path: string;
  symbolPath: string;
  line: number;
  kind: string;
}

/** Tools that take a name and report the resolved declaration. */
const ABOUT_ONE = ["script_hierarchy_find", "script_refs_find", "script_calls_find", "script_impact_find"];

/** All declarations are looked up; slower tools only get `sample` of them. */
export async function tripThrough(root: string, sample: number): Promise<TripResult> {
  const jig = new McpProcess(["--root", root, "--budget", "49999"], { cwd: root });
  await jig.initialize();
  let id = 0;
  const call = async (tool: string, input: object): Promise<Wire> => {
    const answer = await jig.call(++id, tool, input);
    jig.received.length = 0;
    const text = String(answer.result?.content?.[0]?.text ?? "");
    return text.startsWith("{") ? JSON.parse(text.slice(0, text.lastIndexOf("}") + 1)) : { text };
  };
  await call("script_index_status", { wait: true });
  const printed: Printed[] = [];
  for (const path of scriptsBelow(root)) {
    for (let startAfter = ""; ; ) {
      const page = await call("script_symbols_get", { path, startAfter });
      for (const { symbol_path, nameLine, kind } of page.symbols ?? [])
        if (symbol_path !== undefined) printed.push({ path: page.path, symbolPath: symbol_path, line: nameLine, kind });
      if (!page.cursor) break;
      startAfter = page.cursor;
    }
  }
  const wrong: TripResult["wrong"] = [];
  const calls: Record<string, number> = {};
  const check = (tool: string, one: Printed, isRight: boolean, answer: unknown) => {
    calls[tool] = (calls[tool] ?? 0) + 1;
    if (!isRight) wrong.push({ tool, symbolPath: one.symbolPath, answer: JSON.stringify(answer).slice(0, 400) });
  };
  const every = Math.max(1, Math.floor(printed.length / sample));
  for (const [at, one] of printed.entries()) {
    const name = one.symbolPath;
    const isNamespace = one.kind === "namespace";
    const found = await call("script_symbol_find", { name, exact: true, pageSize: 1000, kind: one.kind });
    const rows: Wire[] = found.results ?? [];
    const isThere =
      found.cursor !== undefined || rows.some(({ path, symbol }) => path === one.path && symbol.nameLine === one.line);
    // A simple name is a search term.
    const isAlone = isNamespace || /^\w+$/.test(name) || rows.every(({ symbol }) => symbol.symbol_path === name);
    check(
      "script_symbol_find",
      one,
      isThere && isAlone,
      rows.length > 0 ? rows.map(({ symbol }) => symbol.symbol_path) : found,
    );
    if (at % every !== 0 || isNamespace) continue;
    const isLocal = one.kind === "localFunction";
    for (const tool of ABOUT_ONE) {
      // Local functions have neither bases nor overrides, and the tool says so.
      if (isLocal && tool === "script_hierarchy_find") continue;
      const answer = await call(tool, { name, ...(tool === "script_refs_find" ? { scope: "all" } : {}) });
      const [target] = answer.targets ?? [];
      const isRight = answer.targets?.length === 1 && target.symbol_path === name;
      check(tool, one, isRight, answer.targets ?? answer);
    }
    const read = await call("script_read", { name });
    const isInside = [`${read.path}:${read.startLine}-${read.endLine}`, ...(read.parts ?? [])].some((part) =>
      isInPart(one, part),
    );
    check("script_read", one, read.symbol_path === name && isInside, { ...read, content: "" });
    const renamed = await call("script_rename", { name, to: "JigRenamed", possible: "list" });
    check("script_rename", one, plansOrRefuses(renamed, "Rename ", one), renamed);
    if (isLocal) continue;
    const deleted = await call("script_edit", { edits: [{ symbol: name, do: "delete" }] });
    check("script_edit", one, plansOrRefuses(deleted, `Edit ${name.slice(0, 200)}`, one), deleted);
  }
  jig.child.stdin.end();
  await jig.ended;
  return { declarations: printed.length, calls, wrong };
}

/** The plan must change the declaration's line, or the tool must reject this kind of change. */
function plansOrRefuses({ text = "", error = "", code = "" }: Wire, title: string, { path, line }: Printed): boolean {
  // Operators and conversions can't be renamed.
  if (
    text.startsWith(`Not planned (${title}`) ||
    / is not referred to by name\n$|has several parts\.|does not occur in code/.test(text)
  )
    return true;
  // A long diff is truncated, so go by the title.
  if (/^!!! \d+ of \d+ hunks shown/m.test(text)) return text.includes(` (${title}`);
  if (code !== "")
    return code === "SYMBOL_AMBIGUOUS" ? error.includes("has several parts") : code !== "SYMBOL_NOT_FOUND";
  return linesChanged(text).has(`${path}:${line}`);
}

/** `part` is `path:first-last`. */
function isInPart({ path, line }: Printed, part: string): boolean {
  const [, file, first, last] = /^(.*):(\d+)-(\d+)$/.exec(part) ?? [];
  return file === path && Number(first) <= line && line <= Number(last);
}

/** Removed lines as `path:line`. */
function linesChanged(diff: string): Set<string> {
  const changed = new Set<string>();
  let path = "";
  let line = 0;
  for (const row of diff.split("\n")) {
    const hunk = /^@@ -(\d+)/.exec(row);
    if (row.startsWith("--- a/")) path = row.slice("--- a/".length);
    else if (hunk) line = Number(hunk[1]);
    else {
      if (row.startsWith("-")) changed.add(`${path}:${line}`);
      if (row.startsWith("-") || row.startsWith(" ")) line++;
    }
  }
  return changed;
}

function scriptsBelow(root: string): string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".cs"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)))
    .filter((path) => !/(^|\/)(?:\.git|obj|bin|Library)\//.test(path))
    .sort();
}

if (import.meta.main) {
  for (const root of process.argv.slice(2)) {
    const { declarations, calls, wrong } = await tripThrough(root, 300);
    console.log(root, declarations, JSON.stringify(calls), `wrong: ${wrong.length}`);
    for (const each of wrong.slice(0, 15)) console.log(" ", each.tool, each.symbolPath, each.answer);
  }
}
