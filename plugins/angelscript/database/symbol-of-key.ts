/** Finds the symbol for a reference key. */
import { inferredValue, overrideSwitch } from "./generated-members.ts";
import type { SymbolTable } from "./symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "./symbols.ts";

export type FoundSymbol =
  | { kind: "type"; type: TypeSymbol }
  | { kind: "member"; member: MemberSymbol }
  | { kind: "parameter"; member: MemberSymbol; name: string }
  | { kind: "namespace"; namespace: string };

const KEY = /^([TN]):([^@.]*)(?:@(\d+))?(?:\.(.+))?$/s;

export function nameOfKey(key: string): string {
  if (key.includes("#")) return key.slice(key.lastIndexOf("#") + 1);
  const [, , owner = "", , member] = KEY.exec(key) ?? [];
  return member === undefined ? owner.slice(owner.lastIndexOf(":") + 1) : nameOfMember(member);
}

/** In the key of a member, the name is followed by the parameters and, for twins, by the file. */
function nameOfMember(member: string): string {
  return /^[^(@]*/.exec(member)?.[0] ?? member;
}

export function symbolOfKey(table: SymbolTable, key: string): FoundSymbol | undefined {
  const cut = key.lastIndexOf("#");
  if (cut >= 0) {
    const callable = symbolOfKey(table, key.slice(0, cut));
    return callable?.kind === "member"
      ? { kind: "parameter", member: callable.member, name: key.slice(cut + 1) }
      : undefined;
  }
  const parts = KEY.exec(key);
  if (!parts) return undefined;
  const [, sort, owner = "", rootText, member] = parts;
  const root = rootText === undefined ? -1 : Number(rootText);
  const type = table.typesNamed(owner).find((each) => each.root === root);
  if (member === undefined) {
    if (sort === "T") return type && { kind: "type", type };
    return table.namespaces.has(owner) ? { kind: "namespace", namespace: owner } : undefined;
  }
  const name = nameOfMember(member);
  const found = sort === "T" ? type && ofType(table, type, name, key) : ofNamespace(table, owner, name, key);
  return found && { kind: "member", member: found };
}

function ofType(table: SymbolTable, type: TypeSymbol, name: string, key: string): MemberSymbol | undefined {
  return (
    type.member(name).find((each) => each.key === key) ??
    overrideSwitch(table, type, name) ??
    inferredValue(table, type, name)
  );
}

function ofNamespace(table: SymbolTable, namespace: string, name: string, key: string): MemberSymbol | undefined {
  const written = table.namespaces
    .get(namespace)
    ?.member(name)
    .find((each) => each.key === key);
  if (written) return written;
  for (const type of table.typesNamed(namespace)) {
    const made = table.statics(type).find((each) => each.name === name && each.key === key);
    if (made) return made;
  }
  return undefined;
}
