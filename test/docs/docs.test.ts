/** What the documents say is so: commands run, links lead somewhere, versions are the same everywhere. */
import assert from "node:assert/strict";
import { execFileSync, spawnSync } from "node:child_process";
import { cpSync, existsSync, readFileSync, symlinkSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { before, test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { environment, JIG, scratch, TOP } from "../jig.ts";

const DOCUMENTS = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard", "*.md"], {
  cwd: TOP,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "" && !file.includes("fixtures/") && existsSync(join(TOP, file)));
const textOf = (file: string) => readFileSync(join(TOP, file), "utf8");

/** Written from the manifests, whose examples test/runtimes runs. */
const GENERATED = ["docs/tools.md"];
/** Commands of other programs, or of a clone: what they do is tested where they live (test/release, test/runtimes, `.ci/run`). */
const OTHERS = /^(npx|npm|bun|deno|brew|scoop|sh|cp|git|cd|claude|code|curl|export|source|chmod|#|$)/;
/** Needs a terminal, or goes on until it is ended. */
const INTERACTIVE = /^jig( tui)?$|^jig (mcp|serve)( --[\w-]+( \S+)?)*$|^jig plugin (dev|trust)\b/;

let bin: string;

before(() => {
  bin = scratch();
  symlinkSync(JIG, join(bin, "jig"));
});

interface Fence {
  file: string;
  language: string;
  body: string;
}

function fencesOf(file: string): Fence[] {
  return [...textOf(file).matchAll(/^```(\w*)[^\n]*\n([\s\S]*?)^```$/gm)].map(([, language, body]) => ({
    file,
    language: language!,
    body: body!,
  }));
}

function newProject(): string {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  return project;
}

function shell(command: string, cwd: string) {
  const env = environment({ PATH: `${bin}:${process.env.PATH}` });
  const { status, stdout, stderr } = spawnSync("bash", ["-c", command], {
    cwd,
    env,
    encoding: "utf8",
    timeout: 60_000,
  });
  return { status, stdout, stderr };
}

test("every jig command of a shell block runs", { timeout: 240_000 }, () => {
  let ran = 0;
  for (const file of DOCUMENTS.filter((each) => !GENERATED.includes(each))) {
    const project = newProject();
    for (const { body } of fencesOf(file).filter(({ language }) => language === "sh")) {
      for (const line of body.replaceAll("\\\n", " ").split("\n")) {
        const command = line.replace(/\s+#.*$/, "").trim();
        if (OTHERS.test(command) || INTERACTIVE.test(command) || command.includes("<") || command.includes("…"))
          continue;
        const { status, stderr } = shell(command, project);
        assert.equal(status, 0, `${file}: ${command}\n${stderr}`);
        ran++;
      }
    }
  }
  assert.ok(ran >= 15, `${ran} commands ran`);
});

test("every console block shows what is really answered", () => {
  for (const file of DOCUMENTS) {
    const project = newProject();
    for (const { body } of fencesOf(file).filter(({ language }) => language === "console")) {
      for (const part of body.split(/^\$ /m).slice(1)) {
        const [command, ...expected] = part.trimEnd().split("\n");
        const { stdout, status } = shell(command!, project);
        assert.equal(status, 0, `${file}: ${command}`);
        const shown = stdout.trimEnd().replaceAll(project, "/path/to/game");
        assert.equal(shown, expected.join("\n"), `${file}: ${command}`);
      }
    }
  }
});

test("links inside the repository lead to files and headings that exist", () => {
  const headings = (file: string) =>
    [...textOf(file).matchAll(/^#+ (.+)$/gm)].map(([, title]) =>
      title!
        .toLowerCase()
        .replace(/[^\p{L}\p{N} _-]/gu, "")
        .replaceAll(" ", "-"),
    );
  const broken: string[] = [];
  for (const file of DOCUMENTS) {
    const prose = textOf(file)
      .replace(/^```[\s\S]*?^```$/gm, "")
      .replace(/`[^`\n]*`/g, "");
    for (const [, target] of prose.matchAll(/\]\(([^)\s]+)\)/g)) {
      if (/^[a-z]+:/.test(target!)) continue;
      const [path, anchor] = target!.split("#");
      const to = path ? relative(TOP, join(TOP, dirname(file), path)) : file;
      if (!existsSync(join(TOP, to))) broken.push(`${file}: ${target}`);
      else if (anchor && to.endsWith(".md") && !headings(to).includes(anchor)) broken.push(`${file}: ${target}`);
    }
  }
  assert.deepEqual(broken, []);
});

test("every named file of the repository exists", () => {
  const missing: string[] = [];
  for (const file of DOCUMENTS) {
    for (const [, path] of textOf(file).matchAll(
      /`((?:core|plugins|test|build|tui|docs|examples|\.github)\/[\w./-]+\.(?:ts|tsx|yml|md|json|sh))`/g,
    )) {
      if (!existsSync(join(TOP, path!)) && !existsSync(join(TOP, dirname(file), path!)))
        missing.push(`${file}: ${path}`);
    }
  }
  assert.deepEqual(missing, []);
});

test("package.json's Bun is the one that documents, workflows and the stage name", () => {
  const { packageManager } = packageJson;
  assert.match(packageManager, /^bun@\d+\.\d+\.\d+$/);
  for (const file of [...DOCUMENTS, ".github/workflows/release.yml", ".ci/run"]) {
    for (const [named] of textOf(file).matchAll(/bun@\d[\w.]*/g)) assert.equal(named, packageManager, file);
  }
  assert.ok(textOf("README.md").includes(`npx -y ${packageManager} start`));
  assert.equal(packageJson.devDependencies["bun-types"], packageManager.slice(4));
});
