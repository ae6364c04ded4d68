/** Tests the ways in which a declaration can be named. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { isIn } from "./find-symbols.ts";
import { parseNamePath } from "./name-path.ts";

test("names, name paths of several languages, symbol paths", () => {
  const cases: [string, object][] = [
    ["render", { name: "render", containers: [] }],
    ["App/render", { name: "render", containers: ["App"] }],
    ["app.App.render(x, y)", { name: "render", containers: ["app", "App"] }],
    ["Vec<T>::new", { name: "new", containers: ["Vec<T>"] }],
    ["src/app.ts#App/render", { name: "render", containers: ["App"], file: "src/app.ts" }],
    ["src/app.ts#App/#secret", { name: "#secret", containers: ["App"], file: "src/app.ts" }],
    ["src/a.ts#f @src/a.ts:12", { name: "f", containers: [], file: "src/a.ts", line: 12 }],
    ["src\\app.ts#render", { name: "render", containers: [], file: "src/app.ts" }],
    ["App#render", { name: "render", containers: ["App"] }],
    ["a.h#A/operator/", { name: "operator/", containers: ["A"], file: "a.h" }],
    ["A::operator()", { name: "operator()", containers: ["A"] }],
    ["#secret", { name: "#secret", containers: [] }],
  ];
  for (const [written, expected] of cases) assert.deepEqual(parseNamePath(written), expected, written);
});

test("leading names may be the file, its folders or a package", () => {
  const declaration = {
    ...{ path: "", name: "run", kind: "method", containers: ["Flask"], nameLine: 5, column: 1 },
    ...{ startLine: 5, endLine: 5, signature: "", documentation: "", isOverload: false },
  };
  const isNamed = (written: string, shown = "src/flask/app.py") => isIn(declaration, shown, parseNamePath(written));
  assert.deepEqual(
    ["run", "Flask/run", "flask.app.Flask.run", "app.Flask.run", "other.Flask.run", "Other/run"].map((each) =>
      isNamed(each),
    ),
    [true, true, true, true, false, false],
  );
  assert.ok(isNamed("flask.Flask.run", "src/flask/__init__.py"));
  assert.ok(isNamed("src/flask/app.py#Flask/run @src/flask/app.py:5"));
  assert.equal(isNamed("src/flask/app.py#Flask/run @src/flask/app.py:6"), false);
});
