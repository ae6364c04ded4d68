/** A tree of scripts that changes at random while sessions are asked about it, and what it declares at every moment. */
import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";

const FOLDERS = 9;

class EditedTree {
  readonly root = scratch({
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 6000.0.1f1\n",
    "Packages/manifest.json": '{ "dependencies": {} }\n',
  });
  /** The type that each file declares, by the file's path below Assets. */
  readonly files = new Map<string, string>();
  readonly #branches: Map<string, string>[] = [];
  #state: number;
  #last = 0;
  /** Types that some file declared before. */
  readonly #gone: string[] = [];

  constructor(seed: number, files: number) {
    this.#state = seed;
    for (let at = 0; at < files; at++) this.#write(this.#newPath());
  }

  random(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  #pick<Value>(list: readonly Value[]): Value | undefined {
    return list[this.random(list.length)];
  }

  #newPath(): string {
    return `${Array.from({ length: 1 + this.random(2) }, () => `F${this.random(FOLDERS)}`).join("/")}/S${this.random(400)}.cs`;
  }

  /** Names have one length, so that many edits leave the size as it was. */
  #write(path: string, type = `Type${String(++this.#last).padStart(6, "0")}`): void {
    this.#forget(path);
    const file = join(this.root, "Assets", path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, `namespace Game { public class ${type} { public int value; } }\n`);
    this.files.set(path, type);
  }

  #forget(path: string): void {
    const type = this.files.get(path);
    if (type !== undefined) this.#gone.push(type);
    this.files.delete(path);
  }

  #rename(from: string, to: string): void {
    const type = this.files.get(from);
    if (type === undefined || from === to) return;
    mkdirSync(join(this.root, "Assets", to, ".."), { recursive: true });
    renameSync(join(this.root, "Assets", from), join(this.root, "Assets", to));
    this.#forget(to);
    this.files.delete(from);
    this.files.set(to, type);
  }

  /** Everything below it moves too. */
  #renameFolder(from: string, to: string): void {
    const below = (folder: string) => [...this.files].filter(([path]) => path.startsWith(`${folder}/`));
    const moved = below(from);
    if (moved.length === 0 || from === to) return;
    for (const [path] of below(to)) this.#forget(path);
    rmSync(join(this.root, "Assets", to), { recursive: true, force: true });
    renameSync(join(this.root, "Assets", from), join(this.root, "Assets", to));
    for (const [path, type] of moved) {
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), type);
    }
  }

  /** As git does: files that differ are written anew, those that are not in the other branch are removed. */
  #switchBranch(): void {
    const branch = this.#pick(this.#branches);
    if (this.#branches.length < 3 || !branch) {
      this.#branches.push(new Map(this.files));
      return;
    }
    for (const path of [...this.files.keys()]) {
      if (branch.has(path)) continue;
      rmSync(join(this.root, "Assets", path));
      this.#forget(path);
    }
    for (const [path, type] of branch) if (this.files.get(path) !== type) this.#write(path, type);
  }

  change(): void {
    const path = this.#pick([...this.files.keys()]) ?? this.#newPath();
    const folder = () => `F${this.random(FOLDERS)}`;
    const changes = [
      () => this.#write(path),
      () => this.#write(path),
      () => this.#write(this.#newPath()),
      () => this.#rename(path, this.#newPath()),
      () => {
        rmSync(join(this.root, "Assets", path), { force: true });
        this.#forget(path);
      },
      () => this.random(4) === 0 && this.#renameFolder(folder(), folder()),
      () => this.random(6) === 0 && this.#switchBranch(),
    ];
    this.#pick(changes)?.();
  }

  /** One type that is declared, or one that was. */
  question(): { name: string; paths: string[] } {
    const name = this.#pick(this.random(3) === 0 ? this.#gone : [...this.files.values()]) ?? "None";
    const paths = [...this.files].filter(([, type]) => type === name).map(([path]) => `Assets/${path}`);
    return { name, paths: paths.sort() };
  }
}

async function openSession(root: string, cache: string): Promise<McpProcess> {
  const mcp = new McpProcess(["--root", root], { cwd: root, env: { XDG_CACHE_HOME: cache } });
  await mcp.initialize();
  return mcp;
}

/** Changes the tree before every question; each answer must be that of the tree as it is. */
async function answersStayTrue(tree: EditedTree, sessions: readonly McpProcess[], questions: number): Promise<void> {
  for (let number = 0; number < questions; number++) {
    for (let changes = tree.random(4); changes > 0; changes--) tree.change();
    const mcp = sessions[number % sessions.length];
    assert.ok(mcp);
    const { name, paths } = tree.question();
    const { result } = await mcp.call(`q${number}`, "script_symbol_find", { name, exact: true, pageSize: 50 });
    const answer: { results: { path: string }[] } = JSON.parse(result.content[0].text);
    assert.deepEqual(answer.results.map(({ path }) => path).sort(), paths, `question ${number}: ${name}`);
  }
}

/** In the place of the folder with the canary stands a file: then nothing can be watched. */
function forbidWatching(cache: string, root: string): void {
  const folder = join(cache, "jig", "v1", "csharp", createHash("sha256").update(root).digest("hex").slice(0, 16));
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, ".watch"), "");
}

export function answersStayTrueTest(questions: number, watched: boolean): void {
  const title = `${questions} questions to two sessions, ${watched ? "watched" : "not watched"}`;
  test(title, { timeout: 600_000 }, async () => {
    const tree = new EditedTree(watched ? 1 : 2, 80);
    const cache = scratch();
    if (!watched) forbidWatching(cache, tree.root);
    const sessions = await Promise.all([openSession(tree.root, cache), openSession(tree.root, cache)]);
    await answersStayTrue(tree, sessions, questions);
    for (const mcp of sessions) {
      const { result } = await mcp.call("status", "script_index_status", { wait: true });
      const { freshness, indexedFiles } = JSON.parse(result.content[0].text);
      assert.equal(indexedFiles, tree.files.size);
      if (process.platform === "linux")
        assert.equal(freshness?.reason === undefined, watched, JSON.stringify(freshness));
      assert.equal((await mcp.end()).code, 0);
    }
  });
}
