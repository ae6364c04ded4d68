/** Checks declarations for duplicates, overrides without a base, and missing return values. */
import { engineBase } from "../database/assumed-base.ts";
import { canonicalParameters } from "../database/override-family.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { type DeclarationSyntax, Flag, type Statement } from "../parser/syntax.ts";
import type { Binder } from "./binder.ts";
import { fallsThrough, misplacedJumps } from "./control-flow.ts";
import { hasKnownBases } from "./semantic-errors.ts";
import { signatureDifference } from "./signature-match.ts";

/** Reports duplicates in one body. Two branches of an `#if` may declare the same name. */
export function checkDuplicates(binder: Binder, members: readonly DeclarationSyntax[], of: string): void {
  const { errors, lookup, regions } = binder;
  const known = new Map<string, DeclarationSyntax>();
  const { floatIsFloat64 } = lookup.table.native;
  for (const member of members) {
    const key = duplicateKey(member, floatIsFloat64);
    if (key === undefined) continue;
    const before = known.get(key);
    if (!before) known.set(key, member);
    else if (regions.at(before.name.start) === regions.at(member.name.start))
      errors?.add(
        member.name.start,
        member.name.name.length,
        `${of} declares ${member.parameters ? `"${member.name.name}" with these parameters` : `"${member.name.name}"`} twice`,
      );
  }
}

const VALUES = new Set(["variable", "enumValue"]);
const CALLABLES = new Set(["function", "constructor", "destructor"]);

/** Returns a key that must be unique within the body, or undefined if the member may be repeated. */
function duplicateKey(member: DeclarationSyntax, floatIsFloat64: boolean): string | undefined {
  if (VALUES.has(member.kind)) return member.name.name;
  if (!CALLABLES.has(member.kind)) return undefined;
  const parameters = (member.parameters ?? []).map(({ type }) => ({ name: "", type: type.text }));
  const suffix = member.flags & Flag.const ? "const" : "";
  const isMixin = member.flags & Flag.mixin ? "mixin " : "";
  return `${isMixin}${member.name.name}(${canonicalParameters(parameters, floatIsFloat64)})${suffix}`;
}

/** Reports a type that's declared more than once. */
export function checkTypeOnce(binder: Binder, declaration: DeclarationSyntax, type: TypeSymbol): void {
  const { regions } = binder;
  const { start, name } = declaration.name;
  for (const place of type.places) {
    const isHere = place.declaration.nameStart === start && place.declaration.name === name;
    const isSameFile = place.file.path === binder.path;
    if (isHere && isSameFile) continue;
    if (isSameFile && regions.at(place.declaration.nameStart) !== regions.at(start)) continue;
    binder.errors?.add(start, name.length, `${capital(type.kind)} "${type.qualifiedName}" is declared twice`, {
      other: place,
    });
    return;
  }
}

/** Reports a property that a script base class already declares. */
export function checkInherited(binder: Binder, declaration: DeclarationSyntax): void {
  const base = binder.type && binder.lookup.table.base(binder.type);
  if (!base || declaration.kind !== "variable") return;
  const { start, name } = declaration.name;
  for (const at of binder.lookup.table.chain(base)) {
    if (!at.isScript || !at.member(name).some((member) => member.kind === "property")) continue;
    binder.errors?.add(start, name.length, `"${at.name}" declares "${name}" already`);
    return;
  }
}

export function checkFunction(
  binder: Binder,
  declaration: DeclarationSyntax,
  statements: readonly Statement[] | undefined,
): void {
  const { name, start } = declaration.name;
  const tell = (message: string, unknown?: string): void =>
    binder.errors?.add(start, name.length, message, unknown === undefined ? {} : { unknown });
  const tellLikely = (message: string): void => binder.errors?.add(start, name.length, message, { isLikely: true });
  const promises = declaration.kind === "function" && declaration.type?.text !== "void";
  if (promises && statements && fallsThrough(statements)) tell(`"${name}" does not return a value on every path`);
  for (const jump of statements ? misplacedJumps(statements) : [])
    binder.errors?.add(
      jump.start,
      jump.word.length,
      `"${jump.word}" is not inside a ${jump.word === "fallthrough" ? "switch" : "loop"}`,
    );
  const { type, lookup } = binder;
  const base = type && lookup.table.base(type);
  if (!base || declaration.kind !== "function" || !hasKnownBases(lookup, base)) return;
  const own = type.declared(name, start);
  const above = lookup.members(base, name).filter((each) => each.kind === "method");
  if (declaration.flags & Flag.blueprintOverride) checkEvent(binder, own, above, tell, tellLikely, name, type);
  if (declaration.flags & Flag.override) checkOverride(binder, own, above, tell, name, type);
  checkSuper(binder, declaration, above, statements);
}

type Tell = (message: string, unknown?: string) => void;

function checkEvent(
  binder: Binder,
  own: MemberSymbol | undefined,
  above: readonly MemberSymbol[],
  tell: Tell,
  tellLikely: Tell,
  name: string,
  type: TypeSymbol,
): void {
  if (above.length === 0) {
    tell(`No base of "${type.name}" has an event "${name}"`, name);
    return;
  }
  if (!own) return;
  const scripts = above.filter((each) => each.place);
  if (scripts.length < above.length) {
    // We only check Unreal's own events, because some engines don't enforce the parameters of the events they add.
    const natives = above.filter((each) => !each.place && each.owner && engineBase(each.owner.name) !== undefined);
    if (natives.length > 0 && natives.every((each) => each.parameters?.length !== own.parameters?.length))
      tellLikely(`"${name}" has a different number of parameters than the engine's event`);
    const written = above.filter((each) => !each.place && isOfHeader(each));
    const differences = written.map((each) => signatureDifference(binder.lookup, own, each));
    if (written.length === above.length && differences.every((each) => each !== undefined))
      tellLikely(`"${name}" has a different signature than the event of the C++ header: ${differences[0]}`);
    return;
  }
  if (scripts.every((each) => !(each.flags & (Flag.blueprintEvent | Flag.blueprintOverride)))) {
    tell(`"${name}" of "${scripts[0]?.owner?.name}" is not a BlueprintEvent, so it cannot be overridden this way`);
    return;
  }
  // An engine may be lenient with its own events, so we only compare events that are declared in scripts.
  const events = scripts.filter((each) => each.flags & Flag.blueprintEvent);
  const differences = events.map((each) => signatureDifference(binder.lookup, own, each));
  if (events.length > 0 && differences.every((each) => each !== undefined))
    tell(`"${name}" has a different signature than the event it overrides: ${differences[0]}`);
}

/** Returns true for events that come from the C++ headers of the project, which are exact, unlike the engine's data. */
function isOfHeader({ owner, flags }: MemberSymbol): boolean {
  return (flags & Flag.blueprintEvent) !== 0 && /^(?:\/|[A-Za-z]:)/.test(owner?.header ?? "");
}

function checkOverride(
  binder: Binder,
  own: MemberSymbol | undefined,
  above: readonly MemberSymbol[],
  tell: Tell,
  name: string,
  type: TypeSymbol,
): void {
  if (above.length === 0) {
    tell(`No base of "${type.name}" has a "${name}" to override`);
    return;
  }
  if (!own || !above.every((each) => each.place)) return;
  const differences = above.map((each) => signatureDifference(binder.lookup, own, each));
  const isConst = (own.flags & Flag.const) !== 0;
  if (differences.every((each) => each !== undefined))
    tell(`"${name}" has a different signature than the overridden method: ${differences[0]}`);
  else if (above.every((each) => ((each.flags & Flag.const) !== 0) !== isConst))
    tell(`"${name}" is ${isConst ? "const" : "not const"}, unlike the overridden method`);
}

/** Reports an override without the `Super` call that its base requires. */
function checkSuper(
  binder: Binder,
  declaration: DeclarationSyntax,
  above: readonly MemberSymbol[],
  statements: readonly Statement[] | undefined,
): void {
  const { name, start } = declaration.name;
  const nearest = above[0];
  if (!statements || !nearest?.place || declaration.flags & Flag.noSuper || nearest.flags & Flag.noSuper) return;
  if (!(nearest.flags & Flag.requiresSuper) || binder.superCalls.has(name)) return;
  binder.errors?.add(start, name.length, `"${name}" must call "Super::${name}(…)": the overridden method requires it`);
}

function capital(word: string): string {
  return word.charAt(0).toUpperCase() + word.slice(1);
}
