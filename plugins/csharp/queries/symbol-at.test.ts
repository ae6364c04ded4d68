/** What stands under a position, by its symbol path. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { indexForAll } from "../../../test/csharp/index-thread.ts";

const TEXT = `namespace Game {
  class Pool<T> { public void Get(int a) { } public void Get(T a) { } }
  class Player {
    int health; event System.Action Died;
    void Run(Pool<int> pool, int by) { pool.Get(by); var left = health - by; Died?.Invoke(); again: goto again; }
  }
}
`;
const index = indexForAll({ "Assets/Player.cs": TEXT });

/** At the nth occurrence of the words, on their last word's first letter. */
async function at(words: string, line: number, shift = 0): Promise<string> {
  const text = TEXT.split("\n")[line - 1] ?? "";
  const column = text.indexOf(words) + words.search(/\w+$/) + 1 + shift;
  const request = { op: "symbolAt" as const, path: index.path("Assets/Player.cs"), line, column };
  return await index.ask(request).then(
    ({ symbolPath }) => symbolPath,
    ({ code, message }) => `${code}: ${message}`,
  );
}

test("declarations and uses of types and members", async () => {
  assert.equal(await at("class Pool", 2), "Game.Pool<>");
  assert.equal(await at("class Pool", 2, 2), "Game.Pool<>");
  assert.equal(await at("void Get", 2), "Game.Pool<>/Get(int)");
  assert.equal(await at("namespace Game", 1), "Game");
  assert.equal(await at("Run(Pool", 5), "Game.Pool<>");
  assert.equal(await at("left = health", 5), "Game.Player/health");
  assert.equal(await at("left = health", 5, 6), "Game.Player/health");
  assert.equal(await at("; Died", 5), "Game.Player/Died");
});

test("what has no symbol path is said", async () => {
  for (const words of ["Get(by", "var left", "int by", "goto again"])
    assert.match(await at(words, 5), /^SYMBOL_NOT_FOUND: .* is a local, a parameter or a label/, words);
  assert.match(
    await at("Died?.Invoke", 5),
    /^SYMBOL_NOT_FOUND: "Invoke" at Assets\/Player\.cs:5:\d+ is declared outside the sources/,
  );
  assert.match(await at("void", 5), /is no name of the code/);
  assert.match(await at("namespace Game {", 1, 400), /^SYMBOL_NOT_FOUND: There is no name/);
});
