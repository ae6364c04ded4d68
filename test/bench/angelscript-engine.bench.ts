/** AngelScript engine with 15,800 real files, compared with ripgrep and a plain walk + stat. */
import { spawnSync } from "node:child_process";
import { lstatSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openSession, type Session } from "../angelscript/session.ts";
import { corpus } from "../jig.ts";
import { RG } from "../search/oracle.ts";
import type { BenchRow } from "./row.ts";

const ROUNDS = 3;
/** Declared in the last file by path. */
const LAST_TYPE = "AWeapon";
/** A use of AHazePlayerCharacter: 8,786 references, or 10,201 including `auto` like in the language server. */
const PLAYER = { filePath: "Core/Collision/PlayerCollisionCapability.as", position: { line: 5, character: 8 } };
/** A method with 16 uses. Warms up, so that the main query isn't answered from a cache. */
const SMALL = { filePath: "Core/Collision/PlayerCollisionCapability.as", position: { line: 8, character: 12 } };

export default async function bench(): Promise<BenchRow[] | undefined> {
  const root = corpus("angelscript-sample");
  if (!root) {
    console.error("angelscript-engine: no corpus angelscript-sample in JIG_CORPUS");
    return undefined;
  }
  const cache = mkdtempSync(join(tmpdir(), "jig-bench-angelscript-"));
  try {
    return await measure(root, cache);
  } finally {
    rmSync(cache, { recursive: true, force: true });
  }
}

async function measure(root: string, cache: string): Promise<BenchRow[]> {
  const open = () => openSession({ cwd: root, env: { XDG_CACHE_HOME: cache }, args: ["--root", root] });
  const cold: number[] = [];
  const warm: number[] = [];
  const passes: number[] = [];
  const walks: number[] = [];
  let memory = 0;
  const look = (): void => {
    passes.push(timed(() => spawnSync(RG, ["--no-config", "-c", "-F", "no such words", root])));
    walks.push(timed(() => walk(root)));
  };
  look();
  for (let round = 0; round < ROUNDS; round++) {
    rmSync(cache, { recursive: true, force: true });
    for (const list of [cold, warm]) {
      look();
      const session = await open();
      list.push(await asked(session, "angelscript_getTypeMembers", { name: LAST_TYPE }));
      if (list === cold) memory = Math.max(memory, residentMegabytes(session.pid));
      await session.close();
    }
  }
  // Binds all files and saves the uses.
  const first = await open();
  await asked(first, "angelscript_findReferences", SMALL);
  await settled(first.pid);
  await first.close();
  const kept: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const session = await open();
    await asked(session, "angelscript_getTypeMembers", { name: LAST_TYPE });
    look();
    kept.push(await asked(session, "angelscript_findReferences", PLAYER));
    await session.close();
  }
  const references: number[] = [];
  const resolves: number[] = [];
  for (let round = 0; round < ROUNDS; round++) {
    const session = await open();
    await asked(session, "angelscript_findReferences", SMALL);
    await settled(session.pid);
    look();
    references.push(await asked(session, "angelscript_findReferences", PLAYER));
    for (let index = 0; index < 5; index++) {
      look();
      const position = { line: 5 + index, character: 8 };
      resolves.push(await asked(session, "angelscript_resolveSymbolAtPosition", { ...PLAYER, position }));
    }
    await session.close();
  }
  const pass = median(passes.slice(1));
  const tree = median(walks.slice(1));
  const ms = (value: number): string => `${value.toFixed(0)} ms`;
  const row = (what: string, ours: number, yardstick: [string, number], bar: number, aim: number): BenchRow => ({
    what,
    ours: ms(ours),
    yardstick: `${yardstick[0]} ${ms(yardstick[1])}`,
    value: ours / yardstick[1],
    unit: `× ${yardstick[0]}`,
    bar,
    aim,
  });
  return [
    row("AngelScript, cold, 15,800 files: first answer", median(cold), ["rg", pass], 6, 4),
    row(
      "AngelScript, cold, 15,800 files: whole index, which the first answer waits for",
      median(cold),
      ["rg", pass],
      12,
      8,
    ),
    row("AngelScript ready, warm start", median(warm), ["rg", pass], 4, 2),
    {
      what: "AngelScript memory when ready (RSS of jig mcp, after a cold start)",
      ours: `${memory} MB`,
      yardstick: "language server 2,200 MB",
      value: memory,
      unit: "MB",
      bar: 250,
      aim: 150,
    },
    row("AngelScript first references after a warm start, 8,786 uses", median(kept), ["walk + stat", tree], 8, 4),
    row("AngelScript references of a symbol with 8,786 uses", median(references), ["walk + stat", tree], 2, 1),
    row("AngelScript resolveSymbolAtPosition", median(resolves), ["walk + stat", tree], 2, 1),
  ];
}

async function asked(session: Session, tool: string, input: object): Promise<number> {
  const start = performance.now();
  await session.call(tool, input);
  return performance.now() - start;
}

/** Waits for background work to finish, i.e. one second without processor time. */
async function settled(pid: number): Promise<void> {
  const used = (): number => {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
      .replace(/^.*\) /s, "")
      .split(" ");
    return Number(fields[11]) + Number(fields[12]);
  };
  for (let before = -1, tries = 0; tries < 60; tries++) {
    const now = used();
    if (now - before < 3) return;
    before = now;
    await new Promise((settle) => setTimeout(settle, 1000));
  }
}

function residentMegabytes(pid: number): number {
  const status = readFileSync(`/proc/${pid}/status`, "utf8");
  return Math.round(Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024);
}

function walk(root: string): void {
  const pending = [root];
  for (let folder = pending.pop(); folder !== undefined; folder = pending.pop())
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) pending.push(path);
      else if (entry.name.endsWith(".as")) lstatSync(path);
    }
}

function timed(work: () => unknown): number {
  const start = performance.now();
  work();
  return performance.now() - start;
}

function median(list: readonly number[]): number {
  return list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0;
}
