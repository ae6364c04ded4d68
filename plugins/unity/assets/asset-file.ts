/** Represents a text asset. Its documents are indexed by file id, and their fields are only parsed when they are needed. */
import { type AssetDocument, type AssetText, splitDocuments } from "./unity-yaml.ts";
import { parseYaml } from "./yaml-nodes.ts";
import { type YamlMap, type YamlNode, YamlReference } from "./yaml-tree.ts";

export interface FileReference {
  fileId: string;
  /** The guid is empty if the reference is to the same file. */
  guid: string;
}

/** The class is called `PrefabInstance`, and `Prefab` before 2018.3. */
export const PREFAB_INSTANCE = 1001;

export class AssetFile {
  /** The absolute path of the asset. */
  readonly path: string;
  readonly guid: string;
  readonly content: AssetText;
  readonly byId: ReadonlyMap<string, AssetDocument>;
  /** The file ids that occur more than once, typically because of a bad merge. The last document with an id is used. */
  readonly repeatedIds: readonly string[];
  readonly #parsed = new Map<AssetDocument, { type: string; fields: YamlMap; unread: number }>();

  constructor(path: string, guid: string, text: string) {
    this.path = path;
    this.guid = guid;
    this.content = splitDocuments(text);
    const { documents } = this.content;
    this.byId = new Map(documents.map((document) => [document.fileId, document]));
    const repeated = documents.filter((document) => this.byId.get(document.fileId) !== document);
    this.repeatedIds = [...new Set(repeated.map(({ fileId }) => fileId))];
  }

  /** Returns the only key of the document, which is its type. */
  typeOf(document: AssetDocument): string {
    const end = this.content.text.indexOf(":", document.bodyStart);
    const name = end < 0 ? "" : this.content.text.slice(document.bodyStart, end).trim();
    return /^\w{1,100}$/.test(name) && document.fileId !== "" ? name : "";
  }

  fieldsOf(document: AssetDocument): YamlMap {
    return this.#parse(document).fields;
  }

  /** Returns the number of lines that could not be parsed. */
  unreadIn(document: AssetDocument): number {
    return this.#parse(document).unread;
  }

  #parse(document: AssetDocument) {
    let parsed = this.#parsed.get(document);
    if (!parsed) {
      const { root, unread } = parseYaml(this.content.text, document.bodyStart, document.end);
      const type = this.typeOf(document);
      const inner = document.fileId === "" ? root : entryOf(root, type);
      parsed = { type, fields: inner?.kind === "map" ? inner : emptyMap(document.end), unread: unread.length };
      this.#parsed.set(document, parsed);
    }
    return parsed;
  }
}

function emptyMap(at: number): YamlMap {
  return { kind: "map", flow: false, entries: [], start: at, end: at };
}

export function entryOf(node: YamlNode | undefined, key: string): YamlNode | undefined {
  if (node?.kind !== "map") return undefined;
  // This is called a hundred thousand times for a large prefab, so we use a loop instead of `find`.
  for (const entry of node.entries) if (entry.key === key) return entry.value;
  return undefined;
}

export function textOf(node: YamlNode | undefined, key: string): string {
  const value = entryOf(node, key);
  return value?.kind === "scalar" ? value.text : "";
}

export function itemsOf(node: YamlNode | undefined, key: string): YamlNode[] {
  const value = entryOf(node, key);
  return value?.kind === "list" ? value.items : [];
}

/** Parses `{fileID: 1, guid: …, type: 3}`, or returns undefined if the node is anything else. */
export function referenceIn(node: YamlNode | undefined): FileReference | undefined {
  if (node instanceof YamlReference) return node;
  if (node?.kind !== "map" || !node.flow || node.entries[0]?.key !== "fileID") return undefined;
  return { fileId: textOf(node, "fileID"), guid: textOf(node, "guid") };
}

export function isNone(reference: FileReference | undefined): boolean {
  return reference === undefined || (reference.fileId === "0" && reference.guid === "");
}
