/**
 * Every command in README and docs/install.md is tested: jig commands in code blocks by test/docs/docs.deep.test.ts, those in
 * sentences here, all others as listed in the table. "In a clone, with nothing but Node" runs here with `JIG_FRESH=1`.
 */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { delimiter, join } from "node:path";
import { test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { runJig, scratch, TOP } from "../jig.ts";

const PAGES = ["README.md", "docs/install.md"];
const textOf = (file: string) => readFileSync(join(TOP, file), "utf8");
const NPX = `npx -y ${packageJson.packageManager}`;

/** Tests of everything that isn't a jig command. */
const ELSEWHERE: Record<string, string> = {
  [`${NPX} run build`]: "JIG_FRESH=1, below",
  "mkdir -p ~/.local/bin && cp dist/jig ~/.local/bin/": "JIG_FRESH=1, below",
  [`${NPX} start`]: "test/docs/docs.test.ts compares the version; what it starts is the binary that every test uses",
  [`${NPX} run test`]: ".ci/run",
  [`${NPX} run bench`]: "test/bench/run.ts, by whoever measures",
  "bun build/docs.ts": "bun build/docs.ts --check, in bun run check",
  "bun build/release.ts": ".github/workflows/release.yml; its parts in test/release/release.test.ts",
  "brew style": ".github/workflows/release.yml",
  "brew audit": ".github/workflows/release.yml",
  "npm publish --dry-run": ".github/workflows/release.yml",
  "xattr -d com.apple.quarantine jig": "nobody: a macOS machine",
  "JIG_REGISTRY_SCHEMA=<its schema> bun test test/release/registry-entry.test.ts": "itself",
  jig: "test/explorer, in a terminal",
  "jig mcp": "test/mcp",
  "jig serve": "test/serve",
  "jig pick grep TODO": "test/cli/terminal.test.ts, in a terminal",
  "jig plugin …": "docs/plugins.md, by test/docs/docs.deep.test.ts",
  "jig <tool> …": "test/runtimes: every example of every tool",
  "jig describe <tool>": "test/cli/cli.deep.test.ts",
};

function blocksOf(text: string): string[] {
  return [...text.matchAll(/^```sh\n([\s\S]*?)^```$/gm)].flatMap(([, body]) => body!.trim().split("\n"));
}

function inlineOf(text: string): string[] {
  const prose = text.replace(/^```[\s\S]*?^```$/gm, "");
  const found = [...prose.matchAll(/`((?:jig|npx|bun|npm|brew|scoop|xattr|curl|JIG_\w+=[^`]*)(?: [^`\n]*)?)`/g)];
  return [...new Set(found.map(([, command]) => command!))];
}

test("every command in a sentence of the README and docs/install.md runs, or is run elsewhere", () => {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  let ran = 0;
  for (const file of PAGES)
    for (const command of inlineOf(textOf(file))) {
      if (command in ELSEWHERE) continue;
      assert.match(command, /^jig /, `${file}: ${command} is run by nobody`);
      const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, word]) => quoted ?? word!).slice(1);
      const { code, stderr } = runJig(words, { cwd: project });
      assert.equal(code, 0, `${file}: ${command}\n${stderr}`);
      ran++;
    }
  assert.ok(ran >= 6, `${ran} commands ran`);
});

test("every line of a block is jig's, which docs.deep.test.ts runs, or is run elsewhere, and nothing is listed in vain", () => {
  const named = PAGES.flatMap((file) => [...blocksOf(textOf(file)), ...inlineOf(textOf(file))]);
  for (const line of PAGES.flatMap((file) => blocksOf(textOf(file))))
    assert.ok(line.startsWith("jig ") || line in ELSEWHERE, `${line} is run by nobody`);
  for (const line of Object.keys(ELSEWHERE)) assert.ok(named.includes(line), `${line} stands nowhere any more`);
});

test("nothing but Node: the README's lines in a clone, then jig setup reaches a client", {
  skip: process.env.JIG_FRESH ? false : "takes minutes and npm's registry: JIG_FRESH=1, JIG_CLIENTS as in test/clients",
  timeout: 900_000,
}, () => {
  const top = scratch();
  const [home, bin, clone, project] = ["home", "bin", "clone", "project"].map((name) => join(top, name)) as [
    string,
    string,
    string,
    string,
  ];
  for (const folder of [join(home, ".local", "bin"), bin, project]) mkdirSync(folder, { recursive: true });
  const which = (name: string) => spawnSync("which", [name], { encoding: "utf8" }).stdout.trim();
  for (const name of ["node", "npm", "npx", "sh", "cp", "env", "uname", "mkdir"])
    symlinkSync(name === "node" ? process.env.JIG_FRESH_NODE || which(name) : which(name), join(bin, name));
  const client = process.env.JIG_CLIENTS && join(process.env.JIG_CLIENTS, "node_modules", ".bin", "claude");
  if (client) symlinkSync(client, join(bin, "claude"));
  // Registry settings belong to the machine.
  const kept = Object.entries(process.env).filter(([name]) => /^(npm_config_|SSL_|NODE_EXTRA_)/i.test(name));
  const PATH = [join(home, ".local", "bin"), bin].join(delimiter);
  const env = { ...Object.fromEntries(kept), HOME: home, PATH } as Record<string, string>;
  assert.equal(spawnSync("git", ["clone", "-q", TOP, clone]).status, 0);
  for (const line of blocksOf(textOf("README.md")).slice(0, 2)) {
    const { status, stderr } = spawnSync("sh", ["-c", line], { cwd: clone, env, encoding: "utf8" });
    assert.equal(status, 0, `${line}\n${stderr}`);
  }
  const setup = spawnSync("jig", ["setup", "--yes"], { cwd: project, env, encoding: "utf8" });
  assert.equal(setup.status, 0, setup.stderr);
  if (client) assert.match(setup.stdout + setup.stderr, /ok +Claude Code: .*Connected/);
});
