/** All jig commands in the docs work. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCUMENTS, fencesOf, newProject, shell, textOf } from "./documents.ts";

/** Generated from the manifests. test/runtimes runs their examples. */
const GENERATED = ["docs/tools.md"];
/** Commands of other programs or of a clone, which are tested elsewhere (test/release, test/runtimes, `.ci/run`). */
const OTHERS = /^(npx|npm|bun|deno|brew|scoop|sh|cp|mkdir|git|cd|claude|code|curl|export|source|chmod|#|$)/;
/** Interactive or long-running. Tested in test/explorer and core/cli/pick. */
const INTERACTIVE = /^jig( tui)?$|^jig (mcp|serve)( --[\w-]+( \S+)?)*$|^jig plugin (dev|trust)\b|\bjig pick\b/;

/** A repository with uncommitted changes. */
const CHANGED =
  "git init -q && git add . && git -c user.name=a -c user.email=a@b commit -qm a && echo '// Damage' >> Assets/Scripts/Player.cs";

test("every jig command of a shell block runs", { timeout: 240_000 }, () => {
  let ran = 0;
  for (const file of DOCUMENTS.filter((each) => !GENERATED.includes(each))) {
    const project = newProject();
    shell(CHANGED, project);
    for (const { body } of fencesOf(file).filter(({ language }) => language === "sh")) {
      for (const line of body.replaceAll("\\\n", " ").split("\n")) {
        const command = line.replace(/\s+#.*$/, "").trim();
        const isOther = OTHERS.test(command) && !command.includes("| jig ");
        if (isOther || INTERACTIVE.test(command) || command.includes("<") || command.includes("…")) continue;
        const { status, stderr } = shell(command, project);
        assert.equal(status, 0, `${file}: ${command}\n${stderr}`);
        ran++;
      }
    }
  }
  assert.ok(ran >= 15, `${ran} commands ran`);
});

/** Placeholders and their replacements. */
const PLACEHOLDERS: readonly [RegExp, string][] = [
  [/QUERY PATH …/, "Damage Assets"],
  [/plugin …/, "plugin --help"],
  [/<name>/, "grep"],
  [/<tool>/, "search_content"],
  [/\bDIR\b/, "made"],
  [/…/, "Damage"],
  [/ \| man -l -/, ""],
];

test("every jig command in the sentences of README and docs/command-line.md runs", { timeout: 120_000 }, () => {
  let ran = 0;
  for (const file of ["README.md", "docs/command-line.md"]) {
    const project = newProject();
    const sentences = textOf(file).replace(/^```[\s\S]*?^```$/gm, "");
    for (const [, written = ""] of sentences.matchAll(/`(jig [^`\n]+)`/g)) {
      const command = PLACEHOLDERS.reduce((text, [sign, word]) => text.replace(sign, word), written);
      if (INTERACTIVE.test(command)) continue;
      const { status, stderr } = shell(command, project);
      assert.equal(status, 0, `${file}: ${command}\n${stderr}`);
      ran++;
    }
  }
  assert.ok(ran >= 20, `${ran} commands ran`);
});
