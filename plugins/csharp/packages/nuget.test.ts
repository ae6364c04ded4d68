/**
 * Tests which NuGet packages a project refers to, where they are, and which of their assemblies it is compiled against.
 */
import assert from "node:assert/strict";
import { dirname } from "node:path";
import { test } from "node:test";
import { JigError } from "../../../core/host/plugin-api.ts";
import { type DotnetProject, readProject } from "../dotnet/project-file.ts";
import { externalPackagesNote, type NugetPackage, NugetPackages } from "./nuget.ts";
import { bestFrameworkFolder } from "./nuget-folders.ts";

/** A disk on which only files in `/r` and `/cache` may be read. */
function diskOf(files: Record<string, string>, cache: string) {
  const paths = Object.keys(files);
  const allowed = (path: string) => {
    if (!/^\/(?:r|cache)\//.test(path)) throw new JigError("PATH_OUTSIDE", path);
  };
  const isFolder = (path: string) => paths.some((each) => each.startsWith(`${path}/`));
  return {
    env: (name: string) => (name === "NUGET_PACKAGES" ? cache : undefined),
    workspace: {
      async resolve(path: string) {
        allowed(path);
        if (!isFolder(path)) throw new JigError("PATH_NOT_FOUND", path);
        return { absolute: path };
      },
    },
    files: {
      async readText(path: string) {
        allowed(path);
        if (files[path] === undefined) throw new JigError("PATH_NOT_FOUND", path);
        return { text: files[path] };
      },
      async stat(path: string) {
        allowed(path);
        if (files[path] === undefined) throw new JigError("PATH_NOT_FOUND", path);
        return { path, kind: "file", size: files[path].length, mtimeMs: 1 };
      },
      async list(path: string) {
        const inner = paths.filter((each) => each.startsWith(`${path}/`)).map((each) => each.slice(path.length + 1));
        return [...new Set(inner.map((each) => each.split("/")[0]!))].map((name) => ({
          path: `${path}/${name}`,
          kind: inner.includes(name) ? "file" : "directory",
        }));
      },
    },
  };
}

async function packagesOf(files: Record<string, string>, cache = "/cache"): Promise<readonly NugetPackage[]> {
  const disk = diskOf(files, cache);
  const projects: DotnetProject[] = [];
  for (const path of Object.keys(files).filter((each) => each.endsWith(".csproj")))
    projects.push(await readProject(path, disk.files as never));
  return await new NugetPackages().of(projects, disk as never);
}

const shown = (all: readonly NugetPackage[]) =>
  all.map(({ name, version, isExternal, libraries }) =>
    [name, version, ...(isExternal ? ["outside"] : []), ...libraries.map((each) => each.replace("/cache/", ""))].join(
      " ",
    ),
  );

test("packages by the versions of project files, of the file for all, and as elements", async () => {
  const packages = await packagesOf({
    "/r/Directory.Packages.props": `<Project><ItemGroup><PackageVersion Include="Central" Version="2.0.0" /></ItemGroup></Project>`,
    "/r/A/A.csproj": `<Project><PropertyGroup><TargetFramework>net8.0</TargetFramework><Own>1.0.0</Own></PropertyGroup><ItemGroup>
      <PackageReference Include="Plain" Version="$(Own)" /><PackageReference Include="central" />
      <PackageReference Include="Element"><Version>[3.1.0]</Version></PackageReference>
      <PackageReference Include="Floating" Version="1.*" /><PackageReference Include="../../etc" Version="1.0.0" />
      <PackageReference Include="Gone" Version="9.9.9" /></ItemGroup></Project>`,
    "/cache/plain/1.0.0/lib/netstandard2.0/Plain.dll": "",
    "/cache/plain/1.0.0/lib/net6.0/Plain.dll": "",
    "/cache/plain/1.0.0/lib/net9.0/Plain.dll": "",
    "/cache/plain/2.0.0/lib/net6.0/Newer.dll": "",
    "/cache/central/2.0.0/ref/net8.0/Central.dll": "",
    "/cache/central/2.0.0/lib/net8.0/Run.dll": "",
    "/cache/element/3.1.0/lib/Old.dll": "",
    "/cache/floating/1.2.0/lib/net6.0/Floating.dll": "",
    "/cache/other/1.0.0/lib/net6.0/NobodyRefersToIt.dll": "",
  });
  assert.deepEqual(shown(packages), [
    "../../etc 1.0.0",
    "central 2.0.0 central/2.0.0/ref/net8.0/Central.dll",
    "Element 3.1.0 element/3.1.0/lib/Old.dll",
    "Floating 1.2.0 floating/1.2.0/lib/net6.0/Floating.dll",
    "Gone 9.9.9",
    "Plain 1.0.0 plain/1.0.0/lib/net6.0/Plain.dll",
  ]);
});

test("of a range nothing is known where the cache has no such version, and a cache outside is told of", async () => {
  const project = (version: string) =>
    `<Project><ItemGroup><PackageReference Include="Some" Version="${version}" /></ItemGroup></Project>`;
  const files = { "/cache/some/1.0.0/lib/Some.dll": "", "/cache/some/2.1.0/lib/Some.dll": "" };
  assert.deepEqual(shown(await packagesOf({ ...files, "/r/A.csproj": project("[1.5,3.0)") })), [
    "Some 2.1.0 some/2.1.0/lib/Some.dll",
  ]);
  assert.deepEqual(shown(await packagesOf({ ...files, "/r/A.csproj": project("[3.0,4.0)") })), ["Some "]);
  const far = await packagesOf({ "/r/A.csproj": project("1.*") }, "/far");
  assert.deepEqual(shown(far), ["Some 1.* outside"]);
  assert.match(externalPackagesNote(far), /Some 1\.\*\. To read its types, also start jig with --root \/far$/);
});

test("what restore wrote counts before versions, with what packages need themselves; folders outside are named and not read", async () => {
  const assets = {
    packageFolders: { "/cache/": {}, "/elsewhere/": {} },
    libraries: {
      "Direct/1.5.0": { type: "package", path: "direct/1.5.0" },
      "Needed/4.0.0": { type: "package", path: "needed/4.0.0" },
      "Far/1.0.0": { type: "package", path: "far/1.0.0" },
      "Core/1.0.0": { type: "project", path: "../Core/Core.csproj" },
    },
    targets: {
      "net8.0": {
        "Direct/1.5.0": { type: "package", compile: { "lib/net8.0/Direct.dll": {}, "lib/net8.0/_._": {} } },
        "Needed/4.0.0": { type: "package", compile: { "ref/Needed.dll": {} } },
        "Core/1.0.0": { type: "project", compile: { "bin/placeholder/Core.dll": {} } },
      },
      net48: { "Direct/1.5.0": { type: "package", compile: { "lib/net48/Direct.dll": {} } } },
    },
  };
  const files = {
    "/r/A/A.csproj": `<Project><ItemGroup><PackageReference Include="direct" Version="1.*" /></ItemGroup></Project>`,
    "/r/A/obj/project.assets.json": JSON.stringify(assets),
    "/cache/direct/1.5.0/lib/net8.0/Direct.dll": "",
    "/cache/needed/4.0.0/ref/Needed.dll": "",
  };
  assert.deepEqual(shown(await packagesOf(files)), [
    "Direct 1.5.0 direct/1.5.0/lib/net8.0/Direct.dll direct/1.5.0/lib/net48/Direct.dll",
    "Needed 4.0.0 needed/4.0.0/ref/Needed.dll",
  ]);
  const far = { ...assets, packageFolders: { "/elsewhere/": {} } };
  const unread = await packagesOf({ ...files, "/r/A/obj/project.assets.json": JSON.stringify(far) });
  assert.deepEqual(shown(unread), ["Direct 1.5.0 outside", "Needed 4.0.0 outside"]);
  assert.equal(
    externalPackagesNote(unread),
    "2 NuGet packages are not read: Direct 1.5.0, Needed 4.0.0. To read their types, also start jig with --root /elsewhere",
  );
  for (const hostile of [
    "",
    "[]",
    "{",
    '{"targets":{"a":7,"b":{"x":null,"y/1":{"type":"package","compile":[]}}},"libraries":4}',
  ]) {
    const all = await packagesOf({ ...files, "/r/A/obj/project.assets.json": hostile });
    assert.deepEqual(
      all.flatMap(({ libraries }) => libraries),
      [],
      hostile,
    );
  }
});

test("the nearest framework, never a newer one or another family's", () => {
  const all = ["net45", "net461", "netcoreapp2.1", "netstandard1.3", "netstandard2.0", "net6.0", "net8.0"];
  for (const [framework, expected] of [
    ["net8.0", "net8.0"],
    ["net7.0-windows", "net6.0"],
    ["netcoreapp3.1", "netcoreapp2.1"],
    ["net472", "net461"],
    ["netstandard2.1", "netstandard2.0"],
    ["netstandard1.6", "netstandard1.3"],
    ["monoandroid12", undefined],
  ] as const)
    assert.equal(
      bestFrameworkFolder(
        all.map((each) => `/p/lib/${each}`),
        [framework],
      ),
      expected && `/p/lib/${expected}`,
      framework,
    );
  assert.equal(bestFrameworkFolder(["/lib/netstandard2.0"], ["net472"]), "/lib/netstandard2.0");
  assert.equal(bestFrameworkFolder(["/lib/net6.0"], ["net472", "net6.0"]), "/lib/net6.0");
  assert.equal(dirname(bestFrameworkFolder(["/lib/net6.0"], ["net8.0"])!), "/lib");
});
