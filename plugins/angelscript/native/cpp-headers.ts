/**
 * Finds reflected types in C++ headers with their bases, properties, functions and delegates. It isn't a parser for C++ and
 * only looks at the declarations after `UCLASS`, `USTRUCT`, `UENUM`, `UPROPERTY`, `UFUNCTION` and `DECLARE_DYNAMIC_…`.
 */
import { assumedBase } from "../database/assumed-base.ts";
import type { NativeLibrary } from "../database/symbol-table.ts";
import { type MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { Names } from "../lexer/interned-names.ts";
import { delegateType, enumType } from "./baseline.ts";
import { writtenMember } from "./bound-member.ts";
import {
  type HeaderMember,
  type Holder,
  headerFunction,
  headerProperty,
  namespaceOf,
  scriptType,
} from "./cpp-members.ts";
import { closingAt, firstOf, maskCpp, specifier, splitList } from "./cpp-text.ts";

export interface HeaderType {
  kind: "class" | "struct" | "enum" | "delegate" | "event";
  name: string;
  base: string;
  /** For enums, `text` is the name of the value. Delegates have a single member with the signature. */
  members: HeaderMember[];
  path: string;
}

/** A fast check that is done before parsing. */
export function hasReflectedTypes(text: string): boolean {
  return /\bU(?:CLASS|STRUCT|ENUM)\b|\bDECLARE_DYNAMIC_/.test(text);
}

export function readHeaderTypes(text: string, path: string): HeaderType[] {
  const masked = maskCpp(text);
  const types: HeaderType[] = [];
  for (const head of masked.matchAll(/\b(UCLASS|USTRUCT|UENUM)\s*\(/g)) {
    const open = head.index + head[0].length - 1;
    const close = closingAt(masked, open);
    const type = reflectedType(text, masked, head[1] ?? "", text.slice(open + 1, close), close + 1, path);
    if (type) types.push(type);
  }
  for (const head of masked.matchAll(
    /\bDECLARE_DYNAMIC_(MULTICAST_)?(?:SPARSE_)?DELEGATE(_RetVal)?(?:_\w+Params?)?\s*\(/g,
  )) {
    const type = delegate(masked, head, path);
    if (type) types.push(type);
  }
  return types;
}

const NAMED =
  /^\s*(?:class|struct|enum(?:\s+class)?|namespace)\s+(?:\w+_API\s+|alignas\(\w+\)\s+|UE_DEPRECATED\([^)]*\)\s*)*(\w+)(?:\s+final)?\s*(?::\s*(?:public\s+)?(\w+)[^{;]*)?\{/;

function reflectedType(
  text: string,
  masked: string,
  macro: string,
  specifiers: string,
  from: number,
  path: string,
): HeaderType | undefined {
  const [whole, name = "", base = ""] = NAMED.exec(masked.slice(from, from + 2000)) ?? [];
  if (whole === undefined) return undefined;
  const open = from + whole.length - 1;
  const close = closingAt(masked, open);
  if (macro === "UENUM") {
    // An older style is `namespace EThing { enum Type { … } }`.
    const inner = /^\s*enum\s+\w+[^{]*\{/.exec(masked.slice(open + 1, close))?.[0].length ?? 0;
    const start = open + 1 + inner;
    const members = splitList(masked, start, inner > 0 ? closingAt(masked, start - 1) : close).flatMap(
      ([start, end]) => {
        const value = /^\s*(\w+)/.exec(masked.slice(start, end))?.[1];
        return value ? [{ text: value }] : [];
      },
    );
    return { kind: "enum", name, base: "", members, path };
  }
  const holder = {
    namespace: namespaceOf(name, specifier(specifiers, "ScriptName")),
    mixins: (specifier(specifiers, "ScriptMixin") ?? "").split(/\s+/),
  };
  const members = membersOf(text.slice(open + 1, close), masked.slice(open + 1, close), holder);
  const kind = macro === "USTRUCT" ? "struct" : "class";
  return { kind, name, base: kind === "class" ? base : "", members, path };
}

function membersOf(text: string, masked: string, holder: Holder): HeaderMember[] {
  const members: HeaderMember[] = [];
  for (const head of masked.matchAll(/\b(UPROPERTY|UFUNCTION)\s*\(/g)) {
    const open = head.index + head[0].length - 1;
    const close = closingAt(masked, open);
    const specifiers = text.slice(open + 1, close);
    const isProperty = head[1] === "UPROPERTY";
    const end = firstOf(masked, isProperty ? ";={" : ";{", close + 1);
    const [written, plain] = [text.slice(close + 1, end), masked.slice(close + 1, end)];
    const member = isProperty ? headerProperty(plain) : headerFunction(written, plain, specifiers, holder);
    if (member) members.push(member);
  }
  return members;
}

/** Parses a macro such as `DECLARE_DYNAMIC_MULTICAST_DELEGATE_OneParam(FOnHit, int32, Amount)`. */
function delegate(masked: string, head: RegExpExecArray, path: string): HeaderType | undefined {
  const [whole, multicast, withResult] = head;
  const open = head.index + whole.length - 1;
  const list = splitList(masked, open + 1, closingAt(masked, open)).map(([start, end]) =>
    masked.slice(start, end).trim(),
  );
  const returns = withResult ? scriptType(list.shift() ?? "") : "void";
  const name = list.shift() ?? "";
  // The owner and the name of the field are skipped.
  if (whole.includes("SPARSE_")) list.splice(0, 2);
  if (!returns || !/^F\w+$/.test(name)) return undefined;
  const parameters: string[] = [];
  for (let at = 0; at + 1 < list.length; at += 2) {
    const type = scriptType(list[at] ?? "");
    if (!type) return undefined;
    parameters.push(`${type} ${list[at + 1]}`);
  }
  const text = `${returns} ${name}(${parameters.join(", ")})`;
  return { kind: multicast ? "event" : "delegate", name, base: "", members: [{ text }], path };
}

/** Adds missing types and functions, and replaces assumed bases by the real ones. */
export function withHeaderTypes(library: NativeLibrary, found: readonly HeaderType[]): NativeLibrary {
  const names = new Names();
  const types = new Map(library.types);
  for (const type of found) addType(types, type, names);
  const namespaces = new Map(library.namespaces);
  for (const [namespace, texts] of grouped(found, (member) => member.namespace)) {
    const known = namespaces.get(namespace);
    namespaces.set(namespace, () => withMore(known?.() ?? [], texts, undefined, namespace, names));
  }
  for (const [name, texts] of grouped(found, (member) => member.mixin)) {
    const known = types.get(name);
    if (known)
      types.set(
        name,
        known.withMembers((type) => missing(known.membersFor(type), texts, type, "", names), texts.join(" ")),
      );
  }
  return { ...library, types, namespaces };
}

function grouped(
  found: readonly HeaderType[],
  keyOf: (member: HeaderMember) => string | undefined,
): Map<string, string[]> {
  const groups = new Map<string, string[]>();
  for (const member of found.flatMap((type) => type.members)) {
    const key = keyOf(member);
    if (key !== undefined) groups.set(key, [...(groups.get(key) ?? []), member.text]);
  }
  return groups;
}

function withMore(
  known: MemberSymbol[],
  texts: readonly string[],
  owner: TypeSymbol | undefined,
  namespace: string,
  names: Names,
): MemberSymbol[] {
  return [...known, ...missing(known, texts, owner, namespace, names)];
}

function missing(
  known: readonly MemberSymbol[],
  texts: readonly string[],
  owner: TypeSymbol | undefined,
  namespace: string,
  names: Names,
): MemberSymbol[] {
  const have = new Set(known.map((member) => member.name));
  return texts
    .flatMap((text) => writtenMember(text, owner, namespace, names) ?? [])
    .filter((member) => !have.has(member.name));
}

function addType(types: Map<string, TypeSymbol>, { kind, name, base, members, path }: HeaderType, names: Names): void {
  const known = types.get(name);
  const header = known?.header ?? path;
  if (kind === "enum") {
    const values = members.map(({ text }) => text);
    if (!known || known.members.length === 0) types.set(name, enumType(name, values, header));
    return;
  }
  if (kind === "delegate" || kind === "event") {
    const lacks = !known?.members.some((each) => each.name === "Broadcast" || each.name === "Execute");
    const signature = lacks ? writtenMember(members[0]?.text ?? "", undefined, "", names) : undefined;
    if (signature) types.set(name, delegateType(name, kind === "event", header, signature));
    return;
  }
  if (known && (!known.isBaseAssumed || base === "")) return;
  const own = members.filter(({ namespace, mixin }) => namespace === undefined && mixin === undefined);
  types.set(
    name,
    new TypeSymbol({
      kind,
      name,
      namespace: "",
      base: base || (kind === "class" ? assumedBase(name) : ""),
      isBaseAssumed: base === "",
      root: -1,
      header,
      members: (type) =>
        known ? known.membersFor(type) : own.flatMap(({ text }) => writtenMember(text, type, "", names) ?? []),
    }),
  );
}
