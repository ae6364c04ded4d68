/** Script folders: like the engine, we use all subfolders except those that Unreal writes next to a project or plugin. */
import assert from "node:assert/strict";
import { rmSync } from "node:fs";
import { test } from "node:test";
import { scratch } from "../jig.ts";
import { openSession } from "./session.ts";

/** Folders that Unreal writes next to a project. */
const OWN = ["Binaries", "DerivedDataCache", "Intermediate", "Saved"];

const SCRIPTS = ["Script", "Plugins/Doors/Script"].flatMap((folder) => OWN.map((name) => `${folder}/${name}`));
const WRITTEN = ["", "Plugins/Doors/"].flatMap((folder) => OWN.map((name) => `${folder}${name}`));

test("folders named like Unreal's own are read below Script, Unreal's own are not", async () => {
  const files: Record<string, string> = { "Game.uproject": "{}", "Plugins/Doors/Doors.uplugin": "{}" };
  for (const [at, folder] of [...SCRIPTS, ...WRITTEN].entries()) files[`${folder}/A.as`] = `class A${at} {}\n`;
  const root = scratch(files);
  const cache = scratch();
  const session = await openSession({ cwd: root, env: { XDG_CACHE_HOME: cache }, args: ["--root", root] });
  try {
    const { data } = await session.call("angelscript_searchApi", { labelQuery: "A", source: "script" });
    const read = data.items.map(({ filePath }: { filePath: string }) => filePath.slice(filePath.indexOf("/") + 1));
    assert.deepEqual([...new Set(read)].sort(), SCRIPTS.map((folder) => `${folder}/A.as`).sort());
  } finally {
    await session.close();
    for (const folder of [root, cache]) rmSync(folder, { recursive: true, force: true });
  }
});

test("a project two folders below the root opens with its own types and headers", async () => {
  const chunks = [{ UNested: { inherits: "UObject", methods: [{ name: "Ring", return: "int", args: [] }] } }];
  const root = scratch({
    "README.md": "Games",
    "Games/Mine/Mine.uproject": "{}",
    "Games/Mine/Script/A.as": "class UDoor : UNested { int Knock() { return Ring(); } }\n",
    "Games/Mine/Script/.vscode/angelscript/unreal-cache.json": JSON.stringify({
      version: 1,
      debugDatabaseChunks: chunks,
    }),
  });
  const session = await openSession({ cwd: root, args: ["--root", root] });
  try {
    assert.ok((await session.tools()).includes("angelscript_hover"));
    const { data } = await session.call("angelscript_hover", { at: "Games/Mine/Script/A.as:1:46" });
    assert.deepEqual([data.nativeSource, data.symbol.signature], ["unreal-cache", "int UNested.Ring()"]);
  } finally {
    await session.close();
    rmSync(root, { recursive: true, force: true });
  }
});
