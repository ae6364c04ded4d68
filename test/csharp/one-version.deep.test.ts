/** Files are replaced every 10 ms during queries. What an answer says about a file must be from a single version. */
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess, type Wire } from "../mcp/mcp-process.ts";

const CALLS = Number(process.env.JIG_CALLS ?? 2000);
const FILES = ["A", "B", "C"];
const SHIFTS = 7;

/** Lines contain the version and their original position. Each version shifts them. */
function textOf(name: string, version: number): string {
  const lines = [
    `interface I${name} { int Get(int of_v${version}); }`,
    `class Host${name} : I${name} {`,
    `  public int Held; int[] Room_v${version};`,
    `  public int Get(int of_v${version}) {`,
    "    return Held + of;",
    "  }",
    `  int Use${name}(int of_v${version}) => Get(Held);`,
    "}",
  ];
  const shifted = [...Array.from({ length: version % SHIFTS }, () => "//"), ...lines];
  return `${shifted.map((line, at) => `${line} // v${version} at ${at + 1 - (version % SHIFTS)};`).join("\n")}\n`;
}

/** Lines of declarations in the first version. */
const DECLARED: Record<string, number[]> = { I: [1], Host: [2], Held: [3], Room: [3], Get: [1, 4], Use: [7] };

/** Explains why rows of a file can't be from the same version. */
function mixed(rows: readonly Wire[]): string | undefined {
  const versions = new Set<number>();
  let shifts = new Set(Array.from({ length: SHIFTS }, (_, at) => at));
  const keep = (possible: readonly number[]) => {
    shifts = new Set(possible.filter((shift) => shifts.has(shift)));
  };
  for (const row of rows) {
    const symbol = row.symbol?.nameLine ? row.symbol : row;
    for (const [, version] of JSON.stringify(row).matchAll(/(?:_|\b)v(\d+)\b/g)) versions.add(Number(version));
    const tag = / v(\d+) at (\d+);/.exec(row.snippet ?? "");
    if (tag && row.line !== undefined) keep([row.line - Number(tag[2])]);
    const name = /^(I(?=[ABC]$)|Host|Held|Room|Get|Use)/.exec(symbol.name ?? "")?.[1];
    if (name) keep((DECLARED[name] ?? []).map((line) => symbol.nameLine - line));
    if (Array.isArray(row.calls)) for (const line of row.calls) keep([line - 7]);
    const first = /^.* v\d+ at (\d+);/.exec(row.content ?? "")?.[1];
    if (first) keep([row.startLine - Number(first)]);
  }
  const [version] = versions;
  if (versions.size > 1) return `versions ${[...versions].join(" ")}`;
  if (version !== undefined) keep([version % SHIFTS]);
  return shifts.size === 0 ? `version ${version}: its lines are of another` : undefined;
}

test(`${CALLS} calls while files are replaced every 10 ms: no answer mixes two versions`, {
  timeout: 1_800_000,
}, async () => {
  const root = scratch(Object.fromEntries(FILES.map((name) => [`${name}.cs`, textOf(name, 0)])));
  const jig = new McpProcess(["--root", root], { cwd: root });
  await jig.initialize();
  let version = 0;
  const writer = setInterval(() => {
    version++;
    for (const name of FILES) {
      writeFileSync(join(root, `${name}.tmp`), textOf(name, version));
      renameSync(join(root, `${name}.tmp`), join(root, `${name}.cs`));
    }
  }, 10);
  const questions: [string, object][] = [
    ["script_symbols_get", { path: "A.cs" }],
    ["script_symbol_find", { name: "Get" }],
    ["script_refs_find", { name: "Get", snippetContext: 0 }],
    ["script_read", { name: "HostB" }],
    ["script_calls_find", { name: "HostA/Get" }],
    ["script_read", { path: "C.cs" }],
    ["script_hierarchy_find", { name: "IA/Get" }],
  ];
  const faults: string[] = [];
  const answered: Record<string, number> = {};
  const seen = new Set<number>();
  try {
    for (let at = 0; at < CALLS; at++) {
      const [tool, input] = questions[at % questions.length] ?? ["", {}];
      const answer = await jig.call(at, tool, input);
      jig.received.length = 0;
      const text = String(answer.result?.content?.[0]?.text ?? "");
      if (!text.startsWith("{") || answer.result.isError) {
        faults.push(`${tool}: ${text.slice(0, 300)}`);
        continue;
      }
      answered[tool] = (answered[tool] ?? 0) + 1;
      const value = JSON.parse(text.slice(0, text.lastIndexOf("}") + 1));
      const rows: Wire[] = value.symbols ?? value.results ?? [value];
      assert.ok(rows.length > 0, text);
      for (const [, each] of text.matchAll(/(?:_|\b)v(\d+)\b/g)) seen.add(Number(each));
      for (const file of new Set(rows.map(({ path = value.path }) => path))) {
        const why = mixed(rows.filter(({ path = value.path }) => path === file));
        if (why) faults.push(`${tool} ${file}: ${why}: ${text.slice(0, 600)}`);
      }
    }
  } finally {
    clearInterval(writer);
    await jig.end();
  }
  console.log(JSON.stringify(answered), `${version} versions written, ${seen.size} seen`);
  assert.deepEqual(faults.slice(0, 10), [], `${faults.length} of ${CALLS}`);
  assert.ok(seen.size > CALLS / 20, "hardly any answer was of a newer version");
});
