/** `unity-asset-read` on public projects in JIG_CORPUS: all text assets round-trip byte by byte, and values agree with a second implementation. */
import assert from "node:assert/strict";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { joinDocuments, splitDocuments, unreadable } from "../../plugins/unity/assets/unity-yaml.ts";
import { SecondResolver } from "./assets/second-resolver.ts";
import { McpDriver } from "./driver.ts";

const CORPUS = process.env.JIG_CORPUS ?? "";
const projects =
  CORPUS === "" || !existsSync(CORPUS)
    ? []
    : readdirSync(CORPUS).filter((name) => existsSync(join(CORPUS, name, "ProjectSettings/ProjectVersion.txt")));
const skip = projects.length === 0 ? "JIG_CORPUS names no folder of Unity projects" : false;

function assetsOf(root: string, endings: RegExp): string[] {
  return ["Assets", "ProjectSettings"].flatMap((folder) =>
    readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
      .filter((name) => endings.test(name))
      .map((name) => `${folder}/${name}`)
      .sort(),
  );
}

test("every text asset is written back as it was", { skip }, () => {
  const counts = projects.map((project) => {
    const root = join(CORPUS, project);
    let written = 0;
    for (const name of assetsOf(root, /\.(?!(?:cs|png|fbx|shader|dll)$)\w+$/)) {
      if (!statSync(join(root, name)).isFile()) continue;
      const bytes = readFileSync(join(root, name));
      if (unreadable(bytes) || !(name.endsWith(".meta") || [0, 3].includes(bytes.indexOf("%YAML")))) continue;
      const text = new TextDecoder("utf-8", { ignoreBOM: true }).decode(bytes);
      assert.ok(Buffer.from(joinDocuments(splitDocuments(text))).equals(bytes), name);
      written++;
    }
    return written;
  });
  console.log(`written back: ${projects.map((name, at) => `${name} ${counts[at]}`).join(", ")}`);
  assert.ok(Math.max(...counts) > 100, counts.join(" "));
});

interface Field {
  Id: string;
  Field: string;
  Value: string;
  Origin: string;
}

test("values, overridden ones first, are those of the second resolver", { skip }, async () => {
  let compared = 0;
  let inherited = 0;
  for (const project of projects) {
    const root = join(CORPUS, project);
    const judge = new SecondResolver(root);
    const jig = await McpDriver.open([root]);
    const nested = assetsOf(root, /\.prefab$/).filter((name) =>
      readFileSync(join(root, name)).includes("PrefabInstance:"),
    );
    for (const path of nested.filter((_, at) => at % Math.ceil(nested.length / 40) === 0)) {
      const { value } = await jig.call("unity-asset-read", { path, expand: true });
      // Instances that aren't read have no values.
      const objects = (value.Objects ?? []).filter(({ Prefab = "" }) => !/^missing | \(not read\)$/.test(Prefab));
      for (const { Id } of objects.slice(0, 4)) {
        const answer = await jig.call("unity-asset-read", { path, object: Id, depth: 12 });
        for (const row of ((answer.value.Fields ?? []) as Field[]).slice(0, 12)) {
          const said = judge.value(join(root, path), row.Id, row.Field.replace(/\[(\d+)\]/g, ".Array.data[$1]"));
          // References are names here and numbers there.
          if (said === undefined || said === "" || row.Field === "m_Script") continue;
          const own = row.Value.startsWith('"') ? String(JSON.parse(row.Value)) : row.Value;
          assert.equal(own.trim(), said.trim(), `${path} ${row.Id} ${row.Field} (${row.Origin})`);
          compared++;
          if (row.Origin !== "own") inherited++;
        }
      }
    }
    await jig.close();
  }
  console.log(`${compared} values compared, ${inherited} of them from bases and overrides`);
  assert.ok(compared > 0);
});
