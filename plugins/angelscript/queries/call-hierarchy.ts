/** Implements `angelscript_calls`, which returns the callers and callees of a function with the places of the calls. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { countOfUses, isLocal, isUnresolved, readUse } from "../binding/bound-uses.ts";
import type { Declaration } from "../database/declaration.ts";
import { symbolOfKey } from "../database/symbol-of-key.ts";
import { type MemberSymbol, qualify } from "../database/symbols.ts";
import type { Engine } from "../engine/engine.ts";
import type { IndexedFile } from "../engine/indexed-file.ts";
import { answerError } from "../symbols/answer-error.ts";
import { Enclosing } from "../symbols/enclosing.ts";
import { describePosition, type PositionRequest, resolvePosition } from "../symbols/position.ts";
import { memberSignature, parameterList } from "../symbols/signature-text.ts";
import { nameLocation, Sources } from "../symbols/source-preview.ts";
import { symbolsNamed } from "../symbols/symbol-names.ts";
import { usesOfTarget } from "../symbols/symbol-uses.ts";

export type CallHierarchyRequest = (PositionRequest | { names: string[] }) & { direction: "incoming" | "outgoing" };

export interface CallRow {
  /** A name such as `AThing.Tick` or `Ns::F`. */
  name: string;
  signature: string;
  /** Not set for functions of the engine. */
  filePath?: string;
  startLine?: number;
  /** The number of calls in this function (incoming) or of this function (outgoing). */
  calls: number;
  /** There are 50 lines at most. */
  callLines: number[];
  /** If several functions were requested, this is the one that is called (incoming) or that calls (outgoing). */
  of?: string;
}

interface AskedFunction {
  name: string;
  signature: string;
  filePath?: string;
  startLine?: number;
}

export interface CallHierarchyAnswer {
  symbol: AskedFunction;
  /** The number of callers or callees for each function, if several were requested. */
  symbols?: (AskedFunction & { total: number })[];
  direction: "incoming" | "outgoing";
  /** The total number, even if `functions` ends after 1,000. */
  total: number;
  truncated: boolean;
  functions: CallRow[];
  /**
   * For outgoing calls, the number of calls in the function that couldn't be resolved. For incoming ones, the number of
   * unresolved uses of its name, which may be calls.
   */
  unresolved?: number;
}

const MAX_FUNCTIONS = 1000;
const MAX_LINES = 50;
/** This is enough for all methods of a large class, but not for every `BeginPlay` of a large project. */
const MAX_TARGETS = 200;
/** The uses that call the function. A read or write counts if the method is used like a property. */
const RUNS = new Set(["call", "bind", "read", "write", "mutatingCall"]);

export async function callHierarchy(
  engine: Engine,
  request: CallHierarchyRequest,
  context: WorkerContext,
): Promise<CallHierarchyAnswer> {
  const sources = new Sources(context);
  const { direction } = request;
  const asked: { symbol: AskedFunction; found: Rows }[] = [];
  for (const each of await functionsOf(engine, request, sources, context)) {
    const { member } = each;
    const found =
      direction === "incoming"
        ? await incoming(engine, each, sources, context)
        : await outgoing(engine, member, sources, context);
    const symbol = { name: nameOf(member), signature: memberSignature(member) };
    asked.push({ symbol: { ...symbol, ...(await nameLocation(sources, member.place)) }, found });
  }
  const [first] = asked;
  if (!first) throw answerError("InvalidParams", '"names" is empty');
  if (asked.length === 1) return { symbol: first.symbol, direction, ...first.found };
  const all = asked.flatMap(({ symbol, found }) => found.functions.map((row) => ({ ...row, of: symbol.name })));
  const sum = (of: (rows: Rows) => number) => asked.reduce((total, { found }) => total + of(found), 0);
  const functions = all.slice(0, MAX_FUNCTIONS);
  const total = sum((rows) => rows.total);
  const unresolved = sum((rows) => rows.unresolved ?? 0);
  return {
    symbol: first.symbol,
    symbols: asked.map(({ symbol, found }) => ({ ...symbol, total: found.total })),
    direction,
    total,
    truncated: functions.length < total,
    functions,
    ...(unresolved > 0 ? { unresolved } : {}),
  };
}

interface FoundFunction {
  target: number;
  member: MemberSymbol;
}

/** Throws NotFound if there is no symbol, and InvalidParams if it isn't a function. */
async function functionsOf(
  engine: Engine,
  request: CallHierarchyRequest,
  sources: Sources,
  context: WorkerContext,
): Promise<FoundFunction[]> {
  if (!("names" in request)) return [await functionAt(engine, request, context)];
  const found: FoundFunction[] = [];
  for (const name of new Set(request.names)) {
    const before = found.length;
    for (const { symbol, key } of await symbolsNamed(engine, name, sources))
      if (symbol.kind === "member" && symbol.member.isCallable)
        found.push({ target: engine.keys.number(key), member: symbol.member });
    if (found.length === before)
      throw answerError("InvalidParams", `"${name}" is not a function`, {
        hint: "angelscript_findReferences lists uses of anything",
        details: { name },
      });
    if (found.length > MAX_TARGETS)
      throw new JigError("SYMBOL_AMBIGUOUS", `"${name}" names ${found.length - before} functions`, {
        hint: `Name the class too: ${found
          .slice(before, before + 20)
          .map(({ member }) => nameOf(member).replace(".", "/"))
          .join(", ")}`,
        details: { name },
      });
  }
  return found;
}

async function functionAt(engine: Engine, request: PositionRequest, context: WorkerContext): Promise<FoundFunction> {
  const position = await resolvePosition(engine, request, context);
  const at = `${request.line}:${request.character} of "${request.filePath}"`;
  const use = position.uses.find((each) => !isLocal(each.target) && !isUnresolved(each.target));
  if (!use) {
    const what =
      position.uses.length > 0 ? "a local variable, or a name that could not be resolved" : describePosition(position);
    throw answerError("NotFound", `There is no function at ${at}: it is ${what}`, {
      details: { filePath: request.filePath, found: what },
    });
  }
  const symbol = symbolOfKey(engine.table, engine.keys.key(use.target));
  if (symbol?.kind !== "member" || !symbol.member.isCallable)
    throw answerError("InvalidParams", `The symbol at ${at} is not a function`, {
      hint: "Use the position of a function or method name; angelscript_findReferences lists uses of anything",
      details: { filePath: request.filePath },
    });
  return { target: use.target, member: symbol.member };
}

function nameOf(member: MemberSymbol): string {
  return member.owner ? `${member.owner.qualifiedName}.${member.name}` : qualify(member.namespace, member.name);
}

type Rows = Pick<CallHierarchyAnswer, "total" | "truncated" | "functions" | "unresolved">;

/** The caller is a function, or a class if the call is in its defaults or the initializer of a field. */
interface Caller {
  file: IndexedFile;
  declaration: Declaration;
  name: string;
  starts: number[];
}

async function incoming(
  engine: Engine,
  { target, member: { name } }: FoundFunction,
  sources: Sources,
  context: WorkerContext,
): Promise<Rows> {
  const { found, undecided } = await usesOfTarget(engine, target, context, engine.unresolved(name));
  const callers: Caller[] = [];
  let last: { file: IndexedFile; of: Enclosing } | undefined;
  for (const { file, start, use } of found) {
    if (!RUNS.has(use)) continue;
    if (last?.file !== file) last = { file, of: new Enclosing(file) };
    const around = last.of.at(start);
    if (!around) continue;
    const before = callers.at(-1);
    if (before?.declaration === around.declaration) before.starts.push(start);
    else callers.push({ file, ...around, starts: [start] });
  }
  const functions: CallRow[] = [];
  for (const { file, declaration, name: caller, starts } of callers.slice(0, MAX_FUNCTIONS)) {
    const { type, parameters } = declaration;
    const signature = parameters ? `${type === "" ? "" : `${type} `}${caller}(${parameterList(parameters)})` : caller;
    const place = await nameLocation(sources, { file, declaration });
    functions.push({ name: caller, signature, ...place, ...(await linesOf(sources, file.path, starts)) });
  }
  const left = undecided > 0 ? { unresolved: undecided } : {};
  return { total: callers.length, truncated: functions.length < callers.length, functions, ...left };
}

async function outgoing(engine: Engine, member: MemberSymbol, sources: Sources, context: WorkerContext): Promise<Rows> {
  const { place } = member;
  const file = place && engine.files.get(place.file.path);
  if (!place || !file)
    throw answerError("InvalidParams", `"${nameOf(member)}" belongs to the engine: no script contains its body`, {
      hint: 'Use direction "incoming"',
    });
  const { head, end } = place.declaration;
  const uses = await engine.uses(context, file);
  const called = new Map<number, number[]>();
  let unresolved = 0;
  for (let index = 0; index < countOfUses(uses); index++) {
    const { start, use, target } = readUse(uses, index);
    if (start < head || start >= end || !RUNS.has(use) || isLocal(target)) continue;
    if (isUnresolved(target)) {
      if (use === "call") unresolved++;
      continue;
    }
    const starts = called.get(target);
    if (starts) starts.push(start);
    else called.set(target, [start]);
  }
  const functions: CallRow[] = [];
  let total = 0;
  for (const [target, starts] of [...called].sort((a, b) => (a[1][0] as number) - (b[1][0] as number))) {
    const symbol = symbolOfKey(engine.table, engine.keys.key(target));
    if (symbol?.kind !== "member" || !symbol.member.isCallable) continue;
    if (++total > MAX_FUNCTIONS) continue;
    const row = { name: nameOf(symbol.member), signature: memberSignature(symbol.member) };
    const declared = await nameLocation(sources, symbol.member.place);
    functions.push({ ...row, ...declared, ...(await linesOf(sources, file.path, starts)) });
  }
  const left = unresolved > 0 ? { unresolved } : {};
  return { total, truncated: functions.length < total, functions, ...left };
}

async function linesOf(sources: Sources, path: string, starts: readonly number[]) {
  const lines = await sources.lines(path);
  const sorted = starts.toSorted((a, b) => a - b).slice(0, MAX_LINES);
  return { calls: starts.length, callLines: sorted.map((start) => lines?.lineAt(start) ?? 1) };
}
