/**
 * Repeatedly kills the process that builds an index at random times. Concurrent and later sessions must answer correctly, and
 * nothing published may be corrupt.
 */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { setTimeout as sleep } from "node:timers/promises";
import { scratch } from "../jig.ts";
import { openSession } from "./edits.ts";
import { ManyScripts } from "./many-scripts.ts";
import type { ScriptLanguage } from "./script-languages.ts";
import { assertWhole, builderOf, isBuilding } from "./shared-index.ts";

const FILES = 1200;
/** Kill within this time (ms) after it starts. By then, most indexes are complete. */
const LATEST_MS = 120;
/** Keep the cache every few rounds, so that the next builder finds leftovers. */
const KEPT_EVERY = 3;

export function killedBuildersTest(language: ScriptLanguage, kills: number): void {
  test(`${language.name}: ${kills} kills of the builder`, { timeout: 60_000 + kills * 20_000 }, async () => {
    const tree = new ManyScripts(language, FILES);
    let [whileBuilding, parts] = [0, 0];
    let cache = scratch();
    for (let kill = 0; kill < kills; kill++) {
      if (kill % KEPT_EVERY !== 1) {
        rmSync(cache, { recursive: true, force: true });
        cache = scratch();
      }
      // With an existing index, this is what remains to be built.
      const [asked, edited] = [kill % FILES, (kill + 7) % FILES];
      tree.editUse(edited);
      tree.editUse((kill * 31) % FILES);
      const [first, second] = [await openSession(tree.root, cache), await openSession(tree.root, cache)];
      const sessions = [first, second].map((mcp) => ({
        mcp,
        // The killed process doesn't answer.
        answer: language.ask(mcp, `kill ${kill}`, language.typeName(asked)),
      }));
      const all = new AbortController();
      void Promise.all(sessions.map(({ answer }) => answer)).then(() => all.abort());
      const pid = await builderOf(cache, language, all.signal);
      const [victim, other] = second.child.pid === pid ? sessions.toReversed() : sessions;
      await sleep(Math.random() * LATEST_MS);
      if (pid !== undefined && isBuilding(cache, language, pid)) whileBuilding++;
      victim!.mcp.child.kill("SIGKILL");
      await victim!.mcp.ended;
      assert.deepEqual(await other!.answer, tree.truth(asked), `kill ${kill}, the session beside it`);
      assert.equal(await language.types(other!.mcp, "types"), FILES);
      assert.equal((await other!.mcp.end()).code, 0);
      const next = await openSession(tree.root, cache);
      const answer = await language.ask(next, "after", language.typeName(edited));
      assert.deepEqual(answer, tree.truth(edited), `kill ${kill}, the next session`);
      assert.equal(await language.types(next, "types after"), FILES);
      assert.equal((await next.end()).code, 0);
      parts += assertWhole(cache, language);
    }
    console.log(`# ${language.name}: ${kills} kills, ${whileBuilding} while it built; ${parts} parts read, all whole`);
    rmSync(tree.root, { recursive: true, force: true });
  });
}
