/** If several sessions need AngelScript references, one binds all files and the others load its uses. */
import assert from "node:assert/strict";
import { existsSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { openSharedIndex } from "../../core/host/index-files/shared-index.ts";
import { scratch } from "../jig.ts";
import { openSession } from "./edits.ts";
import { ManyScripts } from "./many-scripts.ts";
import { ANGELSCRIPT } from "./script-languages.ts";
import { assertWhole, indexFolders } from "./shared-index.ts";

const FILES = 400;
const SESSIONS = 3;

async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await new Promise((settle) => setTimeout(settle, 50));
}

test("what one session has bound is read by the others, also in place of what they have bound", {
  timeout: 120_000,
}, async () => {
  const tree = new ManyScripts(ANGELSCRIPT, FILES);
  const cache = scratch();
  const sessions = await Promise.all(Array.from({ length: SESSIONS }, () => openSession(tree.root, cache)));
  for (const [at, mcp] of sessions.entries()) assert.equal(await ANGELSCRIPT.types(mcp, `types ${at}`), FILES);
  const [index = ""] = indexFolders(cache, ANGELSCRIPT);
  const folder = join(index, "..", usesFolder());
  // Nobody can claim binding, so each binds what it needs, in its own order.
  const held = await openSharedIndex(folder).build();
  assert.ok(held);
  const ask = async (at: number, type: number) => {
    const answer = await ANGELSCRIPT.ask(sessions[at]!, `${at} about ${type}`, ANGELSCRIPT.typeName(type));
    assert.deepEqual(answer, tree.truth(type));
  };
  for (const at of sessions.keys()) for (const type of [7, 30 - at, 50 + at * 3]) await ask(at, type);
  await held.release();
  const manifest = join(folder, "manifest-1");
  await until(() => existsSync(manifest));
  const published = readFileSync(manifest, "utf8");
  // All may bind once nobody else does, but sessions that loaded uses have nothing left.
  await new Promise((settle) => setTimeout(settle, 3000));
  for (const at of sessions.keys()) for (const type of [7, 31, 200 + at]) await ask(at, type);
  assert.equal(readFileSync(manifest, "utf8"), published, "one session bound all files");
  // A later edit affects all sessions.
  tree.editUse(90);
  for (const at of sessions.keys()) for (const type of [89, 7, (89 * 7 + 13) % FILES]) await ask(at, type);
  for (const mcp of sessions) assert.equal((await mcp.end()).code, 0);
  assert.ok(assertWhole(cache, ANGELSCRIPT) >= 2);
  for (const each of [tree.root, cache]) rmSync(each, { recursive: true, force: true });
});

/** Includes the version, like in the plugin. */
function usesFolder(): string {
  const store = readFileSync(new URL("../../plugins/angelscript/engine/uses-store.ts", import.meta.url), "utf8");
  return /USES_KEY = "(uses-\d+)"/.exec(store)?.[1] ?? "";
}
