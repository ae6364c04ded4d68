/**
 * Generates `plugins/csharp/engine/unity-names.json` from a checkout of UnityCsReference:
 *
 *     bun build/make-unity-names.ts FOLDER
 *
 * We only store names, kinds, bases and types of public types and members in UnityEngine and UnityEditor. If a project's `Library/`
 * is missing, that's the only way to know the type of `transform.position`.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { KIND } from "../plugins/csharp/outline/declaration-table.ts";
import { MODIFIER_BIT } from "../plugins/csharp/outline/keywords.ts";
import { byKey, linesByNamespace, type PublicType, publicTypes, shortBases, shortType } from "./public-types.ts";

const NAMESPACES = /^(?:UnityEngine|UnityEditor|Unity\.(?:Collections|Jobs|Mathematics|Profiling))(?:\.|$)/;
/** Namespaces that project scripts don't use. */
const INTERNAL =
  /Internal|\.Experimental\.(?:Licensing|Build)|UnityEditor\.(?:Scripting|Modules|Utils|Hardware)(?:\.|$)|\.Bindings$|\.Licensing|Burst|ProjectAuditor/;
const OPEN = MODIFIER_BIT.public | MODIFIER_BIT.protected;

interface Entry {
  letter: string;
  isSerializable: boolean;
  isAbstract: boolean;
  bases: Set<string>;
  /** Type by member name (methods end with a parenthesis), "?" if overloads differ. */
  members: Map<string, string>;
}

const root = process.argv[2];
if (root === undefined) throw new Error("usage: bun build/make-unity-names.ts FOLDER");
const version = /Unity (\S+) C# reference/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
const byNamespace = new Map<string, Map<string, Entry>>();
/** Types with at least one `public` part. Other parts may come before it. */
const known = new Set<string>();
// The second pass only keeps these names.
for (const isLast of [false, true]) {
  byNamespace.clear();
  for (const folder of ["Runtime", "Modules", "Editor"]) {
    for (const name of readdirSync(join(root, folder), { recursive: true, encoding: "utf8" }).sort())
      if (name.endsWith(".cs")) addFile(readFileSync(join(root, folder, name), "utf8"));
  }
  if (isLast) break;
  for (const [namespace, types] of byNamespace) for (const name of types.keys()) known.add(`${namespace}.${name}`);
}

const namespaces: Record<string, string[]> = {};
for (const [namespace, types] of [...byNamespace].sort(byKey)) {
  namespaces[namespace] = [...types].sort(byKey).map(([name, entry]) => line(name, entry));
}
writeFileSync(
  new URL("../plugins/csharp/engine/unity-names.json", import.meta.url),
  `{"note":"Names of Unity's public API, with their kinds, bases and types; made by build/make-unity-names.ts.",\n"version":${JSON.stringify(version)},\n"namespaces":{\n${linesByNamespace(namespaces)}}}\n`,
);

function addFile(text: string): void {
  for (const { namespace, path, letter, declaration, header, members } of publicTypes(text, known)) {
    if (!NAMESPACES.test(namespace) || INTERNAL.test(namespace)) continue;
    const entries = byNamespace.get(namespace) ?? new Map<string, Entry>();
    byNamespace.set(namespace, entries);
    const entry = entries.get(path) ?? {
      letter,
      isSerializable: false,
      isAbstract: false,
      bases: new Set<string>(),
      members: new Map<string, string>(),
    };
    entries.set(path, entry);
    entry.isSerializable ||= header.attributes.some((each) => /^(?:System\.)?Serializable\b/.test(each));
    entry.isAbstract ||= (declaration.modifiers & MODIFIER_BIT.abstract) !== 0;
    for (const base of shortBases(declaration)) entry.bases.add(base);
    if (declaration.kind === KIND.delegate) entry.members.set("Invoke(", shortType(header.type));
    for (const member of members) addMember(entry, member);
  }
}

function addMember(owner: Entry, { declaration, header }: PublicType["members"][number]): void {
  const { kind } = declaration;
  if (kind === KIND.enumMember) {
    owner.members.set(declaration.name, "");
    return;
  }
  if (kind !== KIND.method && kind !== KIND.property && kind !== KIND.field && kind !== KIND.event) return;
  if (owner.letter !== "i" && (declaration.modifiers & OPEN) === 0) return;
  if ((declaration.modifiers & MODIFIER_BIT.override) !== 0) return;
  if (
    header.explicitInterface !== "" ||
    header.attributes.some((each) => /^(?:System\.)?Obsolete\b.*true\)?$/.test(each))
  )
    return;
  const name = kind === KIND.method ? `${declaration.name}(` : declaration.name;
  const generic = header.typeParameters.some((parameter) => new RegExp(`\\b${parameter}\\b`).test(header.type));
  const type = generic ? "?" : shortType(header.type);
  const before = owner.members.get(name);
  owner.members.set(name, before === undefined || before === type ? type : "?");
}

function line(name: string, { letter, isSerializable, isAbstract, bases, members }: Entry): string {
  const head = `${letter}${isSerializable ? "S" : ""}${isAbstract ? "A" : ""} ${name}${bases.size > 0 ? `:${[...bases].join(",")}` : ""}`;
  const byType = new Map<string, string[]>();
  for (const [member, type] of members) byType.set(type, [...(byType.get(type) ?? []), member]);
  return [head, ...[...byType].map(([type, names]) => `${type}=${names.join(" ")}`)].join(";");
}
