/** Fuzzy matching and ranking of names. */
import assert from "node:assert/strict";
import { describe, test } from "node:test";
import fc from "fast-check";
import { createMatcher } from "./name-matcher.ts";

function found(files: string[], typed: string, limit = 10): string[] {
  return createMatcher(files, (text) => ({ text }))
    .match(typed, { limit })
    .best.map(({ item }) => item);
}

const FILES = [
  "Assets/Scripts/Player.cs",
  "Assets/Scripts/PlayerController.cs",
  "Assets/Scripts/Player/PlayerCamera.cs",
  "Assets/Scripts/Enemies/SlowPlayer.cs",
  "core/host/answer/page.ts",
  "core/host/answer/page.test.ts",
  "src/http_server.go",
  "src/HTTPServer.java",
  "docs/README.md",
  "Cargo.toml",
  "crates/core/Cargo.toml",
];

describe("the matcher", () => {
  test("the name itself comes before names that begin with it, those before names that hold it", () => {
    assert.deepEqual(found(FILES, "player").slice(0, 4), [
      "Assets/Scripts/Player.cs",
      "Assets/Scripts/Player/PlayerCamera.cs",
      "Assets/Scripts/PlayerController.cs",
      "Assets/Scripts/Enemies/SlowPlayer.cs",
    ]);
  });

  test("a whole path is that file, whatever was used recently", () => {
    const recency = (path: string) => (path === "Cargo.toml" ? 0 : 1);
    const matcher = createMatcher(FILES, (text) => ({ text }));
    assert.equal(matcher.match("cargo.toml", { recency }).best[0]?.item, "Cargo.toml");
    assert.equal(matcher.match("toml", { recency }).best[0]?.item, "crates/core/Cargo.toml");
  });

  test("initials, heads of words and letters in order find a name", () => {
    assert.equal(found(FILES, "PC")[0], "Assets/Scripts/Player/PlayerCamera.cs");
    assert.equal(found(FILES, "plcon")[0], "Assets/Scripts/PlayerController.cs");
    assert.deepEqual(found(FILES, "hs").slice(0, 2).sort(), ["src/HTTPServer.java", "src/http_server.go"]);
    assert.deepEqual(found(FILES, "httpse").slice(0, 2).sort(), ["src/HTTPServer.java", "src/http_server.go"]);
    assert.equal(found(FILES, "plyrctrl")[0], "Assets/Scripts/PlayerController.cs");
  });

  test("words stand in any order, over name and folder", () => {
    assert.equal(found(FILES, "controller player")[0], "Assets/Scripts/PlayerController.cs");
    assert.equal(found(FILES, "page answer")[0], "core/host/answer/page.ts");
    assert.equal(found(FILES, "player controller")[0], "Assets/Scripts/PlayerController.cs");
    assert.deepEqual(found(FILES, "page answer xyz"), []);
  });

  test("fzf's signs: ! ' ^ $ |, and globs", () => {
    assert.deepEqual(found(FILES, "page !test"), ["core/host/answer/page.ts"]);
    assert.deepEqual(found(FILES, "'Slow"), ["Assets/Scripts/Enemies/SlowPlayer.cs"]);
    assert.deepEqual(found(FILES, "^core .ts$ !test"), ["core/host/answer/page.ts"]);
    assert.deepEqual(found(FILES, "^page.ts$"), ["core/host/answer/page.ts"]);
    assert.deepEqual(found(FILES, "*.toml").sort(), ["Cargo.toml", "crates/core/Cargo.toml"]);
    assert.deepEqual(found(FILES, "crates/**/*.toml"), ["crates/core/Cargo.toml"]);
    assert.deepEqual(found(FILES, "*.{go,md}").sort(), ["docs/README.md", "src/http_server.go"]);
    assert.deepEqual(found(FILES, ".go$ | .md$").sort(), ["docs/README.md", "src/http_server.go"]);
    assert.deepEqual(found(FILES, "http_server|readme").sort(), ["docs/README.md", "src/http_server.go"]);
    assert.deepEqual(found(["a b", "ab"], "a\\ b"), ["a b"]);
  });

  test("a capital letter makes its word case-sensitive", () => {
    assert.deepEqual(found(["readme", "README"], "README"), ["README"]);
    assert.deepEqual(found(["readme", "README"], "readme"), ["readme", "README"]);
  });

  test("what was used lately comes first among rows that fit equally well", () => {
    const matcher = createMatcher(["a/one.ts", "b/one.ts"], (text) => ({ text }));
    const { best } = matcher.match("one", { recency: (item) => (item === "b/one.ts" ? 1 : 0) });
    assert.deepEqual(
      best.map(({ item }) => item),
      ["b/one.ts", "a/one.ts"],
    );
  });

  test("letters that fit are marked", () => {
    const [match] = createMatcher(["src/PlayerController.cs"], (text) => ({ text })).match("plcon").best;
    assert.deepEqual(match!.marks, [
      [4, 6],
      [10, 13],
    ]);
  });

  test("the total counts all that fit, however few are wanted", () => {
    const many = Array.from({ length: 5000 }, (_, index) => `src/file${index}.ts`);
    const { total, best } = createMatcher(many, (text) => ({ text })).match("file1", { limit: 3 });
    assert.equal(total, many.filter((each) => /f.*i.*l.*e.*1/.test(each)).length);
    assert.equal(best[0]!.item, "src/file1.ts");
    assert.equal(best.length, 3);
  });

  test("signs alone, and text that no glob or letter can mean, find nothing wrong and throw nothing", () => {
    for (const typed of ["!", "'", "^", "$", "|", "*", "[", "{a", "[z-a]*", "İ", "\\", "!!", "^$", "a|", "\0", "𝕏"])
      assert.ok(Array.isArray(found([...FILES, "İstanbul.txt", "𝕏.ts"], typed)), typed);
    assert.deepEqual(found(["İstanbul.txt"], "stan"), ["İstanbul.txt"]);
  });

  test("typing on gives what typing at once gives, and every letter word is a subsequence of its rows", () => {
    const name = fc.stringMatching(/^[abAB/._1]{1,12}$/);
    fc.assert(
      fc.property(fc.array(name, { maxLength: 30 }), fc.stringMatching(/^[abA !'^$|*/1]{1,8}$/), (names, typed) => {
        const stepped = createMatcher(names, (text) => ({ text }));
        for (let length = 1; length < typed.length; length++) stepped.match(typed.slice(0, length));
        const atOnce = createMatcher(names, (text) => ({ text })).match(typed);
        assert.deepEqual(stepped.match(typed), atOnce);
        if (!/^[abA1]+$/.test(typed)) return;
        const insensitive = typed === typed.toLowerCase();
        const isThere = (text: string) => {
          let at = -1;
          for (const letter of typed) {
            at = (insensitive ? text.toLowerCase() : text).indexOf(letter, at + 1);
            if (at === -1) return false;
          }
          return true;
        };
        assert.equal(atOnce.total, names.filter(isThere).length);
      }),
    );
  });
});
