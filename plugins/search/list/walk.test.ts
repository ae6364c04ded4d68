/** Tests the walk of a listing: which entries it returns, in which order, and which folders it enters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { FakeCache, FakeClock, FakeFiles, type FakeTree } from "../../../test/search/fake-context.ts";
import { EntryTable } from "./entry-table.ts";
import type { ListInput } from "./input.ts";
import { toListRequest } from "./request.ts";
import type { SavedPage } from "./saved-listing.ts";
import { type PackedPage, type SelectedPage, unpackPage } from "./select-page.ts";
import walk, { type UnmatchedEntries, type WalkJob, type WalkRoot } from "./walk.ts";

const NOW = 1_000_000_000_000;
const HOUR = 3_600_000;
const TREE: FakeTree = {
  "/w/a/x.ts": [10, NOW - HOUR],
  "/w/a-b.ts": [0, NOW - 5 * HOUR],
  "/w/a.c/z.md": [2000, NOW],
  "/w/.dot/in.ts": [1, NOW],
  "/w/.hidden": [1, NOW],
  "/w/.git/config": [1, NOW],
  "/w/empty": "/",
  "/w/link": "->",
  "/w/run.sh": "x",
  "/w/sub/deep/B.TS": [5, NOW - 48 * HOUR],
};
/** In path order, the entries inside `a` come after `a.c` because of the slash. */
const SORTED = "a a-b.ts a.c a.c/z.md a/x.ts empty link run.sh sub sub/deep sub/deep/B.TS";

interface Walked {
  tree?: FakeTree;
  roots?: WalkRoot[];
  visible?: string[];
  links?: Record<string, string>;
  most?: number;
}

async function run(input: ListInput = {}, { tree = TREE, roots, visible, links = {}, most = 1000 }: Walked = {}) {
  const emitted: { message: UnmatchedEntries; transfer: ArrayBuffer[] }[] = [];
  const clock = new FakeClock();
  const files = new FakeFiles(tree);
  const real = (path: string): string => {
    const link = Object.keys(links).find((each) => path === each || path.startsWith(`${each}/`));
    return link === undefined ? path : real(links[link]! + path.slice(link.length));
  };
  const { list } = files;
  files.list = (directory) => list.call(files, real(directory));
  const controller = new AbortController();
  const context = {
    clock,
    files,
    cache: new FakeCache(clock),
    signal: controller.signal,
    emit: (message: UnmatchedEntries, transfer: ArrayBuffer[]) => void emitted.push({ message, transfer }),
    workspace: {
      resolve: async (path: string) => {
        const target = real(path);
        if (target === path) throw new JigError("PATH_OUTSIDE", "outside");
        const stat = await files.stat(target);
        return { absolute: target, kind: stat.kind, size: stat.size, mtimeMs: stat.mtimeMs };
      },
    },
  } as unknown as WorkerContext;
  const job: WalkJob = {
    kind: "walk",
    directories: roots ?? [{ path: "/w", root: "/w", without: [] }],
    visible: visible && Buffer.from(visible.map((path) => `/w/${path}\0`).join("")),
    request: toListRequest(input, NOW),
    most,
    saveAs: undefined,
  };
  const packed = (await walk(job, context)) as PackedPage<SelectedPage> | undefined;
  return { page: packed && (unpackPage(packed) as SelectedPage), emitted, context, controller, job, files };
}

async function namesOf(input: ListInput = {}, more: Walked = {}): Promise<string> {
  const { page } = await run(input, more);
  return page!.paths.map((path) => path.replace(/^\/w\//, "")).join(" ");
}

test("files, directories and links, by path; hidden ones and .git are left out", async () => {
  const { page } = await run();
  assert.equal(page!.paths.map((path) => path.slice(3)).join(" "), SORTED);
  assert.equal(page!.kinds, "dfdffdlfddf");
  assert.deepEqual([...page!.sizes], [-1, 0, -1, 2000, 10, -1, -1, 1, -1, -1, 5]);
  assert.equal(page!.mtimesMs[4], NOW - HOUR);
  assert.deepEqual([page!.total, page!.remaining, page!.unlisted], [11, 0, []]);
  const hidden = await namesOf({ hidden: true });
  assert.equal(hidden, `.dot .dot/in.ts .hidden ${SORTED}`);
});

test("each argument leaves what it says", async () => {
  const cases: [input: ListInput, names: string][] = [
    [{ types: ["f"] }, "a-b.ts a.c/z.md a/x.ts run.sh sub/deep/B.TS"],
    [{ types: ["d"] }, "a a.c empty sub sub/deep"],
    [{ types: ["l"] }, "link"],
    [{ types: ["x"] }, "run.sh"],
    [{ types: ["e"] }, "a-b.ts empty"],
    [{ types: ["f", "e"] }, "a-b.ts"],
    [{ types: ["d", "e"] }, "empty"],
    [{ types: ["x", "f"] }, "a-b.ts a.c/z.md a/x.ts run.sh sub/deep/B.TS"],
    [{ types: ["x", "e"] }, ""],
    [{ types: ["l", "d"] }, "a a.c empty link sub sub/deep"],
    [{ extensions: ["ts"] }, "a-b.ts a/x.ts sub/deep/B.TS"],
    [{ extensions: ["md", "sh"] }, "a.c/z.md run.sh"],
    [{ extensions: ["ts"], types: ["d"] }, "a a.c empty sub sub/deep"],
    [{ extensions: ["ts"], types: ["d", "f"] }, "a a-b.ts a.c a/x.ts empty sub sub/deep sub/deep/B.TS"],
    [{ extensions: ["ts"], types: ["l"] }, "link"],
    [{ exclude: ["*.ts"] }, "a a.c a.c/z.md empty link run.sh sub sub/deep sub/deep/B.TS"],
    [{ exclude: ["sub", "/a/x.ts"] }, "a a-b.ts a.c a.c/z.md empty link run.sh"],
    [{ depth: 1 }, "a a-b.ts a.c empty link run.sh sub"],
    [{ depth: 2 }, "a a-b.ts a.c a.c/z.md a/x.ts empty link run.sh sub sub/deep"],
    [{ min_depth: 2 }, "a.c/z.md a/x.ts sub/deep sub/deep/B.TS"],
    [{ min_depth: 2, depth: 2 }, "a.c/z.md a/x.ts sub/deep"],
    [{ min_depth: 3 }, "sub/deep/B.TS"],
    [{ size: ["+10"] }, "a.c/z.md a/x.ts"],
    [{ size: ["10"] }, "a/x.ts"],
    [{ size: ["-1"] }, "a-b.ts run.sh"],
    [{ size: ["+1", "-10"] }, "a/x.ts run.sh sub/deep/B.TS"],
    [{ size: ["+0"], types: ["d", "l"] }, ""],
    [{ changed_within: "1h" }, "a.c/z.md a/x.ts"],
    [{ changed_within: "2d" }, "a-b.ts a.c/z.md a/x.ts sub/deep/B.TS"],
    [{ changed_before: "5h", types: ["f"] }, "a-b.ts run.sh sub/deep/B.TS"],
    [{ changed_before: "5h", changed_within: "6h" }, "a-b.ts"],
    [{ pattern: "*.ts", glob: true }, "a-b.ts a/x.ts sub/deep/B.TS"],
    [{ pattern: "*.TS", glob: true }, "sub/deep/B.TS"],
    [{ pattern: "b.ts", glob: true }, "sub/deep/B.TS"],
    [{ pattern: "x.ts", glob: true, full_path_match: true }, ""],
    [{ pattern: "*/x.ts", glob: true, full_path_match: true }, "a/x.ts"],
    [{ pattern: "**/deep/*", glob: true, full_path_match: true }, "sub/deep/B.TS"],
    [{ pattern: "sub", glob: true }, "sub"],
    [{ pattern: "{sub,B.TS,a.c}", glob: true }, "a.c sub sub/deep/B.TS"],
    [{ pattern: "{sub,B.TS,a.c}", glob: true, prune: true }, "a.c sub"],
  ];
  for (const [input, names] of cases) assert.equal(await namesOf(input), names, JSON.stringify(input));
});

test("a pruned directory is not entered", async () => {
  const { files } = await run({ pattern: "sub", glob: true, prune: true });
  assert.equal(files.seen.includes("list /w/a"), true);
  assert.equal(files.seen.includes("list /w/sub"), false);
  const { files: all } = await run({ pattern: "sub", glob: true });
  assert.equal(all.seen.includes("list /w/sub/deep"), true);
});

test("no directory is read that cannot have entries", async () => {
  const { files } = await run({ depth: 1, exclude: ["sub"] });
  assert.deepEqual(files.seen, ["list /w"]);
  const { files: some } = await run({ exclude: ["sub"], depth: 2 });
  assert.deepEqual(some.seen, ["list /w", "list /w/a.c", "list /w/a", "list /w/empty"]);
});

test("ignore rules hide files, and directories that have files but none of those left", async () => {
  const tree: FakeTree = {
    "/w/seen/a.txt": [1, 1],
    "/w/seen/b.txt": [1, 1],
    "/w/ignored/a.txt": [1, 1],
    "/w/ignored/deep/b.txt": [1, 1],
    "/w/deeper/down/c.txt": [1, 1],
    "/w/hollow/still": "/",
    "/w/dots/.only": [1, 1],
  };
  const visible = ["seen/a.txt"];
  assert.equal(await namesOf({}, { tree, visible }), "dots hollow hollow/still seen seen/a.txt");
  // Hidden files count if they are included.
  assert.equal(await namesOf({ hidden: true }, { tree, visible }), "hollow hollow/still seen seen/a.txt");
  assert.equal(
    await namesOf({}, { tree, visible: ["deeper/down/c.txt"] }),
    "deeper deeper/down deeper/down/c.txt dots hollow hollow/still",
  );
  assert.equal(await namesOf({ types: ["f"] }, { tree, visible: [] }), "");
});

test("files whose names are no text are told apart", async () => {
  const { page } = await run({}, { visible: ["a/x.ts", "\ufffd.ts"] });
  assert.deepEqual(page!.unlisted, ["/w/\ufffd.ts"]);
  assert.equal(page!.paths.includes("/w/a/x.ts"), true);
});

test("what another root has newer is not entered", async () => {
  const roots = [{ path: "/w", root: "/w", without: ["/w/sub", "/w/run.sh"] }];
  assert.equal(await namesOf({}, { roots }), "a a-b.ts a.c a.c/z.md a/x.ts empty link");
});

test("several roots, in one order and each entry once", async () => {
  const at = (path: string, root = "/w") => ({ path, root, without: [] });
  const cases: [roots: WalkRoot[], names: string][] = [
    [[at("/w/sub"), at("/w/a")], "a/x.ts sub/deep sub/deep/B.TS"],
    [[at("/w/a"), at("/w/a")], "a/x.ts"],
    [[at("/w/sub/deep"), at("/w/sub")], "sub/deep sub/deep/B.TS"],
    [[at("/w/a.c"), at("/w/a")], "a.c/z.md a/x.ts"],
    [[at("/w"), at("/w/sub/deep"), at("/w/a")], SORTED],
    // The same folder is in two workspace roots, and globs are relative to each of them.
    [[at("/w/sub"), at("/w/sub", "/w/sub")], "sub/deep sub/deep/B.TS"],
  ];
  for (const [roots, names] of cases) assert.equal(await namesOf({}, { roots }), names, JSON.stringify(roots));
  // Depth and globs are relative to the root that contains the entry.
  assert.equal(await namesOf({ depth: 1 }, { roots: [at("/w/sub"), at("/w/a")] }), "a/x.ts sub/deep");
  const anchored = { pattern: "deep", glob: true, full_path_match: true };
  assert.equal(await namesOf(anchored, { roots: [at("/w/sub", "/w/sub")] }), "sub/deep");
  assert.equal(await namesOf(anchored, { roots: [at("/w/sub")] }), "");
});

test("a folder that is not there, or cannot be read, has no entries", async () => {
  assert.equal(await namesOf({}, { roots: [{ path: "/gone", root: "/gone", without: [] }] }), "");
  const { page } = await run({}, { tree: { "/w": "/" } });
  assert.deepEqual([page!.total, page!.paths], [0, []]);
});

test("links are entries of their own unless they are followed", async () => {
  const tree: FakeTree = {
    "/w/dir/a.ts": [1, 10],
    "/w/file.md": [7, 20],
    "/w/to-dir": "->",
    "/w/to-file": "->",
    "/w/out": "->",
    "/w/up": "->",
    "/w/dir/back": "->",
  };
  const links = { "/w/to-dir": "/w/dir", "/w/to-file": "/w/file.md", "/w/up": "/w", "/w/dir/back": "/w/dir" };
  const follow = { follow_symlinks: true };
  assert.equal(await namesOf({}, { tree, links }), "dir dir/a.ts dir/back file.md out to-dir to-file up");
  const { page } = await run(follow, { tree, links });
  const names = page!.paths.map((path) => path.slice(3));
  // The folder appears once more through `back`, which would lead to a cycle. `up` leads to the root itself.
  assert.equal(names.join(" "), "dir dir/a.ts dir/back dir/back/a.ts file.md out to-dir to-dir/a.ts to-file");
  const kind = (name: string) => page!.kinds[names.indexOf(name)];
  const size = (name: string) => page!.sizes[names.indexOf(name)];
  const time = (name: string) => page!.mtimesMs[names.indexOf(name)];
  assert.deepEqual([kind("to-dir"), kind("to-file"), kind("out")], ["d", "f", "l"]);
  assert.deepEqual([size("to-dir"), size("to-file"), size("out")], [-1, 7, -1]);
  assert.deepEqual([time("to-dir"), time("to-file"), time("out")], [5, 20, 7]);
  const cases: [input: ListInput, names: string][] = [
    [{ types: ["l"] }, "out"],
    [{ extensions: ["md"] }, "file.md"],
    [{ size: ["+1"] }, "dir/a.ts dir/back/a.ts file.md to-dir/a.ts to-file"],
    [{ depth: 1 }, "dir file.md out to-dir to-file"],
    [{ depth: 2, types: ["f"] }, "dir/a.ts file.md to-dir/a.ts to-file"],
    [{ changed_before: "1h", types: ["l", "d"] }, "dir dir/back out to-dir"],
  ];
  for (const [input, expected] of cases)
    assert.equal(await namesOf({ ...follow, ...input }, { tree, links }), expected, JSON.stringify(input));
});

test("a circle of links ends", async () => {
  const tree: FakeTree = { "/w/a/to-b": "->", "/w/b/to-a": "->" };
  const links: Record<string, string> = {
    "/w/a/to-b": "/w/b",
    "/w/b/to-a": "/w/a",
  };
  const names = await namesOf({ follow_symlinks: true }, { tree, links });
  assert.equal(names, "a a/to-b a/to-b/to-a b b/to-a b/to-a/to-b");
});

test("a regular expression is matched elsewhere: all entries are sent, with a line for each", async () => {
  for (const roots of [undefined, ["/w", "/w/sub", "/w/a"].map((path) => ({ path, root: "/w", without: [] }))]) {
    const { page, emitted } = await run({ pattern: "x", full_path_match: true }, roots ? { roots } : {});
    assert.equal(page, undefined);
    const [{ message, transfer } = {}] = emitted as [(typeof emitted)[number]];
    const table = new EntryTable(message!.columns);
    const paths = Array.from({ length: table.count }, (_, at) => table.path(at).slice(3));
    assert.equal(paths.join(" "), SORTED);
    assert.equal(Buffer.from(message!.matchInput).toString(), paths.join("\n"));
    const { text, ends, kinds, sizes, mtimesMs } = message!.columns;
    assert.deepEqual(
      transfer,
      [text, ends, kinds, sizes, mtimesMs, message!.matchInput].map(({ buffer }) => buffer),
    );
    assert.deepEqual(message!.unlisted, []);
    const at = paths.indexOf("a/x.ts");
    assert.deepEqual([table.kind(at), table.size(at), table.mtimeMs(at)], ["f", 10, NOW - HOUR]);
  }
});

test("the same worker picks those that match, and reads pages that were saved", async () => {
  const { emitted, context, job } = await run({ pattern: "ts$" });
  const { columns, unlisted } = emitted[0]!.message;
  const saveAs = { id: "0123456789abcdef", request: "hash", warnings: [] };
  const matching = Uint32Array.of(1, 4, 10);
  const pick = { kind: "pick", columns, matching, unlisted, request: job.request, most: 2, saveAs } as const;
  const first = unpackPage((await walk(pick, context)) as PackedPage<SelectedPage>);
  assert.deepEqual(first.paths, ["/w/a-b.ts", "/w/a/x.ts"]);
  const read = { kind: "read", id: saveAs.id, part: 1, request: "hash" } as const;
  const second = unpackPage((await walk(read, context)) as PackedPage<SavedPage>);
  assert.deepEqual(second.paths, ["/w/sub/deep/B.TS"]);
  assert.equal(await walk({ ...read, part: 2 }, context), undefined);
});

test("a page has what it was asked for, and a cancelled walk ends", async () => {
  const { page, controller, job, context } = await run({}, { most: 3 });
  assert.deepEqual([page!.paths.length, page!.total, page!.remaining], [3, 11, 8]);
  controller.abort(new Error("given up"));
  await assert.rejects(walk(job, context), /given up/);
});
