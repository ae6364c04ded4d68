/**
 * This worker job plans a batch of edits to one asset. The edits are applied in order. The result contains the changed ranges,
 * or the whole text if the file is new.
 */
import { createHash } from "node:crypto";
import path from "node:path";
import { JigError, type TextEdit, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { writingStyle } from "../asset-text/flow-format.ts";
import { type KnownSources, NeedsSources, ScriptSources } from "../asset-types/script-sources.ts";
import { damageOf } from "../assets/damage.ts";
import { OpenAssets, projectPath } from "../assets/open-assets.ts";
import { unreadableError } from "../assets/read-asset.ts";
import { addComponent, addInstance, addObject, scriptGuid } from "./add-parts.ts";
import { refuseNeeded } from "./component-rules.ts";
import { badValue, refusedEdit, unknownName } from "./edit-errors.ts";
import { type AssetEdit, refuseIdleKeys } from "./edit-keys.ts";
import { type AssetAccess, type AssetState, EditedAsset } from "./edited-asset.ts";
import { beforeNesting, sourcePrefab } from "./instance-text.ts";
import { isModel } from "./model-parts.ts";
import { moveComponent, moveObject, renumber, secondRoot } from "./move-parts.ts";
import { componentOf, fieldOwner, nodeOf } from "./named-parts.ts";
import { metaText, newGuid, scriptAssetText, variantText } from "./new-assets.ts";
import { removeComponent, removeObject } from "./remove-parts.ts";
import { setField } from "./set-field.ts";
import { revertEdits } from "./set-override.ts";

export interface EditAssetJob {
  kind: "edit";
  projectRoot: string;
  /** The absolute path of the asset. */
  path: string;
  edits: readonly AssetEdit[];
  /** The prefab or script from which to create a new file. */
  from: string;
  /** The guids of all `.meta` files. They are only sent on a second attempt, after the first one returned `list`. */
  listed?: Uint8Array;
  /** The declarations of scripts that an earlier attempt has requested. */
  sources?: KnownSources;
}

export interface AssetPlan {
  /** The hash of the text without its BOM. It is not set for new files. */
  hash?: string;
  edits: TextEdit[];
  /** The text, if this is a new file. */
  text?: string;
  meta?: string;
  /**
   * The ids that no longer exist, plus the asset's guid. The caller uses both to find references in other assets that would be
   * broken.
   */
  removed: string[];
  guid: string;
}

/**
 * Either the plan, or a list of the data that is needed to make one. A worker can't look up folder guids or script symbols by
 * itself, so the handler does that and then runs the job again.
 */
export type EditAssetResult = { plan: AssetPlan } | { list: string[] } | { scripts: string[]; names: string[] };

export default async function editAsset(job: EditAssetJob, context: WorkerContext): Promise<EditAssetResult> {
  const { projectRoot } = job;
  const assets = await context.keep(`assets:${projectRoot}`, () => new OpenAssets(projectRoot));
  const list = await assets.refresh(context, context.signal, job.listed);
  if (list) return { list };
  const sources = new ScriptSources({ assets, files: context }, job.sources ?? { symbols: {}, declaring: {} });
  const access: AssetAccess = { assets, files: context, projectRoot, sources };
  try {
    return { plan: await planOf(job, access, context.signal) };
  } catch (error) {
    if (!(error instanceof NeedsSources)) throw error;
    return { scripts: [...sources.scripts], names: [...sources.names] };
  }
}

async function planOf(job: EditAssetJob, access: AssetAccess, signal: AbortSignal): Promise<AssetPlan> {
  const asset = job.from === "" ? await existing(job, access) : await created(job, access);
  const bom = asset.original.startsWith("\uFEFF") ? 1 : 0;
  const editor = new AssetEditor(asset);
  for (const [at, edit] of job.edits.entries()) {
    signal.throwIfAborted();
    await editor.run(edit).catch(async (error: unknown) => {
      // We also collect the needs of the remaining edits, so that all of it can be fetched in a single round.
      if (error instanceof NeedsSources) for (const next of job.edits.slice(at + 1)) await editor.foresee(next);
      throw job.edits.length > 1 && error instanceof JigError ? inEdit(error, at) : error;
    });
  }
  await editor.flush();
  const plan = { removed: editor.removed, guid: asset.guid };
  if (job.from !== "") return { ...plan, edits: [], text: asset.text, meta: metaText(job.path, asset.guid) };
  const hash = createHash("sha256").update(asset.original.slice(bom)).digest("hex");
  const edits = asset.edits().map((edit) => ({ ...edit, start: edit.start - bom, end: edit.end - bom }));
  return { ...plan, hash, edits };
}

/** Matches the conflict markers that git leaves in a file. */
const MERGE = /^(?:<{7}|>{7}) /m;

function inEdit(error: JigError, at: number): JigError {
  const data = error.toData();
  return JigError.fromData({ ...data, message: `edits[${at}]: ${data.message}` });
}

async function existing({ path: file }: EditAssetJob, access: AssetAccess): Promise<EditedAsset> {
  const { assets, files, projectRoot } = access;
  if (DOWNLOADED.test(projectPath(projectRoot, file)))
    throw refusedEdit(
      `${projectPath(projectRoot, file)} is Unity's copy of a package: Unity would discard the edit`,
      "Embed the package in Packages/ first, or make a variant of the prefab",
    );
  const guid = await assets.guidOf(file, files);
  const opened = await assets.byPath(file, guid, files);
  if ("problem" in opened) throw unreadableError(projectPath(projectRoot, file), opened.problem, opened.kind);
  const { text } = opened.file.content;
  if (MERGE.test(text))
    throw refusedEdit(`${projectPath(projectRoot, file)} has merge conflict markers`, "Resolve the merge first");
  if (text.includes("\uFFFD")) await refuseOtherEncoding(file, access);
  const asset = new EditedAsset(file, guid, text, writingStyle(text, ...(await settings(access))), access);
  const { expanded, tree } = await asset.state();
  const [damage] = damageOf(expanded, tree);
  if (damage !== undefined)
    throw refusedEdit(
      `${projectPath(projectRoot, file)} is damaged: ${damage}`,
      "Repair it first: restore an earlier version from its history, or open and save it in Unity",
    );
  return asset;
}

/**
 * Decoding replaces invalid bytes with U+FFFD, but a file may legitimately contain that character. If we see one in the text,
 * we decode the bytes again in strict mode to find out whether the file is really not UTF-8.
 */
async function refuseOtherEncoding(file: string, { files, projectRoot }: AssetAccess): Promise<void> {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(await files.files.read(file));
  } catch {
    throw refusedEdit(
      `${projectPath(projectRoot, file)} has bytes that are not UTF-8`,
      "Save it as UTF-8 first, the only encoding that Unity reads",
    );
  }
}

/** Unity only imports files that are in Assets or in the folder of a package. */
const IMPORTED = /^(?:Assets|Packages\/[^/]+)\/./;
const DOWNLOADED = /^Library\//;

async function created({ path: file, from }: EditAssetJob, access: AssetAccess): Promise<EditedAsset> {
  const shown = projectPath(access.projectRoot, file);
  if (!IMPORTED.test(shown))
    throw refusedEdit(
      `${shown} is not in a folder that Unity imports`,
      "Write a path under Assets/, or under the folder of a package: Packages/com.mine/A.prefab",
    );
  const style = writingStyle("", ...(await settings(access)));
  const guid = newGuid();
  if (from.endsWith(".prefab") || isModel(from)) {
    if (style.isBeforeNesting) throw beforeNesting("a variant of a prefab");
    const source = await sourcePrefab(from, access);
    return new EditedAsset(file, guid, variantText(file, source, style), style, access);
  }
  const script = await scriptGuid(from, "asset", access);
  if (script === undefined) {
    throw unknownName(
      `"${from}" is neither a .prefab file nor a script of the project`,
      "Write a prefab's path for a variant, a script's path or class for an asset",
    );
  }
  return new EditedAsset(file, guid, scriptAssetText(file, script), style, access);
}

async function settings({ files, projectRoot }: AssetAccess): Promise<[version: string, editor: string]> {
  const read = (name: string) =>
    files.files.readText(path.join(projectRoot, "ProjectSettings", name)).then(
      ({ text }) => text,
      () => "",
    );
  const [version, editor] = await Promise.all([read("ProjectVersion.txt"), read("EditorSettings.asset")]);
  return [/^m_EditorVersion:\s*(\S+)/m.exec(version)?.[1] ?? "", editor];
}

/** Applies edits to an asset. Consecutive edits to different documents share one parse, since parsing is expensive. */
class AssetEditor {
  readonly removed: string[] = [];
  readonly #asset: EditedAsset;
  #open: TextEdit[] = [];
  readonly #touched = new Set<string>();

  constructor(asset: EditedAsset) {
    this.#asset = asset;
  }

  async flush(): Promise<void> {
    if (this.#open.length > 0) this.#asset.apply(this.#open);
    this.#open = [];
    this.#touched.clear();
  }

  async run(edit: AssetEdit): Promise<void> {
    refuseIdleKeys(edit);
    if (edit.op !== "set") await this.flush();
    switch (edit.op) {
      case "set":
        return this.#set(edit);
      case "revert":
        return this.#revert(edit);
      case "add":
        return this.#add(edit);
      case "remove":
        return this.#remove(edit);
      default:
        return this.#move(edit);
    }
  }

  async #set(edit: AssetEdit): Promise<void> {
    const { field, value } = edit;
    if (field === "" || value === undefined)
      throw badValue("op set needs field and value", "Pass both; the value none clears a reference");
    let state = await this.#asset.state();
    let target = fieldOwner(edit, state);
    const document = () => target.instance ?? target.id;
    if (this.#touched.has(document())) {
      await this.flush();
      state = await this.#asset.state();
      target = fieldOwner(edit, state);
    }
    const { edits, documents } = await setField(target, field, value, this.#asset);
    this.#open.push(...edits);
    this.#touched.add(document());
    for (const [id, text] of documents)
      this.#open.push(this.#asset.insertion(text, id, state.file.byId.get(document()), state));
    // Pending edits have to be applied first, because this one may use a name or a document that they change.
    if (documents.size > 0 || field === "m_Name") await this.flush();
  }

  /** Collects the scripts that an edit is going to need. This is only a guess, since it goes by the state so far. */
  async foresee(edit: AssetEdit): Promise<void> {
    if (edit.op !== "set" || edit.value === undefined) return;
    await this.#asset
      .state()
      .then((state) => setField(fieldOwner(edit, state), edit.field, edit.value ?? null, this.#asset))
      .catch(() => {});
  }

  async #revert(edit: AssetEdit): Promise<void> {
    const state = await this.#asset.state();
    this.#asset.apply(revertEdits(fieldOwner(edit, state), edit.field, state));
  }

  async #hierarchy(): Promise<AssetState> {
    const state = await this.#asset.state();
    if (state.tree.roots.length > 0 || /\.(?:unity|prefab)$/i.test(this.#asset.path)) return state;
    throw refusedEdit(
      `${path.basename(this.#asset.path)} has no game objects`,
      "Set its fields with op set; scenes and prefabs have objects and components",
    );
  }

  async #add(edit: AssetEdit): Promise<void> {
    const state = await this.#hierarchy();
    const { component, prefab, name, index } = edit;
    if (component !== "" && (prefab !== "" || name !== ""))
      throw badValue("op add takes a component, or a new object by name or prefab", "Add them one at a time");
    if (component !== "") {
      const node = nodeOf({ ...edit, component: "" }, state);
      await addComponent(node, component, this.#asset);
      return;
    }
    const above = edit.parent || edit.object;
    if (above === "/" && this.#asset.path.endsWith(".prefab")) throw secondRoot(state.tree);
    const parent = above === "" || above === "/" ? undefined : nodeOf({ ...edit, object: above }, state);
    const under = parent ?? (this.#asset.path.endsWith(".prefab") ? state.tree.roots[0] : undefined);
    const before = new Set(state.tree.byId.keys());
    if (prefab === "") this.#asset.apply(await addObject(under, name, this.#asset));
    else {
      const { access } = this.#asset;
      const source = await sourcePrefab(prefab, access);
      this.#asset.apply(await addInstance(under, source, name, this.#asset));
    }
    if (index === undefined) return;
    const after = await this.#asset.state();
    const node = [...after.tree.byId.values()].find(
      (each) => !before.has(each.object.id) && !(each.parent && !before.has(each.parent.object.id)),
    );
    if (node) await moveObject({ node, parent: node.parent, index }, this.#asset);
  }

  async #remove(edit: AssetEdit): Promise<void> {
    const state = await this.#hierarchy();
    const node = nodeOf(edit, state);
    const { parent } = node;
    const component = edit.component === "" ? undefined : componentOf(edit, state);
    if (component) await refuseNeeded(component, node.components, state, this.#asset.access);
    const { edits, ids } = component ? removeComponent(component, state) : removeObject(node, state);
    this.removed.push(...ids);
    this.#asset.apply(edits);
    if (component) return;
    await renumber(
      (parent ? parent.children : state.tree.roots).filter((each) => each !== node),
      this.#asset,
    );
  }

  async #move(edit: AssetEdit): Promise<void> {
    const state = await this.#hierarchy();
    const node = nodeOf(edit, state);
    const { component, index, parent } = edit;
    if (component !== "") {
      if (index === undefined) throw badValue("op move of a component needs index", "The Transform is 0");
      this.#asset.apply(moveComponent(componentOf(edit, state), node, index, state));
      return;
    }
    if (index === undefined && parent === undefined)
      throw badValue("op move needs index, or parent", 'Write "/" as parent for the top of a scene');
    const to =
      parent === undefined ? node.parent : parent === "/" ? undefined : nodeOf({ ...edit, object: parent }, state);
    await moveObject({ node, parent: to, index }, this.#asset);
  }
}
