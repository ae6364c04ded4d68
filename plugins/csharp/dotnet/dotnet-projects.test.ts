/** Tests .NET project files, including references, links and `#if` symbols by target framework and condition. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { DotnetProjects } from "./dotnet-projects.ts";
import { conditionHolds, statementsOf } from "./msbuild.ts";
import { symbolFor } from "./target-frameworks.ts";

const read = (files: Record<string, string>) =>
  DotnetProjects.read(
    Object.keys(files).filter((path) => path.endsWith(".csproj")),
    {
      readText: async (path: string) => {
        if (files[path] === undefined) throw new URIError(path);
        return { text: files[path] };
      },
    } as never,
    { isTaken: (name) => name === "Taken", shown: (path) => path.slice(1) },
  );

test("projects own their folders and see what they refer to, through others too", async () => {
  const projects = await read({
    "/r/App/App.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup>
      <ProjectReference Include="..\\Core\\Core.csproj" /><!-- <ProjectReference Include="..\\Tests\\Tests.csproj" /> -->
    </ItemGroup></Project>`,
    "/r/Core/Core.csproj": `<Project><ItemGroup><ProjectReference Include="../Base/Base.csproj"><Private>false</Private></ProjectReference></ItemGroup></Project>`,
    "/r/Base/Base.csproj": `<Project><PropertyGroup><AssemblyName>$(MSBuildProjectName).Lib</AssemblyName></PropertyGroup></Project>`,
    "/r/Tests/Tests.csproj": `<Project><ItemGroup><Compile Include="..\\Shared\\**\\*.cs" /><Compile Include="../App/Program.cs" /><Using Include="A.B" Static="true" /></ItemGroup></Project>`,
    "/r/Other/Taken.csproj": "<Project>",
  });
  const seen = (name: string) => [...projects.byName(name)!.seen].sort();
  assert.deepEqual(seen("Core"), ["Base.Lib", "Core"]);
  assert.deepEqual(seen("Tests"), ["App", "Base.Lib", "Core", "Tests"]);
  assert.deepEqual([...projects.byName("App")!.references], ["Core"]);
  assert.equal(projects.ownerOf("/r/App"), "App");
  assert.equal(projects.ownerOf("/r/Shared"), "Tests");
  assert.equal(projects.ownerOf("/r"), undefined);
  assert.equal(projects.ownerOf("/r/Other"), "Taken (r/Other/Taken.csproj)");
  assert.deepEqual(projects.usings("Tests"), [{ target: "A.B", alias: "", isStatic: true }]);
});

test("the SDK imports namespaces where the project lets it", async () => {
  const projects = await read({
    "/r/Directory.Build.props":
      "<Project><PropertyGroup><ImplicitUsings>enable</ImplicitUsings></PropertyGroup></Project>",
    "/r/App/App.csproj": `<Project Sdk="Microsoft.NET.Sdk"><ItemGroup><Using Remove="System.IO" /><Using Include="A.B" /></ItemGroup></Project>`,
    "/r/Site/Site.csproj": `<Project Sdk="Microsoft.NET.Sdk.Web/10.0"></Project>`,
    "/r/Old/Old.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><ImplicitUsings>disable</ImplicitUsings></PropertyGroup></Project>`,
  });
  const targets = (name: string) => projects.usings(name).map(({ target }) => target);
  assert.deepEqual(targets("App"), [
    "System",
    "System.Collections.Generic",
    "System.Linq",
    "System.Net.Http",
    "System.Threading",
    "System.Threading.Tasks",
    "A.B",
  ]);
  assert.ok(targets("Site").includes("System.IO") && targets("Site").includes("Microsoft.AspNetCore.Builder"));
  assert.deepEqual(targets("Old"), []);
});

test("a package that a project of the tree builds is that project", async () => {
  const projects = await read({
    "/r/App/App.csproj": `<Project><ItemGroup><PackageReference Include="app.contracts" Version="[2.0.1, 3.0.0)" /><PackageReference Include="Acme.Tools" Version="1" /></ItemGroup></Project>`,
    "/r/Contracts/App.Contracts.csproj": "<Project></Project>",
    "/r/Tools/Tools.csproj": "<Project><PropertyGroup><PackageId>Acme.Tools</PackageId></PropertyGroup></Project>",
  });
  assert.deepEqual([...projects.byName("App")!.references].sort(), ["App.Contracts", "Tools"]);
});

test("a library that a project of the tree builds is that project", async () => {
  const projects = await read({
    "/r/App/App.csproj": `<Project><PropertyGroup><Core Condition="'$(Core)'==''">..\\Core\\bin\\Acme.Core.dll</Core></PropertyGroup><ItemGroup>
      <Reference Include="TheCore"><HintPath>$(Core)</HintPath><Aliases>core, global</Aliases></Reference><Reference Include="Tools, Version=1.0.0.0" /><Reference Include="System.Xml" /></ItemGroup></Project>`,
    "/r/Core/Core.csproj": "<Project><PropertyGroup><AssemblyName>Acme.Core</AssemblyName></PropertyGroup></Project>",
    "/r/Tools/Tools.csproj": "<Project></Project>",
  });
  assert.deepEqual([...projects.byName("App")!.references].sort(), ["Acme.Core", "Tools"]);
});

test("an alias of a project's reference is the global namespace", async () => {
  const projects = await read({
    "/r/App/App.csproj": `<Project><ItemGroup><ProjectReference Include="..\\Core\\Core.csproj"><Aliases>global,core</Aliases></ProjectReference></ItemGroup></Project>`,
    "/r/Core/Core.csproj": "<Project></Project>",
  });
  assert.deepEqual(projects.usings("App"), [{ target: "global::", alias: "core", isStatic: false }]);
});

test("a reference by an unknown property is to the project of that name", async () => {
  const projects = await read({
    "/r/App.slnx": "",
    "/r/props/Common.props": `<Project><ItemGroup><Using Include="A.B" /></ItemGroup></Project>`,
    "/r/test/Directory.Build.props": `<Project><Import Project="$([MSBuild]::GetDirectoryNameOfFileAbove($(MSBuildProjectDirectory), 'App.slnx'))\\props\\Common.props" />
      <PropertyGroup><Top>$([System.IO.Directory]::GetParent($(MSBuildThisFileDirectory)))</Top></PropertyGroup></Project>`,
    "/r/test/Tests/Tests.csproj": `<Project><ItemGroup><ProjectReference Include="$(Top)\\src\\Core\\Core.csproj" /><ProjectReference Include="$(Unset)\\Gone.csproj" /></ItemGroup></Project>`,
    "/r/src/Core/Core.csproj": "<Project></Project>",
  });
  assert.deepEqual([...projects.byName("Tests")!.references], ["Core"]);
  assert.deepEqual(projects.usings("Tests"), [{ target: "A.B", alias: "", isStatic: false }]);
});

test("symbols are known where every build agrees", async () => {
  const projects = await read({
    "/r/Directory.Build.props": `<Project><PropertyGroup><DefineConstants>$(DefineConstants);EVERYWHERE</DefineConstants></PropertyGroup></Project>`,
    "/r/A/A.csproj": `<Project><PropertyGroup><TargetFrameworks>net45;net6.0</TargetFrameworks></PropertyGroup>
      <PropertyGroup Condition="'$(TargetFramework)'=='net45'"><DefineConstants>OLD;$(DefineConstants)</DefineConstants></PropertyGroup>
      <PropertyGroup Condition=" '$(Configuration)' == 'Release' "><DefineConstants>$(DefineConstants);SHIPPED</DefineConstants></PropertyGroup></Project>`,
    "/r/B/B.csproj": `<Project><Import Project="gone.props" /><PropertyGroup><TargetFramework>net8.0</TargetFramework></PropertyGroup></Project>`,
    "/r/C/C.csproj": `<Project><PropertyGroup Condition="Exists('x')"><DefineConstants>MAYBE</DefineConstants></PropertyGroup></Project>`,
  });
  const all = (name: string) => ["A", "B", "C"].map((assembly) => projects.symbol(assembly, name));
  assert.deepEqual(all("EVERYWHERE"), [true, true, undefined]);
  assert.deepEqual(all("OLD"), [undefined, undefined, undefined]);
  assert.deepEqual(all("SHIPPED"), [undefined, undefined, undefined]);
  assert.deepEqual(all("NOWHERE"), [false, undefined, undefined]);
  assert.deepEqual(all("DEBUG"), [undefined, undefined, undefined]);
  assert.deepEqual(all("NET5_0_OR_GREATER"), [undefined, true, undefined]);
  assert.equal(projects.symbol("A", "NETSTANDARD2_0"), false);
});

test("the symbols of target frameworks", () => {
  const own = new Set<string>();
  for (const [framework, name, expected] of [
    ["net45", "NET45", true],
    ["net472", "NET45", false],
    ["net472", "NET45_OR_GREATER", true],
    ["net40", "NET45_OR_GREATER", false],
    ["net472", "NETFRAMEWORK", true],
    ["net6.0", "NET472", false],
    ["net6.0", "NET6_0", true],
    ["net8.0-android", "NET6_0_OR_GREATER", true],
    ["net6.0", "NETCOREAPP3_1_OR_GREATER", true],
    ["net6.0", "NETCOREAPP3_1", false],
    ["netstandard2.1", "NETSTANDARD2_0_OR_GREATER", true],
    ["netstandard2.0", "NETSTANDARD2_1_OR_GREATER", false],
    ["netstandard2.0", "NET", false],
    ["weird", "NET6_0", undefined],
  ] as const)
    assert.equal(symbolFor(framework, own, name), expected, `${framework} ${name}`);
});

test("hostile project files end, and say nothing", () => {
  assert.deepEqual(statementsOf("<PropertyGroup>".repeat(5000)), []);
  assert.deepEqual(statementsOf("<!-- <ItemGroup><A Include='x'/></ItemGroup>"), []);
  assert.equal(statementsOf("<ItemGroup><A Include='&lt;x&gt;' /></Other></ItemGroup>")[0]!.value, "<x>");
  assert.equal(conditionHolds("'$(A)' == 'x' or Exists('y')", new Map([["a", "X"]])), true);
  assert.equal(conditionHolds("'$(A)' == 'x' and '$(B)' != ''", new Map([["a", "x"]])), false);
  assert.equal(conditionHolds("'$([System.String]::Copy(1))' == ''", new Map()), undefined);
});

test("scripts that every build of a project removes are compiled by nobody", async () => {
  const projects = await read({
    "/r/App/App.csproj": `<Project Sdk="Microsoft.NET.Sdk"><PropertyGroup><TargetFrameworks>net8.0;net472</TargetFrameworks><Out>Generated</Out></PropertyGroup><ItemGroup>
      <Compile Remove="$(Out)/**/*.cs;Old\\*.cs" /><Compile Include="Old/Again.cs" /><Compile Remove="Shared/**" /></ItemGroup>
      <ItemGroup Condition="'$(TargetFramework)' == 'net472'"><Compile Remove="New/**" /></ItemGroup></Project>`,
    "/r/Tests/Tests.csproj": `<Project><ItemGroup><Compile Include="../App/Shared/**/*.cs" /></ItemGroup></Project>`,
    "/r/Unsure/Unsure.csproj": `<Project><PropertyGroup Condition="$([X]::Y()) == 1"><Nobody>Z</Nobody></PropertyGroup><ItemGroup><Compile Remove="**/*.cs" /><Compile Include="$(Nobody)/*.cs" /></ItemGroup></Project>`,
  });
  const leftOut = (path: string) => projects.isLeftOut(path.split("/")[2] ?? "", path);
  assert.deepEqual(
    ["Generated/A/B.cs", "generated/C.cs", "Old/D.cs"].map((path) => leftOut(`/r/App/${path}`)),
    [true, true, true],
  );
  assert.deepEqual(
    ["A.cs", "Old/Again.cs", "Old/In/E.cs", "New/F.cs", "Shared/G.cs"].map((path) => leftOut(`/r/App/${path}`)),
    [false, false, false, false, false],
  );
  // It is not known which files the second item includes again.
  assert.equal(leftOut("/r/Unsure/A.cs"), false);
});
