/** A text asset with its documents by file id. Fields are parsed on demand. */
import { type AssetDocument, type AssetText, splitDocuments } from "./unity-yaml.ts";
import { parseYaml } from "./yaml-nodes.ts";
import { type YamlMap, type YamlNode, YamlReference } from "./yaml-tree.ts";

export interface FileReference {
  fileId: string;
  /** Empty if it is in the same file. */
  guid: string;
}

/** Class id of `PrefabInstance` (called `Prefab` before 2018.3). */
export const PREFAB_INSTANCE = 1001;

export class AssetFile {
  /** Absolute path. */
  readonly path: string;
  readonly guid: string;
  readonly content: AssetText;
  readonly byId: ReadonlyMap<string, AssetDocument>;
  /** File ids that occur more than once, usually after a bad merge. The last document wins. */
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

  /** The class name, which is the document's only key. */
  typeOf(document: AssetDocument): string {
    const end = this.content.text.indexOf(":", document.bodyStart);
    const name = end < 0 ? "" : this.content.text.slice(document.bodyStart, end).trim();
    return /^\w{1,100}$/.test(name) && document.fileId !== "" ? name : "";
  }

  fieldsOf(document: AssetDocument): YamlMap {
    return this.#parse(document).fields;
  }

  /** The number of lines that are not YAML. */
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
  // Don't use `find` here. This runs a hundred thousand times for a large prefab.
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

/** Parses `{fileID: 1, guid: …, type: 3}`. Returns undefined for everything else. */
export function referenceIn(node: YamlNode | undefined): FileReference | undefined {
  if (node instanceof YamlReference) return node;
  if (node?.kind !== "map" || !node.flow || node.entries[0]?.key !== "fileID") return undefined;
  return { fileId: textOf(node, "fileID"), guid: textOf(node, "guid") };
}

export function isNone(reference: FileReference | undefined): boolean {
  return reference === undefined || (reference.fileId === "0" && reference.guid === "");
}
