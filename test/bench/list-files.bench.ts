/** `list_files` with 100,000 entries: processor time compared with `rg --files` and a stat sweep, and tokens compared with rg's output. */
import { spawnSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { countTokens } from "../../core/host/answer/token-count.ts";
import { corpus, scratch } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import { withManyFiles } from "./many-files.ts";
import { hasProcessorTimes, median, timeOfRun, timeOfServer } from "./processor-time.ts";
import type { Bench, BenchRow } from "./row.ts";
import { withServer } from "./search-total.bench.ts";

const ROUNDS = 7;

/** Reads all directories and stats all entries on one thread, with jig's own runtime. */
const SWEEP = `const { readdirSync, lstatSync } = require("node:fs");
const pending = ["."];
for (let folder = pending.pop(); folder !== undefined; folder = pending.pop())
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = folder + "/" + entry.name;
    lstatSync(path);
    if (entry.isDirectory()) pending.push(path);
  }
`;

const listFiles: Bench = async (jig) => {
  const tree = corpus("UnityCsReference");
  const tokens = tree ? await tokenRows(jig, tree) : [];
  if (!hasProcessorTimes) return tokens;
  return [...(await withManyFiles(({ root }) => timeRows(jig, root))), ...tokens];
};

export default listFiles;

async function timeRows(jig: string, root: string): Promise<BenchRow[]> {
  const script = join(scratch(), "sweep.cjs");
  const nothing = join(scratch(), "nothing.cjs");
  writeFileSync(script, SWEEP);
  writeFileSync(nothing, "");
  const [ours, files, sweeps]: [number[], number[], number[]] = [[], [], []];
  await withServer(jig, root, async (server) => {
    for (let round = 0; round <= ROUNDS; round++) {
      const before = timeOfServer(server.pid);
      await server.call("list_files", {});
      const took = timeOfServer(server.pid) - before;
      const rg = timeOfRun([RG, "--no-config", "--files", "."], root);
      const swept = timeOfRun([process.execPath, script], root) - timeOfRun([process.execPath, nothing], root);
      if (round === 0) continue;
      ours.push(took);
      files.push(rg);
      sweeps.push(swept);
    }
  });
  const over = (theirs: readonly number[]) => median(ours.map((value, index) => value / theirs[index]!));
  const row = { ours: `${median(ours).toFixed(0)} ms`, note: `median of ${ROUNDS} rounds` };
  return [
    {
      what: "list_files over MCP, 100k entries, processor time",
      ...row,
      yardstick: `stat sweep ${median(sweeps).toFixed(0)} ms`,
      value: over(sweeps),
      unit: "× sweep",
      bar: 2,
      aim: 1.2,
    },
    {
      what: "the same, compared with rg, which examines no entry",
      ...row,
      yardstick: `rg --files ${median(files).toFixed(0)} ms`,
      value: over(files),
      unit: "× rg --files",
      bar: 5,
      aim: 2,
    },
  ];
}

/** Tokens of text answers including notices, compared with rg's output. */
async function tokenRows(jig: string, root: string): Promise<BenchRow[]> {
  const folder = "Editor/Mono/Inspector";
  const query = "SerializedProperty";
  const include = "Editor/Mono/Inspector/**";
  const rg = (args: string[]) => spawnSync(RG, ["--no-config", ...args], { cwd: root, encoding: "utf8" }).stdout;
  const [listed, found] = await withServer(jig, root, async (server) => {
    const text = { output_format: "text" };
    return [
      await server.text("list_files", { roots: [folder], types: ["f"], ...text }),
      await server.text("search_content", { query, include_globs: [include], limit: 200, ...text }),
    ];
  });
  const hits = rg(["--heading", "-n", "--sort=path", "--smart-case", `--glob=${include}`, query]).split("\n");
  // Same number of lines as in the answer.
  const lines = found!.split("\n").filter((line) => /^\s*\d+/.test(line)).length;
  let end = 0;
  for (let seen = 0; seen < lines && end < hits.length; end++) if (/^\d+:/.test(hits[end]!)) seen++;
  const row = async (what: string, ours: string, name: string, theirs: string, bar: number): Promise<BenchRow> => {
    const counts = [(await countTokens(ours)).tokens, (await countTokens(theirs)).tokens] as const;
    return {
      what,
      ours: `${counts[0]} tokens`,
      yardstick: `${name} ${counts[1]}`,
      value: counts[0] / counts[1],
      unit: `× ${name}`,
      bar,
      aim: 1,
    };
  };
  return [
    await row("tokens: list_files as text", listed!, "rg --files", rg(["--files", "--sort=path", folder]), 1.2),
    await row("tokens: search_content as text", found!, "rg --heading -n", hits.slice(0, end).join("\n"), 1.1),
  ];
}
