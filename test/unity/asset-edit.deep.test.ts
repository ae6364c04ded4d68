/**
 * `unity-asset-edit` on public projects in JIG_CORPUS: editing a field changes one line and reads back correctly; structural edits
 * leave all other documents unchanged.
 */
import assert from "node:assert/strict";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
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
  /** Editable text assets, unordered. */
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

/** Unity's enums and the tag don't accept all values. */
const LIMITED =
  /^m_(?:TagString|Constraints|ClearFlags|CollisionDetection|Interpolate|CastShadows|\w+Usage|MotionVectors|\w*Mode|BodyType|Direction|Type|Shape|Alignment|MaskInteraction|SpriteSortPoint|SortingLayerID|AdditionalShaderChannelsFlag)$|m_Shadows\.m_Type$/;

/** Another value of the same kind. Undefined for compound fields. */
function otherValue({ Field, Value, Origin }: Row): unknown {
  if (Origin === "base" || Origin === "base override" || /^m_(?:Script|EditorClass)|serializedVersion$/.test(Field))
    return undefined;
  if (LIMITED.test(Field)) return undefined;
  // Decrement 1 and the maximum of each integer type, otherwise increment.
  const isLast = ["1", "127", "255", "32767", "65535", "2147483647", "4294967295"].includes(Value);
  if (/^-?\d+(?:\.\d+)?$/.test(Value)) return asFloat(Number(Value) + (isLast ? -1 : 1));
  if (/^Assets\/.*\.mat$/.test(Value)) return null;
  if (/^[A-Za-z]\w*$/.test(Value) && Value !== "none" && Value !== "empty") return `${Value} it's: new`;
  return undefined;
}

/** Few enough digits for a 32-bit float. */
const asFloat = (value: number) => (Number.isInteger(value) ? value : Number(value.toPrecision(6)));

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
          // Overrides on a model's objects are listed but can't be set, because we don't read models.
          const unread = rows.some(({ Origin }) => Origin === "unknown");
          const settable = rows.filter(({ Origin }) => !unread || Origin !== "override");
          const row = settable.filter((each) => otherValue(each) !== undefined).at(hash(path) % 7);
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

/** Each creates an edit of its kind. Undefined if it doesn't fit the object. */
const KINDS: Readonly<Record<string, (place: Place) => Call | undefined>> = {
  "add component": ({ path, target, seed }) => ({
    path,
    edit: {
      op: "add",
      object: target.Id,
      component: ["BoxCollider", "Rigidbody", "AudioListener", "CanvasGroup"][seed % 4],
    },
  }),
  "add script": ({ path, target, scripts, seed }) => ({
    path,
    edit: { op: "add", object: target.Id, component: pick(scripts, seed) },
  }),
  "add object": ({ path, target, seed }) => ({ path, edit: { op: "add", object: target.Id, name: `New ${seed}` } }),
  "add instance": ({ path, target, prefabs, seed }) => {
    const prefab = pick(prefabs, seed * 7 + 1);
    return prefab === path ? undefined : { path, edit: { op: "add", object: target.Id, prefab } };
  },
  "remove component": ({ path, target }) => {
    const component = target.Components.find((each) => !/Transform|\s/.test(each));
    return component === undefined ? undefined : { path, edit: { op: "remove", object: target.Id, component } };
  },
  "remove object": ({ path, target }) =>
    target.Depth === 0 ? undefined : { path, edit: { op: "remove", object: target.Id } },
  "move object": ({ path, target, seed }) =>
    target.Depth === 0 ? undefined : { path, edit: { op: "move", object: target.Id, index: seed % 3 } },
  "move component": ({ path, target }) => {
    const component = target.Components.filter((each) => !/Transform/.test(each)).at(-1);
    return component === undefined || target.Components.length < 2
      ? undefined
      : { path, edit: { op: "move", object: target.Id, component, index: 1 } };
  },
  variant: ({ path, seed }) =>
    path.endsWith(".prefab") ? { path: `Assets/New ${seed}.prefab`, from: path } : undefined,
  asset: ({ classes, seed }) => ({ path: `Assets/New ${seed}.asset`, from: pick(classes, seed) }),
};

interface ObjectRow {
  Name: string;
  Id: string;
  Depth: number;
  Components: string[];
  Prefab?: string;
}

interface Place {
  path: string;
  target: ObjectRow;
  prefabs: string[];
  /** Component and ScriptableObject scripts. */
  scripts: string[];
  classes: string[];
  seed: number;
}

interface Call {
  path: string;
  edit?: object;
  from?: string | undefined;
}

function pick<Item>(items: readonly Item[], seed: number): Item | undefined {
  return items[seed % Math.max(1, items.length)];
}

/** Scripts whose main class has this base. */
function scriptsOf(root: string, base: RegExp): string[] {
  return readdirSync(join(root, "Assets"), { recursive: true, encoding: "utf8" })
    .filter((each) => /(?<!Editor.*)\.cs$/.test(each))
    .filter((each) => {
      const text = readFileSync(join(root, "Assets", each), "utf8");
      const name = each.slice(each.lastIndexOf("/") + 1, -3);
      return new RegExp(`^\\s*public class ${name} : ${base.source}\\b`, "m").test(text);
    })
    .map((each) => `Assets/${each}`)
    .sort((one, other) => hash(one) - hash(other));
}

function guidsIn(text: string): string[] {
  return [...text.matchAll(/guid: ([0-9a-f]{32})/g)].map(([, guid = ""]) => guid);
}

test("edits of the structure leave every other document byte-equal, ids unique, references resolved", {
  skip,
}, async () => {
  const counts = new Map(Object.keys(KINDS).map((kind) => [kind, 0]));
  const refusals: string[] = [];
  for (const name of projects) {
    const share = Math.ceil((STRUCTURAL_EDITS * (projects.indexOf(name) + 1)) / projects.length);
    await withProject(name, async ({ root, jig, files }) => {
      const assets = files.filter((each) => /\.(?:prefab|unity)$/.test(each));
      const parts = {
        prefabs: assets.filter((each) => each.endsWith(".prefab")),
        scripts: scriptsOf(root, /MonoBehaviour/),
        classes: scriptsOf(root, /ScriptableObject/),
      };
      const text = (path: string) => (existsSync(join(root, path)) ? readFileSync(join(root, path), "utf8") : "");
      const known = new Set(
        readdirSync(root, { recursive: true, encoding: "utf8" })
          .filter((each) => each.endsWith(".meta"))
          .flatMap((each) => guidsIn(text(each))),
      );
      for (const [seed, path] of [...assets, ...assets, ...assets, ...assets].entries()) {
        if ([...counts.values()].reduce((sum, count) => sum + count, 0) >= share) break;
        const { value, failed } = await jig.call("unity-asset-read", { path });
        if (failed) continue;
        // Excludes scene settings, and parts of instances, which can't be edited this way.
        const own = ((value.Objects ?? []) as ObjectRow[]).filter(
          ({ Prefab, Components }) => Prefab === undefined && Components.some((each) => !each.endsWith("Settings")),
        );
        const target = pick(own, seed * 5 + 1);
        if (!target) continue;
        // Least used kinds first.
        const kinds = [...counts].sort(([, one], [, other]) => one - other).map(([kind]) => kind);
        for (const kind of kinds) {
          const call: Call | undefined = KINDS[kind]?.({ path, target, ...parts, seed });
          if (!call || call.from === "" || (call.edit === undefined && call.from === undefined)) continue;
          const said: string = `${kind}: ${JSON.stringify(call)}`;
          const before = text(call.path);
          const edits = call.edit ? [call.edit] : [];
          const input = {
            path: call.path,
            edits,
            ...(call.from === undefined ? {} : { from: call.from }),
            apply: true,
          };
          const answer = await jig.call("unity-asset-edit", input);
          if (answer.failed) {
            assert.equal(text(call.path), before, said);
            refusals.push(`${said}: ${String(answer.value).slice(0, 200)}`);
            continue;
          }
          judgeStructure(kind, before, text(call.path), said);
          const meta = guidsIn(text(`${call.path}.meta`));
          const strange = guidsIn(text(call.path)).filter(
            (each) => !known.has(each) && !meta.includes(each) && !before.includes(each),
          );
          assert.deepEqual(strange, [], said);
          const again = await jig.call("unity-asset-read", { path: call.path });
          assert.equal(again.failed, false, JSON.stringify(again.value));
          const undone = await jig.call("changes", { undo: "last" });
          assert.equal(undone.failed, false, JSON.stringify(undone.value));
          assert.equal(text(call.path), before, said);
          counts.set(kind, (counts.get(kind) ?? 0) + 1);
          break;
        }
      }
    });
  }
  const done = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const said = [...counts].map(([kind, count]) => `${kind} ${count}`).join(", ");
  console.log(`${done} structural edits of ${projects.join(", ")}: ${said}; refused: ${refusals.length}`);
  for (const refusal of refusals) console.log(refusal);
  if (projects.length > 1) assert.ok(done >= STRUCTURAL_EDITS, String(done));
});

/** Checks which documents that kind may change, remove and add. */
function judgeStructure(kind: string, before: string, after: string, said: string): void {
  const [was, is] = [documentsIn(before), documentsIn(after)];
  assert.equal(is.ids.length, new Set(is.ids).size, said);
  const isThere = (id: string) => is.byId.has(id);
  const changed = was.ids.filter((id) => isThere(id) && is.byId.get(id) !== was.byId.get(id));
  const gone = was.ids.filter((id) => !isThere(id));
  const come = is.ids.filter((id) => !was.byId.has(id));
  // A component changes its object; an object changes the Transform above or the list of roots.
  const most = /m_RootOrder/.test(before) && /object|instance/.test(kind) ? Number.POSITIVE_INFINITY : 2;
  assert.ok(changed.length <= (kind.endsWith("component") || kind === "add script" ? 1 : most), `${said}: ${changed}`);
  // Source objects of an instance are removed with a line in the instance, added ones with their documents.
  const ofInstance = changed.length === 1 && was.byId.get(changed[0] ?? "")?.includes("\nPrefabInstance:") === true;
  assert.ok(kind.startsWith("remove") ? gone.length > 0 || ofInstance : gone.length === 0, `${said}: ${gone} are gone`);
  if (kind === "remove component") assert.ok(gone.length <= 1, said);
  assert.equal(come.length === 0, /^(?:remove|move)/.test(kind), `${said}: ${come} are new`);
  const loose = looseEnds(before);
  assert.deepEqual(
    looseEnds(after).filter((each) => !loose.includes(each)),
    [],
    said,
  );
}
