/** Crashes on undeclared variables are explained, for each language. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { absentVariableHint } from "./variable-hint.ts";

const hint = (text: string, env: string[] = []) => absentVariableHint(text, { permissions: { env } });

test("a crash on a variable names the permission", () => {
  for (const text of [
    `File "h.py", line 2\n    os.environ["TOKEN"]\n  File "<frozen os>", line 685, in __getitem__\nKeyError: 'TOKEN'`,
    `h.rb:1:in 'fetch': key not found: "TOKEN" (KeyError)`,
    "h.sh: line 2: TOKEN: unbound variable",
    "h.sh: 2: TOKEN: parameter not set",
    'NotCapable: Requires env access to "TOKEN", run again with the --allow-env flag',
    "const n = process.env.TOKEN.length;\n                          ^\nTypeError: Cannot read properties of undefined",
  ])
    assert.match(hint(text, ["A"]) ?? "", /^If TOKEN is .*permissions\.env: "env": \["A", "TOKEN"\]$/, text);
  assert.match(hint("called `Result::unwrap()` on an `Err` value: NotPresent") ?? "", /permissions\.env \(none\)/);
});

test("a declared variable is not set, and other crashes have other causes", () => {
  assert.match(hint("h.sh: line 2: TOKEN: unbound variable", ["TOKEN"]) ?? "", /is not set in the environment of jig/);
  for (const text of ["KeyError: 'title'", "TypeError: x is undefined", "NotPresent"])
    assert.equal(hint(text), undefined);
});
