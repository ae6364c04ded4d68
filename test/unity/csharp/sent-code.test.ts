/**
 * Compiles and runs all C# snippets that jig sends, with a minimal fake of Unity and wrapped like in each Editor. Skipped without a
 * compiler (`dotnet` with an SDK, JIG_DOTNET, or Mono's `mcs`).
 */
import assert from "node:assert/strict";
import { test } from "node:test";
import { unsavedCode } from "../../../plugins/unity/editor/unsaved-changes.ts";
import { McpDriver } from "../driver.ts";
import { FakeCoplay } from "../fake/coplay.ts";
import { FakePipeline } from "../fake/pipeline.ts";
import { scenario } from "../scenario.ts";
import { compileAndRun, findCompiler, UNITY } from "./compiler.ts";

const compiler = findCompiler();
const skip = compiler ? false : "no C# compiler: dotnet or mcs on the PATH, or JIG_DOTNET";

const MENU = 'Tools/Build "x"';
const NASTY = 'a"b\\c\n{0} "); System.IO.File.Delete(@"x"); // é🎮 */';

/** Wraps a snippet in a method, like each Editor does. */
const WRAPPED = {
  uloop: (code: string) =>
    `namespace N { public class C { public async System.Threading.Tasks.Task<object> ExecuteAsync(System.Collections.Generic.Dictionary<string, object> parameters = null, System.Threading.CancellationToken ct = default) {\n${code}\n}
     public object Execute() { return ExecuteAsync().GetAwaiter().GetResult(); } } }`,
  coplay: (code: string) =>
    `using System; using System.Collections.Generic; using System.Linq; using System.Reflection; using UnityEngine; using UnityEditor;
     namespace N { public class C { public object Execute() {\n${code}\n} } }`,
};

interface Snippet {
  way: keyof typeof WRAPPED;
  code: string;
}

/** Results in order; `!` and the exception for snippets that throw. */
function results(snippets: Snippet[]): string[] {
  const parts = snippets.map(({ way, code }, index) => [
    `part${index}.cs`,
    WRAPPED[way](code).replace("namespace N ", `namespace N${index} `),
  ]);
  const calls = snippets.map((_, index) => `() => new N${index}.C().Execute()`);
  const main = `using System;
    public static class Program { public static void Main() {
      Console.OutputEncoding = new System.Text.UTF8Encoding(false);
      foreach (var call in new Func<object>[] { ${calls.join(", ")} }) {
        string said;
        try { said = Convert.ToString(call(), System.Globalization.CultureInfo.InvariantCulture); } catch (Exception e) { said = "!" + e.Message; }
        Console.WriteLine(Convert.ToBase64String(System.Text.Encoding.UTF8.GetBytes(said)));
      } } }`;
  const printed = compileAndRun(compiler!, { "unity.cs": UNITY, ...Object.fromEntries(parts), "main.cs": main });
  return printed
    .trimEnd()
    .split("\n")
    .map((line) => Buffer.from(line, "base64").toString("utf8"));
}

test("the C# for dropped tools compiles, runs, and is read", { skip }, async () => {
  const calls: [tool: string, input: object][] = [
    ["unity-search", { SearchQuery: NASTY, Providers: ["asset", NASTY], SearchFlags: "Packages, WantsMore" }],
    ["unity-search", { SearchQuery: "t:Texture2D" }],
    ["get-provider-details", {}],
    ["get-menu-items", { IncludeValidation: true }],
    ["execute-menu-item", { MenuItemPath: MENU }],
    ["execute-menu-item", { MenuItemPath: NASTY }],
  ];
  await scenario({ generation: "v2" }, async (editor, jig) => {
    const snippets: Snippet[] = [];
    for (const [tool, input] of calls) {
      await jig.call(tool, input);
      snippets.push({ way: "uloop", code: String(editor.last("execute-dynamic-code").params.Code) });
    }
    const told = results(snippets);
    const answers = [];
    for (const [index, [tool, input]] of calls.entries()) {
      editor.once("execute-dynamic-code", ({ reply, result }) => reply({ ...result(), Result: told[index] }));
      answers.push((await jig.call(tool, input)).value);
    }
    const [nasty, search, providers, menu, done, missing] = answers;
    assert.equal(nasty.Results[0].Label, `one of ${NASTY}`, JSON.stringify(nasty));
    assert.equal(search.TotalCount, 2);
    assert.equal(search.Results[0].Path, "Assets/One.png");
    assert.equal(search.Results[0].Type, "Camera");
    assert.equal(search.Results[1].Provider, "log");
    assert.equal(providers.Providers[1].ActionCount, 0);
    assert.equal(providers.ActiveCount, 1);
    assert.deepEqual(
      menu.MenuItems.map(({ Path, IsValidateFunction }: Record<string, unknown>) => [Path, IsValidateFunction]),
      [
        [MENU, false],
        [MENU, true],
      ],
    );
    assert.equal(done.Success, true);
    assert.equal(missing.Success, false);
  });
});

test("the C# of the scene compiles in both wrappings, runs, and is read", { skip }, async () => {
  const calls: [tool: string, input: object][] = [
    ["find-game-objects", { NamePattern: "灯", SearchMode: "Contains", IncludeInactive: true }],
    ["find-game-objects", { NamePattern: "^R", SearchMode: "Regex", RequiredComponents: ["Transform"] }],
    ["find-game-objects", { NamePattern: NASTY, SearchMode: "Path", Tag: NASTY, Layer: 5 }],
    ["find-game-objects", { RequiredComponents: ["UnityEngine.Camera"] }],
    ["find-game-objects", { SearchMode: "Selected", IncludeInactive: true }],
    ["get-hierarchy", {}],
    ["get-hierarchy", { RootPath: "Room", MaxDepth: 0, IncludeComponents: false, IncludeInactive: false }],
  ];
  const coplay = await FakeCoplay.start();
  const pipeline = await FakePipeline.start({});
  const byCoplay = await McpDriver.open([coplay.project.root], {
    env: { JIG_UNITY_COPLAY_PORT: String(coplay.port) },
  });
  const byPipeline = await McpDriver.open([pipeline.project.root]);
  try {
    const snippets: Snippet[] = [];
    for (const [tool, input] of calls) {
      await byCoplay.call(tool, input);
      await byPipeline.call(tool, input);
      snippets.push({ way: "coplay", code: String(coplay.last("execute_code").params.code) });
      snippets.push({ way: "uloop", code: String(pipeline.last("eval").parameters.code) });
    }
    const told = results(snippets);
    for (const [index] of calls.entries()) assert.equal(told[2 * index], told[2 * index + 1]);
    const answers = [];
    for (const [index, [tool, input]] of calls.entries()) {
      pipeline.once("eval", ({ reply }) => reply(told[2 * index + 1]));
      answers.push((await byPipeline.call(tool, input)).value);
    }
    const [lamp, room, none, camera, selected, whole, part] = answers;
    assert.deepEqual(
      [lamp, room, none, camera, selected].map(({ results: rows }) => rows.map((row: { name: string }) => row.name)),
      [["Lamp\n灯"], ["Room"], [], ["Lamp\n灯"], ["Room", "Hidden"]],
      JSON.stringify(answers),
    );
    assert.equal(lamp.results[0].path, "Room/Lamp\n灯");
    assert.equal(lamp.results[0].tag, "Player");
    assert.equal(lamp.results[0].layer, 5);
    assert.equal(camera.results[0].components[1].fullTypeName, "UnityEngine.Camera");
    assert.equal(whole.context.sceneName, 'Main "quoted"');
    assert.deepEqual(
      whole.hierarchy.map(({ name }: { name: string }) => name),
      ["Room", "Hidden"],
    );
    assert.equal(whole.hierarchy[0].children[0].depth, 1);
    assert.equal(whole.hierarchy[1].isActive, false);
    assert.equal(part.context.nodeCount, 1);
  } finally {
    await byCoplay.close();
    await byPipeline.close();
    await coplay.stop();
    await pipeline.stop();
  }
});

test("the guard lets code run once, and not after it was given up; every other piece of ours compiles", {
  skip,
}, async () => {
  const editor = await FakePipeline.start({});
  const jig = await McpDriver.open([editor.project.root]);
  try {
    const codeOf = () => String(editor.last("eval").parameters.code);
    await jig.call("execute-dynamic-code", {
      Code: "return param0 + 1.ToString();",
      Parameters: { a: NASTY, b: 2, c: true },
    });
    const once = codeOf();
    await jig.call("compile", { ForceRecompile: true, TimeoutSeconds: 1 });
    const forced = `${codeOf()}\nreturn null;`;
    editor.once("eval", ({ request }) => void request.socket.destroy());
    const lost = (await jig.call("execute-dynamic-code", { Code: "return 5;" })).value;
    const given = codeOf();
    assert.equal(lost.Code, "LOST_AFTER_DISPATCH", JSON.stringify(lost));
    await jig.call("unity-receipt", { Id: lost.Details.Receipt });
    const question = codeOf();
    assert.notEqual(question, given);
    const way = "uloop" as const;
    const told = results([once, once, forced, question, given, question].map((code) => ({ way, code })));
    assert.equal(told[0], `${NASTY}1`);
    assert.match(told[1]!, /^!jig: this command had already run/);
    assert.deepEqual(told.slice(3), [
      "not begun 1234.5",
      "!jig: this command had already run, or was given up",
      "not begun 1234.5",
    ]);
    const [begun] = results([given, question].map((code) => ({ way, code }))).slice(1);
    assert.equal(begun, "begun 1234.5");
  } finally {
    await jig.close();
    await editor.stop();
  }
});

test("the C# that asks for unsaved changes compiles on both ways, and names scenes and the open prefab", {
  skip,
}, () => {
  const code = unsavedCode("Assets/A.prefab");
  for (const said of results([
    { way: "uloop", code },
    { way: "coplay", code },
  ])) {
    assert.match(said, /^unsaved:\nAssets\/.*\.unity\nAssets\/Open\.prefab$/);
  }
});
