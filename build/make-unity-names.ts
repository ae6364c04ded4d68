/**
 * Makes `plugins/csharp/engine/unity-names.json` from a checkout of UnityCsReference:
 *
 *     bun build/make-unity-names.ts FOLDER
 *
 * Facts only: names of the public types and members of UnityEngine and UnityEditor, their kinds, bases and types. Projects
 * whose `Library/` is not there have nothing else that says what `transform.position` is.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type Declaration, KIND } from "../plugins/csharp/outline/declaration-table.ts";
import { readHeader } from "../plugins/csharp/outline/header-details.ts";
import { MODIFIER_BIT } from "../plugins/csharp/outline/keywords.ts";
import { readOutline } from "../plugins/csharp/outline/read-outline.ts";

const NAMESPACES = /^(?:UnityEngine|UnityEditor|Unity\.(?:Collections|Jobs|Mathematics|Profiling))(?:\.|$)/;
/** Namespaces that no project's scripts use. */
const INTERNAL =
  /Internal|\.Experimental\.(?:Licensing|Build)|UnityEditor\.(?:Scripting|Modules|Utils|Hardware)(?:\.|$)|\.Bindings$|\.Licensing|Burst|ProjectAuditor/;
const LETTERS = new Map([
  [KIND.class, "c"],
  [KIND.struct, "s"],
  [KIND.interface, "i"],
  [KIND.enum, "e"],
  [KIND.delegate, "d"],
]);
const OPEN = MODIFIER_BIT.public | MODIFIER_BIT.protected;

interface Entry {
  letter: string;
  isSerializable: boolean;
  isAbstract: boolean;
  bases: Set<string>;
  /** Name (methods with a parenthesis after it) → type, "?" if overloads differ. */
  members: Map<string, string>;
}

const root = process.argv[2];
if (root === undefined) throw new Error("usage: bun build/make-unity-names.ts FOLDER");
const version = /Unity (\S+) C# reference/.exec(readFileSync(join(root, "README.md"), "utf8"))?.[1] ?? "";
const byNamespace = new Map<string, Map<string, Entry>>();
/** Namespaces with names of types of which some part says `public`: the other parts may come before it. */
const known = new Set<string>();
// Only these names are kept of the first pass.
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
const lists = Object.entries(namespaces).map(
  ([name, lines]) => `${JSON.stringify(name)}:${JSON.stringify(lines, null, 0).replaceAll('","', '",\n"')}`,
);
writeFileSync(
  new URL("../plugins/csharp/engine/unity-names.json", import.meta.url),
  `{"note":"Names of Unity's public API, with their kinds, bases and types; made by build/make-unity-names.ts.",\n"version":${JSON.stringify(version)},\n"namespaces":{\n${lists.join(",\n")}}}\n`,
);

function addFile(text: string): void {
  const { declarations } = readOutline(text.replace(/^\ufeff/, ""));
  const seen = new Map<number, Entry | undefined>();
  declarations.forEach((declaration, index) => {
    const letter = LETTERS.get(declaration.kind);
    if (letter === undefined) return;
    const path: string[] = [];
    let namespace = "";
    const types: Declaration[] = [];
    for (let at: Declaration | undefined = declaration; at; at = declarations[at.parent]) {
      if (at.kind === KIND.namespace) namespace = namespace === "" ? at.name : `${at.name}.${namespace}`;
      else {
        path.unshift(at.arity > 0 ? `${at.name}\`${at.arity}` : at.name);
        types.push(at);
      }
    }
    if (!NAMESPACES.test(namespace) || INTERNAL.test(namespace)) return;
    const name = path.join("/");
    // A part of a public type may leave the word out, and so may one of a type around.
    const says = types.every(({ modifiers }) => (modifiers & MODIFIER_BIT.public) !== 0);
    const isPart = types.every(({ modifiers }) => (modifiers & (MODIFIER_BIT.public | MODIFIER_BIT.partial)) !== 0);
    if (!says && !(isPart && known.has(`${namespace}.${name}`))) return;
    const entries = byNamespace.get(namespace) ?? new Map<string, Entry>();
    byNamespace.set(namespace, entries);
    const header = readHeader(text, declaration);
    const entry = entries.get(name) ?? {
      letter,
      isSerializable: false,
      isAbstract: false,
      bases: new Set<string>(),
      members: new Map<string, string>(),
    };
    entries.set(name, entry);
    entry.isSerializable ||= header.attributes.some((each) => /^(?:System\.)?Serializable\b/.test(each));
    entry.isAbstract ||= (declaration.modifiers & MODIFIER_BIT.abstract) !== 0;
    for (const base of split(declaration.bases)) entry.bases.add(short(base));
    if (declaration.kind === KIND.delegate) entry.members.set("Invoke(", short(header.type));
    seen.set(index, entry);
  });
  for (const declaration of declarations) {
    const owner = seen.get(declaration.parent);
    if (!owner || LETTERS.has(declaration.kind)) continue;
    const { kind } = declaration;
    if (kind === KIND.enumMember) {
      owner.members.set(declaration.name, "");
      continue;
    }
    if (kind !== KIND.method && kind !== KIND.property && kind !== KIND.field && kind !== KIND.event) continue;
    if (owner.letter !== "i" && (declaration.modifiers & OPEN) === 0) continue;
    if ((declaration.modifiers & MODIFIER_BIT.override) !== 0) continue;
    const header = readHeader(text, declaration);
    if (
      header.explicitInterface !== "" ||
      header.attributes.some((each) => /^(?:System\.)?Obsolete\b.*true\)?$/.test(each))
    )
      continue;
    const name = kind === KIND.method ? `${declaration.name}(` : declaration.name;
    const generic = header.typeParameters.some((parameter) => new RegExp(`\\b${parameter}\\b`).test(header.type));
    const type = generic ? "?" : short(header.type);
    const before = owner.members.get(name);
    owner.members.set(name, before === undefined || before === type ? type : "?");
  }
}

function line(name: string, { letter, isSerializable, isAbstract, bases, members }: Entry): string {
  const head = `${letter}${isSerializable ? "S" : ""}${isAbstract ? "A" : ""} ${name}${bases.size > 0 ? `:${[...bases].join(",")}` : ""}`;
  const byType = new Map<string, string[]>();
  for (const [member, type] of members) byType.set(type, [...(byType.get(type) ?? []), member]);
  return [head, ...[...byType].map(([type, names]) => `${type}=${names.join(" ")}`)].join(";");
}

/** Types without their namespaces. */
function short(type: string): string {
  return type
    .replace(/global::/g, "")
    .replace(/^(?:ref\s+readonly|ref|readonly)\s+/, "")
    .replace(/\b(?:[a-zA-Z_]\w*\.)+(?=[A-Za-z_])/g, "")
    .replace(/\s+/g, "");
}

function split(bases: string): string[] {
  const parts: string[] = [];
  let depth = 0;
  let part = "";
  for (const c of bases) {
    if (c === "<" || c === "(") depth++;
    if (c === ">" || c === ")") depth--;
    if (c === "," && depth === 0) {
      parts.push(part.trim());
      part = "";
    } else part += c;
  }
  return part.trim() === "" ? parts : [...parts, part.trim()];
}

function byKey([a]: [string, unknown], [b]: [string, unknown]): number {
  return a < b ? -1 : 1;
}
