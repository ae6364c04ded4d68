/** Sandboxed programs of built-in plugins can't read outside, write or connect, while results are the same. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { describe, test } from "node:test";
import { createProcesses } from "../capabilities/processes.ts";
import type { RunRequest } from "../contract/context.ts";
import { createExecutables } from "../runtime/assets.ts";
import { sourceAssets } from "../runtime/source-assets.ts";
import { confineReaders } from "./confined-readers.ts";
import { findKernel } from "./kernel.ts";

const top = realpathSync(mkdtempSync(join(tmpdir(), "jig-readers-")));
const kernel = findKernel({ environment: {}, cacheFolder: join(top, "cache") });
const MAIN = new URL("../../../main.ts", import.meta.url).href;
const { find, locate } = createExecutables(sourceAssets(MAIN), join(top, "cache"), process.env.PATH ?? "");

function folder(name: string, files: Record<string, string>): string {
  const path = join(top, name);
  for (const [each, text] of Object.entries(files)) {
    mkdirSync(dirname(join(path, each)), { recursive: true });
    writeFileSync(join(path, each), text);
  }
  return path;
}

/** Output and exit code. Not sandboxed without `folders`. */
async function ran(request: RunRequest, folders?: string[], environment: Record<string, string> = {}) {
  const runtime = { home: environment.HOME, environment, log: () => {} };
  const processes = createProcesses({
    find,
    cwd: top,
    environment,
    ...(folders ? { confine: confineReaders({ kernel: () => kernel, runtime, folders, locate }) } : {}),
  });
  const running = await processes.run(request);
  const text = async (pieces: AsyncIterable<Uint8Array>) => {
    let all = "";
    for await (const piece of pieces) all += Buffer.from(piece).toString();
    return all;
  };
  const [stdout, stderr, { code }] = await Promise.all([text(running.stdout), text(running.stderr), running.exit]);
  return { stdout, stderr, code };
}

describe("readers", { skip: kernel ? false : "this system cannot confine" }, () => {
  const root = folder("root", { "a.txt": "needle inside\n" });
  const outside = folder("outside", { "secret.txt": "needle outside\n" });
  symlinkSync(outside, join(root, "link"));
  symlinkSync(join(outside, "secret.txt"), join(root, "file-link"));

  test("ripgrep that is misled finds nothing outside, and would unconfined", async () => {
    for (const misled of [join(root, "link"), join(root, "file-link"), outside, `${root}/../outside`, "/etc/hosts"]) {
      const request = {
        command: "rg",
        args: ["--no-config", "--follow", "-e", "needle", "-e", "localhost", "--", misled],
      };
      const confined = await ran(request, [root]);
      assert.deepEqual([confined.stdout, confined.code], ["", 2], misled);
      assert.match(confined.stderr, /Permission denied/);
      assert.match((await ran(request)).stdout, /outside|localhost/, misled);
    }
    const inside = { command: "rg", args: ["--no-config", "--follow", "--no-messages", "needle", "--", root] };
    assert.equal((await ran(inside, [root])).stdout, `${join(root, "a.txt")}:needle inside\n`);
    assert.match((await ran(inside)).stdout, /outside/);
  });

  test("another program neither reads outside, nor writes, nor connects", async () => {
    const server = createServer((socket) => socket.end());
    await new Promise<void>((settle) => server.listen(0, "127.0.0.1", settle));
    const { port } = server.address() as { port: number };
    const script = `
      const fs = require("node:fs");
      const tried = (work) => { try { work(); return "done"; } catch { return "refused"; } };
      const said = [
        tried(() => fs.readFileSync(${JSON.stringify(join(root, "a.txt"))})),
        tried(() => fs.readFileSync(${JSON.stringify(join(outside, "secret.txt"))})),
        tried(() => fs.writeFileSync(${JSON.stringify(join(root, "new.txt"))}, "")),
        tried(() => fs.truncateSync(${JSON.stringify(join(root, "a.txt"))})),
        tried(() => fs.unlinkSync(${JSON.stringify(join(root, "a.txt"))})),
      ];
      const socket = require("node:net").connect(${port}, "127.0.0.1");
      const end = (how) => { console.log([...said, how].join(" ")); process.exit(); };
      socket.on("connect", () => end("done")).on("error", () => end("refused"));`;
    const file = join(folder("script", { "try.cjs": script }), "try.cjs");
    const request = { command: process.execPath, args: [...(process.versions.deno ? ["run", "-A"] : []), file] };
    const confined = await ran(request, [root, join(top, "script")]);
    assert.equal(confined.stdout, "done refused refused refused refused refused\n", confined.stderr);
    const free = await ran(request);
    assert.equal(free.stdout, "done done done done done done\n", free.stderr);
    writeFileSync(join(root, "a.txt"), "needle inside\n");
    server.close();
  });

  test("what looks at the machine is not confined", async () => {
    const request = { command: "cat", args: [join(outside, "secret.txt")] };
    assert.equal((await ran(request, [root], { PATH: "/bin:/usr/bin" })).code, 1);
    assert.equal((await ran({ ...request, seesMachine: true }, [root], { PATH: "/bin:/usr/bin" })).code, 0);
  });

  test("what is left out is the same: rules above the root, of the repository, of the user, of a worktree", async () => {
    const tree = folder("above", {
      ".gitignore": "by-parent.txt\n",
      ".ignore": "by-parents-ignore.txt\n",
      ".git/info/exclude": "by-exclude.txt\n",
      ".git/HEAD": "",
      "root/.rgignore": "by-own.txt\n",
      ...Object.fromEntries(
        ["parent", "parents-ignore", "exclude", "own", "user", "users-file", "nobody"].map((by) => [
          `root/by-${by}.txt`,
          "",
        ]),
      ),
    });
    const home = folder("home", {
      ".gitconfig": "[core]\n\texcludesFile = ~/left-out\n",
      "left-out": "by-users-file.txt\n",
      ".config/git/ignore": "by-user.txt\n",
    });
    const list = (path: string) => ({ command: "rg", args: ["--no-config", "--files", "--sort=path", "--", path] });
    const own = { HOME: home };
    const left = await ran(list(join(tree, "root")), [join(tree, "root")], own);
    assert.deepEqual(left, await ran(list(join(tree, "root")), undefined, own));
    assert.match(left.stdout, /by-nobody/);
    assert.doesNotMatch(left.stdout, /by-(parent|parents-ignore|exclude|own|users-file)\.txt/);

    const worktree = folder("worktree", { "by-exclude.txt": "", "kept.txt": "" });
    const repository = join(tree, ".git");
    folder("above", { ".git/worktrees/one/commondir": "../..\n" });
    writeFileSync(join(worktree, ".git"), `gitdir: ${join(repository, "worktrees", "one")}\n`);
    const inWorktree = await ran(list(worktree), [worktree], own);
    assert.deepEqual(inWorktree, await ran(list(worktree), undefined, own));
    assert.equal(inWorktree.stdout, `${join(worktree, "kept.txt")}\n`);
  });

  test("a stranger's pointers out of the workspace are not followed, and nothing is lost by that", async () => {
    const nested = folder("nested", { "sub/kept.txt": "", "sub/by-exclude.txt": "", "by-link.txt": "" });
    writeFileSync(join(nested, "sub", ".git"), `gitdir: ${join(top, "above", ".git", "worktrees", "one")}\n`);
    const request = { command: "rg", args: ["--no-config", "--files", "--sort=path", "--", nested] };
    const { stdout, code } = await ran(request, [nested]);
    assert.match(stdout, /kept\.txt/);
    assert.equal(code, 0);
  });

  test("git reads the repository of a checkout that was made after its first start", async () => {
    const [checkout, main] = [join(top, "checkout"), join(top, "main")];
    mkdirSync(checkout);
    const runtime = { home: undefined, environment: {}, log: () => {} };
    const confine = confineReaders({ kernel: () => kernel, runtime, folders: [checkout], locate });
    const request = { command: "git", args: [] };
    const words = async () => {
      const start = await confine({ command: "/usr/bin/git", args: [], env: {}, cwd: checkout }, request);
      return Buffer.from(start?.args[0] ?? assert.fail(), "hex").toString("latin1");
    };
    assert.ok(!(await words()).includes(main));
    for (const part of ["objects", "refs", "worktrees/w"]) mkdirSync(join(main, ".git", part), { recursive: true });
    const own = join(main, ".git", "worktrees", "w");
    for (const [name, text] of [
      ["gitdir", join(checkout, ".git")],
      ["commondir", "../.."],
      ["HEAD", "x"],
    ] as const)
      writeFileSync(join(own, name), `${text}\n`);
    writeFileSync(join(checkout, ".git"), `gitdir: ${own}\n`);
    assert.ok((await words()).includes(join(main, ".git")));
  });
});
