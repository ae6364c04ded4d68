/** Unknown error codes in sources are reported with their line. */
import assert from "node:assert/strict";
import { mkdirSync, mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { sourceCodeFaults, sourcesIn } from "./source-codes.ts";

test("codes of failures are found in each language, and other codes are not theirs", () => {
  const folder = mkdtempSync(join(tmpdir(), "jig-codes-"));
  mkdirSync(join(folder, "src"));
  const files = {
    "a.ts": 'throw new JigError(\n  "NO_BOOK", "x");\n',
    "b.py": 'x = {"code": "TIME_OUT"}\ny = {"code": "INVALID_ARGUMENT"}\n',
    "c.sh": `jq -n '{code: "NO_PAGE"}'\n`,
    "src/main.rs": 'json!({ "code": "PATH_NOT_FOUND" })\n// currency_code = "A_B", code: "USD", "code": "ENOENT"\n',
    "jig.js": '{ code: "NOT_OURS" }\n',
    "notes.md": '{"code": "NO_TEXT"}\n',
  };
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text);
  assert.deepEqual(
    sourceCodeFaults(sourcesIn(folder))
      .map(({ where, what }) => `${where} ${what}`)
      .sort(),
    [
      'a.ts:1 fails with the code "NO_BOOK", which is not one of jig\'s codes',
      'b.py:1 fails with the code "TIME_OUT", which is not one of jig\'s codes',
      'c.sh:1 fails with the code "NO_PAGE", which is not one of jig\'s codes',
    ],
  );
  assert.equal(
    sourceCodeFaults(sourcesIn(folder)).find(({ where }) => where === "b.py:1")?.write,
    'Did you mean "TIMEOUT"?',
  );
});
