/**
 * Expands nested prefabs and variants in the same way as Unity. An instance only stores the guid of its prefab and a list of
 * overrides, so we expand the prefab in turn and translate its file ids. For each object we keep the document with its fields
 * and the overrides on it, starting with the innermost. The values are not merged here.
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
  /** The file id inside the prefab of the instance. */
  target: string;
  /** The path as Unity writes it, for example `m_Materials.Array.data[0]`. */
  property: string;
  value: string;
  reference: FileReference | undefined;
  /** The file that contains the override. */
  by: AssetFile;
  /** The number of the object's `idMaps` that lead from its document to that file. */
  level: number;
}

export interface AssetObject {
  /** The id by which the opened file knows the object. */
  id: string;
  type: string;
  /** The file and document that contain the object. */
  file: AssetFile;
  document: AssetDocument;
  /** Starts with the overrides of the innermost prefab and ends with those of the opened file. */
  overrides: Override[];
  /** Each map translates file ids to the next outer level. */
  idMaps: ReadonlyMap<string, string>[];
  /** The outermost instance, in the opened file, that contains the object. */
  instance?: string;
  /** Set if the prefab couldn't be read or doesn't contain the object any more. */
  lost?: string;
  /** Only set for instances that couldn't be read. It is the name that an override sets, or else the file's name. */
  name?: string;
}

export interface PrefabInstance {
  id: string;
  /** The absolute path, or "" if no file has that guid. */
  source: string;
  guid: string;
  /** The reason why the prefab couldn't be read. */
  problem: string;
  /** The id of the parent Transform, or "0" at the top. */
  parent: string;
  overrides: Override[];
  /** The number of overrides whose target isn't in the prefab. */
  unused: number;
  /** Overrides whose target is, or may be, in a prefab or model that couldn't be read. */
  unread: Override[];
  /** Objects that the instance removes, although they still exist in the prefab. */
  removed: AssetObject[];
  objects: number;
}

export interface ExpandedAsset {
  file: AssetFile;
  objects: Map<string, AssetObject>;
  instances: Map<string, PrefabInstance>;
  /** Includes instances at any depth. */
  unreadInside: PrefabInstance[];
  /** This covers both the Transforms inside an instance and those added to one. */
  fathers: Map<string, string>;
}

/** If the asset can't be opened, the result gives the reason. */
export type OpenAsset = (guid: string) => Promise<{ file: AssetFile } | { problem: string; path: string }>;

/** The type that is shown for an instance we couldn't read. */
export const UNREAD = "PrefabInstance";
const OWN_PREFAB = "Prefab";
const MAX_NESTING = 50;
const MASK = (1n << 63n) - 1n;

/** Computes the id of an object that the file doesn't mention: instance id XOR source id, with the sign bit cleared. */
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
      // Before 2018.3, every prefab had a document that describes the prefab and not an object.
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
      // The object is kept because its children need a parent.
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
    // In a cycle this result is incomplete, so we must not cache it.
    if (above.length === 0 || !above.includes(file)) this.#done.set(file, expanded);
    return expanded;
  }

  /** Fills the cache in advance, because the loop that follows opens the prefabs one after the other. */
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
    // We can't just compare objects, since a plan may replace a file with a new object. The guid stays the same.
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
    // The target may be in an asset that we couldn't read.
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

/** If the base of a variant can't be read, the overrides may still contain its name. */
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

/** Returns the instance in the opened file that the lost object belongs to. */
export function lostInstance(object: AssetObject): string {
  if (object.type === UNREAD) return object.id;
  return outerId(object, instanceOf(object.file.fieldsOf(object.document)));
}

/** The object has no parent, either in its own file or in any file that contains it. */
function isTop({ fathers, objects }: ExpandedAsset, id: string): boolean {
  const set = fathers.get(id);
  if (set !== undefined) return set === "0";
  const object = objects.get(id);
  if (!object || object.lost !== undefined) return false;
  const father = referenceIn(entryOf(object.file.fieldsOf(object.document), "m_Father"));
  return isNone(father);
}

/** Translates an id from the file in which it is written to the opened file. */
export function outerId({ idMaps }: AssetObject, fileId: string, level = 0): string {
  let id = fileId;
  for (let at = level; at < idMaps.length; at++) id = idMaps[at]?.get(id) ?? id;
  return id;
}

/** Returns `m_SourcePrefab` (before 2018.3 `m_ParentPrefab`, which is empty in the document of the prefab itself). */
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

/** The list only contains game objects. Their components and descendants are removed with them, so we add these. */
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
