/** The `code` index: processor time for building it, compared with parsing alone and ctags. Then uncached queries, in a warm session and alone. */
import { spawnSync } from "node:child_process";
import { rmSync } from "node:fs";
import { join } from "node:path";
import { corpus, environment } from "../jig.ts";
import { LightClient } from "./light-client.ts";
import { hasProcessorTimes, median, timeOfRun, timeOfServer } from "./processor-time.ts";
import type { BenchRow } from "./row.ts";

const ROUNDS = 3;
/** Names to query in each repository, some with many uses. */
const REPOSITORIES: Readonly<Record<string, readonly string[]>> = {
  tokio: ["JoinHandle/abort", "poll_read", "AsyncRead", "sleep", "Runtime/block_on", "Semaphore", "unbounded_channel"],
  hono: ["HonoRequest/param", "Context", "compose", "HTTPException", "RegExpRouter", "getCookie", "Hono/get"],
  ripgrep: ["Printer", "is_match", "Searcher/new", "WalkBuilder", "GlobSet", "LineIter", "HiArgs"],
  gin: ["Engine/Run", "HandlerFunc", "Context/JSON", "RouterGroup", "Context/Next", "Logger", "H"],
};
const MILLISECONDS = (value: number) => `${Math.round(value)} ms`;

export default async function bench(jig: string): Promise<BenchRow[] | undefined> {
  const roots = Object.entries(REPOSITORIES).flatMap(([name, names]) => {
    const root = corpus(name);
    return root ? [{ name, names, root }] : [];
  });
  if (roots.length === 0 || !hasProcessorTimes) {
    console.error(`code-index: needs one of ${Object.keys(REPOSITORIES).join(", ")} in JIG_CORPUS, and Linux`);
    return undefined;
  }
  const rows: BenchRow[] = [];
  for (const { name, names, root } of roots) rows.push(cold(jig, name, root), ...(await warm(jig, name, root, names)));
  return rows;
}

function forget(): void {
  rmSync(join(environment().XDG_CACHE_HOME ?? "", "jig/v1/code"), { recursive: true, force: true });
}

function oneShot(jig: string, root: string, tool: string, name: string): number {
  return timeOfRun([jig, "call", tool, "--root", root, "--input", JSON.stringify({ name })], root);
}

function cold(jig: string, name: string, root: string): BenchRow {
  const parse = [process.execPath, join(import.meta.dirname, "parse-alone.ts"), root];
  const ctags = ["ctags", "-R", "-f", "/dev/null", "."];
  const hasCtags = spawnSync("ctags", ["--version"]).error === undefined;
  const [ours, alone, theirs]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < ROUNDS; round++) {
    forget();
    ours.push(oneShot(jig, root, "code_symbol_find", "main"));
    alone.push(timeOfRun(parse, root));
    if (hasCtags) theirs.push(timeOfRun(ctags, root));
  }
  return {
    what: `code cold index, ${name}, processor time, spawn to answer`,
    ours: MILLISECONDS(median(ours)),
    yardstick: `parsing ${MILLISECONDS(median(alone))}`,
    value: median(ours) / median(alone),
    unit: "× parsing",
    bar: 1.3,
    aim: 1.1,
    ...(theirs.length > 0 ? { note: `ctags ${MILLISECONDS(median(theirs))}` } : {}),
  };
}

async function warm(jig: string, name: string, root: string, names: readonly string[]): Promise<BenchRow[]> {
  const client = new LightClient(jig, ["mcp", "--root", root]);
  try {
    await client.connect();
    const [first = "", ...others] = names;
    await client.call("code_refs_find", { name: first });
    const ask = async (tool: string, input: object) => {
      const before = timeOfServer(client.pid);
      await client.call(tool, input);
      return timeOfServer(client.pid) - before;
    };
    const again: number[] = [];
    for (let round = 0; round < 2 * ROUNDS; round++)
      again.push(await ask("code_symbol_find", { name: first, limit: 1 }));
    const refs: number[] = [];
    for (const each of others) refs.push(await ask("code_refs_find", { name: each }));
    const finds: number[] = [];
    for (const each of others) finds.push(await ask("code_symbol_find", { name: each.slice(-4) }));
    const map = [await ask("code_outline", { path: "." }), await ask("code_outline", { path: "." })];
    const alone = others.slice(0, ROUNDS).map((each) => oneShot(jig, root, "code_refs_find", each));
    const found = others.slice(0, ROUNDS).map((each) => oneShot(jig, root, "code_symbol_find", each));
    const freshness = median(again);
    const row = (what: string, times: readonly number[], before = freshness): BenchRow => ({
      what: `code ${what}, ${name}, processor time`,
      ours: MILLISECONDS(median(times)),
      yardstick: `${before === freshness ? "a repeated question" : "symbols, one-shot"} ${MILLISECONDS(before)}`,
      value: median(times) - before,
      unit: "ms beyond it",
      bar: 20,
      aim: 10,
      note: `largest ${MILLISECONDS(Math.max(...times))}`,
    });
    return [
      row("references, a new name, warm", refs),
      row("symbols, a new name, warm", finds),
      row("map of all, warm", map),
      row("references, one-shot", alone, median(found)),
    ];
  } finally {
    await client.close();
  }
}
