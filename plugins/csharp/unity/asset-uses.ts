/** Finds the uses of a script in a scene, prefab or asset in the text format. */

import { modificationsIn, type ObjectReference, referenceIn } from "./instance-changes.ts";
import { fieldPath } from "./reference-field.ts";

export interface AssetUse {
  line: number;
  /**
   * The kind of use. For scripts, it is `component` if the asset has an instance, `inherited` if a prefab in the asset has one,
   * and `reference` if the script is merely referred to. For prefabs, it is `instance` for a plain one, `variant` for a prefab
   * based on it, `override` for a value that these change, and `part` for one of its objects that they refer to. For members,
   * it is `value` if saved, `override` if changed, `event` for a call by another object's event, and `animation` for a call by
   * a clip.
   */
  kind:
    | "component"
    | "inherited"
    | "reference"
    | "instance"
    | "variant"
    | "part"
    | "value"
    | "override"
    | "event"
    | "animation";
  /** If several uses of the same kind on the same object are merged, this is their number and the last line. */
  count?: number;
  lastLine?: number;
  /** The path of the game object, or the asset's name. */
  object?: string;
  /** The saved value of a member, on one line. */
  value?: string;
  /** The fields that hold a reference. */
  fields?: ReferenceField[];
}

interface ReferenceField {
  /** The guid of the script that has the field, the name of an engine type, or "" for an override. */
  component: string;
  name: string;
}

interface Block {
  id: string;
  classId: number;
  line: number;
  lines: string[];
}

/**
 * Returns the uses of a guid in an asset. Objects that have the script come first, followed by references and overrides. Each
 * object is listed only once.
 */
export function assetUses(text: string, guid: string, isPrefab: boolean): AssetUse[] {
  const blocks = splitBlocks(text);
  const byId = mapOf(blocks);
  const carriers: AssetUse[] = [];
  const others = new Map<string, AssetUse>();
  for (const block of blocks) {
    let object: string | undefined;
    block.lines.forEach((content, index) => {
      if (!content.includes(guid)) return;
      const kind = kindOf(block, content, isPrefab);
      const use: AssetUse = { line: block.line + index, kind };
      object ??= block.classId === PREFAB_INSTANCE ? nameOfInstance(block) : nameOf(block, byId);
      if (object !== "" && object !== UNKNOWN_NAME) use.object = object;
      if (kind === "reference") use.fields = [{ component: componentOf(block), name: fieldPath(block.lines, index) }];
      const key = `${kind} ${use.object ?? ""}`;
      const same = others.get(key);
      if (CARRIED.has(kind)) carriers.push(use);
      else if (same) mergeUse(same, use);
      else others.set(key, use);
    });
  }
  return [...carriers, ...others.values()];
}

function mergeUse(first: AssetUse, { line, fields = [] }: AssetUse): void {
  first.count = (first.count ?? 1) + 1;
  first.lastLine = line;
  for (const field of fields)
    if (!first.fields?.some(({ component, name }) => component === field.component && name === field.name))
      first.fields?.push(field);
}

/** Returns the script of an object, or otherwise its type. An instance has neither, since its overrides are of other objects. */
function componentOf({ classId, lines }: Block): string {
  if (classId === PREFAB_INSTANCE) return "";
  const script = lines.find((line) => line.startsWith("  m_Script:"));
  if (script !== undefined) return referenceIn(script)?.guid ?? "";
  return /^(\w+):\s*$/.exec(lines[1] ?? "")?.[1] ?? "";
}

const CARRIED: ReadonlySet<AssetUse["kind"]> = new Set(["component", "inherited", "instance", "variant"]);

function kindOf(block: Block, content: string, isPrefab: boolean): AssetUse["kind"] {
  if (/^\s*m_Script:/.test(content)) return / stripped\s*$/.test(block.lines[0] ?? "") ? "inherited" : "component";
  if (/^\s*m_CorrespondingSourceObject:/.test(content)) return "part";
  if (block.classId !== PREFAB_INSTANCE || /^\s*objectReference:/.test(content)) return "reference";
  if (!/^\s*m_(?:SourcePrefab|ParentPrefab):/.test(content)) return "override";
  return isPrefab && inInstance(block, "m_TransformParent") === "0" ? "variant" : "instance";
}

/** Returns the uses of a member, which are saved values, overrides, and calls from events and animations. */
export function memberUses(text: string, guid: string, member: string): AssetUse[] {
  const blocks = splitBlocks(text);
  const byId = mapOf(blocks);
  const uses: AssetUse[] = [];
  // If the member is a property, events call its setter.
  const isCallOf = (method: string | undefined) => method === member || method === `set_${member}`;
  const add = (block: Block, index: number, kind: AssetUse["kind"], value?: string): void => {
    const object = nameOf(block, byId);
    uses.push({
      line: block.line + index,
      kind,
      ...(object === "" ? {} : { object }),
      ...(value === undefined ? {} : { value }),
    });
  };
  for (const block of blocks) {
    const isScript = holdsScript(block, guid);
    for (const index of calledByChange(block, isCallOf, byId, guid)) add(block, index, "event");
    block.lines.forEach((line, index) => {
      const path = /^ {4,}propertyPath: (.*?)\s*$/.exec(line)?.[1];
      if (isScript && line.startsWith(`  ${member}:`)) add(block, index, "value", valueAt(block, index));
      else if (isScript && line.startsWith(`  <${member}>k__BackingField:`))
        add(block, index, "value", valueAt(block, index));
      else if (path !== undefined && isMemberPath(path, member))
        add(
          block,
          index,
          "override",
          `${path} = ${fieldAround(block, index, "value") || fieldAround(block, index, "objectReference")}`,
        );
      else if (isCallOf(/^\s+m_MethodName: (\S+)\s*$/.exec(line)?.[1]) && callsScript(block, index, byId, guid))
        add(block, index, "event");
      else if (new RegExp(`^\\s+functionName: ${member}\\s*$`).test(line)) add(block, index, "animation");
    });
  }
  return uses;
}

/** Returns true for paths like `speed`, but also for `rows.Array.data[0].speed`, because the member can be in a nested object. */
function isMemberPath(path: string, member: string): boolean {
  return path.split(".").some((part) => part === member || part === `<${member}>k__BackingField`);
}

function holdsScript(block: Block, guid: string): boolean {
  return block.lines.some((line) => line.startsWith("  m_Script:") && line.includes(guid));
}

/** Returns the text after `name:`. For lists and objects, the lines are joined. */
function valueAt({ lines }: Block, index: number): string {
  const own = (lines[index] ?? "").replace(/^[^:]*:\s*/, "").trim();
  const more: string[] = [];
  for (const line of lines.slice(index + 1)) {
    if (!/^(?: {2}- | {4})/.test(line)) break;
    more.push(line.trim());
  }
  const whole = [own, ...more].filter((part) => part !== "").join(" ");
  return whole.length > MAX_VALUE_CHARS ? `${whole.slice(0, MAX_VALUE_CHARS)}…` : whole;
}

/** Returns another field of the same entry in a list. */
function fieldAround({ lines }: Block, index: number, name: string): string {
  for (const line of lines.slice(index, index + 3)) {
    const [, value] = new RegExp(`^\\s+${name}: ?(.*)$`).exec(line) ?? [];
    if (value !== undefined) return value.trim();
  }
  return "";
}

const METHOD_OF_CALL = /m_PersistentCalls\.m_Calls\.Array\.data\[\d+\]\.m_MethodName$/;

/** Returns the lines of overrides that set this method in an event. */
function calledByChange(
  block: Block,
  isCall: (method: string) => boolean,
  byId: ReadonlyMap<string, Block>,
  guid: string,
): number[] {
  if (block.classId !== PREFAB_INSTANCE || !block.lines.some((line) => line.includes("m_MethodName"))) return [];
  const all = modificationsIn(block.lines);
  return all
    .filter(({ path, value, target }) => {
      if (!isCall(value) || !METHOD_OF_CALL.test(path)) return false;
      const ofTarget = path.replace(/m_MethodName$/, "m_Target");
      const same = all.find((each) => each.path === ofTarget && isSameObject(each.target, target));
      return same?.reference === undefined || mayHoldScript(same.reference, byId, guid);
    })
    .map(({ valueLine }) => valueLine);
}

function isSameObject(a: ObjectReference, b: ObjectReference): boolean {
  return a.id === b.id && a.guid === b.guid;
}

/** Returns true if the object may have the script. An object that has no lines, or is in another file, could be anything. */
function mayHoldScript({ id, guid: file }: ObjectReference, byId: ReadonlyMap<string, Block>, guid: string): boolean {
  const block = byId.get(id);
  if (file !== undefined || !block) return true;
  const isStripped = / stripped\s*$/.test(block.lines[0] ?? "");
  return holdsScript(block, guid) || (isStripped && !block.lines.some((line) => line.startsWith("  m_Script:")));
}

/** Returns true if the target of a persistent call has the script. */
function callsScript({ lines }: Block, index: number, byId: ReadonlyMap<string, Block>, guid: string): boolean {
  for (let at = index; at > Math.max(0, index - 4); at--) {
    const target = /m_Target: (\{.*)/.exec(lines[at] ?? "")?.[1];
    if (target === undefined) continue;
    const object = referenceIn(target);
    return object === undefined || mayHoldScript(object, byId, guid);
  }
  return false;
}

/** Splits a file in Unity's YAML format, in which each object begins with `--- !u!<class> &<id>`. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [{ id: "", classId: 0, line: 1, lines: [] }];
  text.split(/\r?\n/).forEach((content, index) => {
    const [, classId, id] = /^--- !u!(\d+) &(-?\d+)/.exec(content) ?? [];
    if (id !== undefined) blocks.push({ id, classId: Number(classId), line: index + 1, lines: [content] });
    else blocks.at(-1)?.lines.push(content);
  });
  return blocks;
}

/** Returns the objects by id. The header of the file is left out. */
function mapOf(blocks: readonly Block[]): Map<string, Block> {
  return new Map(blocks.flatMap((block) => (block.id === "" ? [] : [[block.id, block]])));
}

const GAME_OBJECT = 1;
const PREFAB_INSTANCE = 1001;
const UNKNOWN_NAME = "…";
const MAX_VALUE_CHARS = 200;

function nameOf(block: Block, byId: ReadonlyMap<string, Block>): string {
  const owner = byId.get(reference(block, "m_GameObject"));
  if (owner?.classId === GAME_OBJECT) return pathOf(owner, byId);
  return field(block, "m_Name");
}

/**
 * Returns a path like `Parent/Child`, which follows from the transforms. Because objects inside a prefab instance have no
 * lines, we can only name the instance.
 */
function pathOf(object: Block, byId: ReadonlyMap<string, Block>): string {
  const names: string[] = [];
  const seen = new Set<Block>();
  let owner: Block | undefined = object;
  let transform: Block | undefined = instanceOf(object, byId) ? object : transformOf(object, byId);
  while (transform ? !seen.has(transform) : owner) {
    const instance: Block | undefined = transform && instanceOf(transform, byId);
    names.unshift(instance ? nameOfInstance(instance) : owner ? field(owner, "m_Name") : "");
    if (!transform) break;
    seen.add(transform);
    const above = instance ? inInstance(instance, "m_TransformParent") : reference(transform, "m_Father");
    transform = byId.get(above);
    owner = transform && byId.get(reference(transform, "m_GameObject"));
  }
  return names.join("/");
}

/** Returns the prefab instance that an object without lines is part of. */
function instanceOf(block: Block, byId: ReadonlyMap<string, Block>): Block | undefined {
  return / stripped\s*$/.test(block.lines[0] ?? "") ? byId.get(reference(block, "m_PrefabInstance")) : undefined;
}

/**
 * Returns the name of an instance, which saves the name of its root. If there is more than one name, we cannot know which one
 * it is.
 */
function nameOfInstance({ lines }: Block): string {
  const values = lines.flatMap((line, index) => {
    if (!/^\s+propertyPath: m_Name\s*$/.test(line)) return [];
    return /^\s+value: (.*?)\s*$/.exec(lines[index + 1] ?? "")?.[1]?.replace(/^"(.*)"$/, "$1") ?? [];
  });
  return values.length === 1 ? (values[0] ?? UNKNOWN_NAME) : UNKNOWN_NAME;
}

function inInstance({ lines }: Block, name: string): string {
  const found = lines.map((line) => new RegExp(`^\\s+${name}: \\{fileID: (-?\\d+)`).exec(line)).find(Boolean);
  return found?.[1] ?? "";
}

function transformOf(object: Block, byId: ReadonlyMap<string, Block>): Block | undefined {
  for (const line of object.lines) {
    const component = byId.get(/component: \{fileID: (-?\d+)/.exec(line)?.[1] ?? "");
    // These are the class ids of Transform and RectTransform.
    if (component && (component.classId === 4 || component.classId === 224)) return component;
  }
  return undefined;
}

function reference(block: Block, name: string): string {
  const start = `  ${name}: {fileID: `;
  const line = block.lines.find((each) => each.startsWith(start));
  return line ? (/^-?\d+/.exec(line.slice(start.length))?.[0] ?? "") : "";
}

function field(block: Block, name: string): string {
  const start = `  ${name}: `;
  return (
    block.lines
      .find((line) => line.startsWith(start))
      ?.slice(start.length)
      .trim()
      .replace(/^"(.*)"$/, "$1") ?? ""
  );
}
