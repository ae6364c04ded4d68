/** Queries two sessions while their tree changes, and compares answers with the current state. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { EditedTree } from "./edited-tree.ts";
import type { ScriptLanguage } from "./script-languages.ts";

const FILES = 80;

/** `command`: command line to use instead of the binary. */
export async function openSession(root: string, cache: string, command?: string[]): Promise<McpProcess> {
  const env = { XDG_CACHE_HOME: cache };
  const mcp = new McpProcess(["--root", root], { cwd: root, env, ...(command ? { command } : {}) });
  await mcp.initialize();
  return mcp;
}

/** Queries one type and compares the answer. */
export async function askAbout(
  tree: EditedTree,
  language: ScriptLanguage,
  mcp: McpProcess,
  id: string,
  question = tree.question(),
): Promise<void> {
  const { name, declared, used } = question;
  const answer = await language.ask(mcp, id, name);
  assert.deepEqual(answer.declared, declared, `${id}: where ${name} is declared`);
  // Uses of a name that's undeclared or ambiguous aren't attributed.
  if (declared.length === 1) assert.deepEqual(answer.used, used, `${id}: where ${name} is used`);
}

/** Number of watched folders according to the system. */
export function watchesOf(pid: number): number {
  return readdirSync(`/proc/${pid}/fdinfo`).reduce((sum, descriptor) => {
    try {
      return sum + readFileSync(`/proc/${pid}/fdinfo/${descriptor}`, "utf8").split("inotify wd:").length - 1;
    } catch {
      return sum; // The process has exited.
    }
  }, 0);
}

/** Put a file where the canary folder should be, which disables watching. */
function forbidWatching(cache: string, { plugin }: ScriptLanguage, root: string): void {
  const folder = join(cache, "jig", "v1", plugin, createHash("sha256").update(root).digest("hex").slice(0, 16));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".watch"), "");
}

export function answersStayTrueTest(language: ScriptLanguage, questions: number, watched: boolean): void {
  const title = `${language.name}: ${questions} questions to two sessions, ${watched ? "watched" : "not watched"}`;
  test(title, { timeout: 900_000 }, async () => {
    const tree = new EditedTree(language, watched ? 1 : 2, FILES);
    const cache = scratch();
    if (!watched) forbidWatching(cache, language, tree.root);
    const sessions = await Promise.all([openSession(tree.root, cache), openSession(tree.root, cache)]);
    let mostWatches = 0;
    for (let number = 0; number < questions; number++) {
      for (let changes = tree.random(4); changes > 0; changes--) tree.change();
      const mcp = sessions[number % sessions.length] as McpProcess;
      await askAbout(tree, language, mcp, `question ${number}`);
      if (process.platform === "linux") mostWatches = Math.max(mostWatches, watchesOf(mcp.child.pid!));
    }
    for (const mcp of sessions) {
      assert.equal(await language.types(mcp, "types"), tree.files.size);
      assert.equal((await mcp.end()).code, 0);
    }
    if (process.platform === "linux") assert.equal(mostWatches > 0, watched, `${mostWatches} watches`);
    rmSync(tree.root, { recursive: true, force: true });
  });
}
