/**
 * Tests the colors of code, including C# and Unreal's AngelScript. The highlighter is loaded when it is first used, and
 * no line is lost.
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { languageOf } from "./file-language.ts";
import { createHighlighter, type Highlighter } from "./highlight.ts";

function loaded(): Promise<Highlighter> {
  return new Promise((resolve) => {
    const highlighter = createHighlighter(() => resolve(highlighter));
    assert.deepEqual(highlighter.highlight(["class A {}"], "csharp"), [[{ text: "class A {}", tone: "plain" }]]);
  });
}

const tones = (highlighter: Highlighter, code: string, language: string) =>
  Object.fromEntries(
    highlighter
      .highlight(code.split("\n"), language)
      .flatMap((line) => line.map(({ text, tone }) => [text.trim(), tone])),
  );

test("code is plain until the grammars have loaded", async () => {
  const highlighter = await loaded();
  assert.equal(highlighter.version(), 1);
  const csharp = tones(highlighter, 'public class A { // why\n  string s = "x"; int i = 5; }', "csharp");
  assert.equal(csharp.public, "keyword");
  assert.equal(csharp["// why"], "comment");
  assert.equal(csharp['"x"'], "string");
  assert.equal(csharp["5"], "number");
});

test("AngelScript knows Unreal's macros and types", async () => {
  const angelscript = tones(
    await loaded(),
    "UCLASS()\nclass AHero : AActor\n{\n  UPROPERTY()\n  FVector Place;\n}",
    "angelscript",
  );
  assert.equal(angelscript.UCLASS, "function");
  assert.equal(angelscript.FVector, "type");
});

test("a comment over several lines colours each of them; unknown languages stay plain", async () => {
  const highlighter = await loaded();
  const lines = highlighter.highlight(["/* one", "two */", "x"], "csharp");
  assert.equal(lines.length, 3);
  assert.equal(lines[1]?.[0]?.tone, "comment");
  assert.equal(highlighter.highlight(["x"], "no-such")[0]?.[0]?.tone, "plain");
});

test("languageOf() asks the plugins first", () => {
  const own = [{ id: "plum", title: "Plum", extensions: [".as"] }];
  assert.equal(languageOf("/x/A.AS", own), "plum");
  assert.equal(languageOf("/x/a.as", []), "angelscript");
  assert.equal(languageOf("/x/a.cs", []), "csharp");
  assert.equal(languageOf("/x/unknown", []), undefined);
});
