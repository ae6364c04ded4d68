/** Enforces ceilings for odd turns of phrase in comments and strings. */
import assert from "node:assert/strict";
import { test } from "node:test";
import {
  changedSinceTable,
  flaggedByFolder,
  flaggedPlaces,
  foldersAbove,
  type Prose,
  proseOf,
  readCeilings,
  readProse,
} from "../build/prose-rules.ts";

test("no folder uses more odd turns of phrase than build/prose-counts.txt allows", { timeout: 120_000 }, () => {
  const prose = readProse();
  const counts = flaggedByFolder(prose);
  const ceilings = readCeilings();
  const isChanged = changedSinceTable();
  const above = foldersAbove(counts, ceilings).map((folder) => {
    const { comments, strings } = counts.get(folder)!;
    const ceiling = ceilings.get(folder) ?? { comments: 0, strings: 0 };
    const rise = `${folder}: ${comments} comments of ${ceiling.comments}, ${strings} strings of ${ceiling.strings}`;
    return [rise, ...flaggedPlaces(prose, folder, isChanged)].join("\n  ");
  });
  const advice = `Say it in plain words; after a move of files: bun build/prose-rules.ts --write --moved. Changed since the table:`;
  assert.ok(above.length === 0, `${advice}\n${above.join("\n")}`);
});

test("every row of the table is a folder and two numbers", () => {
  const ceilings = [...readCeilings()];
  assert.ok(ceilings.length > 0);
  const wrong = ceilings.filter(
    ([folder, { comments, strings }]) => folder === "" || !Number.isInteger(comments) || !Number.isInteger(strings),
  );
  assert.deepEqual(wrong, []);
});

test("of all comments at most 3 % and of all strings at most 1 % use an odd turn of phrase", {
  timeout: 120_000,
}, () => {
  const prose = [...readProse().values()].flat();
  for (const [kind, most, fewest] of [
    ["comment", 0.03, 3000],
    ["string", 0.01, 1000],
  ] as const) {
    const all = prose.filter((one) => one.kind === kind);
    const flaggedOnes = all.filter(({ turns }) => turns.length > 0);
    assert.ok(all.length >= fewest, `${all.length} ${kind}s`);
    assert.ok(flaggedOnes.length <= most * all.length, `${flaggedOnes.length} of ${all.length} ${kind}s`);
  }
});

const flagged = (source: string) => proseOf(source).filter(({ turns }) => turns.length > 0);

test("each turn is found in a comment", () => {
  const planted = [
    "Gives what is left of it.",
    "Ends there, where nobody reads on.",
    "The lines behind the first one.",
    "The value stands in the table.",
    "Somebody has to close it.",
    "Of a page of a tree: shown before.",
    "The host is asked for it.",
    "Returns it, undefined where it is empty.",
    "The file lies in the cache.",
    "It is left as it is.",
  ];
  const turns = planted.map((comment) => {
    const [block] = flagged(`/** ${comment} */\nconst a = 1;`);
    assert.deepEqual(flagged(`// ${comment}`)[0]?.turns, block?.turns, comment);
    return block?.turns ?? [];
  });
  assert.ok(turns.every((found) => found.length > 0));
  assert.equal(new Set(turns.flat()).size, 10);
});

test("plain comments, short ones and those for tools are not flagged", () => {
  assert.deepEqual(flagged("/** Returns the rows of a page. */"), []);
  assert.deepEqual(flagged("// It lies"), []);
  assert.deepEqual(flagged("// biome-ignore lint: what is asked"), []);
});

test("strings count if they are sentences, and neither kind begins inside the other", () => {
  assert.equal(flagged(`fail("Nothing was done, as it is locked.");`)[0]?.kind, "string");
  assert.deepEqual(flagged(`get("what is in it");`), []);
  assert.deepEqual(
    proseOf(`const url = "see // what is here";\n// the "word" of a line`).map(({ text, line }) => [text, line]),
    [['the "word" of a line', 2]],
  );
});

test("a folder with one more than its ceiling is above it, as is a new folder", () => {
  const odd: Prose = { kind: "comment", text: "what is left", line: 1, turns: ["stands"] };
  const counts = flaggedByFolder(
    new Map([
      ["core/x/a.ts", [odd]],
      ["core/x/b.ts", [odd]],
      ["core/y/c.ts", [odd]],
    ]),
  );
  assert.deepEqual(counts.get("core/x"), { comments: 2, strings: 0 });
  const ceilings = new Map([["core/x", { comments: 1, strings: 5 }]]);
  assert.deepEqual(foldersAbove(counts, ceilings), ["core/x", "core/y"]);
  assert.deepEqual(foldersAbove(counts, new Map([...counts])), []);
});
