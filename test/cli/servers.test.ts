/** Zoekt servers in settings: names, tokens, timeouts, order, precedence. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { chmodSync, mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { after, test } from "node:test";
import { environment, JIG, runJig, scratch } from "../jig.ts";
import { type FakeZoekt, startFakeZoekt } from "../zoekt/fake-zoekt.ts";

const fakes: FakeZoekt[] = [];
after(async () => {
  for (const fake of fakes) await fake.close();
});

async function fake(name: string): Promise<FakeZoekt> {
  const made = await startFakeZoekt([{ name, version: "c0ffee", files: { "a.txt": "needle\n" } }]);
  fakes.push(made);
  return made;
}

function at(settings: unknown, files: Record<string, string> = {}) {
  const config = scratch();
  mkdirSync(join(config, "jig"));
  writeFileSync(join(config, "jig", "settings.json"), JSON.stringify(settings));
  const token = join(config, "jig", "token");
  writeFileSync(token, "s3cr3t-t0ken\n", { mode: 0o600 });
  const root = scratch({ "own.txt": "", ...files });
  /** Async, since the server runs in this process. */
  const run = async (args: string[], env: Record<string, string> = {}) => {
    const child = spawn(JIG, args, { cwd: root, env: environment({ XDG_CONFIG_HOME: config, ...env }) });
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (text: string) => (stdout += text));
    child.stderr.setEncoding("utf8").on("data", (text: string) => (stderr += text));
    const code = await new Promise((settle) => child.on("close", settle));
    return { code, stdout, stderr, page: stdout.replace(/\s+/g, " ") };
  };
  const repos = async (args: string[] = [], env: Record<string, string> = {}) => {
    const answer = JSON.parse((await run(["list_repos", "--json", ...args], env)).stdout);
    return { ...answer, names: answer.repos?.map(({ root }: { root: string }) => root) };
  };
  return { token, run, repos };
}

test("servers of the settings are asked in their order, each with its own token; flags win over the environment over them", async () => {
  const [one, two] = [await fake("org/one"), await fake("org/two")];
  const settings = {
    zoekt: [
      { name: "first", url: one.url, token_file: "token" },
      { name: "second", url: two.url },
    ],
  };
  const { run, repos } = at(settings);
  assert.deepEqual((await repos()).names, ["repo:org/one", "repo:org/two"]);
  assert.deepEqual(
    [one.asked.at(-1)?.authorization, two.asked.at(-1)?.authorization],
    ["Bearer s3cr3t-t0ken", undefined],
  );
  assert.deepEqual((await repos([], { JIG_ZOEKT: two.url })).names, ["repo:org/two"]);
  assert.deepEqual((await repos(["--zoekt", "first"], { JIG_ZOEKT: two.url })).names, ["repo:org/one"]);
  assert.equal(one.asked.at(-1)?.authorization, "Bearer s3cr3t-t0ken");
  await repos(["--zoekt", `${one.url}/`], { JIG_ZOEKT_TOKEN: "of-the-environment" });
  assert.equal(one.asked.at(-1)?.authorization, "Bearer of-the-environment");
  const before = two.asked.length;
  await repos([], { JIG_ZOEKT_TOKEN: "of-the-environment" });
  assert.equal(
    two.asked.slice(before).some(({ authorization }) => authorization),
    false,
  );
  const doctor = await run(["doctor"]);
  assert.match(doctor.page, new RegExp(`Zoekt first \\(${one.url}\\).*1 repository, 0 with symbols, from settings`));
  assert.match(doctor.page, /Zoekt second/);
  const shown = await run(["settings"]);
  assert.match(shown.stdout, /"name":"first"/);
  assert.doesNotMatch(doctor.stdout + shown.stdout, /s3cr3t/);
  assert.match((await run(["settings", "--zoekt", one.url])).page, /zoekt.*\(--zoekt\)/);
});

test("a token that others may read is not sent, and a slow server costs its own time", async () => {
  const [one, two] = [await fake("org/one"), await fake("org/two")];
  const { repos, run, token } = at({
    zoekt: [
      { name: "open", url: one.url, token_file: "token" },
      { name: "slow", url: two.url, timeout_ms: 200 },
    ],
  });
  chmodSync(token, 0o644);
  two.fault = "hang";
  const none = await repos();
  assert.match(none.error, /open \(http.*is not used: Other users can read the token file/);
  assert.match(none.error, /slow \(http.*did not answer within 200 ms/);
  assert.equal(one.asked.length, 0);
  const { page } = await run(["doctor"]);
  assert.match(page, /Zoekt open.*Other users can read the token file/);
});

test("entries that cannot hold are said where they stand, and a repository may not name servers", async () => {
  for (const [entry, said] of [
    [{ url: "ftp://x" }, /"zoekt" 1: "url" is/],
    [{ url: "http://user:pass@x" }, /without a password/],
    [{ url: "http://x", name: "-" }, /"name" is/],
    [{ url: "http://x", timeout_ms: 0 }, /"timeout_ms" is/],
    [{ url: "http://x", token: "abc" }, /there is no "token", only/],
    ["http://x", /is not an object/],
  ] as const) {
    const { stderr } = runJig(["settings", "set", "zoekt", JSON.stringify([entry])], {
      cwd: scratch({ "a.txt": "" }),
      env: { XDG_CONFIG_HOME: scratch() },
    });
    assert.match(stderr, said);
  }
  const { run } = at({ zoekt: [{ url: 5 }] });
  assert.match((await run(["doctor"])).page, /Zoekt .*settings\.json: "zoekt" 1: "url" is/);
  assert.equal((await run(["list_files", "--json"])).code, 0);
  const hostile = await fake("org/hostile");
  const own = at({}, { ".jig/settings.json": JSON.stringify({ zoekt: [{ url: hostile.url }] }) });
  const { stderr } = await own.run(["list_repos"]);
  assert.match(stderr, /a repository may not name servers/);
  assert.equal(hostile.asked.length, 0);
});
