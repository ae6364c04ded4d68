/** C# that replaces removed tools: what we send always parses, whatever text the caller passes. */
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { test } from "node:test";
import { Language, Parser } from "web-tree-sitter";
import { scenario } from "./scenario.ts";

const NASTY = 'a"b\\c\n{0} "); System.IO.File.Delete(@"x"); // é🎮 */';

const CALLS: [tool: string, input: object][] = [
  ["unity-search", { SearchQuery: NASTY, Providers: ["asset", NASTY], SearchFlags: "Packages" }],
  ["unity-search", { SearchQuery: "t:Texture2D" }],
  ["get-provider-details", {}],
  ["get-menu-items", {}],
  ["execute-menu-item", { MenuItemPath: NASTY }],
];

async function parser(): Promise<Parser> {
  const asset = (path: string) => readFileSync(createRequire(import.meta.url).resolve(path));
  await Parser.init({ wasmBinary: asset("web-tree-sitter/web-tree-sitter.wasm") });
  const made = new Parser();
  made.setLanguage(await Language.load(asset("tree-sitter-c-sharp/tree-sitter-c_sharp.wasm")));
  return made;
}

test("the code that is sent for dropped tools is C#", async () => {
  const csharp = await parser();
  await scenario({ generation: "v2" }, async (editor, jig) => {
    for (const [tool, input] of CALLS) {
      await jig.call(tool, input);
      const code = String(editor.last("execute-dynamic-code").params.Code);
      const tree = csharp.parse(`class Snippet { object Run() {\n${code}\n} }`);
      assert.equal(tree?.rootNode.hasError, false, `${tool}\n${code}`);
      const calls = tree?.rootNode
        .descendantsOfType("invocation_expression")
        .map((node) => node?.childForFieldName("function")?.text);
      assert.ok(!calls?.includes("System.IO.File.Delete"), `${tool}: the caller's text became code\n${code}`);
    }
    assert.equal(editor.count("execute-dynamic-code"), CALLS.length);
  });
});
