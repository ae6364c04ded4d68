/**
 * Tests calls to overridden methods. A call refers to the override in the receiver's type or the nearest base
 * (C# §12.8.10.2).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { modelOf, testGrammar } from "../../../test/csharp/marks.ts";
import { tokenAt } from "../syntax/token-position.ts";
import { DeclarationBinder } from "./binder.ts";

test("an override of a generic base with the type arguments of one further down", async () => {
  const source = `class Got<T> { } abstract class Top<T> { protected abstract int Core(Got<T> got); protected virtual int Core(int n) => n; }
abstract class Mid<T> : Top<T> { } class Low<T> : Mid<T> { protected override int Core(Got<T> got) => 1; }
class Last<T> : Low<T> { protected override int Core(Got<T> got) { return base.Core(got) + base.Core(1); } }`;
  const { model, files } = modelOf(await testGrammar(), {}, [source]);
  const [file] = files.values();
  assert.ok(file);
  const owners = [...source.matchAll(/base\.Core/g)].map(({ index }) => {
    const at = file.declarationAt(index);
    const token = tokenAt(file.tree(at, 0), index + "base.".length);
    const value = token && new DeclarationBinder(model, file, at).resolve(token);
    return value?.is === "group" ? value.members.map(({ owner }) => owner.name).join() : value?.is;
  });
  assert.deepEqual(owners, ["Low", "Top"]);
});
