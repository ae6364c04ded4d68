/** A large new file is compared in one pass. */
import assert from "node:assert/strict";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { repository, since } from "./changed-repository.ts";

test("a new file of 15,000 declarations is compared in one pass", { timeout: 100_000 }, () => {
  const root = repository();
  const methods = Array.from({ length: 15_000 }, (_, at) => `m${at}() {}`).join("\n");
  writeFileSync(join(root, "many.ts"), `export class Many {\n${methods}\n}\n`);
  const { changes } = since(root, { since: "worktree" });
  assert.deepEqual(
    changes.map(({ change, symbol_path, members }) => [change, symbol_path, members]),
    [["added", "many.ts#Many", 15_000]],
  );
});
