/** The C# index: cold build compared with ctags, warm start with cold, first answers with ripgrep, warm queries with a stat sweep. */
import { spawnSync } from "node:child_process";
import { cpSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { corpus, environment } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import type { BenchRow } from "./row.ts";
import { layOut } from "./unity-layout.ts";

const ROUNDS = 5;
/** Short runs vary more, so do more of them. */
const PART_ROUNDS = 11;
const CTAGS = ["--languages=C#", "--fields=+nKS", "--kinds-C#=cimsgpeE", "-R", "-f", "-", "."];

export default async function bench(jig: string): Promise<BenchRow[] | undefined> {
  const source = corpus("UnityCsReference");
  if (!source || spawnSync("ctags", ["--version"]).error) {
    console.error("csharp-index: needs UnityCsReference in JIG_CORPUS, and ctags");
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "jig-bench-csharp-"));
  try {
    const project = layOut(source, join(folder, "project"));
    return await measure(jig, project, layOutPart(project, join(folder, "part")), join(folder, "cache"));
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Use every nth script to get a project of typical size. */
const PART = 27;

function layOutPart(whole: string, project: string): string {
  for (const path of ["ProjectSettings", "Packages"])
    cpSync(join(whole, path), join(project, path), { recursive: true });
  const entries = readdirSync(join(whole, "Assets"), { withFileTypes: true, recursive: true });
  const scripts = entries.filter((entry) => entry.isFile() && entry.name.endsWith(".cs"));
  const paths = scripts.map((entry) => relative(whole, join(entry.parentPath, entry.name))).sort();
  for (const path of paths.filter((_, at) => at % PART === PART - 1)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    cpSync(join(whole, path), join(project, path));
  }
  return project;
}

async function measure(jig: string, project: string, part: string, cache: string): Promise<BenchRow[]> {
  const env = environment({ XDG_CACHE_HOME: cache });
  // Deletes the index but not the unpacked ripgrep.
  const forget = () => rmSync(join(cache, "jig/v1/csharp"), { recursive: true, force: true });
  const run =
    (tool: string, input: object, cwd = project) =>
    () =>
      spawnSync(jig, ["call", tool, "--root", cwd, "--input", JSON.stringify(input)], { env, cwd, maxBuffer: 1 << 28 });
  const status = run("script_index_status", { wait: true });
  const starts = (cwd: string, rounds: number) => {
    const start = run("script_index_status", { wait: true }, cwd);
    const ctags = () =>
      spawnSync("ctags", CTAGS, {
        cwd: join(cwd, "Assets"),
        stdio: ["ignore", "pipe", "ignore"],
        maxBuffer: 1 << 28,
      });
    const [cold, warm, theirs]: [number[], number[], number[]] = [[], [], []];
    for (let round = 0; round <= rounds; round++) {
      forget();
      const times = [timed(start), timed(start), timed(ctags)];
      if (round === 0) continue;
      for (const [index, list] of [cold, warm, theirs].entries()) list.push(times[index]!);
    }
    return { cold: median(cold), warm: median(warm), ctags: median(theirs) };
  };
  const small = starts(part, PART_ROUNDS);
  const whole = starts(project, ROUNDS);
  const rows: BenchRow[] = [
    row("C# cold index, 80 MB in 8,032 files, spawn to answer", whole.cold, "ctags", whole.ctags, "× ctags", 0.6, 0.4),
    row("C# cold index, 2.7 MB in 297 files", small.cold, "ctags", small.ctags, "× ctags", 1.2, 0.8),
    row("C# warm start, spawn to a whole index", whole.warm, "cold", whole.cold, "× cold", 0.2, 0.05),
  ];
  for (const [tool, word] of [
    ["script_symbol_find", "GetAllAssetPaths"],
    ["script_refs_find", "GetAllAssetPaths"],
  ] as const) {
    const first = run(tool, { name: word });
    const rg = () => spawnSync(RG, ["--no-config", "-l", "-F", word, project]);
    const ours: number[] = [];
    const bare: number[] = [];
    for (let round = 0; round <= ROUNDS; round++) {
      forget();
      ours.push(timed(first));
      bare.push(timed(rg));
    }
    rows.push(
      row(
        `first ${tool} without an index, spawn to answer`,
        median(ours.slice(1)),
        "rg",
        median(bare.slice(1)),
        "× rg",
        6,
        3,
      ),
    );
  }
  timed(status);
  rows.push(await warmQuery(jig, project, env));
  return rows;
}

/** Queries each name once over MCP, compared with one stat per file. */
async function warmQuery(jig: string, project: string, env: Record<string, string>): Promise<BenchRow> {
  const client = new Client({ name: "bench", version: "1" });
  await client.connect(new StdioClientTransport({ command: jig, args: ["mcp", "--root", project], env }));
  const ask = async (name: string) => {
    const start = performance.now();
    await client.callTool({ name: "script_symbol_find", arguments: { name, pageSize: 10 } });
    return performance.now() - start;
  };
  try {
    await ask("Warm");
    const names =
      "Editor Asset Load Window Camera Mesh Importer Shader Input Scene Physics Texture Layout Bind Update Serialized Particle".split(
        " ",
      );
    const ours: number[] = [];
    const sweeps: number[] = [];
    for (const name of names) {
      ours.push(await ask(name));
      sweeps.push(timed(() => sweep(join(project, "Assets"))));
    }
    const value = median(ours) - median(sweeps);
    return {
      what: "C# symbol query over MCP, warm, beyond a stat sweep",
      ours: `${median(ours).toFixed(1)} ms`,
      yardstick: `sweep ${median(sweeps).toFixed(1)} ms`,
      value,
      unit: "ms",
      bar: 3,
      aim: 1,
    };
  } finally {
    await client.close();
  }
}

function sweep(folder: string): void {
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = join(folder, entry.name);
    if (entry.isDirectory()) sweep(path);
    else if (entry.name.endsWith(".cs")) lstatSync(path);
  }
}

function row(
  what: string,
  ours: number,
  name: string,
  theirs: number,
  unit: string,
  bar: number,
  aim: number,
): BenchRow {
  return {
    what,
    ours: `${ours.toFixed(0)} ms`,
    yardstick: `${name} ${theirs.toFixed(0)} ms`,
    value: ours / theirs,
    unit,
    bar,
    aim,
  };
}

function timed(run: () => unknown): number {
  const start = performance.now();
  run();
  return performance.now() - start;
}

function median(values: number[]): number {
  return [...values].sort((a, b) => a - b)[values.length >> 1] ?? 0;
}
