/** Programs with top-level statements: uses there count and have a location. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { callJig, scratch } from "../jig.ts";

const root = scratch({
  "App.csproj":
    '<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><OutputType>Exe</OutputType><TargetFramework>net8.0</TargetFramework><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>',
  "Program.cs": `using App;

var builder = new Builder();
builder.Services.AddScoped<IFoo, Foo>();
await builder.RunAsync();
foreach (var item in Helper.List()) Console.WriteLine(item.Name);
int Local(int a) => Helper.Twice(a);
return Local(args.Length);

public partial class Program { }
`,
  "Lib.cs": `namespace App;
public interface IFoo { }
public class Foo : IFoo { }
public class Item { public string Name { get; } = ""; }
public class Services { public void AddScoped<A, B>() { } }
public class Builder { public Services Services { get; } = new(); public async Task RunAsync() { await Task.Yield(); } }
public static class Helper { public static List<Item> List() => new(); public static int Twice(int a) => a * 2; public static void Never() { } }
`,
});

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
const ask = (tool: string, input: object): any => callJig(tool, { ...input }, { cwd: root }).value;

test("statements are the body of Program/<Main>$: uses there are certain, and nothing that they use is dead", () => {
  const names = ["Helper/Twice", "Helper/List", "Builder/RunAsync", "Item/Name", "Foo", "AddScoped"];
  const { symbols, possible } = ask("script_refs_find", { names });
  const places = symbols.flatMap(({ uses }: { uses: { symbol_path: string; line: number; kind: string }[] }) =>
    uses.map(({ symbol_path: path, line, kind }) => `${path} ${line} ${kind}`),
  );
  assert.deepEqual(places, [
    "Program/<Main>$ 7 call",
    "Program/<Main>$ 6 call",
    "Program/<Main>$ 5 call",
    "Program/<Main>$ 6 get",
    "Program/<Main>$ 4 type",
    "Program/<Main>$ 4 call",
  ]);
  assert.equal(possible, 0);
  const { results } = ask("script_project_check", { check: "dead" });
  assert.deepEqual(
    results.map(({ symbol }: { symbol: string }) => symbol),
    ["App.Helper/Never"],
  );
});

test("the name of the statements is accepted as it is printed, for callees and in outlines", () => {
  const { results } = ask("script_calls_find", { name: "Program/<Main>$", direction: "callees" });
  const called = results.map(({ symbol }: { symbol: string }) => symbol);
  assert.ok(called.includes("App.Helper/Twice") && called.includes("App.Builder/RunAsync"), called.join());
  const { symbols } = ask("script_symbols_get", { path: "Program.cs" });
  const outline = symbols.map(({ name, kind }: { name: string; kind: string }) => `${kind} ${name}`);
  assert.deepEqual(outline, ["class Program", "method <Main>$", "localFunction Local", "class Program"]);
});

test("a program without a project imports what its SDK does", () => {
  const text = `#!/usr/bin/env dotnet run
#:property PublishAot=false
using System.Text;
var sizes = new Dictionary<(string Name, int Size), Dictionary<string, string>>();
var found = sizes.Where(each => each.Value.Values.Distinct().Count() > 1).OrderBy(each => each.Key.Name).ToArray();
Shown.Of(found.Length);
static class Shown { public static void Of(int number) { } public static void Of(string text) { } }
`;
  const { results } = callJig(
    "script_refs_find",
    { name: "Shown/Of(int)" },
    { cwd: scratch({ "tool.cs": text }) },
  ).value;
  const uses = results.map(({ line, certainty }: Record<string, unknown>) => `${line} ${certainty}`);
  assert.deepEqual(uses, ["6 certain", "7 certain"]);
});
