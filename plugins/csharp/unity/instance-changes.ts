/** Reads prefabs in Unity's text format, including their objects, their scripts, and the values that instances override. */

export interface ObjectReference {
  /** The id in the file with that guid, or in this file if there is no guid. */
  id: string;
  guid?: string;
}

/** An entry of `m_Modifications`, i.e. a value that an instance overrides. */
export interface Modification {
  target: ObjectReference;
  path: string;
  value: string;
  reference: ObjectReference | undefined;
  /** The number of lines from the start of the block. */
  pathLine: number;
  valueLine: number;
}

const REFERENCE = /\{fileID: (-?\d+)(?:, guid: ([0-9a-f]{32}))?/;
/** The id of an object in an instance is the id of the prefab's object XOR that of the instance, without the sign. */
const WITHOUT_SIGN = 0x7fffffffffffffffn;
const MAX_PREFABS = 20;

export function referenceIn(text: string): ObjectReference | undefined {
  const [, id, guid] = REFERENCE.exec(text) ?? [];
  return id === undefined || id === "0" ? undefined : { id, ...(guid === undefined ? {} : { guid }) };
}

/** Returns the overrides of an instance. Note that long entries span several lines. */
export function modificationsIn(lines: readonly string[]): Modification[] {
  const found: Modification[] = [];
  for (const [at, line] of lines.entries()) {
    const path = /^\s+propertyPath: (.*?)\s*$/.exec(line)?.[1];
    if (path === undefined) continue;
    let start = at - 1;
    while (start > 0 && !/^\s*- target:/.test(lines[start] ?? "") && at - start < 4) start--;
    const target = referenceIn(lines.slice(start, at).join(" "));
    const value = /^\s+value: ?(.*?)\s*$/.exec(lines[at + 1] ?? "")?.[1] ?? "";
    const reference = referenceIn(
      lines
        .slice(at + 2, at + 4)
        .join(" ")
        .replace(/- target:.*$/, ""),
    );
    if (target) found.push({ target, path, value, reference, pathLine: at, valueLine: at + 1 });
  }
  return found;
}

interface PrefabObject {
  script?: string;
  /** The original of a stripped object. */
  source?: ObjectReference;
  /** The prefab of an instance. */
  prefab?: string;
}

/** Parses the objects of a file. The result is keyed by id. */
function objectsIn(text: string): Map<string, PrefabObject> {
  const objects = new Map<string, PrefabObject>();
  for (const block of text.split(/^--- !u!/m).slice(1)) {
    const id = /^\d+ &(-?\d+)/.exec(block)?.[1];
    if (id === undefined) continue;
    const script = /^\s+m_Script: \{fileID: -?\d+,\s+guid: ([0-9a-f]{32})/m.exec(block)?.[1];
    const source = /^\s+m_CorrespondingSourceObject: (\{[^}]*\})/m.exec(block)?.[1];
    const prefab = /^\s+m_SourcePrefab: \{fileID: -?\d+,\s+guid: ([0-9a-f]{32})/m.exec(block)?.[1];
    const from = source === undefined ? undefined : referenceIn(source);
    objects.set(id, { ...(script && { script }), ...(from && { source: from }), ...(prefab && { prefab }) });
  }
  return objects;
}

/** Finds the scripts of objects. This also works for objects inside prefab instances. */
export class ObjectScripts {
  readonly #read: (guid: string) => Promise<string | undefined>;
  readonly #files = new Map<string, Promise<Map<string, PrefabObject> | undefined>>();

  /** Creates a reader. @param read returns the text of the asset with this guid */
  constructor(read: (guid: string) => Promise<string | undefined>) {
    this.#read = read;
  }

  /** Returns the script's guid, "" if the object has no script, or undefined if there is no such object. */
  async of(object: ObjectReference, text: string): Promise<string | undefined> {
    if (object.guid !== undefined) return await this.#in(object.guid, object.id, 0);
    return await this.#from(objectsIn(text), object.id, 0);
  }

  async #in(guid: string, id: string, depth: number): Promise<string | undefined> {
    let objects = this.#files.get(guid);
    if (!objects) {
      objects = this.#read(guid).then((text) => (text?.startsWith("%YAML") ? objectsIn(text) : undefined));
      this.#files.set(guid, objects);
    }
    const known = await objects;
    return known && depth < MAX_PREFABS ? await this.#from(known, id, depth + 1) : undefined;
  }

  async #from(objects: ReadonlyMap<string, PrefabObject>, id: string, depth: number): Promise<string | undefined> {
    const own = objects.get(id) ?? [...objects].find(([each]) => unsigned(each) === unsigned(id))?.[1];
    if (own?.script !== undefined) return own.script;
    if (own?.source?.guid !== undefined) return await this.#in(own.source.guid, own.source.id, depth);
    if (own) return "";
    for (const [instance, { prefab }] of objects) {
      if (prefab === undefined) continue;
      const script = await this.#in(prefab, String(unsigned(id) ^ unsigned(instance)), depth);
      if (script !== undefined) return script;
    }
    return undefined;
  }
}

function unsigned(id: string): bigint {
  return BigInt(id) & WITHOUT_SIGN;
}
