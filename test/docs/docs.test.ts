/** Checks the docs: commands work, links resolve, versions are consistent. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { test } from "node:test";
import packageJson from "../../package.json" with { type: "json" };
import { TOP } from "../jig.ts";
import { DOCUMENTS, fencesOf, newProject, shell, textOf } from "./documents.ts";

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
