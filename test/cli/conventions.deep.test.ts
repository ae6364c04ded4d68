/** With --json every command answers one JSON value. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig, scratch } from "../jig.ts";
import { FILES } from "./convention-files.ts";

const root = scratch(FILES);

/** Failing or empty commands and their exit codes. */
const ENDS: [line: string, code: number][] = [
  ["rg nosuchtext", 1],
  ["rg (", 2],
  ["rg -tnosuch x", 2],
  ["grep nosuchtext", 1],
  ["grep --nosuchflag x", 2],
  ["fd nosuchname", 0],
  ["fd (", 1],
  ["find nosuch", 1],
  ["ls nosuch", 2],
  ["cat nosuch", 1],
  ["head nosuch", 1],
  ["wc nosuch", 1],
  ["tokei nosuch", 1],
  ["map nosuch", 2],
  ["git grep --no-index nosuchtext", 1],
  ["outline nosuch.go", 2],
  ["outline none.go", 1],
  ["outline main.go --nosuch", 2],
  ["symbol Nosuchname", 1],
  ["refs Nosuchname", 1],
  ["callers Nosuchname", 1],
  ["symbol", 2],
  ["symbol --nosuch x", 2],
  ["search_content", 2],
  ["search_content (", 2],
  ["search_content help --limit 0", 2],
  ["search_content help nosuch", 1],
  ["call search_content", 2],
  ["code_symbol_find", 2],
  ["code_refs_find", 2],
  ["code_refs_find --name nosuchname", 1],
  ["count_lines --sort nosuch", 2],
  ["count_lines nosuch", 1],
  ["list_files --nosuch", 2],
  ["describe nosuch", 2],
  ["settings get quiet", 1],
  ["--root /nosuch tools", 2],
  ["Nosuchcommand", 2],
];

test("with --json the answer is one JSON value, a failure too, and the exit code is the same", () => {
  const wrong: string[] = [];
  for (const [line, code] of ENDS) {
    const plain = runJig(line.split(" "), { cwd: root });
    const json = runJig(["--json", ...line.split(" ")], { cwd: root });
    // With JSON output, searching for a word isn't a mistake.
    const expected = line === "Nosuchcommand" ? 1 : code;
    let failed: boolean | undefined;
    try {
      failed = JSON.parse(json.stdout).success === false;
    } catch {}
    if (plain.code !== code || json.code !== expected || failed === undefined || (expected === 2 && !failed))
      wrong.push(`jig ${line}: ${plain.code}, --json ${json.code} ${json.stdout}${json.stderr}${plain.stderr}`);
  }
  assert.deepEqual(wrong, []);
});
