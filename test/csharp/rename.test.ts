/** Renames with the compiled binary: complete plans, rejections with locations, exact undo. */
import assert from "node:assert/strict";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { callJig } from "../jig.ts";
import { files, project } from "./renamed-project.ts";

test("a type with its attribute, file and .meta, and everything back again", () => {
  const { cwd, read, rename } = project();
  const { value } = rename({ name: "Game.Mover", to: "Walker" });
  assert.equal(value.state, "applied", JSON.stringify(value));
  assert.ok(!existsSync(join(cwd, "Assets/Mover.cs")));
  const text = read("Assets/Walker.cs");
  assert.match(text, /cref="Walker\.Go\(int\)"/);
  assert.match(text, /class Runner : Walker \{/);
  assert.equal(read("Assets/Walker.cs.meta"), files["Assets/Mover.cs.meta"]);
  assert.equal(callJig("changes", { undo: value.plan }, { cwd }).value.state, "undone");
  for (const path of Object.keys(files)) assert.equal(read(path), files[path], path);
  assert.equal(rename({ name: "MarkedAttribute", to: "NotedAttribute" }).value.state, "applied");
  assert.match(read("Assets/Mover.cs"), /\[Noted\] class Runner[\s\S]*class NotedAttribute/);
});

test("a method with its family, nameof, cref; asked from any of them", () => {
  for (const name of ["IWalker/Go", "Mover/Go", "Runner/Go"]) {
    const { read, rename } = project();
    const { value } = rename({ name, to: "Step" });
    assert.equal(value.state, "applied", JSON.stringify(value));
    const text = read("Assets/Mover.cs");
    assert.doesNotMatch(text, /\bGo\b/);
    assert.equal(text.match(/\bStep\b/g)?.length, 7);
  }
});

test("locals, parameters with the names of arguments, properties behind anonymous members", () => {
  const { read, rename } = project();
  assert.equal(rename({ at: "Assets/Mover.cs:8:36", to: "count" }).value.state, "applied");
  assert.match(read("Assets/Mover.cs"), /void Go\(int count\) \{ int left = count;[\s\S]*Go\(count: 2\)/);
  assert.equal(rename({ at: "Assets/Mover.cs:8:49", to: "rest" }).value.state, "applied");
  assert.match(read("Assets/Mover.cs"), /int rest = count; rest \+= speed; Invoke\("Fire", rest\)/);
  assert.equal(rename({ name: "Mover/Power", to: "Strength" }).value.state, "applied");
  assert.match(read("Assets/Mover.cs"), /new \{ Power = Strength \}; Console\.WriteLine\(shown\.Power\)/);
});
