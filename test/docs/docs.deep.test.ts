/** Every jig command of the documents runs. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DOCUMENTS, fencesOf, newProject, shell } from "./documents.ts";

/** Written from the manifests, whose examples test/runtimes runs. */
const GENERATED = ["docs/tools.md"];
/** Commands of other programs, or of a clone: what they do is tested where they live (test/release, test/runtimes, `.ci/run`). */
const OTHERS = /^(npx|npm|bun|deno|brew|scoop|sh|cp|git|cd|claude|code|curl|export|source|chmod|#|$)/;
/** Needs a terminal, or goes on until it is ended. */
const INTERACTIVE = /^jig( tui)?$|^jig (mcp|serve)( --[\w-]+( \S+)?)*$|^jig plugin (dev|trust)\b/;

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
