/** Several servers on one tree and one cache, with sixteen calls in flight each, give the same answers as one call at a time. */
import assert from "node:assert/strict";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { isDeepStrictEqual } from "node:util";
import { scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { steady } from "../steady.ts";
import { repeatableCalls } from "./repeatable-calls.ts";

/** Retries, because the single server's index is still being built. */
const ATTEMPTS = 20;

/** Later rounds are compared with the first, during which indexes are built, so use at least two. `isCalled` selects read-only tools. */
export function serversAgree(count: number, rounds: number, isCalled = (_tool: string) => true): void {
  test(`${count} servers, one tree, one empty cache`, { timeout: 120_000 }, async () => {
    const project = scratch();
    cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
    const env = { XDG_CACHE_HOME: scratch() };
    const calls = repeatableCalls(project, isCalled);
    const open = async (cache: Record<string, string>) => {
      const mcp = new McpProcess(["--root", project], { cwd: project, env: cache });
      await mcp.initialize();
      return mcp;
    };
    const servers = await Promise.all(Array.from({ length: count }, () => open(env)));
    const answers = new Map<string, Set<string>>();
    await Promise.all(
      servers.map(async (mcp, server) => {
        for (let round = 0; round < rounds; round++) {
          await Promise.all(
            calls.map(async ({ name, title, input }) => {
              const { result } = await mcp.call(`${server} ${round} ${name} ${title}`, name, input);
              assert.ok(!result.isError, `${name} ${title}: ${JSON.stringify(result).slice(0, 500)}`);
              // The index is being built in the first round.
              if (round === 0) return;
              const key = `${name} ${title}`;
              answers.set(
                key,
                (answers.get(key) ?? new Set()).add(JSON.stringify(steady(result.content[0].text, env.XDG_CACHE_HOME))),
              );
            }),
          );
        }
      }),
    );
    const ownCache = scratch();
    const alone = await open({ XDG_CACHE_HOME: ownCache });
    for (const { name, title, input } of calls) {
      const found = [...answers.get(`${name} ${title}`)!];
      let single: string[] = [];
      for (let attempt = 0; attempt < ATTEMPTS && !isDeepStrictEqual(single, found); attempt++) {
        await sleep(attempt * 20);
        const { result } = await alone.call(`${attempt} ${name} ${title}`, name, input);
        single = [JSON.stringify(steady(result.content[0].text, ownCache))];
      }
      assert.deepEqual(single, found, `${name} ${title}`);
    }
    for (const mcp of [...servers, alone]) assert.equal((await mcp.end()).code, 0);
  });
}
