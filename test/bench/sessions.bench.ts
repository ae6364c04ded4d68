/**
 * Several sessions on one tree: eight cold ones compared with one, memory of each additional one, and repeated queries. Uses
 * processor time and PSS.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpus, scratch } from "../jig.ts";
import { LightClient } from "./light-client.ts";
import { hasProcessorTimes, median, timeOfProcess, timeOfServer } from "./processor-time.ts";
import type { Bench, BenchRow } from "./row.ts";
import { layOut } from "./unity-layout.ts";

const SESSIONS = 8;
const ROUNDS = 3;
/** Warm-up calls, until the JIT is done. */
const WARM_UP = 60;
const REPEATS = 100;
/** A session is idle if it uses less than this many ms per second. */
const REST_MS = 20;

interface Family {
  name: string;
  root: string;
  /** A tree with one file, to measure the baseline. */
  small: string;
  tool: string;
  input: object;
  bars: { memory: [bar: number, aim: number]; repeated: [bar: number, aim: number] };
}

const bench: Bench = async (jig) => {
  if (!hasProcessorTimes) {
    console.error("sessions: skipped, this system does not tell processor time and memory of processes");
    return undefined;
  }
  const folder = mkdtempSync(join(tmpdir(), "jig-bench-trees-"));
  const families = [csharp(folder), angelscript()].filter((family) => family !== undefined);
  if (families.length === 0) {
    console.error("sessions: skipped, neither UnityCsReference nor angelscript-sample is in JIG_CORPUS");
    return undefined;
  }
  try {
    const rows: BenchRow[] = [];
    for (const family of families) rows.push(...(await measure(jig, family)));
    return rows;
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
};

export default bench;

function csharp(folder: string): Family | undefined {
  const source = corpus("UnityCsReference");
  return source === undefined
    ? undefined
    : {
        name: "C#, 8k files",
        root: layOut(source, join(folder, "unity")),
        small: scratch({
          "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
          "Packages/manifest.json": '{ "dependencies": {} }\n',
          "Assets/Only.cs": "class Only { void AddComponent() { } }",
        }),
        tool: "script_symbol_find",
        input: { name: "AddComponent", pageSize: 10 },
        bars: { memory: [12, 5], repeated: [10, 3] },
      };
}

function angelscript(): Family | undefined {
  const root = corpus("angelscript-sample");
  return root === undefined
    ? undefined
    : {
        name: "AngelScript, 15.8k files",
        root,
        small: scratch({ "Script/Only.as": "class AWeapon : AActor { }" }),
        tool: "angelscript_getTypeMembers",
        input: { name: "AWeapon" },
        bars: { memory: [20, 10], repeated: [15, 5] },
      };
}

async function measure(jig: string, family: Family): Promise<BenchRow[]> {
  const { name, root, small, bars } = family;
  const costs: { one: number; eight: number }[] = [];
  const further: number[] = [];
  const repeated: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const one = await inSessions(jig, family, root, 1, async ([only]) => ({
      ...(await settled([only])),
      repeated: await repeat(only, family),
    }));
    const eight = await inSessions(jig, family, root, SESSIONS, settled);
    const own = await inSessions(jig, family, small, SESSIONS, settled);
    costs.push({ one: one.time, eight: eight.time });
    repeated.push(one.repeated);
    // The session that built the index also has the parsed files, so only look at the others.
    further.push(median(eight.memory) - median(own.memory));
  }
  const [one, eight] = [median(costs.map((cost) => cost.one)), median(costs.map((cost) => cost.eight))];
  return [
    {
      what: `${name}: ${SESSIONS} cold sessions at once, processor time of all`,
      ours: `${eight.toFixed(0)} ms`,
      yardstick: `one ${one.toFixed(0)} ms`,
      value: median(costs.map((cost) => cost.eight / cost.one)),
      unit: "× one",
      bar: 1.5,
      aim: 1.2,
    },
    {
      what: `${name}: each further session, PSS beyond one of a tree with one file`,
      ours: `${median(further).toFixed(1)} MB`,
      yardstick: "",
      value: median(further),
      unit: "MB",
      bar: bars.memory[0],
      aim: bars.memory[1],
    },
    {
      what: `${name}: a repeated question, tree unchanged, processor time`,
      ours: `${median(repeated).toFixed(1)} ms`,
      yardstick: "",
      value: median(repeated),
      unit: "ms",
      bar: bars.repeated[0],
      aim: bars.repeated[1],
    },
  ];
}

type Sessions = [LightClient, ...LightClient[]];

/** Runs sessions concurrently on an empty cache, with one query each. */
async function inSessions<Result>(
  jig: string,
  { tool, input }: Family,
  root: string,
  count: number,
  work: (sessions: Sessions) => Promise<Result>,
): Promise<Result> {
  const cache = mkdtempSync(join(tmpdir(), "jig-bench-sessions-"));
  const open = () => new LightClient(jig, ["mcp", "--root", root], { XDG_CACHE_HOME: cache });
  const sessions: Sessions = [open(), ...Array.from({ length: count - 1 }, open)];
  try {
    await Promise.all(sessions.map((session) => session.connect()));
    await Promise.all(sessions.map((session) => session.call(tool, input)));
    return await work(sessions);
  } finally {
    await Promise.all(sessions.map((session) => session.close()));
    rmSync(cache, { recursive: true, force: true });
  }
}

/** Waits until they're idle. Returns total processor time, and memory of each in MB. */
async function settled(sessions: readonly LightClient[]): Promise<{ time: number; memory: number[] }> {
  const used = () => sessions.reduce((sum, { pid }) => sum + timeOfProcess(pid), 0);
  let time = used();
  for (let before = -1; time - before > REST_MS; time = used()) {
    before = time;
    await new Promise((settle) => setTimeout(settle, 1000));
  }
  return { time, memory: sessions.map(({ pid }) => proportionalMegabytes(pid)) };
}

async function repeat(session: LightClient, { tool, input }: Family): Promise<number> {
  for (let at = 0; at < WARM_UP; at++) await session.call(tool, input);
  const before = timeOfServer(session.pid);
  for (let at = 0; at < REPEATS; at++) await session.call(tool, input);
  return (timeOfServer(session.pid) - before) / REPEATS;
}

function proportionalMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024;
}
