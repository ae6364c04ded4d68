/** A plugin's memory limit is part of its manifest, enforced, and shown before approval. */
import assert from "node:assert/strict";
import { join } from "node:path";
import { test } from "node:test";
import { runJig } from "../jig.ts";
import { hog } from "./hog.ts";

test("the review says it, and a limit that is none is refused", () => {
  const shown = runJig(["plugin", "trust", ".jig/plugins/hog"], { cwd: hog(128) });
  assert.match(shown.stdout + shown.stderr, /memory: 128 MB/);
  const wrong = runJig(["plugin", "check", join(hog(8), ".jig", "plugins", "hog")]);
  assert.match(wrong.stdout + wrong.stderr, /memoryMb: must be at least 64, not 8/);
});
