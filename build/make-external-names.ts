/**
 * Generates `plugins/csharp/engine/external-names.json`, for projects without these libraries' files:
 *
 *     bun build/make-external-names.ts NAME=FOLDER@VERSION …
 *
 * NAME is one of `SOURCES`; FOLDER has its assemblies or C# source. We only store public types with kinds and bases, plus all
 * members of interfaces and overridable members of classes with their parameter counts.
 */
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readAssembly } from "../plugins/csharp/libraries/assembly-file.ts";
import type { LibraryMember, LibraryShape } from "../plugins/csharp/libraries/shapes.ts";
import type { LibraryTypeRef } from "../plugins/csharp/libraries/signatures.ts";
import { KIND } from "../plugins/csharp/outline/declaration-table.ts";
import { MODIFIER_BIT } from "../plugins/csharp/outline/keywords.ts";
import { FRAMEWORK_NAMESPACES } from "./dotnet-namespaces.ts";
import { byKey, linesByNamespace, type PublicType, publicTypes, shortBases } from "./public-types.ts";

interface Source {
  licence: string;
  namespaces: RegExp;
  /** Only for Unity projects. */
  unity: boolean;
}

const COMPANION = "Unity Companion License";
const SOURCES: Readonly<Record<string, Source>> = {
  ".NET": {
    licence: "MIT",
    unity: false,
    namespaces: FRAMEWORK_NAMESPACES,
  },
  "ASP.NET Core": {
    licence: "Apache-2.0",
    unity: false,
    namespaces:
      /^Microsoft\.(?:Extensions\.(?:DependencyInjection|Hosting|Logging|Options|Configuration|Caching|Diagnostics|FileProviders|Primitives|ObjectPool)|AspNetCore\.(?:Builder|Http|Mvc|Hosting|Routing|Authorization|Authentication|SignalR|Components))(?:\.(?:Abstractions|Filters|ModelBinding|Controllers|RazorPages|Memory|Distributed|HealthChecks))?$/,
  },
  "com.unity.netcode.gameobjects": { licence: COMPANION, unity: true, namespaces: /^Unity\.Netcode(?:\.Components)?$/ },
  "com.unity.ugui": { licence: COMPANION, unity: true, namespaces: /^(?:UnityEngine\.(?:UI|EventSystems)|TMPro)$/ },
  "com.unity.inputsystem": {
    licence: COMPANION,
    unity: true,
    namespaces: /^UnityEngine\.InputSystem(?:\.(?:Controls|UI|Users|Utilities|Layouts))?$/,
  },
  "com.unity.addressables": {
    licence: COMPANION,
    unity: true,
    namespaces: /^UnityEngine\.(?:AddressableAssets|ResourceManagement\.(?:AsyncOperations|ResourceProviders))$/,
  },
  VContainer: { licence: "MIT", unity: true, namespaces: /^VContainer(?:\.Unity)?$/ },
  UniRx: { licence: "MIT", unity: true, namespaces: /^UniRx(?:\.Triggers)?$/ },
  UniTask: { licence: "MIT", unity: true, namespaces: /^Cysharp\.Threading\.Tasks(?:\.(?:Linq|Triggers))?$/ },
  R3: { licence: "MIT", unity: false, namespaces: /^R3$/ },
};
const NAMEABLE = MODIFIER_BIT.public | MODIFIER_BIT.protected;
const OPEN = MODIFIER_BIT.virtual | MODIFIER_BIT.abstract;

interface Entry {
  letter: string;
  isAbstract: boolean;
  bases: Set<string>;
  members: Set<string>;
}

const made: string[] = [];
/** Polyfills that libraries declare for older frameworks. */
const polyfills = new Set<string>();
for (const argument of process.argv.slice(2)) {
  const [, name = "", folder = "", version = ""] = /^([^=]+)=(.+)@([^@/]+)$/.exec(argument) ?? [];
  const source = SOURCES[name];
  if (!source) throw new Error(`usage: NAME=FOLDER@VERSION, with a name of ${Object.keys(SOURCES).join(", ")}`);
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).sort();
  const types = new Map<string, Map<string, Entry>>();
  for (const file of files) if (file.endsWith(".dll")) addAssembly(join(folder, file), source, types);
  const scripts = files.filter((file) => file.endsWith(".cs") && !/(?:^|\/)(?:Tests?|Samples)[~/]/.test(file));
  addSources(
    scripts.map((file) => readFileSync(join(folder, file), "utf8")),
    source,
    types,
  );
  const namespaces = Object.fromEntries(
    [...types].sort(byKey).map(([namespace, all]) => [namespace, [...all].sort(byKey).map(written)]),
  );
  if (name === ".NET") for (const type of types.get("System")?.keys() ?? []) polyfills.add(type);
  const head = JSON.stringify({ name, version, licence: source.licence, unity: source.unity }).slice(0, -1);
  made.push(`${head},"namespaces":{\n${linesByNamespace(namespaces)}}}`);
}
const note = "Names of public APIs, with their kinds and bases; made by build/make-external-names.ts.";
writeFileSync(
  new URL("../plugins/csharp/engine/external-names.json", import.meta.url),
  `{"note":${JSON.stringify(note)},\n"sources":[\n${made.join(",\n")}]}\n`,
);

function entryOf(types: Map<string, Map<string, Entry>>, namespace: string, name: string, letter: string): Entry {
  const entries = types.get(namespace) ?? new Map<string, Entry>();
  types.set(namespace, entries);
  const entry = entries.get(name) ?? { letter, isAbstract: false, bases: new Set(), members: new Set() };
  entries.set(name, entry);
  return entry;
}

function addAssembly(file: string, { namespaces }: Source, types: Map<string, Map<string, Entry>>): void {
  const assembly = readAssembly(readFileSync(file));
  if (!assembly) return;
  for (const simple of new Set(assembly.names())) {
    const abstract = new Set(assembly.typesNamed(simple).flatMap((type) => (type.isAbstract ? [type.namespace] : [])));
    for (const shape of assembly.shapesNamed(simple)) {
      if (shape.depth > 0 || !namespaces.test(shape.namespace)) continue;
      const name = shape.arity > 0 ? `${simple}\`${shape.arity}` : simple;
      const entry = entryOf(types, shape.namespace, name, shape.kind.charAt(0));
      entry.isAbstract = shape.kind === "class" && abstract.has(shape.namespace);
      if (shape.kind === "delegate" || shape.kind === "enum") continue;
      for (const base of shape.bases) {
        const text = textOf(base, shape);
        if (!/^(?:object|Object|ValueType|\?.*)$/.test(text)) entry.bases.add(text);
      }
      for (const [member, all] of shape.members)
        for (const one of all) {
          const isWanted = shape.kind === "interface" ? !one.isStatic : one.isOverridable && shape.kind === "class";
          if (isWanted && member !== ".ctor") entry.members.add(memberText(member, one));
        }
    }
  }
}

function memberText(name: string, { isMethod, parameters }: LibraryMember): string {
  if (name === "this") return "Item";
  return isMethod ? `${name}(${parameters.length}` : name;
}

/** C# syntax without namespaces. */
function textOf(ref: LibraryTypeRef, shape: LibraryShape): string {
  switch (ref.is) {
    case "named":
      return ref.args.length > 0 ? `${ref.name}<${ref.args.map((arg) => textOf(arg, shape)).join()}>` : ref.name;
    case "ofType":
      return shape.arity > 1 ? `T${ref.at + 1}` : "T";
    case "array":
      return `${textOf(ref.element, shape)}[]`;
    default:
      return "?";
  }
}

function addSources(texts: readonly string[], { namespaces }: Source, types: Map<string, Map<string, Entry>>): void {
  const known = new Set<string>();
  for (const text of texts)
    for (const { namespace, path } of publicTypes(text, known)) known.add(`${namespace}.${path}`);
  for (const text of texts) {
    for (const type of publicTypes(text, known)) {
      const isWanted = namespaces.test(type.namespace) && !type.path.includes("/") && !polyfills.has(type.path);
      if (!isWanted) continue;
      const entry = entryOf(types, type.namespace, type.path, type.letter);
      entry.isAbstract ||= (type.declaration.modifiers & MODIFIER_BIT.abstract) !== 0;
      if (type.letter === "e") continue;
      for (const base of shortBases(type.declaration)) entry.bases.add(base);
      for (const member of type.members) addMember(entry, member);
    }
  }
}

function addMember(owner: Entry, { declaration, header }: PublicType["members"][number]): void {
  const { kind, modifiers, name } = declaration;
  if (kind !== KIND.method && kind !== KIND.property && kind !== KIND.event && kind !== KIND.indexer) return;
  const isOverridable = (modifiers & NAMEABLE) !== 0 && (modifiers & OPEN) !== 0;
  if (header.explicitInterface !== "" || (owner.letter !== "i" && !isOverridable)) return;
  const count = kind === KIND.method ? `(${header.parameters.length}` : "";
  owner.members.add(kind === KIND.indexer ? "Item" : `${name}${count}`);
}

function written([name, { letter, isAbstract, bases, members }]: [string, Entry]): string {
  const head = `${letter}${isAbstract ? "A" : ""} ${name}${bases.size > 0 ? `:${[...bases].join()}` : ""}`;
  return members.size > 0 ? `${head};?=${[...members].join(" ")}` : head;
}
