/** Generates code for `angelscript_edit`, which can be a stub for an override or the function for a delegate. */
import { countOfUses, isLocal, isUnresolved, localStart, readUse } from "../binding/bound-uses.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { OpenFile } from "../engine/opened-file.ts";
import { Kind } from "../lexer/tokens.ts";
import { Flag } from "../parser/syntax.ts";
import { parameterList } from "../symbols/signature-text.ts";
import { refused } from "./place-edits.ts";

export interface WrittenCode {
  code: string;
  /** Mentions something that couldn't be checked. */
  note?: string;
}

const EVENTS = Flag.blueprintEvent | Flag.blueprintOverride;

/** Creates a stub that overrides an inherited method. It calls `Super` if the method of the base is a script function. */
export function overrideStub(engine: Engine, type: TypeSymbol, name: string): WrittenCode {
  const { lookup } = engine;
  const owner = type.qualifiedName;
  if (type.kind !== "class") throw refused(`${owner} is not a class, and only classes can override`);
  if (type.member(name).length > 0) throw refused(`${owner} already declares "${name}"`);
  const found = lookup.members(type, name).filter((each) => each.kind === "method" && each.owner);
  const [base] = found;
  if (!base) throw refused(`No known base of ${owner} has a method "${name}"`, 'Pass the method\'s name as "code"');
  if (found.filter((each) => each.owner === base.owner).length > 1)
    throw refused(`${base.owner?.name} has several methods "${name}": write the override as code`);
  if (base.flags & (Flag.final | Flag.private)) throw refused(`"${name}" of ${base.owner?.name} is final or private`);
  const parameters = base.parameters ?? [];
  checkTypes(engine, base, type);
  const isEvent = !base.place || (base.flags & EVENTS) !== 0;
  const list = parameterList(isEvent ? parameters.map((each) => ({ name: each.name, type: each.type })) : parameters);
  const suffix = `${base.flags & Flag.const ? " const" : ""}${isEvent ? "" : " override"}`;
  const access = base.flags & Flag.protected ? "protected " : "";
  const isCalled = base.place !== undefined && parameters.every((each) => each.name !== "");
  const call = `Super::${name}(${parameters.map((each) => each.name).join(", ")});`;
  const body = isCalled ? `${base.type === "void" ? "" : "return "}${call}` : emptyReturn(engine, base);
  const code = `${isEvent ? "UFUNCTION(BlueprintOverride)\n" : ""}${access}${base.type} ${name}(${list})${suffix}\n{${block(body)}}`;
  return base.place || isKnownEvent(engine, base)
    ? { code }
    : {
        code,
        note: `Whether "${name}" of ${base.owner?.name} is a BlueprintEvent cannot be determined without an editor`,
      };
}

/** Returns true if the data of the engine marks it as an event, or if a script overrides it already. */
function isKnownEvent({ table }: Engine, base: MemberSymbol): boolean {
  if (base.flags & EVENTS) return true;
  for (const type of table.scriptTypes())
    if (type.member(base.name).some((each) => each.flags & Flag.blueprintOverride))
      for (const above of table.chain(type)) if (above === base.owner) return true;
  return false;
}

/** Creates a function with the signature of the delegate that the class binds it to. */
export function boundFunction(engine: Engine, type: TypeSymbol, name: string, open: OpenFile): WrittenCode {
  const { lookup } = engine;
  const owner = type.qualifiedName;
  if (type.kind !== "class")
    throw refused(`${owner} is not a class, and only classes have functions that can be bound`);
  if (lookup.members(type, name).length > 0) throw refused(`${owner} has "${name}" already`);
  const found = new Set(bindsOf(engine, type, name, open));
  const [delegate] = found;
  if (!delegate)
    throw refused(
      `${owner} binds no function n"${name}" of its own to a known delegate`,
      'Pass as "code" a name that the class binds with AddUFunction(this, n"…") or BindUFunction(this, n"…")',
    );
  if (found.size > 1)
    throw refused(`${owner} binds n"${name}" to ${[...found].map((each) => each.name).join(" and ")}`);
  const signature = delegate.members.find((each) => each.name === "Broadcast" || each.name === "Execute");
  if (!signature) throw refused(`The parameters of ${delegate.name} are not known`);
  checkTypes(engine, signature, type);
  const list = parameterList(
    (signature.parameters ?? []).map((each, at) => ({ ...each, name: each.name || `Arg${at}` })),
  );
  return { code: `UFUNCTION()\n${signature.type} ${name}(${list})\n{${block(emptyReturn(engine, signature))}}` };
}

/** Finds the bindings inside the class, which are `X.AddUFunction(this, n"Name")` and `FDelegate(this, n"Name")`. */
function* bindsOf(
  engine: Engine,
  type: TypeSymbol,
  name: string,
  { tokens, bound, file }: OpenFile,
): Generator<TypeSymbol> {
  const { kinds, starts, ends, count, text } = tokens;
  const word = (at: number): string => text.slice(starts[at], ends[at]);
  const ranges = type.places.filter((each) => each.file.path === file.path).map(({ declaration }) => declaration);
  for (let at = 4; at < count; at++) {
    const start = starts[at] ?? 0;
    if (kinds[at] !== Kind.nameString || word(at) !== `n"${name}"`) continue;
    if (!ranges.some((each) => start > each.start && start < each.end)) continue;
    if (word(at - 1) !== "," || word(at - 2) !== "this" || word(at - 3) !== "(") continue;
    const isMethod = /^(?:AddUFunction|BindUFunction)$/.test(word(at - 4)) && word(at - 5) === ".";
    const delegate = typeNamedAt(engine, { bound, file }, starts[isMethod ? at - 6 : at - 4] ?? -1);
    if (delegate && (delegate.kind === "delegate" || delegate.kind === "event")) yield delegate;
  }
}

/** Returns the type of the identifier at an offset, or the type that it names. */
export function typeNamedAt(
  { lookup, keys, table }: Engine,
  { bound }: Pick<OpenFile, "bound" | "file">,
  offset: number,
): TypeSymbol | undefined {
  for (let index = 0; index < countOfUses(bound.uses); index++) {
    const { start, target } = readUse(bound.uses, index);
    if (start !== offset || isUnresolved(target)) continue;
    if (isLocal(target)) return bound.locals.get(localStart(target))?.type?.symbol;
    const found = symbolOfKey(table, keys.key(target));
    if (found?.kind === "type") return found.type;
    if (found?.kind === "member") return lookup.typeOf(found.member, undefined)?.symbol;
    if (found?.kind === "parameter") {
      const at = found.member.parameters?.findIndex((each) => each.name === found.name) ?? -1;
      return lookup.parameterType(found.member, at, undefined)?.symbol;
    }
  }
  return undefined;
}

function block(statement: string): string {
  return statement === "" ? "\n" : `\n\t${statement}\n`;
}

/** Returns a `return` statement with a default value. */
function emptyReturn({ lookup }: Engine, { type, namespace, root }: MemberSymbol): string {
  const bare = type.replace(/^const\s+|\s*&.*$/g, "");
  if (bare === "void") return "";
  if (bare === "bool") return "return false;";
  const symbol = lookup.types.resolve(bare, namespace, root)?.symbol;
  if (symbol?.kind === "class") return "return nullptr;";
  if (symbol?.kind === "primitive" || /^(?:u?int\d*|float\d*|double)$/.test(bare)) return "return 0;";
  const [value] = symbol?.kind === "enum" ? symbol.members : [];
  return `return ${value ? `${bare}::${value.name}` : `${bare}()`};`;
}

/** The types are copied as text, so we make sure that they resolve to the same types here. */
function checkTypes({ lookup }: Engine, from: MemberSymbol, into: TypeSymbol): void {
  for (const text of [from.type, ...(from.parameters ?? []).map((each) => each.type)]) {
    const there = lookup.types.resolve(text, from.namespace, from.root)?.symbol;
    if (lookup.types.resolve(text, into.namespace, into.root)?.symbol !== there)
      throw refused(`"${text}" would refer to something else in ${into.qualifiedName}: write the function as code`);
  }
}
