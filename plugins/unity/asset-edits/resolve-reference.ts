/** Turns a reference as a caller writes it into file id and guid: a guid, a path, an object's path or name, or the form that unity-asset-read prints. */
import path from "node:path";
import { JigError } from "../../../core/host/plugin-api.ts";
import { entryOf, textOf } from "../assets/asset-file.ts";
import { buildTree, pathOf } from "../assets/asset-tree.ts";
import { chosenObjects } from "../assets/choose-object.ts";
import { Describer } from "../assets/describe-object.ts";
import { BUILT_IN } from "../assets/guid-table.ts";
import { projectPath } from "../assets/open-assets.ts";
import type { AssetObject } from "../assets/prefab-objects.ts";
import { refusedEdit, severalMeant, unknownName } from "./edit-errors.ts";
import { type AssetAccess, type AssetState, type EditedAsset, namedHere } from "./edited-asset.ts";
import type { WrittenReference } from "./flow-format.ts";

export interface ResolvedReference extends WrittenReference {
  /** A document that the asset needs to name an object of an instance. */
  stripped: string;
}

export const NONE: ResolvedReference = { fileId: "0", guid: "", type: 0, stripped: "" };

/** `expected`: the type that the field takes; "" if that is not known. */
export async function resolveReference(
  written: string,
  expected: string,
  asset: EditedAsset,
): Promise<ResolvedReference> {
  const text = written.trim();
  if (text === "" || /^(?:none|null)$/i.test(text)) return NONE;
  const state = await asset.state();
  const [, name = text, inParentheses = ""] = /^(.*?)\s*\(([^()]*)\)$/.exec(text) ?? [];
  const guid = /^([0-9a-f]{32})(?:[#:](-?\d+))?$/.exec(text);
  if (guid) return byGuid(guid[1] ?? "", guid[2] ?? "", expected, asset.access);
  const file = await assetFile(name, asset);
  if (file) return inFile(file.file, file.guid, file.fileId, inParentheses, expected, asset.access);
  const own = ownObject(name, inParentheses || expected, state);
  if (own) return { ...(await here(own, state)), guid: "", type: 0 };
  const named = asset.access.assets.guids.named(name);
  const [only] = named;
  if (only && named.length === 1) return inFile(only[1], only[0], "", inParentheses, expected, asset.access);
  const shown = named.map(([, each]) => projectPath(asset.access.projectRoot, each));
  if (shown.length > 1) throw severalMeant(`${shown.length} assets are named "${name}"`, shown);
  throw unknownName(
    `No asset and no object of this asset is "${written}"`,
    "Write a path (Assets/A.mat), a guid, an object (Room/Door), or none",
  );
}

async function here(object: AssetObject, state: AssetState) {
  const { id, stripped } = namedHere(object, state);
  return { fileId: id, stripped };
}

/** `Room/Door`, with the component that is meant. Undefined if no object has that name. */
function ownObject(name: string, type: string, { tree, describer }: AssetState): AssetObject | undefined {
  const isPlain = type === "" || type === "GameObject" || type === "Object";
  const chosen = attempt(() => chosenObjects(tree, describer, { object: name, component: "" }));
  if (!chosen) return undefined;
  const { owner, objects } = chosen;
  const [first] = objects;
  if (!owner || !first || isPlain) return first;
  const ofType = [first, ...owner.components].filter(
    (each) => describer.typeName(each).replace(/\?$/, "") === type || each.type === type || isTransform(each, type),
  );
  const [only] = ofType;
  if (only) return only;
  throw unknownName(
    `"${pathOf(owner)}" has no component ${type}`,
    "Write the component in parentheses: Room/Door (BoxCollider)",
    owner.components.map((each) => describer.typeName(each)),
  );
}

function isTransform({ type }: AssetObject, wanted: string): boolean {
  return wanted === "Transform" && type === "RectTransform";
}

function attempt<Value>(work: () => Value): Value | undefined {
  try {
    return work();
  } catch (error) {
    if (error instanceof JigError && error.code === "SYMBOL_NOT_FOUND") return undefined;
    throw error;
  }
}

async function byGuid(guid: string, fileId: string, expected: string, access: AssetAccess): Promise<ResolvedReference> {
  if (BUILT_IN[guid] !== undefined) {
    if (fileId !== "") return { fileId, guid, type: 0, stripped: "" };
    throw refusedEdit(`${guid} is many objects inside Unity`, `Write which one: ${guid}#10202`);
  }
  const file = access.assets.guids.pathOf(guid);
  if (file !== undefined) return inFile(file, guid, fileId, "", expected, access);
  throw unknownName(
    `No asset of the project has the guid ${guid}`,
    "Write a path of an asset, whose .meta has the guid",
  );
}

/** A path that is an asset; with `#id` for one object in it. */
async function assetFile(
  name: string,
  { access: { assets, files, projectRoot }, path: own }: EditedAsset,
): Promise<{ file: string; guid: string; fileId: string } | undefined> {
  const [, before = name, fileId = ""] = /^(.*)#(-?\d+)$/.exec(name) ?? [];
  const builtIn = Object.entries(BUILT_IN).find(([, shown]) => shown === before || `Resources/${shown}` === before);
  if (builtIn) return { file: "", guid: builtIn[0], fileId };
  if (!/\.\w+$/.test(before)) return undefined;
  const file = path.isAbsolute(before) ? before : path.join(projectRoot, before);
  const guid = await assets.guidOf(file, files);
  if (guid !== "") return { file, guid, fileId };
  if (!before.includes("/")) return undefined;
  const exists = await files.files.stat(file).catch(() => undefined);
  if (!exists || file === own) return undefined;
  throw refusedEdit(
    `${before} has no .meta file, so no guid to refer to it by`,
    "Unity writes it when it imports the file",
  );
}

async function inFile(
  file: string,
  guid: string,
  fileId: string,
  sub: string,
  expected: string,
  access: AssetAccess,
): Promise<ResolvedReference> {
  if (file === "") return byGuid(guid, fileId, expected, access);
  const meta = (await access.files.files.readText(`${file}.meta`).catch(() => undefined))?.text ?? "";
  const importer = /^(\w+Importer):/m.exec(meta)?.[1] ?? "";
  const others = access.assets.guids.sharing(guid).filter((each) => each !== file);
  if (others.length > 0) {
    const shown = [file, ...others].map((each) => projectPath(access.projectRoot, each));
    throw refusedEdit(
      `the guid ${guid} is in the .meta files of ${shown.join(" and ")}`,
      "Give one of them a guid of its own",
    );
  }
  const isNative = importer === "" ? NATIVE.test(file) : importer === "NativeFormatImporter";
  const type = isNative ? 2 : 3;
  const found = fileId || (await mainObject(file, guid, meta, importer, { sub, expected }, access));
  return { fileId: found, guid, type, stripped: "" };
}

/** Assets that Unity writes itself; used if a `.meta` names no importer. */
const NATIVE = /\.(?:mat|asset|anim|controller|overrideController|physicMaterial|mask|playable|renderTexture)$/;

/** The one object that an importer makes of a file. */
const MAIN: Readonly<Record<string, string>> = {
  MonoImporter: "11500000",
  AudioImporter: "8300000",
  ShaderImporter: "4800000",
  ComputeShaderImporter: "7200000",
  TextScriptImporter: "4900000",
  TrueTypeFontImporter: "12800000",
  VideoClipImporter: "32900000",
};
const SCENE = "102900000";
const TEXTURE = "2800000";
const SPRITE = "21300000";

async function mainObject(
  file: string,
  guid: string,
  meta: string,
  importer: string,
  { sub, expected }: { sub: string; expected: string },
  access: AssetAccess,
): Promise<string> {
  const shown = projectPath(access.projectRoot, file);
  const known = MAIN[importer];
  if (known !== undefined) return known;
  if (file.endsWith(".unity")) return SCENE;
  const inMeta = sub === "" ? undefined : namedInMeta(meta, sub);
  if (inMeta !== undefined) return inMeta;
  if (importer === "TextureImporter") {
    const isSingle = /^ {2}spriteMode: 1$/m.test(meta);
    if (expected === "Sprite" && !isSingle) {
      throw refusedEdit(`${shown} has several sprites, or none`, `Write which one: ${shown} (name)`, namesInMeta(meta));
    }
    return expected === "Sprite" || (expected === "" && isSingle) ? SPRITE : TEXTURE;
  }
  if (importer === "ModelImporter" && (expected === "GameObject" || expected === "Transform") && sub === "") {
    const isOld = /fileIDToRecycleName:/.test(meta) && !/internalIDToNameTable:/.test(meta);
    if (expected === "GameObject") return isOld ? "100000" : "919132149155446097";
  }
  const opened = await access.assets.byPath(file, guid, access.files);
  if ("problem" in opened) {
    throw refusedEdit(
      `which object of ${shown} is meant is not known`,
      `Write its file id: ${shown}#<file id>`,
      namesInMeta(meta),
    );
  }
  return inDocuments(opened.file, shown, { sub, expected }, meta, access);
}

async function inDocuments(
  file: Parameters<typeof buildTree>[0]["file"],
  shown: string,
  { sub, expected }: { sub: string; expected: string },
  meta: string,
  access: AssetAccess,
): Promise<string> {
  const expanded = await access.assets.expander(access.files).expand(file);
  const tree = buildTree(expanded);
  const describer = new Describer(access.assets, access.projectRoot, expanded, tree, access.files);
  const [root] = tree.roots;
  const [subName = "", subType = ""] = sub.includes(", ")
    ? [sub.slice(0, sub.lastIndexOf(", ")), sub.slice(sub.lastIndexOf(", ") + 2)]
    : ["", sub];
  const wanted = subType || expected;
  if (root) {
    if (wanted === "" || wanted === "GameObject" || wanted === "Object") return root.object.id;
    const component = root.components.find(
      (each) => describer.typeName(each) === wanted || each.type === wanted || isTransform(each, wanted),
    );
    if (component) return component.id;
    if (subType !== "")
      throw unknownName(
        `The root of ${shown} has no ${subType}`,
        "Write a component of it",
        root.components.map((each) => describer.typeName(each)),
      );
    // A field takes base classes and interfaces too: which component is meant is not known then.
    const scripts = root.components.filter(({ type }) => type === "MonoBehaviour");
    const [script] = scripts;
    if (script && scripts.length === 1) return script.id;
    throw refusedEdit(
      `${shown} is a prefab, and the field takes a ${wanted}, which its root does not have by that name`,
      `Write the component: ${shown} (${describer.typeName(root.components.at(-1) ?? root.object)})`,
      root.components.map((each) => describer.typeName(each)),
    );
  }
  const main = /^ {2}mainObjectFileID: (-?\d+)/m.exec(meta)?.[1];
  const documents = file.content.documents;
  const named = documents.filter((each) => {
    const name = textOf(file.fieldsOf(each), "m_Name");
    return subName !== "" ? name === subName : subType !== "" && (file.typeOf(each) === subType || name === subType);
  });
  if (sub !== "") {
    const [one] = named;
    if (one && named.length === 1) return one.fileId;
    throw unknownName(
      `${named.length === 0 ? "No object" : `${named.length} objects`} of ${shown} fit "${sub}"`,
      `Write its file id: ${shown}#<file id>`,
    );
  }
  if (main !== undefined && file.byId.has(main)) return main;
  const byName = documents.find(
    (each) =>
      entryOf(file.fieldsOf(each), "m_Name") &&
      textOf(file.fieldsOf(each), "m_Name") === path.basename(shown, path.extname(shown)),
  );
  const found = byName ?? documents[0];
  if (found && found.fileId !== "") return found.fileId;
  throw refusedEdit(`${shown} holds no object`, "Name another asset");
}

/** Sprites and parts of models are named in the `.meta`. */
function tableIn(meta: string): [id: string, name: string][] {
  const now = [...meta.matchAll(/^ {2}- first:\r?\n\s+\d+: (-?\d+)\r?\n\s+second: (.*?)\r?$/gm)];
  const old = [...meta.matchAll(/^ {4}(-?\d+): (\S.*?)\r?$/gm)];
  const sprites = [...meta.matchAll(/^ {6}name: (.*?)\r?\n(?: {6}(?!name:).*\n)*? {6}internalID: (-?\d+)/gm)];
  return [
    ...now.map(([, id = "", name = ""]): [string, string] => [id, name]),
    ...sprites.map(([, name = "", id = ""]): [string, string] => [id, name]),
    ...old.map(([, id = "", name = ""]): [string, string] => [id, name]),
  ];
}

function namedInMeta(meta: string, sub: string): string | undefined {
  const name = sub.replace(/, \w+$/, "");
  return tableIn(meta).find(([, each]) => each === sub || each === name)?.[0];
}

function namesInMeta(meta: string): string[] {
  return [...new Set(tableIn(meta).map(([, name]) => name))].slice(0, 10);
}
