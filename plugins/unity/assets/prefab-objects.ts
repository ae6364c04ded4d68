/**
 * Expands nested prefabs and variants the way Unity does. An instance only stores its prefab's guid and a list of
 * overrides, so we expand that prefab in turn and translate its file ids. For every object we keep the document with
 * its fields, plus the overrides on top of it (innermost first). Values aren't merged here.
 */
import {
  type AssetFile,
  entryOf,
  type FileReference,
  isNone,
  itemsOf,
  PREFAB_INSTANCE,
  referenceIn,
  textOf,
} from "./asset-file.ts";
import type { AssetDocument } from "./unity-yaml.ts";
import type { YamlNode } from "./yaml-tree.ts";

export interface Override {
  /** File id inside the instance's prefab. */
  target: string;
  /** As written by Unity, e.g. `m_Materials.Array.data[0]`. */
  property: string;
  value: string;
  reference: FileReference | undefined;
  /** File with the override. */
  by: AssetFile;
  /** How many of the object's `idMaps` it takes to get from its document to that file. */
  level: number;
}

export interface AssetObject {
  /** As seen from the opened file. */
  id: string;
  type: string;
  /** File and document that actually hold the object. */
  file: AssetFile;
  document: AssetDocument;
  /** Innermost prefab first, opened file last. */
  overrides: Override[];
  /** Translate file ids outwards, one map per level. */
  idMaps: ReadonlyMap<string, string>[];
  /** Outermost instance around it (in the opened file). */
  instance?: string;
  /** Set if we couldn't read the prefab, or it no longer has the object. */
  lost?: string;
  /** Unread instances only. Taken from the overrides if they set a name, otherwise the file name. */
  name?: string;
}

export interface PrefabInstance {
  id: string;
  /** Absolute; "" if nothing has that guid. */
  source: string;
  guid: string;
  /** Why we couldn't read it. */
  problem: string;
  /** Parent Transform, "0" at the top. */
  parent: string;
  overrides: Override[];
  /** Overrides whose target isn't in the prefab. */
  unused: number;
  /** Targets (or possible targets) in a prefab or model that we couldn't read. */
  unread: Override[];
  /** Removed by the instance; still in the prefab. */
  removed: AssetObject[];
  objects: number;
}

export interface ExpandedAsset {
  file: AssetFile;
  objects: Map<string, AssetObject>;
  instances: Map<string, PrefabInstance>;
  /** At any depth. */
  unreadInside: PrefabInstance[];
  /** Covers Transforms inside an instance as well as those added to one. */
  fathers: Map<string, string>;
}

/** On failure, the reason. */
export type OpenAsset = (guid: string) => Promise<{ file: AssetFile } | { problem: string; path: string }>;

/** Placeholder type for an instance we couldn't read. */
export const UNREAD = "PrefabInstance";
const OWN_PREFAB = "Prefab";
const MAX_NESTING = 50;
const MASK = (1n << 63n) - 1n;

/** Unity's formula for objects the file doesn't mention: instance id XOR source id, sign bit cleared. */
export function nestedId(instance: string, source: string): string {
  return String((BigInt(instance) ^ BigInt(source)) & MASK);
}

export class PrefabExpander {
  readonly #open: OpenAsset;
  readonly #done = new WeakMap<AssetFile, ExpandedAsset>();

  constructor(open: OpenAsset) {
    this.#open = open;
  }

  async expand(file: AssetFile, above: readonly AssetFile[] = []): Promise<ExpandedAsset> {
    const known = this.#done.get(file);
    if (known) return known;
    const expanded: ExpandedAsset = {
      ...{ file, objects: new Map(), instances: new Map() },
      ...{ unreadInside: [], fathers: new Map() },
    };
    const stripped = new Map<string, string>();
    const instances: AssetDocument[] = [];
    for (const document of file.content.documents) {
      if (document.stripped) {
        const fields = file.fieldsOf(document);
        const source = sourceOf(fields);
        stripped.set(`${instanceOf(fields)}:${source.fileId}`, document.fileId);
      } else if (document.classId === PREFAB_INSTANCE && sourcePrefab(file, document)) instances.push(document);
      // Not an object. Before 2018.3 every prefab had one additional document describing the prefab.
      else if (document.classId !== PREFAB_INSTANCE || file.typeOf(document) !== OWN_PREFAB) {
        const own = { file, document, overrides: [], idMaps: [] };
        expanded.objects.set(document.fileId, { id: document.fileId, type: file.typeOf(document), ...own });
      }
    }
    await this.#openAll(file, instances);
    for (const document of instances) await this.#instance(expanded, document, stripped, above);
    for (const instance of expanded.instances.values()) {
      const { id, problem } = instance;
      const document = file.byId.get(id);
      if (problem === "" || !document) continue;
      // Its children still need a parent.
      expanded.objects.set(id, {
        id,
        type: UNREAD,
        file,
        document,
        ...bare(),
        instance: id,
        lost: problem,
        name: unreadName(instance),
      });
    }
    for (const document of file.content.documents) {
      if (!document.stripped || expanded.objects.has(document.fileId)) continue;
      const instance = instanceOf(file.fieldsOf(document));
      const lost = expanded.instances.get(instance)?.problem || "its prefab no longer contains it";
      const own = { file, document, ...bare(), instance, lost };
      expanded.objects.set(document.fileId, { id: document.fileId, type: file.typeOf(document), ...own });
    }
    // We're inside a cycle and this result is incomplete. It must not end up in the cache.
    if (above.length === 0 || !above.includes(file)) this.#done.set(file, expanded);
    return expanded;
  }

  /** Warms the cache: the loop after this opens them one at a time. */
  async #openAll(file: AssetFile, instances: AssetDocument[]): Promise<void> {
    const guids = new Set(instances.map((document) => sourcePrefab(file, document)?.guid ?? ""));
    await Promise.all([...guids].map((guid) => this.#open(guid)));
  }

  async #instance(
    expanded: ExpandedAsset,
    document: AssetDocument,
    stripped: ReadonlyMap<string, string>,
    above: readonly AssetFile[],
  ): Promise<void> {
    const { file, objects, instances } = expanded;
    const source = sourcePrefab(file, document);
    if (!source) return;
    const fields = file.fieldsOf(document);
    const modification = entryOf(fields, "m_Modification");
    const parent = referenceIn(entryOf(modification, "m_TransformParent"))?.fileId ?? "0";
    const byTarget = overridesOf(file, modification);
    const instance: PrefabInstance = {
      ...{ id: document.fileId, guid: source.guid, source: "", problem: "", parent },
      ...{ overrides: [...byTarget.values()].flat(), unused: 0, unread: [], removed: [], objects: 0 },
    };
    instances.set(document.fileId, instance);
    expanded.fathers.set(document.fileId, parent);
    const opened = await this.#open(source.guid);
    if ("problem" in opened) {
      instance.problem = opened.problem;
      instance.unread = instance.overrides;
      instance.source = opened.path;
      return;
    }
    instance.source = opened.file.path;
    // Comparing objects isn't enough. A plan can replace a file with a new object, but the guid stays.
    const isSame = (each: AssetFile) => each === opened.file || (each.guid !== "" && each.guid === opened.file.guid);
    if ([...above, file].some(isSame) || above.length > MAX_NESTING) {
      instance.problem = "it contains itself";
      return;
    }
    const inner = await this.expand(opened.file, [...above, file]);
    expanded.unreadInside.push(
      ...[...inner.instances.values()].filter(({ problem }) => problem !== ""),
      ...inner.unreadInside,
    );
    const ids = new Map<string, string>();
    for (const id of inner.objects.keys()) {
      ids.set(id, stripped.get(`${document.fileId}:${id}`) ?? nestedId(document.fileId, id));
    }
    const removed = removedIn(modification);
    instance.removed = [...removed].flatMap((id) => inner.objects.get(id) ?? []);
    const gone = withParts(removed, inner);
    const used = new Set<string>();
    for (const [id, object] of inner.objects) {
      const own = byTarget.get(id) ?? [];
      if (own.length > 0) used.add(id);
      if (gone.has(id)) continue;
      const outer = ids.get(id) ?? id;
      for (const override of own) override.level = object.idMaps.length + 1;
      instance.objects++;
      objects.set(outer, {
        ...object,
        id: outer,
        instance: document.fileId,
        overrides: own.length > 0 ? [...object.overrides, ...own] : object.overrides,
        idMaps: [...object.idMaps, ids],
      });
    }
    for (const [id, father] of inner.fathers) {
      if (ids.has(id)) expanded.fathers.set(ids.get(id) ?? id, ids.get(father) ?? father);
    }
    for (const [id, object] of inner.objects) {
      const isPlace = object.type === "Transform" || object.type === "RectTransform" || object.type === UNREAD;
      if (isPlace && !gone.has(id) && isTop(inner, id)) expanded.fathers.set(ids.get(id) ?? id, parent);
    }
    const rest = [...byTarget].filter(([id]) => !used.has(id)).flatMap(([, each]) => each);
    // May well point into an asset we couldn't read.
    const isWhole =
      inner.unreadInside.length === 0 && [...inner.instances.values()].every((each) => each.problem === "");
    if (isWhole) instance.unused = rest.length;
    else instance.unread = rest;
    nameUnread(instance, inner, ids, expanded);
  }
}

function unreadName({ overrides, source }: PrefabInstance): string {
  const [name, other] = overrides.filter(({ property }) => property === "m_Name");
  const file = source.split(/[\\/]/).at(-1) ?? "";
  return (name && !other && name.value) || file.replace(/\.\w+$/, "") || "(not read)";
}

/** For a variant whose base is unreadable, the overrides may at least tell us the name. */
function nameUnread(
  { overrides }: PrefabInstance,
  inner: ExpandedAsset,
  ids: ReadonlyMap<string, string>,
  { objects }: ExpandedAsset,
): void {
  const isLost = (id: string) => inner.objects.get(id)?.lost !== undefined || !inner.objects.has(id);
  const [name, other] = overrides.filter(({ property, target }) => property === "m_Name" && isLost(target));
  const tops = [...inner.objects].filter(([id, { type }]) => type === UNREAD && isTop(inner, id));
  const [top, second] = tops;
  if (!name || other || !top || second) return;
  const object = objects.get(ids.get(top[0]) ?? "");
  if (object) object.name = name.value;
}

function bare() {
  return { overrides: [], idMaps: [] };
}

/** Instance (of the opened file) that the lost object came with. */
export function lostInstance(object: AssetObject): string {
  if (object.type === UNREAD) return object.id;
  return outerId(object, instanceOf(object.file.fieldsOf(object.document)));
}

/** No parent in its own file, nor in any file around it. */
function isTop({ fathers, objects }: ExpandedAsset, id: string): boolean {
  const set = fathers.get(id);
  if (set !== undefined) return set === "0";
  const object = objects.get(id);
  if (!object || object.lost !== undefined) return false;
  const father = referenceIn(entryOf(object.file.fieldsOf(object.document), "m_Father"));
  return isNone(father);
}

/** Follows a reference from the file it's written in to the opened file. */
export function outerId({ idMaps }: AssetObject, fileId: string, level = 0): string {
  let id = fileId;
  for (let at = level; at < idMaps.length; at++) id = idMaps[at]?.get(id) ?? id;
  return id;
}

/** `m_SourcePrefab`, formerly (before 2018.3) `m_ParentPrefab`. The latter is empty in the prefab's own document. */
function sourcePrefab(file: AssetFile, document: AssetDocument): FileReference | undefined {
  const fields = file.fieldsOf(document);
  const source = referenceIn(entryOf(fields, "m_SourcePrefab") ?? entryOf(fields, "m_ParentPrefab"));
  return source && source.guid !== "" ? source : undefined;
}

function sourceOf(fields: YamlNode): FileReference {
  const written = entryOf(fields, "m_CorrespondingSourceObject") ?? entryOf(fields, "m_PrefabParentObject");
  return referenceIn(written) ?? { fileId: "0", guid: "" };
}

function instanceOf(fields: YamlNode): string {
  const written = entryOf(fields, "m_PrefabInstance") ?? entryOf(fields, "m_PrefabInternal");
  return referenceIn(written)?.fileId ?? "0";
}

function overridesOf(by: AssetFile, modification: YamlNode | undefined): Map<string, Override[]> {
  const byTarget = new Map<string, Override[]>();
  for (const item of itemsOf(modification, "m_Modifications")) {
    const target = referenceIn(entryOf(item, "target"));
    if (!target) continue;
    const reference = referenceIn(entryOf(item, "objectReference"));
    const value = textOf(item, "value");
    const override = { target: target.fileId, property: textOf(item, "propertyPath"), value, reference, by, level: 0 };
    const list = byTarget.get(target.fileId);
    if (list) list.push(override);
    else byTarget.set(target.fileId, [override]);
  }
  return byTarget;
}

function removedIn(modification: YamlNode | undefined): Set<string> {
  const lists = ["m_RemovedComponents", "m_RemovedGameObjects"].flatMap((key) => itemsOf(modification, key));
  return new Set(lists.flatMap((item) => referenceIn(item)?.fileId ?? []));
}

/** Only game objects are listed. Their components and descendants go too, so we add those. */
function withParts(removed: ReadonlySet<string>, { objects, fathers }: ExpandedAsset): ReadonlySet<string> {
  const open = [...removed].filter((id) => objects.get(id)?.type === "GameObject");
  if (open.length === 0) return removed;
  const parts = new Map<string, string[]>();
  const add = (whole: string, part: string) => {
    const known = parts.get(whole);
    if (known) known.push(part);
    else parts.set(whole, [part]);
  };
  for (const [id, object] of objects) {
    if (object.type === "GameObject") continue;
    const named = (field: string) => referenceIn(entryOf(object.file.fieldsOf(object.document), field))?.fileId ?? "0";
    const owner = outerId(object, named("m_GameObject"));
    if (owner !== "0") add(owner, id);
    const father = fathers.get(id) ?? outerId(object, named("m_Father"));
    if (father === "0") continue;
    add(father, id);
    add(id, owner);
  }
  const gone = new Set(removed);
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    gone.add(id);
    open.push(...(parts.get(id) ?? []).filter((part) => !gone.has(part)));
  }
  return gone;
}
