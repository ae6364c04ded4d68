/** Environment variables that sources read without a declaration are reported with their line. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { parsedPluginFile } from "../host/frontend-api.ts";
import { sourcesIn } from "./source-codes.ts";
import { sourceVariableFaults } from "./source-variables.ts";

test("each language's reads are found, declared and given ones left out", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-variables-"));
  const files = {
    "a.py":
      'import os\na = os.environ["A"]\nos.environ.get("B")\nos.getenv("KNOWN")\nos.environ["JIG_ROOT"]\nos.environ["A"]\n',
    "b.ts": 'process.env.C;\nprocess.env["D"];\nprocess.env.PATH;\n',
    "c.go": 'os.Getenv("E")\n',
    "d.rs": 'std::env::var("F")\n',
    "e.rb": 'ENV["G"]\n',
    "f.sh": 'echo "$H"\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  const about = { name: "p", version: "1.0.0", title: "P", description: "Tries.", host: "^1" };
  const file = parsedPluginFile({ ...about, permissions: { env: ["KNOWN"] } });
  assert.ok(file);
  const found = sourceVariableFaults(sourcesIn(folder), file);
  assert.deepEqual(found.map(({ where, what }) => `${where} ${/variable (\w+)/.exec(what)?.[1]}`).sort(), [
    "a.py:2 A",
    "a.py:3 B",
    "b.ts:1 C",
    "b.ts:2 D",
    "c.go:1 E",
    "d.rs:1 F",
    "e.rb:1 G",
  ]);
  assert.equal(found.find(({ where }) => where === "a.py:2")?.write, 'Add "A" to permissions.env');
});
