/**
 * Prints the longest `ping` latency during the largest page of each C# tool and the next page. Usage: `JIG_CORPUS=<folder> bun
 * test/csharp/stalls.ts [UnityCsReference]` (needs dist/jig).
 */
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { McpProcess } from "../mcp/mcp-process.ts";

const root = join(process.env.JIG_CORPUS ?? "", process.argv[2] ?? "UnityCsReference");
const jig = new McpProcess(["--root", root]);
await jig.initialize();
let id = 0;

async function stall(work: Promise<unknown>): Promise<number> {
  let longest = 0;
  let busy = true;
  void work.finally(() => {
    busy = false;
  });
  while (busy) {
    const start = performance.now();
    await jig.ask(`ping ${++id}`, "ping");
    longest = Math.max(longest, performance.now() - start);
    await sleep(2);
  }
  return longest;
}

const most = { maxBytes: 10_485_760, maxMatchesPerFile: 10_000 };
const path = "Editor/Mono/GUI/EditorGUI.cs";
await jig.call(`call ${++id}`, "script_index_status", { wait: true });
console.log(`idle ${(await stall(sleep(1000))).toFixed(1)} ms`);
for (const [tool, input] of [
  ["script_search", { pattern: "return", pageSize: 1000, ...most }],
  ["script_search", { pattern: "return", pageSize: 1000, detail: "full", ...most }],
  ["script_search", { pattern: "**/*.cs", patternType: "glob", pageSize: 1000 }],
  ["script_refs_find", { name: "Object", pageSize: 5000, ...most }],
  ["script_symbol_find", { name: "e", pageSize: 1000 }],
  ["script_symbols_get", { path }],
  ["script_read", { path, endLine: 1_000_000, maxBytes: 10_485_760 }],
  ["script_packages_list", { includeBuiltIn: true }],
  ["script_index_status", {}],
] as const) {
  let asked: object = input;
  for (const page of ["first", "second"]) {
    const start = performance.now();
    const work = jig.call(`call ${++id}`, tool, asked);
    const longest = await stall(work);
    const { result } = await work;
    const answer = JSON.parse(result.content[0].text);
    const took = performance.now() - start;
    console.log(
      `${tool} ${page}: ${longest.toFixed(1)} ms of ${took.toFixed(0)} ms, ${result.content[0].text.length} characters`,
    );
    if (!answer.next) break;
    asked = { ...input, ...answer.next };
  }
}
jig.child.kill();
process.exit(0);
