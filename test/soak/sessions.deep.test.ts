/**
 * Soak test: eight sessions on a changing tree, calling all read-only tools. Memory, descriptors, watches and indexes must not
 * grow. `JIG_SOAK_CALLS=20000 bun test test/soak/sessions.deep` for more.
 */
import assert from "node:assert/strict";
import { cpSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { scratch, TOP } from "../jig.ts";
import type { McpProcess } from "../mcp/mcp-process.ts";
import { EditedTree } from "./edited-tree.ts";
import { askAbout, openSession, watchesOf } from "./edits.ts";
import { repeatableCalls } from "./repeatable-calls.ts";
import { LANGUAGES } from "./script-languages.ts";
import { assertWhole } from "./shared-index.ts";

const CALLS = Number(process.env.JIG_SOAK_CALLS ?? 2400);
const SESSIONS = 8;
/** Calls per session between two changes. */
const AT_ONCE = 3;
const FILES = 150;
/** Share of the calls after which caches, pools and GC have settled. */
const WARM_SHARE = 0.5;
/** Tolerance for uncollected garbage. */
const SLACK_MB = 80;
/** Tolerance for index parts that haven't been merged yet. */
const [SLACK_CACHE_MB, SLACK_FILES] = [4, 60];
/** Saved answers and listings are kept for a week, up to a GB. Unit tests cover these limits. */
const KEPT_A_WEEK = new Set(["answers", "search"]);

interface Footprint {
  megabytes: number[];
  descriptors: number[];
  watches: number[];
  areas: Record<string, { files: number; megabytes: number }>;
}

function footprint(sessions: readonly McpProcess[], cache: string): Footprint {
  const pids = sessions.map(({ child }) => child.pid!);
  const areas: Footprint["areas"] = {};
  for (const entry of readdirSync(cache, { withFileTypes: true, recursive: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const [area = ""] = relative(join(cache, "jig", "v1"), entry.parentPath).split("/");
    areas[area] ??= { files: 0, megabytes: 0 };
    areas[area].files++;
    areas[area].megabytes += (statSync(path, { throwIfNoEntry: false })?.size ?? 0) / 1024 / 1024;
  }
  return {
    areas,
    megabytes: pids.map((pid) => proportionalMegabytes(pid)),
    descriptors: pids.map((pid) => readdirSync(`/proc/${pid}/fd`).length),
    watches: pids.map(watchesOf),
  };
}

function proportionalMegabytes(pid: number): number {
  const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
  return Math.round(Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024);
}

test(`${CALLS} calls to ${SESSIONS} sessions with edits: all that they hold is flat`, {
  timeout: 120_000 + CALLS * 100,
  skip: process.platform !== "linux",
}, async () => {
  const root = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), root, { recursive: true });
  const trees = LANGUAGES.map((language, at) => ({ language, tree: new EditedTree(language, 11 + at, FILES, root) }));
  const calls = repeatableCalls(root);
  const cache = scratch();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(root, cache)));
  let made = 0;
  const round = async (number: number) => {
    const { language, tree } = trees[number % trees.length]!;
    tree.change();
    const question = tree.question();
    await Promise.all(
      sessions.map(async (mcp, session) => {
        await askAbout(tree, language, mcp, `question ${number} to ${session}`, question);
        for (let at = 0; at < AT_ONCE - 1; at++) {
          const { name, title, input } = calls[(number * SESSIONS + session * AT_ONCE + at) % calls.length]!;
          const { result } = await mcp.call(`${number} ${session} ${at}`, name, input);
          assert.ok(!result.isError, `${name}, ${title}: ${JSON.stringify(result).slice(0, 300)}`);
          mcp.received.length = 0;
        }
      }),
    );
    made += SESSIONS * AT_ONCE;
  };
  let number = 0;
  while (made < CALLS * WARM_SHARE) await round(number++);
  const before = footprint(sessions, cache);
  while (made < CALLS) await round(number++);
  const after = footprint(sessions, cache);
  console.log(`# ${made} calls\n# before: ${JSON.stringify(before)}\n# after:  ${JSON.stringify(after)}`);
  const state = JSON.stringify({ before, after });
  // Sum over all sessions, since each has its own GC schedule.
  const sum = (sizes: readonly number[]) => sizes.reduce((all, size) => all + size, 0);
  assert.ok(sum(after.megabytes) <= sum(before.megabytes) * 1.1 + SLACK_MB, state);
  for (let at = 0; at < SESSIONS; at++) {
    assert.ok(after.descriptors[at]! <= before.descriptors[at]! + 4, state);
    assert.ok(after.watches[at]! <= before.watches[at]! + 60, state);
  }
  for (const [area, { files, megabytes }] of Object.entries(after.areas)) {
    if (KEPT_A_WEEK.has(area)) continue;
    const then = before.areas[area] ?? { files: 0, megabytes: 0 };
    assert.ok(
      files <= then.files + SLACK_FILES && megabytes <= then.megabytes + SLACK_CACHE_MB,
      `${area} grows: ${state}`,
    );
  }
  for (const mcp of sessions) assert.equal((await mcp.end()).code, 0);
  for (const { language } of trees) assertWhole(cache, language);
  for (const folder of [root, cache]) rmSync(folder, { recursive: true, force: true });
});
