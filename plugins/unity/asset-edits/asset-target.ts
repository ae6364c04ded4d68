/**
 * Resolves a reference into another asset. The caller can give a guid or a path, optionally with the id, name or component of
 * an object inside.
 */
import { Buffer } from "node:buffer";
import path from "node:path";
import type { WrittenReference } from "../asset-text/flow-format.ts";
import { type ExpectedType, fitOf, objectType } from "../asset-types/reference-types.ts";
import { entryOf, textOf } from "../assets/asset-file.ts";
import { buildTree, pathOf } from "../assets/asset-tree.ts";
import { builtInNames } from "../assets/built-in-resources.ts";
import { Describer } from "../assets/describe-object.ts";
import { BUILT_IN } from "../assets/guid-table.ts";
import { meshId } from "../assets/model-ids.ts";
import { projectPath } from "../assets/open-assets.ts";
import { refusedEdit, severalMeant, unknownName } from "./edit-errors.ts";
import type { AssetAccess } from "./edited-asset.ts";
import { fittingParts, isNamed, withArticle } from "./fitting-parts.ts";
import { rootPart } from "./model-parts.ts";

const MAX_NEAR = 5;

export async function byGuid(
  guid: string,
  fileId: string,
  expected: ExpectedType,
  access: AssetAccess,
): Promise<WrittenReference> {
  if (BUILT_IN[guid] !== undefined) {
    if (fileId !== "") return { fileId, guid, type: 0 };
    const names = builtInNames(expected.name);
    throw refusedEdit(
      `${guid} is the guid of many built-in objects`,
      `Choose one: ${names.length > 0 ? names.join(", ") : `${guid}#10202`}`,
    );
  }
  const file = access.assets.guids.pathOf(guid);
  if (file !== undefined) return inFile(file, guid, fileId, "", expected, access);
  throw unknownName(
    `No asset of the project has the guid ${guid}`,
    "Pass the path of an asset, whose .meta file contains the guid",
  );
}

export async function inFile(
  file: string,
  guid: string,
  fileId: string,
  sub: string,
  expected: ExpectedType,
  access: AssetAccess,
): Promise<WrittenReference> {
  if (file === "") return byGuid(guid, fileId, expected, access);
  const meta = (await access.files.files.readText(`${file}.meta`).catch(() => undefined))?.text ?? "";
  const importer = /^(\w+Importer):/m.exec(meta)?.[1] ?? "";
  const others = access.assets.guids.sharing(guid).filter((each) => each !== file);
  if (others.length > 0) {
    const shown = [file, ...others].map((each) => projectPath(access.projectRoot, each));
    throw refusedEdit(
      `the guid ${guid} is in the .meta files of ${shown.join(" and ")}`,
      "Give one of them a new guid",
    );
  }
  // Prefabs that were last saved by an old version of Unity still name the old importer in their `.meta`.
  const isPrefab = file.endsWith(".prefab");
  const isNative = !isPrefab && (importer === "" ? NATIVE.test(file) : importer === "NativeFormatImporter");
  const type = isNative ? 2 : 3;
  if (TEXT.test(file)) await refuseUnread(file, guid, access);
  if (fileId !== "" && TEXT.test(file)) await refuseUnknown(file, guid, fileId, access);
  const found = fileId || (await mainObject(file, guid, meta, importer, { sub, expected }, access));
  return { fileId: found, guid, type };
}

/** The importer doesn't tell us the content of these formats, so we have to parse them. */
const TEXT = /\.(?:prefab|asset|mat|anim|controller|overrideController|mixer|playable|mask)$/i;

async function refuseUnread(file: string, guid: string, { assets, files, projectRoot }: AssetAccess): Promise<void> {
  const opened = await assets.byPath(file, guid, files);
  if (!("problem" in opened) || opened.kind === "binary" || opened.kind === "not yaml") return;
  throw unreadTarget(projectPath(projectRoot, file), opened);
}

async function refuseUnknown(file: string, guid: string, fileId: string, access: AssetAccess): Promise<void> {
  const { assets, files, projectRoot } = access;
  const opened = await assets.byPath(file, guid, files);
  if ("problem" in opened || opened.file.byId.has(fileId)) return;
  const { objects, instances } = await assets.expander(files).expand(opened.file);
  // We can't look inside nested models, nor into the prefab document that files contained before 2018.3. When the file has one
  // of these, an id that we don't find may still exist.
  const isWhole = [...instances.values()].every(({ problem }) => problem === "") && fileId !== "100100000";
  if (objects.has(fileId) || !isWhole) return;
  throw unknownName(
    `${projectPath(projectRoot, file)} contains no object ${fileId}`,
    "unity-asset-read lists the ids of its objects",
  );
}

function unreadTarget(shown: string, { problem, kind }: { problem: string; kind: string }) {
  return refusedEdit(
    `${shown} is ${problem}`,
    kind === "lfs" ? "Run git lfs pull to download it; then write the reference" : "Name an asset that can be read",
  );
}

/** These files are written by Unity itself. We use this list when the `.meta` doesn't name an importer. */
const NATIVE = /\.(?:mat|asset|anim|controller|overrideController|physicMaterial|mask|playable|renderTexture)$/;

/** The type of the main object that each importer creates. */
const MAIN: Readonly<Record<string, string>> = {
  MonoImporter: "11500000",
  AudioImporter: "8300000",
  ShaderImporter: "4800000",
  ComputeShaderImporter: "7200000",
  TextScriptImporter: "4900000",
  TrueTypeFontImporter: "12800000",
  VideoClipImporter: "32900000",
};
/** This is used when the `.meta` doesn't name a specific importer, which happens when the Editor failed to import the file. */
const MAIN_BY_ENDING: Readonly<Record<string, string>> = {
  ".cs": "11500000",
  ".shader": "4800000",
  ".compute": "7200000",
  ".txt": "4900000",
  ".json": "4900000",
  ".wav": "8300000",
  ".ogg": "8300000",
  ".mp3": "8300000",
  ".ttf": "12800000",
  ".otf": "12800000",
};
const SCENE = "102900000";
const TEXTURE = "2800000";
const SPRITE = "21300000";

async function mainObject(
  file: string,
  guid: string,
  meta: string,
  importer: string,
  { sub, expected }: { sub: string; expected: ExpectedType },
  access: AssetAccess,
): Promise<string> {
  const shown = projectPath(access.projectRoot, file);
  const isPlain = importer === "" || importer === "DefaultImporter";
  const known = MAIN[importer] ?? (isPlain ? MAIN_BY_ENDING[path.extname(file).toLowerCase()] : undefined);
  if (known !== undefined) return known;
  if (file.endsWith(".unity")) return SCENE;
  const inMeta = sub === "" ? undefined : namedInMeta(meta, sub);
  if (inMeta !== undefined) return inMeta;
  if (importer === "TextureImporter") {
    const isSingle = /^ {2}spriteMode: 1$/m.test(meta);
    if (expected.name === "Sprite" && !isSingle) {
      throw refusedEdit(`${shown} has several sprites, or none`, `Name one: ${shown} (name)`, namesInMeta(meta));
    }
    return expected.name === "Sprite" || (expected.name === "" && isSingle) ? SPRITE : TEXTURE;
  }
  const root = expected.name === "GameObject" && sub === "" ? rootPart(meta) : undefined;
  if (root !== undefined) return root;
  const opened = await access.assets.byPath(file, guid, access.files);
  if ("problem" in opened && opened.kind === "lfs") throw unreadTarget(shown, opened);
  const mesh = sub.replace(/, Mesh$/, "");
  if (mesh !== "" && importer === "ModelImporter" && /^(?:Mesh)?$/.test(expected.name)) {
    const isHashed = /^ {2}fileIdsGeneration: 2$/m.test(meta.replaceAll("\r", ""));
    if (isHashed && (await namesObject(file, mesh, access))) return meshId(mesh);
  }
  if ("problem" in opened) {
    throw refusedEdit(
      `it is unclear which object of ${shown} is meant`,
      `Write ${importer === "ModelImporter" && expected.name === "Mesh" ? `the mesh's name, ${shown} (name), or ` : ""}its file id: ${shown}#<file id>`,
      namesInMeta(meta),
    );
  }
  return inDocuments(opened.file, shown, { sub, expected }, meta, access);
}

async function inDocuments(
  file: Parameters<typeof buildTree>[0]["file"],
  shown: string,
  { sub, expected }: { sub: string; expected: ExpectedType },
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
  if (root) {
    const parts = [root.object, ...root.components];
    if (subType !== "") {
      const [named] = parts.filter((each) => isNamed(each, subType, describer));
      if (named) return named.id;
      const list = root.components.map((each) => describer.typeName(each));
      throw unknownName(`The root of ${shown} has no ${subType}`, `Write one of ${list.join(", ")}`, list);
    }
    const fitting = await fittingParts(parts, expected, access);
    const [one, other] = fitting;
    if (one && !other) return one.id;
    if (one) {
      const list = fitting.map((each) => `${shown}#${each.id} (${describer.typeName(each)})`);
      throw severalMeant(`The root of ${shown} has ${fitting.length} components that the field takes`, list);
    }
    const near: string[] = [];
    for (const node of tree.byId.values())
      for (const each of node.components)
        if ((await fitOf(await objectType(each, access), expected, access)) === "yes")
          near.push(`${shown}#${each.id} (${describer.typeName(each)} of ${pathOf(node)})`);
    throw refusedEdit(
      `the field takes ${withArticle(expected.name)}, which the root of ${shown} does not have`,
      near.length > 0
        ? `Write the id of one inside it: ${near.slice(0, MAX_NEAR).join(", ")}`
        : `No object of ${shown} has one: name another asset`,
      near.slice(0, MAX_NEAR).map((each) => each.replace(/ \(.*$/, "")),
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
      `${named.length === 0 ? "No object" : `${named.length} objects`} of ${shown} ${named.length > 1 ? "match" : "matches"} "${sub}"`,
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
  throw refusedEdit(`${shown} contains no object`, "Name another asset");
}

const MAX_MODEL_BYTES = 128 * 1024 * 1024;

/** Checks whether an FBX file, which may be in the binary or the text format, mentions the name. */
async function namesObject(file: string, name: string, { files }: AssetAccess): Promise<boolean> {
  const bytes = await files.files.read(file, { maxBytes: MAX_MODEL_BYTES }).catch(() => new Uint8Array());
  const text = Buffer.from(bytes);
  return text.includes(`${name}\0\x01`) || text.includes(`::${name}"`);
}

/** Returns the names of sprites and model parts that are listed in the `.meta`. */
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
