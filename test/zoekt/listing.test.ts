/** `list_files` in repositories: same entries as in a checkout, apart from file metadata. */
import assert from "node:assert/strict";
import { readdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import type { Host } from "../../core/host/frontend-api.ts";
import { testRuntime } from "../../core/host/testing.ts";
import { type Answer, checkout, FILES, fleet, hostOver, repo } from "./fleet.ts";
import "../own-folder.ts";

const list = async (host: Host, input: object): Promise<Answer> =>
  (await host.invoke("list_files", input as never)).value;

function plain(answer: Answer, root: string): Answer {
  const { results, elapsed_ms: _, ...rest } = answer;
  const rows = results?.map((row: Answer) => ({ ...row, size_bytes: null, mtime: null }));
  return JSON.parse(JSON.stringify({ ...rest, results: rows }).replaceAll(root, "repo:org/game"));
}

test("a listing of a repository has the entries of one of its checkout", async () => {
  const [fake] = await fleet([repo()]);
  const root = checkout(FILES);
  const [remote, local] = [await hostOver([fake!.url]), await hostOver([], root)];
  const questions = [
    {},
    { hidden: true },
    { no_ignore: true },
    { no_ignore: true, hidden: true, types: ["f"] },
    { types: ["d"] },
    { extensions: ["cs"] },
    { pattern: "^p", types: ["f"] },
    { pattern: "*.md", glob: true },
    { pattern: "src/.*log", full_path_match: true },
    { pattern: "nested", prune: true },
    { exclude: ["docs"] },
    { depth: 1 },
    { min_depth: 2 },
    { count_only: true },
    { pattern: "(" },
    { limit: 3 },
  ];
  for (const question of questions) {
    const [expected, answer] = [
      await list(local, question),
      await list(remote, { ...question, roots: ["repo:org/game"] }),
    ];
    assert.deepEqual(plain(answer, root), plain(expected, root), JSON.stringify(question));
  }
  const below = await list(remote, { roots: ["repo:org/game/src"] });
  assert.deepEqual(
    below.results.map(({ path, size_bytes, mtime }: Answer) => [path, size_bytes, mtime]),
    ["Player.cs", "nested", "nested/kept.log"].map((path) => [`repo:org/game/src/${path}`, null, null]),
  );
});

test("what only a file says is refused by name, and what is not known is said", async () => {
  const left = { "gen/.gitignore": "contains too few trigrams", "big.bin": "exceeds the maximum size limit" };
  const [fake] = await fleet([
    repo({ left }),
    repo({ name: "org/other", files: { "a\\b": "", "../up": "", "ok/x": "" } }),
  ]);
  const host = await hostOver([fake!.url]);
  const roots = ["repo:org/game"];
  for (const option of [
    { sort: "size" },
    { sort: "time" },
    { size: ["+1K"] },
    { changed_within: "1day" },
    { changed_before: "1day" },
    { types: ["x"] },
    { follow_symlinks: true },
  ]) {
    const { code, error } = await list(host, { ...option, roots });
    assert.deepEqual([code, error.includes(Object.keys(option)[0]!)], ["INVALID_ARGUMENT", true], error);
  }
  for (let again = 0; again < 2; again++) {
    const game = await list(host, { roots, hidden: true, no_ignore: true });
    assert.ok(game.results.some(({ path }: Answer) => path === "repo:org/game/big.bin"));
    assert.match(game.warnings.join(), /Ignore rules of repo:org\/game are not known: gen\/\.gitignore/);
    assert.equal(game.at_least, true);
  }
  const hostile = await list(host, { roots: ["repo:org/other"] });
  assert.deepEqual([hostile.at_least, hostile.total_count], [true, 2]);
  assert.match(hostile.warnings.join(), /Not listed in repo:org\/other.*\.\.\/up/);
  assert.equal((await list(host, { roots: ["repo:org/game/nowhere"] })).code, "PATH_NOT_FOUND");
  fake!.fault = "500";
  const gone = await list(host, { roots: ["repo:*"], count_only: true });
  assert.deepEqual([gone.total_count, gone.at_least], [0, true]);
  assert.match(gone.warnings.join(), /Not searched/);
  const broken = await list(await hostOver([fake!.url]), { roots });
  assert.deepEqual([broken.success, broken.code], [false, "UNAVAILABLE"]);
});

test("a name is never read as an empty file, and a replaced index ends its cursors", async () => {
  const [fake] = await fleet([repo()]);
  const runtime = testRuntime();
  const host = await hostOver([fake!.url], undefined, {}, runtime);
  const roots = ["repo:org/game"];
  await list(host, { roots });
  const [name] = (readdirSync(runtime.cacheFolder, { recursive: true }) as string[]).filter((path) =>
    /names.*Player\.cs$/.test(path),
  );
  const file_path = join(realpathSync(runtime.cacheFolder), name!);
  const read = await host.invoke("extract_code_section", { file_path, start_line: 1 });
  assert.match(JSON.stringify(read.value), /only a name and no content/);
  const cursor = `list:${Buffer.from(JSON.stringify(["path", 0, 0, file_path.replace("c0ffee", "beef")])).toString("base64url")}`;
  assert.match((await list(host, { roots, cursor })).error, /replaced/);
});

test("of a repository that is checked out here, the checkout is listed", async () => {
  const [fake] = await fleet([repo({ name: "github.com/org/game", files: { ...FILES, "src/Old.cs": "" } })]);
  const root = checkout({
    "src/New.cs": "",
    ".git/config": '[remote "origin"]\n\turl = git@github.com:org/game.git\n',
  });
  const host = await hostOver([fake!.url], root);
  const paths = async (own: string) => {
    const { results, warnings } = await list(host, { roots: [own, "repo:github.com/org/game"], types: ["f"] });
    assert.match(warnings.join(), /is listed in its checkout /);
    return results.map(({ path }: Answer) => path);
  };
  assert.deepEqual(await paths("."), [`${root}/src/New.cs`]);
  const mixed = await paths("src");
  assert.ok(mixed.includes(`${root}/src/New.cs`) && mixed.includes("repo:github.com/org/game/empty.txt"));
  assert.ok(!mixed.some((path: string) => path.includes("Old.cs")));
});
