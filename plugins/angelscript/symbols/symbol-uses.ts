/** Finds the uses of a symbol, of its overrides, and of functions that are generated from it. */
import type { Progress, WorkerContext } from "../../../core/host/plugin-api.ts";
import {
  countOfUses,
  isLocal,
  localStart,
  localTarget,
  readUse,
  type Use,
  type UseView,
  usesOf,
} from "../binding/bound-uses.ts";
import { overrideFamily } from "../database/override-family.ts";
import { nameOfKey, symbolOfKey } from "../database/symbol-of-key.ts";
import type { SymbolTable } from "../database/symbol-table.ts";
import { type MemberSymbol, parameterKey, type TypeSymbol } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { IndexedFile } from "../engine/indexed-file.ts";
import { wordNumber } from "../lexer/file-words.ts";
import { Flag } from "../parser/syntax.ts";
import { Enclosing } from "./enclosing.ts";
import { displayPath } from "./source-preview.ts";

/** Progress is reported after binding this many files. */
const REPORTED = 64;

export interface FoundUse {
  file: IndexedFile;
  start: number;
  length: number;
  use: Use;
  symbolPath?: string;
}

const OVERRIDES = Flag.override | Flag.blueprintOverride;

interface FoundUses {
  found: FoundUse[];
  /** The number of uses of the same name that couldn't be resolved. */
  undecided: number;
}

/** Leaves out branches of the family that only have a function of the engine in common with this one. */
function ofBranch(table: SymbolTable, member: MemberSymbol): MemberSymbol[] {
  const family = overrideFamily(table, member);
  const { owner } = member;
  const isOfScript = family.every((each) => each.place) && family.some((each) => !(each.flags & OVERRIDES));
  if (!owner?.isScript || isOfScript) return family;
  const isNear = (other: TypeSymbol | undefined): boolean =>
    other?.isScript === true && (table.derivesFrom(other, owner) || table.derivesFrom(owner, other));
  return family.filter((each) => isNear(each.owner));
}

/** This includes the uses of overridden and overriding functions. */
export async function usesOfTarget(
  engine: Engine,
  target: number,
  context: WorkerContext,
  same?: number,
  familyOf: (table: SymbolTable, member: MemberSymbol) => MemberSymbol[] = ofBranch,
): Promise<FoundUses> {
  const key = engine.keys.key(target);
  const symbol = symbolOfKey(engine.table, key);
  if (symbol?.kind === "parameter") return await usesOfParameter(engine, symbol, context);
  const member = symbol?.kind === "member" ? (triggered(engine.table, symbol.member) ?? symbol.member) : undefined;
  const keys = member ? withTriggers(engine.table, familyOf(engine.table, member)).map((each) => each.key) : [key];
  const targets = (): number[] => keys.flatMap((each) => engine.keys.known(each) ?? []);
  const words = member ? spellings(member) : withoutPrefix(nameOfKey(key));
  return await collectUses(engine, filesWithAny(engine, words), targets, context, same);
}

export async function usesOfName(engine: Engine, name: string, context: WorkerContext): Promise<FoundUse[]> {
  const same = engine.unresolved(name);
  return (await collectUses(engine, filesWithAny(engine, [name]), () => [same], context)).found;
}

/** Returns the uses inside the function, and the argument labels in all calls of it. */
async function usesOfParameter(
  engine: Engine,
  { member, name }: Parameter,
  context: WorkerContext,
): Promise<FoundUses> {
  const key = parameterKey(member.key, name);
  const files = filesWithAny(engine, [name]).filter((file) => file.words.includes(wordNumber(member.name)));
  const { found, undecided } = await collectUses(engine, files, () => [engine.keys.number(key)], context);
  const local = await localOfParameter(engine, { member, name }, context);
  if (!local) return { found, undecided };
  const inside = localUses(local.file, local.uses, local.target);
  found.push(...inside);
  sortByPlace(found, context);
  return { found, undecided };
}

interface Parameter {
  member: MemberSymbol;
  name: string;
}

/** Returns undefined for functions of the engine. */
export async function localOfParameter(
  engine: Engine,
  { member: { place }, name }: Parameter,
  context: WorkerContext,
): Promise<{ file: IndexedFile; uses: Int32Array; text: string; target: number } | undefined> {
  const seen = place && (await engine.boundText(context, place.file.path));
  if (!place || !seen) return undefined;
  const { head, end } = place.declaration;
  let first = end;
  for (let index = 0; index < countOfUses(seen.uses); index++) {
    const { start, length, use, target } = readUse(seen.uses, index);
    if (use !== "declaration" || !isLocal(target) || start < head || start >= first) continue;
    if (seen.text.slice(start, start + length) === name) first = start;
  }
  return first === end ? undefined : { ...seen, target: localTarget(first) };
}

/** Returns undefined if the local isn't a parameter. */
export async function parameterOf(
  engine: Engine,
  { file, uses, text }: { file: IndexedFile; uses: Int32Array; text: string },
  use: Pick<UseView, "start" | "length" | "target">,
  context: WorkerContext,
): Promise<Parameter | undefined> {
  const name = text.slice(use.start, use.start + use.length);
  const around = new Enclosing(file).at(localStart(use.target))?.declaration;
  if (!around?.parameters?.some((each) => each.name === name)) return undefined;
  for (let index = 0; index < countOfUses(uses); index++) {
    const { start, use: kind, target } = readUse(uses, index);
    if (start !== around.nameStart || (kind !== "declaration" && kind !== "override")) continue;
    const symbol = symbolOfKey(engine.table, engine.keys.key(target));
    if (symbol?.kind !== "member") return undefined;
    const parameter = { member: symbol.member, name };
    const local = await localOfParameter(engine, parameter, context);
    return local?.target === use.target ? parameter : undefined;
  }
  return undefined;
}

export function localUses(file: IndexedFile, uses: Int32Array, target: number): FoundUse[] {
  return collect(file, uses, new Set([target]));
}

/** Returns the event for a generated `Trigger_…` function. */
function triggered(table: SymbolTable, member: MemberSymbol): MemberSymbol | undefined {
  if (!member.native?.generated || !member.name.startsWith(TRIGGER)) return undefined;
  const name = member.name.slice(TRIGGER.length);
  for (const type of table.typesNamed(member.namespace))
    for (const at of table.chain(type))
      for (const each of at.member(name)) if (each.kind === "method" && each.flags & Flag.blueprintEvent) return each;
  return undefined;
}

/** The prefix of generated functions that trigger an event of an effect handler. */
export const TRIGGER = "Trigger_";

/** An event and the trigger function that is generated for it count as one symbol. */
function withTriggers(table: SymbolTable, family: readonly MemberSymbol[]): MemberSymbol[] {
  const triggers = family.flatMap((member) => {
    const { owner, place } = member;
    if (!owner || !place || !(member.flags & Flag.blueprintEvent)) return [];
    const name = `${TRIGGER}${member.name}`;
    const types = [owner, ...derivedTypes(table, owner)];
    return types.flatMap((type) => table.statics(type).filter((each) => each.name === name));
  });
  return [...family, ...triggers];
}

function derivedTypes(table: SymbolTable, type: TypeSymbol): TypeSymbol[] {
  return table.derived(type).flatMap((each) => [each, ...derivedTypes(table, each)]);
}

function filesWithAny(engine: Engine, words: readonly string[]): IndexedFile[] {
  return [...new Set(words.flatMap((word) => engine.filesWith(word)))];
}

/**
 * Collects the uses of the targets, sorted by displayed path and position. It also counts the uses of `same`, which is the
 * unresolved target with that name.
 */
async function collectUses(
  engine: Engine,
  files: readonly IndexedFile[],
  targets: () => readonly number[],
  context: WorkerContext,
  same?: number,
): Promise<FoundUses> {
  const shown = new Map(files.map((file) => [file, displayPath(context, file.path)]));
  const inOrder = [...shown].sort((a, b) => (a[1] < b[1] ? -1 : 1));
  const found: FoundUse[] = [];
  let undecided = 0;
  let known = -1;
  let wanted: ReadonlySet<number> = new Set();
  const sames = new Set(same === undefined ? [] : [same]);
  for (const [done, [file]] of inOrder.entries()) {
    if (!file.uses && done % REPORTED === 0)
      context.emit({ done, total: inOrder.length, message: "binding scripts" } satisfies Progress);
    const uses = file.uses ?? (await engine.uses(context, file));
    // Binding may have added keys.
    if (engine.keys.size !== known) {
      known = engine.keys.size;
      wanted = new Set(targets());
    }
    for (const each of collect(file, uses, wanted)) found.push(each);
    for (const _ of usesOf(uses, sames)) undecided++;
  }
  return { found, undecided };
}

/** `/Script/Angelscript.Lamp` refers to `ALamp`. */
function withoutPrefix(name: string): string[] {
  return /^[AUF][A-Z]/.test(name) ? [name, name.slice(1)] : [name];
}

/** Returns the spellings of a member in scripts, since `GetX` can be written as `X`. */
function spellings(member: MemberSymbol): string[] {
  const accessorLike = /^(?:Get|Set)./.test(member.name) && member.isCallable;
  const name = member.name.replace(/^~/, "");
  const trigger = member.flags & Flag.blueprintEvent ? [`${TRIGGER}${name}`] : [];
  return accessorLike ? [name, name.slice(3), ...trigger] : [name, ...trigger];
}

function collect(file: IndexedFile, uses: Int32Array, targets: ReadonlySet<number>): FoundUse[] {
  const found: FoundUse[] = [];
  for (const index of usesOf(uses, targets)) {
    const { start, length, use } = readUse(uses, index);
    if (use !== "alias") found.push({ file, start, length, use });
  }
  return found.sort((a, b) => a.start - b.start);
}

export function sortByPlace(found: FoundUse[], context: WorkerContext): void {
  const shown = new Map(found.map(({ file }) => [file, displayPath(context, file.path)]));
  found.sort((a, b) => {
    const [first = "", second = ""] = [shown.get(a.file), shown.get(b.file)];
    return first < second ? -1 : first > second ? 1 : a.start - b.start;
  });
}
