/**
 * Compares jig with similar programs in alternating runs: `bun test/bench/peers.ts [--document]`, where `--document` updates
 * docs/performance.md. Programs that aren't on PATH are skipped. Needs UnityCsReference in JIG_CORPUS, and Linux.
 */
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join } from "node:path";
import { corpus, environment, JIG, TOP } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import { LightClient } from "./light-client.ts";
import { median, timeOfServer } from "./processor-time.ts";
import { layOut } from "./unity-layout.ts";

const ROUNDS = 5;
/** A rare word, a common word, and a regex. */
const PATTERNS = ["GetComponent", "return", "public\\s+static\\s+int"];

interface Cost {
  processor: number;
  wall: number;
}

interface Program {
  name: string;
  /** Undefined if it isn't installed. */
  run?: (() => Promise<Cost> | Cost) | undefined;
}

interface Task {
  what: string;
  programs: Program[];
}

const root = corpus("UnityCsReference");
if (!root) throw new Error("UnityCsReference is not in JIG_CORPUS");
const scratchFolder = mkdtempSync(join(tmpdir(), "jig-peers-"));
const env = {
  ...environment({ XDG_CACHE_HOME: join(scratchFolder, "cache") }),
  CSEARCHINDEX: join(scratchFolder, "c"),
};

/** Runs a command with output to /dev/null. Undefined if it isn't installed. */
function program(name: string, commands: readonly string[][], cwd = root as string): Program {
  const paths = commands.map(([command = ""]) => (command.startsWith("/") ? command : Bun.which(command)));
  if (paths.includes(null)) return { name };
  const run = () => {
    const start = performance.now();
    let processor = 0;
    for (const [at, [, ...args]] of commands.entries()) {
      const { resourceUsage } = Bun.spawnSync([paths[at] as string, ...args], {
        cwd,
        env,
        stdout: null,
        stderr: null,
        stdin: null,
      });
      processor += Number(resourceUsage.cpuTime.total) / 1000;
    }
    return { processor, wall: performance.now() - start };
  };
  return { name, run };
}

async function overMcp<Made>(at: string, act: (server: LightClient) => Promise<Made>): Promise<Made> {
  const server = new LightClient(JIG, ["mcp", "--root", at], { XDG_CACHE_HOME: join(scratchFolder, "cache") });
  await server.connect();
  try {
    return await act(server);
  } finally {
    await server.close();
  }
}

/** Calls in one session. Each input is different, so that nothing is cached. */
function session(
  name: string,
  server: LightClient,
  calls: (round: number) => [tool: string, input: object][],
): Program {
  let round = 0;
  const run = async () => {
    round++;
    const [before, start] = [timeOfServer(server.pid), performance.now()];
    for (const [tool, input] of calls(round)) await server.call(tool, input);
    return { processor: timeOfServer(server.pid) - before, wall: performance.now() - start };
  };
  return { name, run };
}

const each = (command: (pattern: string) => string[]) => PATTERNS.map(command);

function tasks(server: LightClient, project: LightClient, projectRoot: string): Task[] {
  const zoektIndex = join(scratchFolder, "zoekt");
  const cold = () => rmSync(join(scratchFolder, "cache", "jig", "v1", "csharp"), { recursive: true, force: true });
  const index = program("jig: C# index, no cache", [
    [JIG, "call", "script_index_status", "--root", projectRoot, "--input", '{"wait":true}'],
  ]);
  const { run } = index;
  if (run)
    index.run = () => {
      cold();
      return run();
    };
  return [
    {
      what: `lines matching three patterns in 8,058 files`,
      programs: [
        program(
          "rg",
          each((pattern) => [RG, "--no-config", "-c", pattern, "."]),
        ),
        program(
          "jig rg",
          each((pattern) => [JIG, "rg", "-c", pattern]),
        ),
        session("jig over MCP, counts by file", server, (round) =>
          PATTERNS.map((pattern) => [
            "search_content",
            { query: `${pattern}|never${round}`, count_only_matches: true },
          ]),
        ),
        program(
          "git grep --no-index",
          each((pattern) => ["git", "grep", "--no-index", "-cP", pattern]),
        ),
        program(
          "ugrep",
          each((pattern) => ["ugrep", "-rc", "--ignore-files", pattern, "."]),
        ),
        program(
          "csearch (has an index)",
          each((pattern) => ["csearch", "-c", pattern]),
        ),
        program(
          "Zoekt (has an index)",
          each((pattern) => [
            "zoekt",
            "-index_dir",
            zoektIndex,
            "-l",
            pattern.includes("\\") ? `/${pattern}/` : pattern,
          ]),
        ),
      ],
    },
    {
      what: "an index for text",
      programs: [
        program("csearch: cindex", [["cindex", "-reset", root as string]]),
        program("Zoekt: zoekt-index", [["zoekt-index", "-disable_ctags", "-index", zoektIndex, root as string]]),
        { name: "jig has none" },
      ],
    },
    {
      what: "all files with one extension",
      programs: [
        program("fd", [[Bun.which("fd") ?? "fdfind", "-e", "cs"]]),
        program("rg --files", [[RG, "--no-config", "--files", "-g", "*.cs"]]),
        program("jig fd", [[JIG, "fd", "-e", "cs"]]),
        session("jig over MCP, with sizes and times, one page", server, () => [["list_files", { extensions: ["cs"] }]]),
      ],
    },
    {
      what: "an index of declarations",
      programs: [
        program(
          "universal-ctags -R",
          [["ctags", "-R", "--languages=C#", "-f", join(scratchFolder, "tags"), "."]],
          projectRoot,
        ),
        index,
      ],
    },
    {
      what: "one declaration by name",
      programs: [
        program("readtags", [["readtags", "-t", join(scratchFolder, "tags"), "AddComponent"]], projectRoot),
        session("jig over MCP", project, (round) => [
          ["script_symbol_find", { name: "AddComponent", exact: true, pageSize: 10 + (round % 20) }],
        ]),
      ],
    },
    {
      what: "lines of code, comments and blanks",
      programs: [program("tokei", [["tokei"]]), program("jig tokei", [[JIG, "tokei"]])],
    },
  ];
}

interface Row {
  what: string;
  name: string;
  cost: Cost | undefined;
}

async function measure({ what, programs }: Task): Promise<Row[]> {
  const costs = programs.map((): Cost[] => []);
  for (let round = 0; round <= ROUNDS; round++)
    for (const [at, { run }] of programs.entries()) {
      const cost = await run?.();
      // The first round warms the file cache.
      if (cost && round > 0) costs[at]?.push(cost);
    }
  return programs.map(({ name }, at) => {
    const own = costs[at] ?? [];
    const of = (key: keyof Cost) => median(own.map((cost) => cost[key]));
    return { what, name, cost: own.length > 0 ? { processor: of("processor"), wall: of("wall") } : undefined };
  });
}

function table(rows: readonly Row[]): string {
  const cells = rows.map(({ what, name, cost }, at) => {
    const group = rows.filter((row) => row.what === what && row.cost);
    const ours = group.filter((row) => row.name.startsWith("jig"));
    const best = Math.min(...group.filter((row) => !ours.includes(row)).map((row) => row.cost?.processor ?? 0));
    const isOurs = name.startsWith("jig");
    const ratio = isOurs && cost ? `${(cost.processor / best).toFixed(2)} ×` : "";
    const shown = what === rows[at - 1]?.what ? "" : what;
    if (!cost) return [shown, name, "", "", isOurs ? "" : "not on this machine"];
    return [shown, name, `${cost.processor.toFixed(0)} ms`, `${cost.wall.toFixed(0)} ms`, ratio];
  });
  const all = [["what", "program", "processor time", "time", "jig / best other"], ...cells];
  return all.map((row, at) => `| ${row.join(" | ")} |${at === 0 ? `\n|${"---|".repeat(row.length)}` : ""}`).join("\n");
}

try {
  const projectRoot = layOut(root, join(scratchFolder, "project"));
  const rows = await overMcp(root, (server) =>
    overMcp(projectRoot, async (project) => {
      await project.call("script_index_status", { wait: true });
      const measured: Row[] = [];
      // The next task needs the index of this one.
      for (const task of tasks(server, project, projectRoot)) {
        if (task.what.startsWith("lines that match"))
          for (const { run } of tasks(server, project, projectRoot)[1]!.programs) await run?.();
        measured.push(...(await measure(task)));
      }
      return measured;
    }),
  );
  const text = table(rows);
  console.log(text);
  if (process.argv.includes("--document")) {
    const file = join(TOP, "docs", "performance.md");
    const head = `Measured on ${new Date().toISOString().slice(0, 10)}, ${availableParallelism()} cores; median of ${ROUNDS} rounds, in turns.`;
    const old = readFileSync(file, "utf8");
    writeFileSync(
      file,
      old.replace(/(<!-- peers -->\n)[\s\S]*?(<!-- \/peers -->)/, (_, a, b) => `${a}${head}\n\n${text}\n${b}`),
    );
    spawnSync(join(TOP, "node_modules", ".bin", "biome"), ["format", "--write", file]);
  }
} finally {
  rmSync(scratchFolder, { recursive: true, force: true });
}
process.exit(0);
