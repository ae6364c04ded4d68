/** Repositories on Zoekt servers as roots and paths: same rows as in a checkout, and a message about what's missing. */
import assert from "node:assert/strict";
import { readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { createTestHost, testRuntime } from "../../core/host/testing.ts";
import { BUILT_INS } from "../../plugins/mod.ts";
import "../own-folder.ts";
import { type Answer, ask, checkout, FILES, fleet, hostOver, open, repo } from "./fleet.ts";

/** Removes what depends on the location. */
// biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape
function plain(answer: any, root: string): unknown {
  const text = JSON.stringify({ ...answer, elapsed_ms: 0, next: null }).replaceAll(root, "repo:org/game");
  return JSON.parse(text);
}

test("a search of a repository answers what one of its checkout does, in every mode", async () => {
  const [fake] = await fleet([repo()]);
  const root = checkout(FILES);
  const [remote, local] = [await hostOver([fake!.url]), await hostOver([], root)];
  const questions = [
    { query: "health" },
    { query: "HEALTH", case: "insensitive" },
    { query: "Health" },
    { query: "class|kelvin", case: "insensitive" },
    { query: "größe" },
    { query: "health", hidden: true },
    { query: "health", no_ignore: true, hidden: true },
    { query: "health +\\+= 1; \\}$", context_before: 1, context_after: 1 },
    { query: "health;.*\\n.*Heal", multiline: true },
    { query: "health", include_globs: ["*.cs"] },
    { query: "health", types: ["md"] },
    { query: "health", exclude_globs: ["docs"] },
    { query: "nowhere to be found" },
    { query: "^$" },
    { queries: ["Player", "health"] },
    { query: "health", max_count: 1, count_only_matches: true },
    { query: "health", files_only: true },
    { query: "health", total_only: true },
    { query: "health", summary_only: true },
    { query: "health", group_by_file: true },
    { query: "health", enclosing: true, body: true },
    { query: "health", word: true, optimize_paths: true },
    { query: "(", fixed_strings: true },
    { query: "(" },
  ];
  for (const question of questions) {
    const expected = await ask(local, question);
    const answer = await ask(remote, { ...question, roots: ["repo:org/game"] });
    assert.deepEqual(plain(answer, root), plain(expected, root), JSON.stringify(question));
  }
});

test("options that the index cannot answer are refused by name", async () => {
  const [fake] = await fleet([repo()]);
  const host = await hostOver([fake!.url]);
  for (const [name, value] of [
    ["encoding", "latin1"],
    ["follow_symlinks", true],
  ] as const) {
    const answer = await ask(host, { query: "health", roots: ["repo:org/game"], [name]: value });
    assert.equal(answer.code, "INVALID_ARGUMENT");
    assert.match(answer.error, new RegExp(name));
  }
});

test("what is not in the index is named, and no total is called exact", async () => {
  const left = {
    "data/big.json": "exceeds the maximum size limit",
    "icon.png": "contains binary content",
    "a.bin": "exceeds the maximum size limit",
    x: "contains too few trigrams",
  };
  const [fake] = await fleet([repo({ left })]);
  const host = await hostOver([fake!.url]);
  const rows = await ask(host, { query: "health", roots: ["repo:org/game"] });
  assert.equal(rows.at_least, true);
  assert.match(rows.warnings.join(), /data\/big\.json \(exceeds the maximum size limit\)/);
  assert.doesNotMatch(rows.warnings.join(), /icon\.png|a\.bin|few/);
  const total = await ask(host, { query: "health", roots: ["repo:org/game"], total_only: true });
  assert.equal(total.success, false);
  assert.equal(total.partial_count, rows.total_matches);
  const elsewhere = await ask(host, {
    query: "health",
    roots: ["repo:org/game"],
    include_globs: ["*.cs"],
    total_only: true,
  });
  assert.equal(elsewhere, 2);
  const short = await ask(host, { query: "x", roots: ["repo:org/game"] });
  assert.match(short.warnings.join(), /few trigrams/);
  const read = await host.invoke("extract_code_section", { file_path: "repo:org/game/data/big.json", start_line: 1 });
  assert.match(JSON.stringify(read.value), /not in the index: exceeds the maximum size/);
});

test("a server that does not say what it has is missing from the list by name", async () => {
  const [good, bad] = await fleet([repo()], [repo({ name: "org/other" })]);
  bad!.fault = "500";
  const host = await hostOver([good!.url, bad!.url, "http://127.0.0.1:1"]);
  const { value } = await host.invoke("list_repos", {});
  const { repos, warnings } = value as { repos: { root: string }[]; warnings: string[] };
  assert.deepEqual(
    repos.map(({ root }) => root),
    ["repo:org/game"],
  );
  assert.match(warnings.join(), new RegExp(`${bad!.url} answered 500: query: something broke`));
  assert.match(warnings.join(), /127\.0\.0\.1:1: Nothing answers/);
  const found = await ask(host, { query: "health", roots: ["repo:org/game"] });
  assert.equal(found.at_least, undefined);
  const gone = await ask(host, { query: "health", roots: ["repo:org/other"] });
  assert.equal(gone.code, "UNAVAILABLE");
  assert.match(gone.error, new RegExp(bad!.url));
});

test("what a server says of its own gaps is passed on", async () => {
  const [fake] = await fleet([repo()]);
  const host = await hostOver([fake!.url]);
  fake!.stats = { FilesSkipped: 3, ShardsSkipped: 1, Crashes: 1 };
  const answer = await ask(host, { query: "health", roots: ["repo:org/game"] });
  assert.equal(answer.at_least, true);
  assert.match(answer.warnings.join(), /3 files were not examined/);
  fake!.stats = {};
  fake!.repos[0] = repo({ version: "newer" });
  const moved = await ask(host, { query: "Player", roots: ["repo:org/game"] });
  assert.match(moved.warnings.join(), /reindexed/);
  const again = await ask(host, { query: "Player", roots: ["repo:org/game"] });
  assert.deepEqual([again.count, again.at_least], [1, undefined]);
});

test("paths of a server lead nowhere but into its own tree", async () => {
  const files = {
    "../../evil.txt": "health",
    "/abs.txt": "health",
    ".git/config": "health",
    "a//b.txt": "health",
    "ok.txt": "health\n",
    "ok.txt/below": "health",
  };
  const [fake] = await fleet([repo({ files })]);
  const runtime = testRuntime();
  const root = checkout({});
  const host = await createTestHost({
    builtIns: BUILT_INS,
    roots: [root],
    runtime: { ...runtime, environment: { ...process.env, JIG_ZOEKT: fake!.url } },
  });
  open.push(host);
  const answer = await ask(host, { query: "health", roots: ["repo:org/game"], hidden: true, no_ignore: true });
  assert.equal(answer.at_least, true);
  assert.match(answer.warnings.join(), /evil\.txt/);
  const written = readdirSync(runtime.cacheFolder, { recursive: true }).map(String);
  assert.ok(!written.some((path) => /evil|abs\.txt|tree\/\.git\/config/.test(path)), written.join("\n"));
  for (const path of [
    "repo:org/game/../../../etc/passwd",
    "repo:org/game/.git/config",
    "repo:org/game/nothing.txt",
    "repo:org/gam/ok.txt",
    "repo:",
    "repo:org/game@x/ok.txt",
  ]) {
    const { failed } = await host.invoke("extract_code_section", { file_path: path, start_line: 1 });
    assert.equal(failed, true, path);
  }
});

test("a checkout among the roots is searched instead of what is indexed of it", async () => {
  const [fake] = await fleet([repo({ name: "github.com/org/game" })]);
  const root = checkout({ "src/Player.cs": "class Player { int health, armour; }\n" });
  writeFileSync(join(root, ".git/config"), '[remote "origin"]\n\turl = git@github.com:org/game.git\n');
  const host = await hostOver([fake!.url], root);
  const both = await ask(host, { query: "health", roots: [".", "repo:github.com/org/game"] });
  assert.deepEqual([both.count, both.results[0].file], [1, join(root, "src/Player.cs")]);
  assert.match(both.warnings.join(), /searched in its checkout/);
  const part = await ask(host, { query: "health", roots: ["src", "repo:github.com/org/game"] });
  const files = new Set(part.results.map(({ file }: { file: string }) => file));
  assert.ok(files.has(join(root, "src/Player.cs")) && files.has("repo:github.com/org/game/docs/größe 日本 [x].md"));
  assert.ok(!files.has("repo:github.com/org/game/src/Player.cs"));
});

test("a token is sent, and nowhere to be seen", async () => {
  const [fake] = await fleet([repo()]);
  const host = await hostOver([fake!.url], undefined, { JIG_ZOEKT_TOKEN: "s3cr3t-t0ken" });
  const answers = [await host.invoke("list_repos", {}), await ask(host, { query: "health", roots: ["repo:org/game"] })];
  fake!.fault = "401";
  answers.push(await ask(host, { query: "other", roots: ["repo:org/game"] }), await host.doctor());
  assert.ok(fake!.asked.every(({ authorization }) => authorization === "Bearer s3cr3t-t0ken"));
  assert.doesNotMatch(JSON.stringify(answers), /s3cr3t/);
});

test("without a server nothing is listed, and nothing is asked", async () => {
  const host = await hostOver([]);
  assert.ok(
    !host
      .tools()
      .some(({ name, listed }: { name: string; listed?: boolean }) => name === "list_repos" && listed !== false),
  );
  const { failed, value } = await host.invoke("list_repos", {});
  assert.equal(failed, true);
  assert.match(JSON.stringify(value), /--zoekt URL/);
  const answer = await ask(host, { query: "health", roots: ["repo:org/game"] });
  assert.equal(answer.success, false);
});

test("jig index: what a server has of the repositories here, and what to run for the rest", async () => {
  const commit = "c".repeat(40);
  const root = checkout({
    "game/.git/HEAD": "ref: refs/heads/main\n",
    "game/.git/packed-refs": `# pack-refs with: peeled\n${commit} refs/heads/main\n`,
    "game/.git/config": '[core]\n\tbare = false\n[remote "origin"]\n\turl = git@example.org:org/game.git\n',
    "it's one/.git/HEAD": `${"d".repeat(40)}\n`,
    "node_modules/left/.git/HEAD": commit,
    "empty/.git/HEAD": "ref: refs/heads/main\n",
  });
  rmSync(join(root, ".git"), { recursive: true });
  const [behind] = await fleet([repo({ name: "org/game", version: "b".repeat(40) })]);
  const rows = async (urls: string[]) => {
    const host = await hostOver(urls, root);
    const { value } = (await host.invoke("index_repos", {})) as { value: Answer };
    return value.repositories.map(({ name, state, command }: Answer) => [name, state, command]);
  };
  const run = (path: string) => `zoekt-git-index -index ~/.zoekt ${path}`;
  assert.deepEqual(await rows([behind!.url]), [
    ["empty", "missing", run(`${root}/empty`)],
    ["example.org/org/game", "behind", run(`${root}/game`)],
    ["it's one", "missing", run(`'${root}/it'\\''s one'`)],
  ]);
  const [same] = await fleet([repo({ name: "another", version: commit })]);
  assert.deepEqual((await rows([same!.url]))[1], ["example.org/org/game", "indexed", null]);
  assert.deepEqual((await rows([]))[1]!.slice(0, 2), ["example.org/org/game", "not asked"]);
  const bare = await hostOver([], checkout({ "a.txt": "" }));
  const { value } = await bare.invoke("index_repos", { roots: ["nowhere"] });
  assert.equal((value as Answer).code, "PATH_NOT_FOUND");
});
