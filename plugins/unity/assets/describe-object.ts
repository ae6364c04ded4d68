/** Creates readable names for types, scripts and the targets of references. */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { type AssetFile, entryOf, type FileReference, isNone, referenceIn, textOf } from "./asset-file.ts";
import { type AssetTree, fieldText, pathOf, type TreeObject } from "./asset-tree.ts";
import { builtInObject } from "./built-in-resources.ts";
import { type OpenAssets, projectPath } from "./open-assets.ts";
import { packageClass } from "./package-scripts.ts";
import { type AssetObject, type ExpandedAsset, outerId } from "./prefab-objects.ts";

const SCRIPT = "11500000";

export class Describer {
  readonly #assets: OpenAssets;
  readonly #projectRoot: string;
  readonly #expanded: ExpandedAsset;
  readonly #tree: AssetTree;
  readonly #access: Pick<Capabilities, "files">;
  #owners: ReadonlyMap<AssetObject, TreeObject> | undefined;
  /** The guids for which there is no file. */
  readonly missing = new Set<string>();
  /** The guids that more than one file uses. */
  readonly ambiguous = new Set<string>();

  constructor(
    assets: OpenAssets,
    projectRoot: string,
    expanded: ExpandedAsset,
    tree: AssetTree,
    access: Pick<Capabilities, "files">,
  ) {
    this.#assets = assets;
    this.#projectRoot = projectRoot;
    this.#expanded = expanded;
    this.#tree = tree;
    this.#access = access;
  }

  /** Returns a name such as `BoxCollider`, or the class of a script. A `?` in front means that only an earlier name is known. */
  typeName(object: AssetObject): string {
    if (object.type !== "MonoBehaviour") return object.type === "" ? "object" : object.type;
    if (object.lost !== undefined) return "MonoBehaviour";
    const fields = object.file.fieldsOf(object.document);
    const script = referenceIn(entryOf(fields, "m_Script"));
    const said = classIn(textOf(fields, "m_EditorClassIdentifier"));
    if (!script || isNone(script)) return said === "" ? "missing script" : `missing script ${said}`;
    const file = this.#assets.guids.pathOf(script.guid);
    if (file === undefined) {
      const known = packageClass(script.guid);
      if (known !== "" && !this.#assets.guids.hasPackages) return known;
      this.missing.add(script.guid);
      const word = this.#assets.guids.hasPackages ? "missing" : "unknown";
      return said === "" ? `${word} script ${known || script.guid}` : `${said}?`;
    }
    const name = path.basename(file);
    return script.fileId === SCRIPT ? name.replace(/\.cs$/, "") : said || `${name}#${script.fileId}`;
  }

  /** Returns "" if the object isn't a script. */
  scriptPath(object: AssetObject): string {
    const script = referenceIn(entryOf(object.file.fieldsOf(object.document), "m_Script"));
    const file = script && this.#assets.guids.pathOf(script.guid);
    return file === undefined ? "" : projectPath(this.#projectRoot, file);
  }

  /** Returns a text such as `Room/Door (Transform)`, `Assets/A.mat`, `none` or `missing …`. */
  async reference(object: AssetObject, target: FileReference, from: AssetFile, level: number): Promise<string> {
    if (isNone(target)) return "none";
    if (target.guid === "" || target.guid === from.guid) {
      const id = outerId(object, target.fileId, level);
      const found = this.#expanded.objects.get(id);
      return found ? this.#local(found) : `missing: no object ${target.fileId} in ${this.#shown(from.path)}`;
    }
    if (this.#assets.guids.sharing(target.guid).length > 0) this.ambiguous.add(target.guid);
    const opened = await this.#assets.byGuid(target.guid, this.#access);
    if ("problem" in opened) {
      if (opened.kind === "gone") this.missing.add(target.guid);
      return opened.path === "" || opened.kind === "gone" ? opened.problem : this.#subAsset(opened.path, target);
    }
    return this.#inAsset(opened.file, target.fileId);
  }

  #local(found: AssetObject): string {
    const node = this.#tree.byId.get(found.id);
    if (node) return `${pathOf(node)} (GameObject)`;
    this.#owners ??= ownersIn(this.#tree);
    const owner = this.#owners.get(found);
    if (owner) return `${pathOf(owner)} (${this.typeName(found)})`;
    const name = fieldText(found, "m_Name");
    return `${name === "" ? `#${found.id}` : name} (${this.typeName(found)})`;
  }

  #inAsset(file: AssetFile, fileId: string): string {
    const shown = this.#shown(file.path);
    const document = file.byId.get(fileId);
    const first = file.content.documents[0];
    // We show the root of a prefab, and the main object of any other asset.
    if (!document || (document === first && file.content.documents.length === 1)) return shown;
    const name = textOf(file.fieldsOf(document), "m_Name");
    const type = file.typeOf(document);
    if (path.basename(shown, path.extname(shown)) === name) return shown;
    return name === "" || type === "GameObject" ? `${shown} (${type})` : `${shown} (${name}, ${type})`;
  }

  /** Returns the name of a sprite or mesh, which is only stored in the `.meta`. */
  #subAsset(file: string, { guid, fileId }: FileReference): string {
    const builtIn = builtInObject(guid, fileId);
    if (builtIn) return `${file}#${fileId} (${builtIn.name})`;
    const main = /^(?:\d{1,3}00000|\d{7,8})$/.test(fileId);
    return main ? this.#shown(file) : `${this.#shown(file)}#${fileId}`;
  }

  #shown(file: string): string {
    return path.isAbsolute(file) ? projectPath(this.#projectRoot, file) : file;
  }
}

/** Maps each component to the game object that it belongs to. */
function ownersIn({ byId }: AssetTree): Map<AssetObject, TreeObject> {
  const owners = new Map<AssetObject, TreeObject>();
  for (const owner of byId.values()) for (const component of owner.components) owners.set(component, owner);
  return owners;
}

/** The identifier is `Assembly-CSharp::Game.Player` or `Assembly:Game:Player`, depending on the version. */
export function classIn(identifier: string): string {
  return identifier.split(/[:.]/).at(-1)?.trim() ?? "";
}
