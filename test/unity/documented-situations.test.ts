/** All situations in docs/unity-truth.md have the listed tests. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { TOP } from "../jig.ts";

const SITUATIONS = 43;

test("each of the forty-three situations has its tests", () => {
  const page = readFileSync(join(TOP, "docs/unity-truth.md"), "utf8");
  const rows = [...page.matchAll(/^\| (\d+) +\| [^|]+ \| (.+?) +\|$/gm)];
  assert.deepEqual(
    rows.map(([, number]) => Number(number)),
    Array.from({ length: SITUATIONS }, (_, index) => index + 1),
  );
  for (const [, number, tests] of rows) {
    for (const each of tests!.split("<br>")) {
      const [, file, title] = /^`([\w.-]+\.test\.ts)`: (.+)$/.exec(each.trim())!;
      const numbers = title!.slice(0, title!.indexOf(":")).split(", ");
      assert.ok(numbers.includes(number!), `${each} is not of ${number}`);
      const text = readFileSync(join(TOP, "test/unity", file!), "utf8").replaceAll(/\$\{\w+\}/g, "…");
      assert.ok(text.includes(title!), `${file} has no test "${title}"`);
    }
  }
});
