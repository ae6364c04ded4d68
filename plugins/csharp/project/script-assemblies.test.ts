/** Tests which assembly owns a script, and which assemblies can see each other. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { Project } from "./project.ts";
import { Assemblies } from "./script-assemblies.ts";

const FILES: Record<string, string> = {
  "/p/Assets/Core/Core.asmdef": '{ "name": "My.Core" }',
  "/p/Assets/Core/Core.asmdef.meta": "guid: 0123456789abcdef0123456789abcdef",
  "/p/Assets/Game/Game.asmdef":
    '\ufeff{ "name": "My.Game", "references": ["GUID:0123456789ABCDEF0123456789ABCDEF", "Other"] }',
  "/p/Assets/Quiet/Quiet.asmdef": '{ "name": "My.Quiet", "autoReferenced": false }',
  "/p/Assets/Part/Part.asmref": '{ "reference": "My.Core" }',
  "/p/Assets/Broken/Broken.asmdef": "{ not json",
};

test("assemblies own the folders below them and see what they reference", async () => {
  const root = { name: "p", path: "/p" };
  const paths = Object.keys(FILES).filter((path) => !path.endsWith(".meta"));
  const sweep = { paths, sizes: new Float64Array(paths.length), mtimesMs: new Float64Array(paths.length) };
  const readText = async (path: string) => {
    if (FILES[path] === undefined) throw new URIError(path);
    return { text: FILES[path].replace("\ufeff", "") };
  };
  const assemblies = await Assemblies.read([new Project(root, true, [], true)], sweep, { readText } as never);
  assert.equal(assemblies.of("/p/Assets/Core/Deep/Er/A.cs"), "My.Core");
  assert.equal(assemblies.of("/p/Assets/Part/A.cs"), "My.Core");
  const main = assemblies.of("/p/Assets/Scripts/A.cs");
  assert.equal(main, assemblies.of("/p/Assets/Editor/A.cs"));
  assert.equal(assemblies.of("/p/Library/PackageCache/x@1/A.cs"), "");
  assert.equal(assemblies.sees("My.Game", "My.Core"), true);
  assert.equal(assemblies.sees("My.Core", "My.Game"), false);
  assert.equal(assemblies.sees(main, "My.Game"), true);
  assert.equal(assemblies.sees(main, "My.Quiet"), false);
  assert.equal(assemblies.sees("My.Game", main), false);
  assert.equal(assemblies.sees("Broken", "My.Core"), true);
});
