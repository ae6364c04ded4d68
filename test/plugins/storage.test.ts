/** What a plugin may keep on disk is a value of its manifest: its cache refuses more, and a process that takes more by itself is ended. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { runJig } from "../jig.ts";
import { hoarder } from "./hoarder.ts";

test("the review says it, and a limit that is none is refused", () => {
  const shown = runJig(["plugin", "trust", hoarder(4)]);
  assert.match(shown.stdout + shown.stderr, /storage: 4 MB/);
  assert.match(runJig(["plugin", "check", hoarder(0)]).stdout, /storageMb: must be at least 1, not 0/);
});
