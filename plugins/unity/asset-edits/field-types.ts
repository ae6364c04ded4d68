/** The type that a field takes: as its class declares it, or as its present value shows. */
import path from "node:path";
import type { FileSymbol } from "../../../core/host/plugin-api.ts";
import { entryOf, type FileReference, isNone, referenceIn } from "../assets/asset-file.ts";
import type { AssetAccess, AssetState } from "./edited-asset.ts";

/** Declared types by field, of one script. */
export type DeclaredTypes = ReadonlyMap<string, string>;

const MODIFIERS = /\b(?:public|private|protected|internal|static|readonly|new|volatile|const|unsafe|event)\b/g;

/** Fields of the class that the file is named after, or of all if it has none. */
export function declaredTypes(source: string, symbols: readonly FileSymbol[], className: string): DeclaredTypes {
  const lines = source.split(/\r?\n/);
  const types = new Map<string, string>();
  // No field has such a name.
  for (const [name, members] of enumsIn(source)) types.set(`enum ${name}`, JSON.stringify([...members]));
  for (const { name, kind, container, startLine, endLine } of symbols) {
    if (kind !== "field" || container?.split(/[./+]/).at(-1) !== className) continue;
    const whole = lines.slice(startLine - 1, endLine).join(" ");
    const [written = ""] = new RegExp(`[^{};]*?\\b${name}\\b`).exec(whole) ?? [];
    const text = whole.replace(/\[[^\]]*\]\s*(?=[[\w])/g, " ");
    const [found = ""] = new RegExp(`[^{};]*?\\b${name}\\b`).exec(text) ?? [];
    const before = found.slice(0, found.length - name.length);
    const above = /^\s*\[[^;{}]*\]\s*$/.test(lines[startLine - 2] ?? "") ? lines[startLine - 2] : "";
    const reason = unsavedReason(`${above} ${written}`, before);
    if (reason !== "") {
      types.set(name, `${UNSAVED}${reason}`);
      continue;
    }
    const type = before.replace(MODIFIERS, " ").replace(/\s+/g, " ").trim();
    if (/^[\w.<>[\], ?]+$/.test(type)) types.set(name, type);
  }
  return types;
}

/** Members of the enums that the source declares; an enum with a value that is not plain is left out. */
export function enumsIn(source: string): Map<string, Map<string, number>> {
  const enums = new Map<string, Map<string, number>>();
  const code = source.replace(/\/\*[\s\S]*?\*\/|\/\/[^\n]*|^\s*\[[^\]\n]*\]\s*$/gm, " ");
  for (const [, name = "", body = ""] of code.matchAll(/\benum\s+(\w+)[^{};]*\{([^}]*)\}/g)) {
    const members = new Map<string, number>();
    let next = 0;
    for (const part of body.split(",").map((each) => each.trim())) {
      if (part === "") continue;
      const [, member, left, shift] = /^(\w+)(?:\s*=\s*(-?\d+|0x[\da-fA-F]+)(?:\s*<<\s*(\d+))?)?$/.exec(part) ?? [];
      if (member === undefined) next = Number.NaN;
      else if (left !== undefined) next = Number(left) * 2 ** Number(shift ?? 0);
      members.set(member ?? part, next++);
    }
    if ([...members.values()].every((each) => Number.isInteger(each))) enums.set(name, members);
  }
  return enums;
}

/** Marks a field that Unity does not save; the reason follows. */
const UNSAVED = "!";

/** Why Unity does not save the field; "" for one that it saves. */
export function unsaved(type: string): string {
  return type.startsWith(UNSAVED) ? type.slice(UNSAVED.length) : "";
}

function unsavedReason(declared: string, before: string): string {
  const word = /\b(?:static|const|readonly|event)\b/.exec(before)?.[0];
  if (word !== undefined) return `is ${word}`;
  if (/\bDictionary\s*</.test(before)) return "is a Dictionary";
  if (/\bNonSerialized\b/.test(declared)) return "is marked NonSerialized";
  const isMarked = /\b(?:SerializeField|SerializeReference)\b/.test(declared);
  return isMarked || /\bpublic\b/.test(before) ? "" : "is neither public nor marked SerializeField";
}

const INTEGERS: Readonly<Record<string, [least: number, most: number]>> = {
  byte: [0, 255],
  sbyte: [-128, 127],
  short: [-32_768, 32_767],
  ushort: [0, 65_535],
  int: [-2_147_483_648, 2_147_483_647],
  uint: [0, 4_294_967_295],
  long: [-(2 ** 63), 2 ** 63],
  ulong: [0, 2 ** 64],
};

/** Names the values that the type takes; "" if this is one of them. */
export function wantedInstead(type: string, value: boolean | number | string): string {
  if (type === "bool") return /^(?:true|false|0|1)$/.test(String(value)) ? "" : "true or false";
  const range = INTEGERS[type];
  if (!range || typeof value === "boolean") return "";
  const number = typeof value === "string" && value.trim() === "" ? Number.NaN : Number(value);
  const fits = Number.isInteger(number) && number >= range[0] && number <= range[1];
  return fits ? "" : `a whole number from ${range[0]} to ${range[1]}`;
}

/** `List<Door>` and `Door[]` as `Door`. */
export function elementType(type: string): string {
  const inner = /^(?:[\w.]*\.)?List<(.*)>$/.exec(type)?.[1] ?? /^(.*)\[\]$/.exec(type)?.[1] ?? type;
  return inner.split(".").at(-1) ?? inner;
}

const NUMBER = /^(?:float|double|int|uint|long|ulong|short|ushort|byte|sbyte)$/;
const VALUE =
  /^(?:string|bool|char|Vector\d(?:Int)?|Quaternion|Color(?:32)?|Rect|Bounds|LayerMask|AnimationCurve|Gradient)$/;

export function isNumberType(type: string): boolean {
  return NUMBER.test(type);
}

/** A type that is certainly no reference to an object. */
export function isValueType(type: string): boolean {
  return NUMBER.test(type) || VALUE.test(type);
}

/** Fields of Unity's own components whose name says more than an empty value. */
const NATIVE: Readonly<Record<string, string>> = {
  m_Sprite: "Sprite",
  m_Camera: "Camera",
  m_ConnectedBody: "Rigidbody",
  m_ProbeAnchor: "Transform",
  m_RootBone: "Transform",
  m_Bones: "Transform",
  m_Template: "RectTransform",
  m_Content: "RectTransform",
  m_Viewport: "RectTransform",
  m_FillRect: "RectTransform",
  m_HandleRect: "RectTransform",
};

export function nativeType(field: string): string {
  return NATIVE[field.replace(/\[.*$/, "").split(".").at(-1) ?? ""] ?? "";
}

/** The type of the object that a reference names now; "" for none, and for an object that cannot be read. */
export async function typeOfTarget(
  target: FileReference | undefined,
  { expanded, describer }: AssetState,
  { assets, files }: AssetAccess,
): Promise<string> {
  if (!target || isNone(target)) return "";
  if (target.guid === "") {
    const found = expanded.objects.get(target.fileId);
    return found ? describer.typeName(found) : "";
  }
  if (target.fileId.startsWith("213") || target.fileId === "21300000") return "Sprite";
  if (target.fileId === "2800000") return "Texture2D";
  const opened = await assets.byGuid(target.guid, files);
  if ("problem" in opened) return "";
  const document = opened.file.byId.get(target.fileId);
  if (!document) return "";
  const type = opened.file.typeOf(document);
  if (type !== "MonoBehaviour") return type;
  const script = referenceIn(entryOf(opened.file.fieldsOf(document), "m_Script"));
  const file = assets.guids.pathOf(script?.guid ?? "");
  return file === undefined ? "" : path.basename(file, ".cs");
}
