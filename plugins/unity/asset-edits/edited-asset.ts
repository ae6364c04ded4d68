/**
 * Represents an asset while it is being edited. Everything that is looked up here reflects the edits so far and not the
 * original file.
 */
import { randomBytes } from "node:crypto";
import type { Capabilities, TextEdit } from "../../../core/host/plugin-api.ts";
import { EditedText } from "../asset-text/edited-text.ts";
import type { WritingStyle } from "../asset-text/flow-format.ts";
import type { ScriptSources } from "../asset-types/script-sources.ts";
import { AssetFile, entryOf, referenceIn } from "../assets/asset-file.ts";
import { type AssetTree, buildTree, type TreeObject } from "../assets/asset-tree.ts";
import { Describer } from "../assets/describe-object.ts";
import type { OpenAssets } from "../assets/open-assets.ts";
import { type AssetObject, type ExpandedAsset, nestedId } from "../assets/prefab-objects.ts";
import type { AssetDocument } from "../assets/unity-yaml.ts";
import { attachModels, type ModelPart, type ModelTables } from "./model-parts.ts";

export interface AssetAccess {
  assets: OpenAssets;
  files: Pick<Capabilities, "files">;
  projectRoot: string;
  sources: ScriptSources;
}

export function exists(file: string, { files }: Pick<Capabilities, "files">): Promise<boolean> {
  return files.stat(file).then(
    () => true,
    () => false,
  );
}

export interface AssetState {
  file: AssetFile;
  expanded: ExpandedAsset;
  tree: AssetTree;
  describer: Describer;
  /** The parts of each model, by the instance that contains the model. */
  models: Map<TreeObject, ModelPart[]>;
}

const NEW_HEAD =
  "  m_CorrespondingSourceObject: {fileID: 0}\n  m_PrefabInstance: {fileID: 0}\n  m_PrefabAsset: {fileID: 0}\n";

/** Returns a random positive 64-bit integer, which is how the Editor chooses ids as well. */
export function newFileId(): string {
  const id = randomBytes(8).readBigUInt64BE() & ((1n << 63n) - 1n);
  return id < 1_000_000_000n ? newFileId() : String(id);
}

export class EditedAsset {
  readonly path: string;
  readonly guid: string;
  readonly style: WritingStyle;
  readonly access: AssetAccess;
  readonly #text: EditedText;
  #state: AssetState | undefined;
  readonly #made = new Set<string>();
  readonly #models: ModelTables = new Map();

  constructor(path: string, guid: string, text: string, style: WritingStyle, access: AssetAccess) {
    this.path = path;
    this.guid = guid;
    this.style = style;
    this.access = access;
    this.#text = new EditedText(text);
  }

  get text(): string {
    return this.#text.text;
  }

  get original(): string {
    return this.#text.original;
  }

  /** Returns the difference to the original file. */
  edits(): TextEdit[] {
    return this.#text.edits();
  }

  apply(edits: readonly TextEdit[]): void {
    this.#text.apply(edits);
    this.#state = undefined;
  }

  async state(): Promise<AssetState> {
    if (this.#state) return this.#state;
    const { assets, files, projectRoot } = this.access;
    const file = new AssetFile(this.path, this.guid, this.text);
    const expanded = await assets.expander(files).expand(file);
    const tree = buildTree(expanded);
    const describer = new Describer(assets, projectRoot, expanded, tree, files);
    const state: AssetState = { file, expanded, tree, describer, models: new Map() };
    await attachModels(state, this.#models, files);
    this.#state = state;
    return state;
  }

  /**
   * Returns a file id that isn't used in this asset. It is random on purpose. If ids were derived from the text, two branches
   * that add the same objects would use the same ids and conflict when they are merged.
   */
  newId({ file, expanded }: AssetState): string {
    for (;;) {
      const id = newFileId();
      if (this.#made.has(id) || file.byId.has(id) || expanded.objects.has(id)) continue;
      this.#made.add(id);
      return id;
    }
  }

  /**
   * Follows the order in which Unity writes documents. If the file is sorted by id, it stays sorted. Otherwise the documents
   * are inserted after `near` or at the end.
   */
  insertion(documents: string, id: string, near: AssetDocument | undefined, { file }: AssetState): TextEdit {
    const own = file.content.documents;
    const ids = own.map(({ fileId }) => BigInt(fileId || 0));
    const isOrdered = own.length > 1 && ids.every((each, at) => at === 0 || each >= (ids[at - 1] ?? each));
    const next = isOrdered ? own.find(({ fileId }) => BigInt(fileId || 0) > BigInt(id)) : undefined;
    const at = isOrdered ? (next?.start ?? this.text.length) : (near?.end ?? this.text.length);
    const gap = at > 0 && this.text[at - 1] !== "\n" ? "\n" : "";
    return { start: at, end: at, text: gap + this.#inOwnForm(documents) };
  }

  /** Files from before 2018.3 record in each document which prefab it belongs to. */
  #inOwnForm(documents: string): string {
    if (!this.style.isBeforeNesting) return documents;
    const prefab = /^--- !u!1001 &(\d+)\r?\nPrefab:/m.exec(this.text)?.[1];
    const whole = this.path.endsWith(".prefab") ? (prefab ?? "0") : "0";
    const old = `  m_PrefabParentObject: {fileID: 0}\n  m_PrefabInternal: {fileID: ${whole}}\n`;
    return documents.replaceAll(NEW_HEAD, old);
  }
}

/** Describes an object as the prefab of the instance knows it. It is not set for objects that are in the file itself. */
export interface SourceObject {
  instance: AssetDocument;
  guid: string;
  id: string;
}

export function sourceOf(object: AssetObject, { file, expanded }: AssetState): SourceObject | undefined {
  const instance = file.byId.get(object.instance ?? "");
  const guid = expanded.instances.get(object.instance ?? "")?.guid;
  if (!instance || guid === undefined) return undefined;
  const map = object.idMaps.at(-1);
  const id = [...(map ?? [])].find(([, outer]) => outer === object.id)?.[0];
  return id === undefined ? undefined : { instance, guid, id };
}

/**
 * Returns the file id of the object in this asset, along with the stripped document that has to be added if the file doesn't
 * mention the object yet.
 */
export function namedHere(object: AssetObject, state: AssetState): { id: string; stripped: string } {
  const source = sourceOf(object, state);
  if (!source || state.file.byId.has(object.id)) return { id: object.id, stripped: "" };
  const id = nestedId(source.instance.fileId, source.id);
  return { id, stripped: strippedDocument(object, source, id) };
}

function strippedDocument(object: AssetObject, { instance, guid, id: source }: SourceObject, id: string): string {
  const lines = [
    `m_CorrespondingSourceObject: {fileID: ${source}, guid: ${guid}, type: 3}`,
    `m_PrefabInstance: {fileID: ${instance.fileId}}`,
    "m_PrefabAsset: {fileID: 0}",
  ];
  if (object.type === "MonoBehaviour") {
    const script = referenceIn(entryOf(object.file.fieldsOf(object.document), "m_Script"));
    const written = script?.guid ? `{fileID: ${script.fileId}, guid: ${script.guid}, type: 3}` : "{fileID: 0}";
    const rest = ["m_GameObject: {fileID: 0}", "m_Enabled: 1", "m_EditorHideFlags: 0", `m_Script: ${written}`];
    lines.push(...rest, "m_Name: ", "m_EditorClassIdentifier: ");
  }
  const body = lines.map((line) => `  ${line}\n`).join("");
  return `--- !u!${object.document.classId} &${id} stripped\n${object.type}:\n${body}`;
}
