/** Symbols in repositories that were indexed with them, and a message for others. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Host } from "../../core/host/frontend-api.ts";
import { type Answer, FILES, fleet, hostOver, repo } from "./fleet.ts";
import "../own-folder.ts";

const SYMBOLS = {
  "src/Player.cs": [
    { name: "Player", kind: "class" },
    { name: "health", kind: "field", parent: "Player" },
    { name: "Heal", kind: "method", parent: "Player" },
  ],
  "docs/größe 日本 [x].md": [{ name: "😀 health", kind: "section" }],
};

const find = async (host: Host, input: object): Promise<Answer> =>
  (await host.invoke("find_symbols", input as never)).value;
const places = ({ symbols }: Answer) =>
  symbols.map(({ name, line_number, column }: Answer) => [name, line_number, column]);

test("symbols are found by name, by its beginning, by a part of it, by kind", async () => {
  const [one, two] = await fleet(
    [repo({ symbols: SYMBOLS })],
    [
      repo({
        name: "org/other",
        files: { "Player.py": "class Player:\n" },
        symbols: { "Player.py": [{ name: "Player", kind: "class" }] },
      }),
    ],
  );
  const host = await hostOver([one!.url, two!.url]);
  const all = await find(host, { name: "Player" });
  assert.deepEqual(
    all.symbols.map(({ file, kind, container, line_text }: Answer) => [file, kind, container, line_text]),
    [
      ["repo:org/game/src/Player.cs", "class", null, "class Player {"],
      ["repo:org/other/Player.py", "class", null, "class Player:"],
    ],
  );
  const roots = ["repo:org/game"];
  assert.deepEqual(places(await find(host, { name: "Hea", roots, match: "prefix" })), [["Heal", 3, 8]]);
  assert.deepEqual(places(await find(host, { name: "hea", roots, match: "prefix", ignore_case: true })), [
    ["health", 2, 7],
    ["Heal", 3, 8],
  ]);
  assert.deepEqual(places(await find(host, { name: "health", roots, match: "contains" })), [
    ["😀 health", 2, 17],
    ["health", 2, 7],
  ]);
  assert.equal((await find(host, { name: "health", roots, kinds: ["method"] })).count, 0);
  assert.equal((await find(host, { name: "Heal.*", roots })).count, 0);
  assert.deepEqual(places(await find(host, { name: "Heal", roots: ["repo:org/game/src"] })), [["Heal", 3, 8]]);
  assert.equal((await find(host, { name: "Heal", roots: ["repo:org/game/nowhere"] })).code, "PATH_NOT_FOUND");
  const { error } = await find(host, { name: "Heal", roots: ["src"] });
  assert.match(error, /not a repo: root/);
});

test("an index without symbols is refused by name, and one among others is named", async () => {
  const [fake] = await fleet([repo({ symbols: SYMBOLS }), repo({ name: "org/bare" })]);
  const host = await hostOver([fake!.url]);
  const bare = await find(host, { name: "Player", roots: ["repo:org/bare"] });
  assert.equal(bare.code, "UNAVAILABLE");
  assert.match(bare.error, /repo:org\/bare has no symbols/);
  const both = await find(host, { name: "Player" });
  assert.deepEqual([both.count, both.at_least], [1, true]);
  assert.match(both.warnings.join(), /repo:org\/bare has no symbols/);
});

test("what is missing is named: files left out, a server that is gone or answers something else", async () => {
  const files = { ...FILES };
  const [one, two] = await fleet(
    [repo({ symbols: SYMBOLS, files, left: { "big.cs": "exceeds the maximum size limit" } })],
    [repo({ name: "org/other", symbols: {} })],
  );
  const host = await hostOver([one!.url, two!.url]);
  assert.match((await find(host, { name: "Player" })).warnings.join(), /big\.cs/);
  for (const fault of ["500", "types", "half", "closed"] as const) {
    two!.fault = fault;
    const answer = await find(host, { name: "Player" });
    assert.deepEqual([answer.count, answer.at_least], [1, true], fault);
    assert.ok(
      answer.warnings.some((line: string) => line.includes(two!.url)),
      fault,
    );
  }
  one!.fault = "500";
  const fresh = await hostOver([one!.url, two!.url]);
  assert.equal((await find(fresh, { name: "Player" })).code, "UNAVAILABLE");
});
