/** Real-world projects: Unity in a subfolder, plain .NET, packages outside of the workspace, types from compiled assemblies. */
import assert from "node:assert/strict";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { callJig, runJig, scratch } from "../jig.ts";
import { farLibrary } from "./far-library.ts";
import { nearLibrary } from "./near-library.ts";

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
type Any = any;

const outside = scratch({
  "package.json": '{"name":"com.far.away","version":"1.0.0"}',
  "Far.cs": "class FarThing { }",
});

function unityProject(at: string, files: Record<string, string>): Record<string, string> {
  const all: Record<string, string> = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 2022.3.1f1\n",
    "Packages/manifest.json": JSON.stringify({ dependencies: { "com.far.away": `file:${outside}` } }),
    ...files,
  };
  return Object.fromEntries(Object.entries(all).map(([path, text]) => [`${at}/${path}`, text]));
}

describe("Unity projects below the root", () => {
  const root = scratch({
    ...unityProject("client/Game", {
      "Assets/Scripts/Library/Hero.cs": "using Far.Away;\npublic class Hero : Jet { [Turbo(On = true)] Shared s; }",
      "Assets/Other.cs": "class Other { Jet notImported; Far.Away.Jet written; }",
      "Assets/Core/Core.asmdef": '{ "name": "Core" }',
      "Assets/Core/Shared.cs": "public class Shared { }",
      "Library/PackageCache/com.cached@1.0.0/package.json": '{"name":"com.cached","version":"1.0.0"}',
      "Library/PackageCache/com.cached@1.0.0/Cached.cs": "public class Cached { Shared notSeen; }",
      "Library/Bee/Generated.cs": "class Shared { }",
      "Assets/Plugins/text.dll": "not an assembly",
    }),
    ...unityProject("tools/deep/Viewer", { "Assets/Viewer.cs": "class Viewer { }" }),
    "server/Program.cs": "class Server { }",
    "server/obj/Debug/Generated.cs": "class Server { }",
    "server/Library/Shelf.cs": "class Shelf { }",
    "Build.cs": "class Build { }",
  });
  writeFileSync(join(root, "client/Game/Assets/Plugins/Far.dll"), farLibrary());
  const call = (tool: string, input: object): Any => callJig(tool, input, { cwd: root }).value;
  const rows = ({ results }: Any) => results.map(({ path, line }: Any) => `${path}:${line}`);

  test("are found and named, with what lies beside them", () => {
    const status = call("script_index_status", { wait: true });
    assert.deepEqual(status.projects, ["client/Game", "tools/deep/Viewer"]);
    assert.equal(status.scopes.library.total, 1);
    assert.equal(status.scopes.assets.total, 7);
    assert.equal(call("script_symbol_find", { name: "Shelf", exact: true }).total, 1);
    assert.equal(call("script_symbol_find", { name: "Server", exact: true, scope: "all" }).total, 1);
    assert.equal(call("script_symbol_find", { name: "Build", exact: true }).results[0].path, "Build.cs");
  });

  test("their assemblies say who sees whom", () => {
    const refs = call("script_refs_find", { name: "Shared", scope: "all" });
    assert.deepEqual(rows(refs), [
      "client/Game/Assets/Core/Shared.cs:1",
      "client/Game/Assets/Scripts/Library/Hero.cs:2",
      "client/Game/Library/PackageCache/com.cached@1.0.0/Cached.cs:1",
    ]);
    const impact = call("script_impact_find", { name: "Shared" });
    const assemblies = impact.results.filter(({ where }: Any) => where === "assembly");
    assert.deepEqual(
      assemblies.map(({ kind, symbol, path }: Any) => [kind, symbol, path]),
      [
        ["declared in", "Core", "client/Game/Assets/Core/Core.asmdef"],
        ["used in", "Assembly-CSharp", undefined],
      ],
    );
  });

  test("an answer says which package it misses", () => {
    for (const [tool, input] of [
      ["script_refs_find", { name: "Shared" }],
      ["script_symbol_find", { name: "FarThing" }],
      ["script_search", { pattern: "FarThing" }],
      ["script_hierarchy_find", { name: "Shared" }],
      ["script_project_check", { check: "dead" }],
    ] as const)
      assert.match(call(tool, input).unread, /A package outside the workspace is not read: com\.far\.away \(/, tool);
  });

  test("a second root has it read", () => {
    const roots = ["--root", root, "--root", outside];
    const question = ["--as", "json", "--name", "FarThing", "--scope", "all"];
    const both = JSON.parse(runJig(["call", "script_symbol_find", ...roots, ...question]).stdout);
    assert.equal(both.total, 1);
    assert.equal(both.unread, undefined);
  });

  test("a type that only a compiled assembly has answers its uses", () => {
    const refs = call("script_refs_find", { name: "Jet" });
    assert.deepEqual(rows(refs), ["client/Game/Assets/Other.cs:1", "client/Game/Assets/Scripts/Library/Hero.cs:2"]);
    assert.equal(refs.certain, 2);
    assert.match(
      refs.note,
      /^class Far\.Away\.Jet has no source here: it is in client\/Game\/Assets\/Plugins\/Far\.dll \(Stop\)$/,
    );
    assert.deepEqual(rows(call("script_refs_find", { name: "TurboAttribute" })), [
      "client/Game/Assets/Scripts/Library/Hero.cs:2",
    ]);
    assert.equal(call("script_hierarchy_find", { name: "Jet" }).results[0].symbol, "Hero");
  });
});

test("what lies in a Unity project and is not compiled by it is read as what it is", () => {
  const root = scratch({
    ...Object.fromEntries(
      Object.entries(unityProject("x", { "Assets/Client.cs": "class Client { Wire w; }" })).map(([path, text]) => [
        path.slice(2),
        text,
      ]),
    ),
    "Game.csproj": "<Project />",
    "Server/Server.csproj":
      "<Project><PropertyGroup><DefineConstants>SERVER</DefineConstants></PropertyGroup></Project>",
    "Server/Program.cs": `class Wire {
  static void Main() { Serve(1); }
#if SERVER
  static void Serve(object o) { }
#else
  static void Serve(int i) { }
#endif
}`,
    "Server/obj/Generated.cs": "class Wire { }",
    "Legacy/Old.cs": "class Wire { }",
    "Parked/Tests/Parked.asmdef": '{ "name": "Parked" }',
    "Parked/Tests/Aside.cs": "class Aside { Wire w; }",
    "Build/Server/Copied.csproj": "<Project />",
    "Build/Server/Copied.cs": "class Wire { }",
  });
  const { results } = callJig("script_refs_find", { name: "Wire", kind: "class" }, { cwd: root }).value as Any;
  assert.deepEqual(
    results.map(({ path, line, certainty }: Any) => `${path}:${line} ${certainty}`),
    ["Assets/Client.cs:1 certain", "Parked/Tests/Aside.cs:1 certain", "Server/Program.cs:1 certain"],
  );
  const callees = callJig("script_calls_find", { name: "Main", direction: "callees" }, { cwd: root }).value as Any;
  assert.deepEqual(
    callees.results.map(({ line }: Any) => line),
    [4],
  );
});

test("a folder named Assets alone makes no Unity project", () => {
  const root = scratch({
    "Assets/logo.svg": "<svg/>",
    "App.sln": "",
    "src/App/App.csproj": "<Project />",
    "src/App/Program.cs": "class Program { }",
  });
  assert.equal((callJig("script_symbol_find", { name: "Program" }, { cwd: root }).value as Any).total, 1);
  assert.doesNotMatch(runJig(["tools", "--root", scratch({ "Assets/logo.svg": "" })]).stdout, /^ {2}script_\w+ {2}/m);
});

describe("plain .NET repositories", () => {
  const root = scratch({
    "All.sln":
      'Project("{9A}") = "Core", "src\\Core\\Core.csproj", "{1}"\nProject("{9A}") = "Gone", "src\\Gone\\Gone.csproj", "{2}"',
    "Some.slnx": '<Solution><Project Path="src/App/App.csproj" /></Solution>',
    "Directory.Build.props":
      "<Project><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>",
    "src/Core/Core.csproj": "<Project><PropertyGroup><DefineConstants>FAST</DefineConstants></PropertyGroup></Project>",
    "src/Core/Library/Book.cs": "namespace Core.Library; class Book { Logs.Entry last; }",
    "src/Core/Logs/Entry.cs": "namespace Core.Logs; class Entry { }",
    "src/Core/obj/Generated.cs": "class Entry { }",
    "deep/er/than/is/looked/for/Library/PackageCache/com.x@1/Cached.cs": "class Entry { }",
    "src/Core/Buffer.cs": `namespace Core;
public class Buffer {
  public Buffer(System.ReadOnlySpan<byte> b) { }
#if !FAST
  public Buffer(byte[] b) { }
#endif
#if NET6_0_OR_GREATER
  public static void Fill(object o) { }
#else
  public static void Fill(string s) { }
#endif
  static void Make(byte[] b) { new Buffer(b); Fill("x"); }
}`,
    "src/App/App.csproj":
      '<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj" /><Using Include="Core" /></ItemGroup></Project>',
    "src/App/Program.cs": "class Program { Buffer b; }",
    "src/Alone/Alone.csproj": "<Project />",
    "src/Alone/Alone.cs": "using Core; class Alone { Buffer b; }",
  });
  const call = (tool: string, input: object): Any => callJig(tool, input, { cwd: root }).value;

  test("project references say who sees whom, and what a project imports for all its files", () => {
    const { results, certain, possible } = call("script_refs_find", { name: "Buffer", kind: "class" });
    assert.deepEqual([certain, possible], [5, 0]);
    assert.deepEqual([...new Set(results.map(({ path }: Any) => path))], ["src/App/Program.cs", "src/Core/Buffer.cs"]);
    const { results: assemblies, notes } = call("script_project_check", { check: "assemblies" });
    assert.deepEqual(notes.slice(1), [
      "All.sln contains 1 project, and references projects that are not in the workspace: src/Gone/Gone.csproj",
      "Some.slnx contains 1 project",
      "In no solution: src/Alone/Alone.csproj",
    ]);
    assert.deepEqual(
      assemblies.map(({ symbol, references }: Any) => [symbol, references]),
      [
        ["Alone", undefined],
        ["App", ["Core"]],
        ["Core", undefined],
      ],
    );
  });

  test("only what a build leaves behind is passed over: Library and Logs are folders like others", () => {
    const { results, total } = call("script_refs_find", { name: "Entry", kind: "class" });
    const places = results.map(({ path, line }: Any) => `${path}:${line}`);
    assert.deepEqual([places, total], [["src/Core/Library/Book.cs:1", "src/Core/Logs/Entry.cs:1"], 2]);
  });

  test("target frameworks and DefineConstants say what is compiled", () => {
    const { results } = call("script_calls_find", { name: "Make", direction: "callees" });
    assert.deepEqual(
      results.map(({ symbol, line, certainty }: Any) => [symbol, line, certainty]),
      [
        ["Core.Buffer/Buffer", 3, "certain"],
        ["Core.Buffer/Fill", 8, "certain"],
      ],
    );
  });
});

test("parts of a type stand in scripts that its project links", () => {
  const root = scratch({
    "A/A.csproj": `<Project><ItemGroup><Compile Include="..\\Shared\\Part.cs" /><Compile Include="..\\B\\InB.cs" Link="InB.cs" />
<Compile Include="..\\Glob\\**\\*.cs" /></ItemGroup></Project>`,
    "B/B.csproj": "<Project />",
    "A/Big.cs": "partial class Big { void Own() { FromShared(); FromB(); FromGlob(); } }",
    "Shared/Part.cs": "partial class Big { void FromShared() { Own(); } }",
    "B/InB.cs": "partial class Big { void FromB() { Own(); } }",
    "Glob/Far.cs": "partial class Big { void FromGlob() { Own(); } }",
    "C/C.csproj": "<Project />",
    "C/Other.cs": "partial class Big { void Alone() { FromB(); FromShared(); FromGlob(); } }",
  });
  const counts = (name: string) => {
    const { certain, possible, other } = callJig("script_refs_find", { name }, { cwd: root }).value;
    return [certain, possible, other];
  };
  assert.deepEqual(counts("Own"), [4, 0, 0]);
  for (const name of ["FromShared", "FromB", "FromGlob"]) assert.deepEqual(counts(name), [2, 0, 1], name);
});

test("assemblies among the scripts of a Unity project tell what their types have", () => {
  const root = scratch({
    ...unityProject("Game", {
      "Assets/Use.cs": `using Near.Building;
class Item { public int Size; }
class Use {
  Bag<Item>.Entry entry;
  void M(Builder b) {
    b.Options<Item>().With(x => x.Size = 1);
    entry.Held.Size = 2;
    new Bag<Item>(x => x.Size = 3)[0].Size = 4;
  }
}
class Else { public int Size; }`,
      "Library/Near.dll": "no part of the project",
    }),
  });
  mkdirSync(join(root, "Game/Assets/Plugins"));
  writeFileSync(join(root, "Game/Assets/Plugins/Near.dll"), nearLibrary());
  const asked = { name: "Size", container: "Item" };
  const { certain, possible, other } = callJig("script_refs_find", asked, { cwd: root }).value;
  assert.deepEqual([certain, possible, other], [5, 0, 1]);
});

describe("packages of NuGet", () => {
  const cache = scratch({
    "far.away/1.0.0/lib/netstandard2.0/Far.dll": farLibrary(),
    "far.away/1.0.0/contentFiles/cs/any/Shipped.cs": "class Shipped { }",
    "nobody.refers/1.0.0/lib/netstandard2.0/Other.dll": farLibrary(),
    "near/2.0.0/lib/netstandard2.0/Near.dll": nearLibrary(),
  });
  const root = scratch({
    "App/App.csproj": `<Project><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
<ItemGroup><PackageReference Include="Far.Away" Version="1.0.0" /></ItemGroup></Project>`,
    "App/Hero.cs": "using Far.Away;\nclass Hero : Jet { }",
  });
  const other = scratch({
    "App/App.csproj": `<Project><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup>
<ItemGroup><PackageReference Include="Near" Version="2.0.0" /></ItemGroup></Project>`,
    "App/Use.cs": `using Near.Building;
using Near.Extensions;
class Item { public int Size; }
class Else { public Else Named(string name) => this; public int Size; }
class Use {
  void M(Builder b, Else e) {
    b.Services.AddThings().Named("a").Options<Item>().With(x => x.Size = 1);
    b.Named("b").Services.AddThing<Item>(x => x.Size++);
    e.Named("c").Size++;
  }
}`,
  });
  const env = { NUGET_PACKAGES: cache };
  const ask = (tool: string, input: object, ...roots: string[]): Any => {
    const words = roots.flatMap((each) => ["--root", each]);
    return JSON.parse(
      runJig(["call", tool, "--as", "json", ...words, "--input", JSON.stringify(input)], { env }).stdout,
    );
  };

  test("outside the roots they are not read, and named", () => {
    const { packages } = ask("script_index_status", { wait: true }, root);
    assert.equal(packages.read, undefined);
    assert.equal(
      packages.unread,
      `A NuGet package is not read: Far.Away 1.0.0. To read its types, also start jig with --root ${cache}`,
    );
    const { hint, targets, possible } = ask("script_refs_find", { name: "Jet" }, root);
    assert.deepEqual(targets, []);
    assert.ok(possible > 0);
    assert.match(hint, /A NuGet package is not read: Far\.Away 1\.0\.0/);
  });

  test("with a root for them those that a project refers to are read, and none of their scripts", () => {
    const status = ask("script_index_status", { wait: true }, root, cache);
    assert.deepEqual([status.totalFiles, status.packages], [1, { total: 1, read: ["Far.Away 1.0.0"] }]);
    const refs = ask("script_refs_find", { name: "Jet" }, root, cache);
    assert.deepEqual([refs.certain, refs.results[0].line], [1, 2]);
    assert.match(
      refs.note,
      /^class Far\.Away\.Jet has no source here: it is in .*far\.away\/1\.0\.0\/lib\/netstandard2\.0\/Far\.dll \(Stop\)$/,
    );
  });

  test("their members give types: own ones come out of them, and their uses are found", () => {
    const places = (input: object) => {
      const { results } = ask("script_refs_find", { maxMatchesPerFile: 100, ...input }, other, cache);
      return results.map(({ line, column, certainty }: Any) => `${line}:${column} ${certainty}`);
    };
    assert.deepEqual(places({ name: "Size", container: "Item" }), ["3:25 certain", "7:67 certain", "8:49 certain"]);
    assert.deepEqual(places({ name: "Named", container: "Builder" }), ["7:28 certain", "8:7 certain"]);
    assert.deepEqual(places({ name: "AddThing", container: "Near.Extensions.ServicesExtensions" }), ["8:27 certain"]);
    const { note } = ask("script_refs_find", { name: "Named", container: "Builder" }, other, cache);
    assert.equal(note, "Near.Building.Builder.Named has no source here, according to a package's assembly");
    assert.deepEqual(places({ name: "Named", container: "Else" }), ["4:26 certain", "9:7 certain"]);
  });
});

test("a script is lost for certain only where all packages with scripts are there", () => {
  const asset = (guid: string) =>
    `%YAML 1.1\n--- !u!114 &1\nMonoBehaviour:\n  m_Script: {fileID: 11500000, guid: ${guid}, type: 3}\n`;
  const files = {
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 2022.3.1f1\n",
    "Assets/A.cs": "class A { }",
    "Assets/One.asset": asset("0123456789abcdef0123456789abcdef"),
  };
  const certainty = (dependencies: object, source: string) => {
    const lock = Object.fromEntries(
      Object.keys(dependencies).map((name) => [name, { version: "1.0.0", depth: 0, source, dependencies: {} }]),
    );
    const root = scratch({
      ...files,
      "Packages/manifest.json": JSON.stringify({ dependencies }),
      "Packages/packages-lock.json": JSON.stringify({ dependencies: lock }),
    });
    return (callJig("script_project_check", { check: "missing" }, { cwd: root }).value as Any).results[0].certainty;
  };
  assert.equal(certainty({ "com.unity.modules.physics": "1.0.0" }, "builtin"), "certain");
  // Built-in Unity packages with scripts are in the Editor's folder.
  assert.equal(certainty({ "com.unity.ugui": "1.0.0" }, "builtin"), "possible");
  assert.equal(certainty({ "com.unity.cinemachine": "1.0.0" }, "registry"), "possible");
});

test("scripts are missing from states of animators and tracks of timelines too", () => {
  const gone = "0123456789abcdef0123456789abcdef";
  const block = (name: string, file: number) =>
    `%YAML 1.1\n--- !u!114 &${file}\nMonoBehaviour:\n  m_GameObject: {fileID: 0}\n  m_Script: {fileID: 11500000, guid: ${gone}, type: 3}\n  m_Name: ${name}\n`;
  const root = scratch({
    "ProjectSettings/ProjectVersion.txt": "m_EditorVersion: 2022.3.1f1\n",
    "Assets/A.cs": "class A { }",
    "Assets/Intro.playable": block("Track", 1),
    "Assets/Hero.controller": block("Idle", 2),
  });
  const { results } = callJig("script_project_check", { check: "missing" }, { cwd: root }).value as Any;
  assert.deepEqual(
    results.map(({ symbol, path, line, assets, certainty }: Any) => [symbol, path, line, assets, certainty]),
    [["Idle, Track", "Assets/Hero.controller", 5, 2, "possible"]],
  );
});
