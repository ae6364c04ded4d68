/** `code_refs_find` with `since`: changed declarations and their uses, in generated repositories. */
import assert from "node:assert/strict";
import { renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { changes, git, repository, since } from "./changed-repository.ts";

test("declarations that changed, with their uses; comments and files that moved are no change", () => {
  const root = repository();
  assert.equal(since(root, { since: "HEAD" }).note, "No declaration differs");
  const edit = (file: string, text: string) => writeFileSync(join(root, file), text);
  edit(
    "a.ts",
    "export class App {\n  // new\n  run() { return 11; }\n\n  stop() { return 2; }\n}\nexport function free(a = 1): number { return a; }\n",
  );
  edit(
    "m.py",
    "import os\ndef f():\n    if os:\n        return 1\n\nclass K:\n    def a(self):\n        # why\n        return f()\n\nclass N:\n    def z(self):\n        pass\n",
  );
  renameSync(join(root, "x.go"), join(root, "y.go"));
  const answer = since(root, { since: "worktree" });
  assert.deepEqual(changes(answer), [
    "changed a.ts#App/run 1 0",
    "changed a.ts#free 2 0",
    "removed a.ts#App/gone 0 1",
    "changed m.py#f 1 0",
    "added m.py#N 0 0",
  ]);
  assert.equal(answer.changes[4]?.members, 1);
  assert.deepEqual(
    answer.uses.map(({ path, line, kind, certainty, of }) => `${path}:${line} ${kind} ${certainty} ${of}`),
    [
      "b.ts:1 import certain a.ts#free",
      "b.ts:2 call certain a.ts#App/run",
      "b.ts:2 call certain a.ts#free",
      "m.py:9 call certain m.py#f",
      "b.ts:3 call possible undefined",
    ],
  );
  assert.match(answer.compared, /^HEAD \([0-9a-f]{10}\) and the working tree$/);
  assert.equal(answer.note, "Code outside declarations differs in m.py. Moved unchanged: x.go to y.go");
  assert.deepEqual(changes(since(root, { since: "HEAD", path: "m.py", kind: "call" })), [
    "changed m.py#f 1 0",
    "added m.py#N 0 0",
  ]);
  assert.equal(changes(since(root, { since: "HEAD", path: "a.ts", kind: "call" }))[1], "changed a.ts#free 1 0");
  git(root, "add", "m.py");
  assert.deepEqual(changes(since(root, { since: "staged" })), ["changed m.py#f 1 0", "added m.py#N 0 0"]);
  assert.match(runJig(["refs", "--since", "HEAD"], { cwd: root }).stdout, /^changed a\.ts#App\/run method: 1 certain/m);
});

test("what since cannot mean is refused", () => {
  const root = repository();
  const refused = (input: object, cwd = root) => {
    const { code, error } = callJig("code_refs_find", input, { cwd }).value as { code: string; error: string };
    return `${code} ${error}`;
  };
  assert.match(refused({ since: "nope" }), /^INVALID_ARGUMENT "nope" is not a revision of this repository/);
  assert.match(refused({ since: "HEAD", name: "f" }), /^INVALID_ARGUMENT .*name, names and at have no effect/);
  assert.match(refused({ since: " " }), /^INVALID_ARGUMENT "since" is empty/);
  assert.match(
    refused({ since: "HEAD" }, scratch({ "a.ts": "export const a = 1\n" })),
    /^UNAVAILABLE Git finds no repository/,
  );
});
