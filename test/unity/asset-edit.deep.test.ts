/** `unity-asset-edit` on public projects under JIG_CORPUS: edits of one field are one line and are read again as set; edits of the structure leave every other document byte-equal. */
import assert from "node:assert/strict";
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { changedLines, documentsIn, looseEnds } from "./assets/second-look.ts";
import { McpDriver } from "./driver.ts";

const CORPUS = process.env.JIG_CORPUS ?? "";
const projects =
  CORPUS === "" || !existsSync(CORPUS)
    ? []
    : readdirSync(CORPUS).filter((name) => existsSync(join(CORPUS, name, "ProjectSettings/ProjectVersion.txt")));
const skip = projects.length === 0 ? "JIG_CORPUS names no folder of Unity projects" : false;
const FIELD_EDITS = 300;
const STRUCTURAL_EDITS = 100;

interface Row {
  Id: string;
  Component: string;
  Field: string;
  Value: string;
  Origin: string;
}

interface Project {
  root: string;
  jig: McpDriver;
  /** Text assets that can be edited, in no order. */
  files: string[];
}

async function withProject(name: string, work: (project: Project) => Promise<void>): Promise<void> {
  const root = realpathSync(mkdtempSync(join(tmpdir(), "jig-edit-")));
  for (const folder of ["Assets", "ProjectSettings", "Packages"]) {
    const from = join(CORPUS, name, folder);
    if (existsSync(from)) cpSync(from, join(root, folder), { recursive: true });
  }
  const jig = await McpDriver.open([root]);
  const files = readdirSync(join(root, "Assets"), { recursive: true, encoding: "utf8" })
    .filter((each) => /\.(?:prefab|unity|mat|asset)$/.test(each))
    .map((each) => `Assets/${each}`)
    .filter((each) => {
      const text = readFileSync(join(root, each), "utf8");
      return text.startsWith("%YAML") && text.length < 400_000;
    })
    .sort((one, other) => hash(one) - hash(other));
  try {
    await work({ root, jig, files });
  } finally {
    await jig.close();
    rmSync(root, { recursive: true, force: true });
  }
}

function hash(text: string): number {
  let value = 7;
  for (let at = 0; at < text.length; at++) value = (value * 31 + text.charCodeAt(at)) >>> 0;
  return value;
}

/** Another value of the same form; undefined for fields that are no single value. */
function otherValue({ Field, Value, Origin }: Row): unknown {
  if (Origin === "base" || Origin === "base override" || /^m_(?:Script|EditorClass)/.test(Field)) return undefined;
  if (/^-?\d+(?:\.\d+)?$/.test(Value)) return Value === "1" ? 0 : Number(Value) + 1;
  if (/^Assets\/.*\.mat$/.test(Value)) return null;
  if (/^[A-Za-z]\w*$/.test(Value) && Value !== "none" && Value !== "empty") return `${Value} it's: new`;
  return undefined;
}

const printed = (value: unknown) => (value === null ? "none" : String(value));

test("edits of one field are one line, and are read again as set", { skip }, async () => {
  let done = 0;
  let overrides = 0;
  for (const name of projects) {
    const share = Math.ceil((FIELD_EDITS * (projects.indexOf(name) + 1)) / projects.length);
    await withProject(name, async ({ root, jig, files }) => {
      for (const path of files) {
        if (done >= share) break;
        const { value } = await jig.call("unity-asset-read", { path, depth: 2 });
        const objects: { Id: string }[] = value.Objects ?? [{ Id: "" }];
        for (const { Id } of objects.slice(0, 2)) {
          const read = () => jig.call("unity-asset-read", { path, ...(Id === "" ? {} : { object: Id }), depth: 9 });
          const rows = ((await read()).value.Fields ?? []) as Row[];
          const row = rows.filter((each) => otherValue(each) !== undefined).at(hash(path) % 7);
          if (!row || done >= share) continue;
          const set = otherValue(row);
          const before = readFileSync(join(root, path));
          const edit = { op: "set", object: Id, component: row.Id, field: row.Field, value: set };
          const answer = await jig.call("unity-asset-edit", { path, edits: [edit], apply: true });
          assert.equal(answer.failed, false, `${path} ${JSON.stringify(edit)} ${JSON.stringify(answer.value)}`);
          const lines = changedLines(before.toString("utf8"), readFileSync(join(root, path), "utf8"));
          assert.deepEqual(lines, { removed: 1, added: 1 }, `${path} ${JSON.stringify(edit)}`);
          const after = ((await read()).value.Fields as Row[]).find(
            (each) => each.Id === row.Id && each.Field === row.Field,
          );
          const said = after?.Value.startsWith('"') ? JSON.parse(after.Value) : after?.Value;
          assert.equal(said, printed(set), `${path} ${JSON.stringify(edit)}`);
          const undone = await jig.call("changes", { undo: "last" });
          assert.equal(undone.failed, false, JSON.stringify(undone.value));
          assert.ok(readFileSync(join(root, path)).equals(before), path);
          done++;
          if (row.Origin === "override") overrides++;
        }
      }
    });
  }
  console.log(`${done} edits of one field, ${overrides} of them of overrides`);
  assert.ok(done >= FIELD_EDITS || projects.length < 2, String(done));
});

const KINDS = [
  "add component",
  "add object",
  "add instance",
  "remove component",
  "remove object",
  "move object",
  "move component",
  "add script",
];

/** The edit of that kind, and ids of documents that it may change. */
function structuralEdit(
  kind: string,
  objects: { Name: string; Id: string; Depth: number; Components: string[]; Prefab?: string }[],
  prefab: string,
  script: string,
  seed: number,
) {
  // A scene's settings are rows too.
  const isObject = (components: string[]) => components.some((each) => /Transform$/.test(each));
  const own = objects.filter(
    ({ Prefab, Depth, Components }) =>
      Prefab === undefined && isObject(Components) && (Depth > 0 || !kind.endsWith("object")),
  );
  const target = own[seed % Math.max(1, own.length)];
  if (!target) return undefined;
  const object = target.Id;
  switch (kind) {
    case "add component":
      return { op: "add", object, component: ["BoxCollider", "Rigidbody", "AudioListener", "CanvasGroup"][seed % 4] };
    case "add script":
      return script === "" ? undefined : { op: "add", object, component: script };
    case "add object":
      return { op: "add", object, name: `New ${seed}` };
    case "add instance":
      return prefab === "" ? undefined : { op: "add", object, prefab };
    case "remove component": {
      const component = target.Components.find((each) => !/Transform|\s/.test(each));
      return component === undefined ? undefined : { op: "remove", object, component };
    }
    case "remove object":
      return { op: "remove", object };
    case "move object":
      return { op: "move", object, index: seed % 3 };
    default: {
      const component = target.Components.filter((each) => !/Transform/.test(each)).at(-1);
      return component === undefined || target.Components.length < 2
        ? undefined
        : { op: "move", object, component, index: 1 };
    }
  }
}

test("edits of the structure leave every other document byte-equal, ids unique, references resolved", {
  skip,
}, async () => {
  const counts = new Map<string, number>();
  let refused = 0;
  for (const name of projects) {
    await withProject(name, async ({ root, jig, files }) => {
      const assets = files.filter((each) => /\.(?:prefab|unity)$/.test(each));
      const prefabs = assets.filter((each) => each.endsWith(".prefab"));
      const script = readdirSync(join(root, "Assets"), { recursive: true, encoding: "utf8" }).find(
        (each) => each.endsWith(".cs") && readFileSync(join(root, "Assets", each), "utf8").includes(": MonoBehaviour"),
      );
      let done = 0;
      for (const [at, path] of [...assets, ...assets, ...assets].entries()) {
        if (done >= Math.ceil(STRUCTURAL_EDITS / projects.length)) break;
        const { value, failed } = await jig.call("unity-asset-read", { path });
        if (failed) continue;
        const prefab = prefabs[(at * 7 + 1) % prefabs.length] ?? "";
        // The kinds that were done least first.
        const kinds = [...KINDS].sort((one, other) => (counts.get(one) ?? 0) - (counts.get(other) ?? 0));
        const offered = kinds.map((each) => {
          const inserted = prefab === path ? "" : prefab;
          const own = script ? `Assets/${script}` : "";
          return { kind: each, edit: structuralEdit(each, value.Objects ?? [], inserted, own, at) };
        });
        const { kind = "", edit } = offered.find((each) => each.edit !== undefined) ?? {};
        if (!edit) continue;
        const before = readFileSync(join(root, path), "utf8");
        const answer = await jig.call("unity-asset-edit", { path, edits: [edit], apply: true });
        if (answer.failed) {
          // A place that is taken already, parts that others refer to, instances of what is missing.
          assert.match(
            String(answer.value),
            /Not planned|Nothing was|fit|has no|changes nothing|No component/,
            `${path} ${JSON.stringify(edit)}`,
          );
          assert.equal(readFileSync(join(root, path), "utf8"), before);
          refused++;
          continue;
        }
        const after = readFileSync(join(root, path), "utf8");
        const was = documentsIn(before);
        const is = documentsIn(after);
        assert.equal(is.ids.length, new Set(is.ids).size, `${path} ${JSON.stringify(edit)}`);
        const changed = [...was.byId]
          .filter(([id, text]) => is.byId.has(id) && is.byId.get(id) !== text)
          .map(([id]) => id);
        // The object, its Transform or the one above it, or the instance; with numbered siblings those too.
        const numbered = /m_RootOrder/.test(before) ? Number.POSITIVE_INFINITY : 2;
        assert.ok(changed.length <= numbered, `${path} ${JSON.stringify(edit)}: ${changed}`);
        assert.deepEqual(
          looseEnds(after).filter((each) => !looseEnds(before).includes(each)),
          [],
          `${path} ${JSON.stringify(edit)}`,
        );
        const again = await jig.call("unity-asset-read", { path });
        assert.equal(again.failed, false, JSON.stringify(again.value));
        writeFileSync(join(root, path), before);
        counts.set(kind, (counts.get(kind) ?? 0) + 1);
        done++;
      }
    });
  }
  console.log(
    `structural edits: ${[...counts].map(([kind, count]) => `${kind} ${count}`).join(", ")}; ${refused} refused`,
  );
  assert.ok([...counts.values()].reduce((sum, count) => sum + count, 0) > 0);
});
