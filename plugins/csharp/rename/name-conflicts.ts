/** Finds problems with a new name. For example, it may be taken, it may hide something else, or it may capture existing uses. */
import { DeclarationBinder } from "../binding/binder.ts";
import type { BoundValue } from "../binding/bound-value.ts";
import { extensionsOf, matchReceiver } from "../binding/extension-members.ts";
import { ConditionalGroups } from "../lexer/conditional-groups.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { exclude } from "../outline/conditions.ts";
import { KIND, KINDS, TRAIT } from "../outline/declaration-table.ts";
import type { LocalSymbol } from "../positions/local-symbol.ts";
import { derivedTypes, memberPath } from "../queries/related-members.ts";
import { classChain } from "../semantics/member-lookup.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { TypeSymbol } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { isTypePosition, tokenAt } from "../syntax/token-position.ts";

export interface NameConflict {
  why: string;
  path: string;
  offset: number;
}

/** The position of the first letter of a use. */
export interface Use {
  path: string;
  offset: number;
}

/** Searches for the new name in the member's types, and in their bases and derived types. */
export function* memberConflicts(
  model: SemanticModel,
  members: readonly Member[],
  newName: string,
): Generator<() => void, NameConflict[], void> {
  const found: NameConflict[] = [];
  const owners = new Map<string, TypeSymbol>();
  for (const member of members) {
    yield () => {
      for (const base of classChain(model, model.names.selfOf(member.owner)))
        if (base.is === "type") owners.set(base.type.key, base.type);
      for (const below of derivedTypes(model, member.owner)) owners.set(below.key, below);
    };
    const { owner, file, declaration } = member;
    if (owner.name === newName && owner.kind !== KIND.interface)
      found.push({
        why: `a member cannot have the same name as its type ${newName}`,
        path: file.path,
        offset: declaration.nameStart,
      });
  }
  for (const owner of owners.values()) {
    yield () => {
      for (const other of model.members(owner, newName))
        if (other.declaration.kind !== KIND.constructor && members.some((each) => collides(model, each, other)))
          found.push({
            why: `${memberPath(other)} is already declared`,
            path: other.file.path,
            offset: other.declaration.nameStart,
          });
      const nested = model.typesNamed(newName).filter((type) => isDirectlyIn(type, owner));
      for (const type of nested) found.push(...declaredAlready(model, type));
    };
    for (const part of owner.parts) {
      yield () => {
        const file = model.file(part.path);
        const { start, end } = file.declaration(model.store.indexOf(part.handle));
        found.push(...hidden(model, file, newName, { start, end }, members));
      };
    }
  }
  for (const member of members)
    if (member.declaration.kind === KIND.method) yield () => found.push(...extensionConflicts(model, member, newName));
  return found;
}

/**
 * Finds calls that would bind to a different method. This happens because instance methods are preferred to extension methods,
 * and because a call that fits two extension methods is ambiguous.
 */
function extensionConflicts(model: SemanticModel, member: Member, newName: string): NameConflict[] {
  const found: Member[] = [];
  const receiver = isExtension(member) ? model.parameterTypes(member)[0] : model.names.selfOf(member.owner);
  if (!receiver) return [];
  for (const other of extensionsOf(model, newName)) {
    const theirs = model.parameterTypes(other)[0];
    const fits =
      matchReceiver(model, other, receiver) !== "no" ||
      (isExtension(member) && theirs !== undefined && matchReceiver(model, member, theirs) !== "no");
    if (fits && other.owner !== member.owner && takesAsMany(model, member, other)) found.push(other);
  }
  for (const base of isExtension(member) ? classChain(model, receiver) : [])
    if (base.is === "type")
      found.push(...model.members(base.type, newName).filter((other) => takesAsMany(model, member, other)));
  return found.map((other) => ({
    why: `${memberPath(other)} takes the same number of arguments on the same receivers`,
    path: other.file.path,
    offset: other.declaration.nameStart,
  }));
}

function isExtension({ declaration }: Member): boolean {
  return (declaration.traits & TRAIT.extension) !== 0;
}

/** Returns true if a call could mean either method, judging only by the number of arguments. */
function takesAsMany(model: SemanticModel, one: Member, other: Member): boolean {
  if (other.declaration.kind !== KIND.method) return true;
  const argumentsOf = (each: Member) => model.header(each).parameters.slice(isExtension(each) ? 1 : 0);
  return isAmbiguous(argumentsOf(one), argumentsOf(other));
}

/** Methods with different numbers of parameters never collide, since a call can tell them apart. */
function collides(model: SemanticModel, member: Member, other: Member): boolean {
  if (exclude(member.declaration.condition, other.declaration.condition)) return false;
  if (member.declaration.kind !== KIND.method || other.declaration.kind !== KIND.method) return true;
  return isAmbiguous(model.header(member).parameters, model.header(other).parameters);
}

type Parameters = ReturnType<SemanticModel["header"]>["parameters"];

function isAmbiguous(own: Parameters, theirs: Parameters): boolean {
  const isFixed = [...own, ...theirs].every(({ optional, passing }) => !optional && passing !== "params");
  return !isFixed || own.length === theirs.length;
}

/** Returns the types that already have the new name in the same namespace or outer type. */
export function typeConflicts(model: SemanticModel, type: TypeSymbol, newName: string): NameConflict[] {
  const same = model
    .typesNamed(newName)
    .filter(
      (each) =>
        each.namespace === type.namespace &&
        each.arity === type.arity &&
        each.containers.join("/") === type.containers.join("/"),
    );
  const found = same.flatMap((each) => declaredAlready(model, each));
  const [part] = type.parts;
  if (!part) return found;
  const file = model.file(part.path);
  const outer = model.typeAt(file, file.declaration(model.store.indexOf(part.handle)).parent);
  const members = [...(outer ? model.members(outer, newName) : []), ...model.members(type, newName)];
  for (const each of members)
    found.push({
      why: `${memberPath(each)} is already declared`,
      path: each.file.path,
      offset: each.declaration.nameStart,
    });
  if (outer?.name === newName)
    found.push({
      why: `a nested type cannot have the same name as its enclosing type ${newName}`,
      path: part.path,
      offset: 0,
    });
  return found;
}

function declaredAlready(model: SemanticModel, type: TypeSymbol): NameConflict[] {
  const [part] = type.parts;
  if (!part) return [];
  const { nameStart } = model.file(part.path).declaration(model.store.indexOf(part.handle));
  const kind = KINDS[type.kind] ?? "type";
  return [{ why: `the ${kind} ${memberName(type)} is already declared`, path: part.path, offset: nameStart }];
}

function memberName({ namespace, containers, name }: TypeSymbol): string {
  const path = [...containers, name].join("/");
  return namespace === "" ? path : `${namespace}.${path}`;
}

function isDirectlyIn(type: TypeSymbol, owner: TypeSymbol): boolean {
  return (
    type.namespace === owner.namespace && type.containers.join("/") === [...owner.containers, owner.name].join("/")
  );
}

/**
 * Checks whether a use would bind to a nearer declaration under the new name.
 * @returns the conflict, if there is one
 */
export function captured(
  model: SemanticModel,
  { path, offset }: Use,
  newName: string,
  isType: boolean,
  members: readonly Member[],
): NameConflict | undefined {
  const file = model.file(path);
  const index = file.declarationAt(offset);
  const token = index < 0 ? undefined : simpleNameAt(file, index, offset);
  if (!token) return undefined;
  const binder = new DeclarationBinder(model, file, index);
  const named = token.parent?.type === "generic_name" ? token.parent : token;
  const value = binder.simple(named, newName, isType && isTypePosition(named), false);
  if (staysApart(model, value, members)) return undefined;
  const what = meaningOf(value, isType) ?? (isType ? externalInScope(model, file, newName) : undefined);
  return what === undefined ? undefined : { why: `${newName} means ${what} there`, path, offset };
}

/** Returns the simple name at an offset, if there is one. */
function simpleNameAt(file: SourceFile, index: number, offset: number): SyntaxNode | undefined {
  if (file.declarations.some(({ nameStart }) => nameStart === offset)) return undefined;
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.treeAt(index, offset, pass), offset);
    const named = token?.parent?.type === "generic_name" ? token.parent : token;
    const isQualified =
      named?.field === "name" &&
      /^(?:member_access|member_binding|qualified_name|alias_qualified)/.test(named.parent?.type ?? "");
    return token?.type === "identifier" && !isQualified ? token : undefined;
  }
  return undefined;
}

function meaningOf(value: BoundValue, isType: boolean): string | undefined {
  switch (value.is) {
    case "local":
      return "a local or a parameter";
    case "value":
      return value.members?.[0] ? memberPath(value.members[0]) : undefined;
    case "group":
      return value.members[0] ? memberPath(value.members[0]) : undefined;
    case "type":
      return isType && value.type.is === "type" ? `the type ${memberName(value.type.type)}` : undefined;
    case "namespace":
      return isType ? `the namespace ${value.name}` : undefined;
    default:
      return undefined;
  }
}

function externalInScope(model: SemanticModel, file: SourceFile, name: string): string | undefined {
  const known = [...(model.engine?.typesNamed(name) ?? []), ...(model.packages?.ofFiles(name) ?? [])];
  const found = known.find(({ namespace }) =>
    file.imports.some(({ target, alias, isStatic }) => alias === "" && !isStatic && target === namespace),
  );
  return found && `the type ${found.namespace}.${name}`;
}

/** Returns true for a call of other methods that could never mean one of the renamed ones. */
function staysApart(model: SemanticModel, value: BoundValue, members: readonly Member[]): boolean {
  if (value.is !== "group" || !value.call || value.members.length === 0) return false;
  return !value.members.some((other) => members.some((each) => collides(model, each, other)));
}

/** Finds simple names that mean something else now, but would mean the renamed member afterwards. */
function hidden(
  model: SemanticModel,
  file: SourceFile,
  newName: string,
  { start, end }: { start: number; end: number },
  members: readonly Member[],
): NameConflict[] {
  const found: NameConflict[] = [];
  for (const offset of simpleWords(file.text, newName, start, end)) {
    const index = file.declarationAt(offset);
    const token = index < 0 ? undefined : simpleNameAt(file, index, offset);
    if (!token || isTypePosition(token.parent?.type === "generic_name" ? token.parent : token)) continue;
    const value = new DeclarationBinder(model, file, index).resolve(token);
    if (value.is === "local" || value.is === "namespace") continue;
    if (staysApart(model, value, members)) continue;
    found.push({ why: `${newName} would refer to the renamed member there`, path: file.path, offset });
  }
  return found;
}

/** Looks for conflicts with the new name of a local. This only has to search the members in which the local is visible. */
export function localConflicts(model: SemanticModel, symbol: LocalSymbol, newName: string): NameConflict[] {
  const found: NameConflict[] = [];
  for (const { path, offset } of symbol.places) {
    const file = model.file(path);
    const index = file.declarationAt(offset);
    if (index < 0) continue;
    const { start, end } = file.declaration(index);
    for (const at of simpleWords(file.text, newName, start, end))
      found.push({ why: `${newName} is used or declared in the same member`, path, offset: at });
    for (const at of namesInOtherBranches(file.text, symbol.name, offset, { start, end }))
      found.push({
        why: `another branch of #if also has a ${symbol.name}, and later uses refer to both`,
        path,
        offset: at,
      });
  }
  return found;
}

/** Finds the same name in other `#if` branches of the member, because the local does not exist in those. */
function namesInOtherBranches(text: string, name: string, offset: number, member: { start: number; end: number }) {
  const found: number[] = [];
  if (!text.includes("#if")) return found;
  for (const { branches, end } of new ConditionalGroups(text).groups.values()) {
    const from = branches[0]?.offset ?? 0;
    if (offset < from || offset >= end || from < member.start || end > member.end) continue;
    for (const [at, { body }] of branches.entries()) {
      const until = branches[at + 1]?.offset ?? end;
      if (offset < body || offset >= until) found.push(...simpleWords(text, name, body, until));
    }
  }
  return found;
}

/** Returns the offsets of a word in code. Occurrences after a dot and names of arguments are left out. */
function simpleWords(text: string, name: string, from: number, to: number): number[] {
  const found: number[] = [];
  let previous = 0;
  eachToken(
    text,
    (kind, start, end) => {
      if (kind === TOKEN.comment || kind === TOKEN.directive) return;
      const at = text.charCodeAt(start) === 64 ? start + 1 : start;
      const isName = kind === TOKEN.word && end - at === name.length && text.startsWith(name, at);
      if (isName && previous !== 46 && !/^\s*:(?!:)/.test(text.slice(end, end + 50))) found.push(at);
      previous = kind;
    },
    from,
    to,
  );
  return found;
}
