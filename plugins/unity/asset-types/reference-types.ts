/** Determines the type of a reference's target, and whether a field would accept it. */
import path from "node:path";
import type { Capabilities } from "../../../core/host/plugin-api.ts";
import { type AssetFile, entryOf, type FileReference, isNone, referenceIn } from "../assets/asset-file.ts";
import { builtInObject } from "../assets/built-in-resources.ts";
import { BUILT_IN } from "../assets/guid-table.ts";
import { ROOT_OBJECT } from "../assets/model-ids.ts";
import type { OpenAssets } from "../assets/open-assets.ts";
import { packageClass } from "../assets/package-scripts.ts";
import type { AssetObject, ExpandedAsset } from "../assets/prefab-objects.ts";
import { classOfId, isUnityClass, unityAncestors, unityClass } from "../assets/unity-classes.ts";
import type { ScriptSources } from "./script-sources.ts";

export interface TypeAccess {
  assets: OpenAssets;
  files: Pick<Capabilities, "files">;
  sources: ScriptSources;
}

export interface ObjectType {
  /** The name to show, or "" if nothing is known about the type. */
  name: string;
  ancestors: readonly string[];
  /** True if all ancestors are known. */
  isWhole: boolean;
}

const UNKNOWN: ObjectType = { name: "", ancestors: [], isWhole: false };

function ofUnity(name: string): ObjectType {
  return name === "" ? UNKNOWN : { name, ancestors: unityAncestors(name), isWhole: isUnityClass(name) };
}

export interface ExpectedType {
  /** The name to show, or "" if nothing is known about the type. */
  name: string;
  /**
   * True if the type is declared by a class or by Unity. Otherwise we inferred it from the current value, so other types may be
   * valid too.
   */
  isCertain: boolean;
}

export const ANY: ExpectedType = { name: "", isCertain: false };

/** The result is "unknown" if the sources that we would need are not on this machine. */
export type Fit = "yes" | "no" | "unknown";

export async function fitOf(actual: ObjectType, expected: ExpectedType, { sources }: TypeAccess): Promise<Fit> {
  const wanted = unityClass(expected.name);
  if (wanted === "" || wanted === "Object" || wanted === "T" || /^T[A-Z]/.test(wanted)) return "yes";
  if (actual.name === "") return "unknown";
  if (actual.ancestors.includes(wanted)) return "yes";
  if (!expected.isCertain) return fitOfPresent(actual, wanted);
  // Unity's classes never derive from scripts, and a sealed class has no derived classes at all. In these cases we can be
  // certain that the type doesn't fit.
  if (isUnityClass(wanted)) return actual.isWhole || isClosed(wanted) ? "no" : "unknown";
  if (actual.isWhole && actual.ancestors[0] === unityClass(actual.name) && isUnityClass(actual.name))
    return (await sources.isDeclared(wanted)) || !/Object$/.test(wanted) ? "no" : "unknown";
  if (!actual.isWhole) return "unknown";
  return (await sources.isDeclared(wanted)) ? "no" : "unknown";
}

/** Scripts can only extend MonoBehaviour and ScriptableObject. */
function isClosed(wanted: string): boolean {
  return ![
    "NetworkBehaviour",
    "UIBehaviour",
    "PlayableAsset",
    "TileBase",
    "Tile",
    "TimelineAsset",
    "TrackAsset",
  ].includes(wanted);
}

/** These hierarchies have no types in common, so a field of one kind never accepts another. */
const KINDS = [
  ...["GameObject", "Component", "Material", "Texture", "Mesh", "Shader", "AudioClip", "Sprite", "Font", "Avatar"],
  ...["RuntimeAnimatorController", "Motion", "ScriptableObject", "TextAsset", "PhysicMaterial", "PhysicsMaterial2D"],
  ...["VideoClip", "AvatarMask", "AudioMixerGroup", "AudioMixer", "TerrainData", "SceneAsset", "ComputeShader"],
];

function fitOfPresent(actual: ObjectType, present: string): Fit {
  const kindOf = (ancestors: readonly string[]) => KINDS.find((kind) => ancestors.includes(kind));
  const before = kindOf(unityAncestors(present)) ?? "";
  const now = kindOf(actual.ancestors) ?? "";
  return before !== "" && now !== "" && before !== now ? "no" : "unknown";
}

/** Determines the type of an object in the edited asset, or in a prefab that is expanded in it. */
export async function objectType(object: AssetObject, access: TypeAccess): Promise<ObjectType> {
  if (object.lost !== undefined) return object.type === "MonoBehaviour" ? UNKNOWN : ofUnity(object.type);
  if (object.type !== "MonoBehaviour") return ofUnity(object.type);
  return scriptType(object.file, object.document, access);
}

async function scriptType(
  file: AssetFile,
  document: Parameters<AssetFile["fieldsOf"]>[0],
  { assets, sources }: TypeAccess,
): Promise<ObjectType> {
  const fields = file.fieldsOf(document);
  const owner = referenceIn(entryOf(fields, "m_GameObject"));
  const isComponent = document.stripped || !isNone(owner);
  const implied = unityAncestors(isComponent ? "MonoBehaviour" : "ScriptableObject");
  const script = referenceIn(entryOf(fields, "m_Script"));
  const source = assets.guids.pathOf(script?.guid ?? "");
  const known = source === undefined ? packageClass(script?.guid ?? "") : "";
  if (known !== "") return { name: known, ancestors: [known, ...implied], isWhole: false };
  if (source === undefined || !source.endsWith(".cs"))
    return { name: isComponent ? "MonoBehaviour" : "ScriptableObject", ancestors: implied, isWhole: false };
  const name = path.basename(source, ".cs");
  const { names, isWhole } = await sources.chain(source, name);
  return { name, ancestors: [...new Set([...names, ...implied])], isWhole };
}

/** The type is unknown if the target can't be read. */
export async function typeOfReference(
  target: FileReference | undefined,
  { expanded }: { expanded: ExpandedAsset },
  access: TypeAccess,
): Promise<ObjectType> {
  if (!target || isNone(target)) return UNKNOWN;
  const { assets, files } = access;
  if (target.guid === "") {
    const found = expanded.objects.get(target.fileId);
    return found ? objectType(found, access) : UNKNOWN;
  }
  if (BUILT_IN[target.guid] !== undefined) return ofUnity(builtInObject(target.guid, target.fileId)?.type ?? "");
  const file = assets.guids.pathOf(target.guid);
  if (file === undefined) return UNKNOWN;
  if (!/\.(?:prefab|unity|asset|mat|anim|controller|overrideController|mixer|playable)$/i.test(file))
    return ofUnity(await importedType(file, target.fileId, access));
  const opened = await assets.byPath(file, target.guid, files);
  if ("problem" in opened) return UNKNOWN;
  const document = opened.file.byId.get(target.fileId);
  if (document && !document.stripped) {
    const type = opened.file.typeOf(document);
    return type === "MonoBehaviour" ? scriptType(opened.file, document, access) : ofUnity(type);
  }
  const inside = (await assets.expander(files).expand(opened.file)).objects.get(target.fileId);
  return inside ? objectType(inside, access) : UNKNOWN;
}

/** In old file ids the first digits are the class's number. For newer ones we need to look in the `.meta`. */
async function importedType(file: string, fileId: string, { files }: TypeAccess): Promise<string> {
  const meta = (await files.files.readText(`${file}.meta`).catch(() => undefined))?.text ?? "";
  const named = new RegExp(`^ {2}- first:\\r?\\n\\s+(\\d+): ${fileId}\\r?$`, "m").exec(meta)?.[1];
  if (named !== undefined) return classOfId(Number(named));
  if (new RegExp(`^ {6}internalID: ${fileId}\\r?$`, "m").test(meta)) return "Sprite";
  if (!/^\d{6,8}$/.test(fileId)) return fileId === ROOT_OBJECT ? "GameObject" : "";
  return classOfId(Math.floor(Number(fileId) / 100_000));
}
