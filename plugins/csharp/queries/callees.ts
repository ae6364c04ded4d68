/** Finds the callees of a member, which are methods, constructors and local functions, by the rules of the language. */
import { DeclarationBinder } from "../binding/binder.ts";
import type { Binder } from "../binding/bound-value.ts";
import { argumentOf } from "../binding/call-arguments.ts";
import { calledDelegate } from "../binding/delegate-calls.ts";
import { possibleExtensions } from "../binding/extension-members.ts";
import { applicableMembers, candidatesFrom, type OverloadResult } from "../binding/overload-resolution.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { exclude, implies } from "../outline/conditions.ts";
import { KIND, kindName } from "../outline/declaration-table.ts";
import { baseClass, isStaticMember } from "../semantics/member-lookup.ts";
import { primaryConstructor } from "../semantics/primary-constructor.ts";
import type { Member } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { substitutionOf } from "../semantics/substitution.ts";
import type { ConstructedType, TypeSymbol } from "../semantics/type-ref.ts";
import { LOCAL_FUNCTION } from "../symbol-paths/local-function-path.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { argumentNodes, invocationOf } from "../syntax/invocations.ts";
import { childOf, type SyntaxNode } from "../syntax/syntax-node.ts";
import { creationOf, isInNameof, tokenAt } from "../syntax/token-position.ts";
import { Lines } from "../text/lines.ts";
import type { AnalysisSession } from "./analysis-session.ts";
import { CallRows } from "./call-rows.ts";
import { functionIn } from "./local-function-at.ts";
import { memberPath } from "./related-members.ts";
import type { CallRow } from "./requests/requests.ts";

interface Called {
  members: readonly Member[];
  /** Set for delegate types, and for types with an implicit or primary constructor. */
  type?: TypeSymbol;
  primary?: Member;
  /** Set for local functions. */
  local?: SyntaxNode;
  /** True if the type of the receiver isn't known. */
  isDoubtful?: boolean;
}

/** The part of a member to examine. For a local function, it is only its own body. */
export interface CallingPart {
  start: number;
  end: number;
}

/** Returns each callee once with the lines of all calls, in the order of the text. */
export async function calleesOf(
  session: AnalysisSession,
  paths: SymbolPaths,
  caller: IndexedSymbol,
  part?: CallingPart,
): Promise<CallRow[]> {
  const file = await session.load(caller.path);
  const index = session.model.store.indexOf(caller.handle);
  const declaration = file.declarations[index];
  if (!declaration) return [];
  const lines = new Lines(file.text);
  const rows = new CallRows();
  const words: number[] = [];
  // The same body may have another header in the text, in a different `#if` branch.
  const names = new Set(file.declarations.map(({ nameStart }) => nameStart));
  eachToken(
    file.text,
    (kind, start, end) => {
      const isOwn = start >= declaration.nameStart && start < declaration.nameEnd;
      if (kind === TOKEN.word && !isOwn && !names.has(start) && end > start)
        words.push(file.text.charAt(start) === "@" ? start + 1 : start);
    },
    part?.start ?? declaration.start,
    part?.end ?? declaration.end,
  );
  const binders = new Map<number, Binder>();
  for (const offset of words.sort((a, b) => a - b)) {
    for (const called of await session.withFiles(() => calledAt(session, file, binders, offset)))
      for (const row of await rowsOf(session, paths, file, called)) rows.add(row, lines.at(offset));
    await session.checkSlice();
  }
  return rows.all;
}

/** Returns the methods that a word calls. That may be different in each branch of an `#if` around it. */
function calledAt(
  { model }: AnalysisSession,
  file: SourceFile,
  binders: Map<number, Binder>,
  offset: number,
): readonly Called[] {
  const found: Called[] = [];
  for (const [index, pass] of file.readingsOf(offset)) {
    const token = tokenAt(file.tree(index, pass), offset);
    if (!token) break;
    const binder = binders.get(index) ?? new DeclarationBinder(model, file, index);
    binders.set(index, binder);
    const called = token.type === "identifier" ? calledBy(binder, token) : initializer(binder, token);
    if (called) found.push(called);
  }
  const sure = found.filter(({ isDoubtful }) => isDoubtful !== true);
  return sure.length > 0 ? sure : found.slice(0, 1);
}

function calledBy(binder: Binder, token: SyntaxNode): Called | undefined {
  const named = token.parent?.type === "generic_name" ? token.parent : token;
  const isCalled = invocationOf(named) !== undefined;
  const creation = isCalled ? undefined : creationOf(token);
  if (creation?.type === "attribute") return undefined;
  const value = binder.resolve(token);
  // It is named but not called, so it is passed as a delegate.
  if (!creation) {
    if (!isCalled && isInNameof(token, binder.file.text)) return undefined;
    if (value.is === "group") return { members: value.members };
    if (value.is === "local" && value.local.declarator.type === LOCAL_FUNCTION)
      return { members: [], local: value.local.declarator };
    if (isCalled && value.is === "unknown") return unknownCall(binder, named);
    const type = isCalled ? calledDelegate(binder, token, value) : undefined;
    return type && { members: [], type };
  }
  if (value.is !== "type" || value.type.is !== "type") return undefined;
  return constructorOf(binder, value.type, creation);
}

/** Handles a call on a receiver of unknown type. */
function unknownCall(binder: Binder, named: SyntaxNode): Called | undefined {
  const call = binder.calls.callOf(named);
  const members = call ? possibleExtensions(binder, binder.nameOf(nameToken(named)), call) : [];
  return members.length > 0 ? { members, isDoubtful: true } : undefined;
}

function nameToken(named: SyntaxNode): SyntaxNode {
  return named.type === "generic_name" ? (named.children[0] ?? named) : named;
}

/** Binds the `base(…)` or `this(…)` before the body of a constructor. */
function initializer(binder: Binder, token: SyntaxNode): Called | undefined {
  const { parent } = token;
  if (parent?.type !== "constructor_initializer" || (token.type !== "base" && token.type !== "this")) return undefined;
  const [own] = binder.enclosingTypes;
  if (!own) return undefined;
  const type = token.type === "this" ? binder.model.names.selfOf(own) : baseClass(binder.model, own);
  if (type?.is !== "type") return undefined;
  return constructorOf(binder, type, parent);
}

function constructorOf(binder: Binder, of: ConstructedType, creation: SyntaxNode): Called {
  const { model } = binder;
  const { type } = of;
  const declared = model
    .members(type, type.name)
    .filter((member) => member.declaration.kind === KIND.constructor && !isStaticMember(member));
  const primary = primaryConstructor(model, type);
  const all = primary ? [...declared, primary] : declared;
  const called = (members: readonly Member[]): Called => {
    if (primary && members.length === 1 && members[0] === primary) return { members: [], type, primary };
    return { members: members.filter((each) => each !== primary), type };
  };
  const given = argumentNodes(creation);
  // Structs always have a parameterless constructor, whether it is declared or not.
  if (
    type.kind === KIND.struct &&
    given.length === 0 &&
    !all.some((each) => model.header(each).parameters.length === 0)
  )
    return { members: [], type };
  if (all.length <= 1) return called(all);
  const call = { arguments: given.map((each) => argumentOf(binder, each)), typeArgs: [] };
  const chosen = applicableMembers(model, candidatesFrom(all, substitutionOf(of)), call);
  // In code that isn't compiled, other declarations are preferred.
  const here = binder.file.declarations[binder.scope.index]?.condition ?? "";
  const isSure = ({ members }: OverloadResult) =>
    members.every(
      (member) =>
        model.isCompiled(member) === true ||
        // Symbols are the same throughout an assembly.
        (member.file.assembly === binder.file.assembly && implies(here, member.declaration.condition)),
    );
  return called(chosen && isSure(chosen) ? chosen.members : all);
}

/** Returns true if each build has exactly one member, because there is only one, or they are in an `#if` and its `#else`. */
function isOneOfEachBuild(members: readonly Member[]): boolean {
  return members.every((one, at) =>
    members.slice(at + 1).every((other) => exclude(one.declaration.condition, other.declaration.condition)),
  );
}

async function localRow(
  session: AnalysisSession,
  paths: SymbolPaths,
  file: SourceFile,
  declared: SyntaxNode,
): Promise<CallRow[]> {
  const { start } = childOf(declared, "name") ?? declared;
  const found = await functionIn(session, file, start, paths);
  if (!found) return [];
  return [
    {
      symbol: found.symbol,
      symbol_path: found.symbolPath,
      kind: "local function",
      path: session.index.display(file.path),
      absolute: file.path,
      line: new Lines(file.text).at(start),
      certainty: "certain",
      calls: [],
    },
  ];
}

async function rowsOf(
  session: AnalysisSession,
  paths: SymbolPaths,
  file: SourceFile,
  { members, type, primary, local, isDoubtful = false }: Called,
): Promise<CallRow[]> {
  if (local) return await localRow(session, paths, file, local);
  const { model, index } = session;
  if (members.length === 0) {
    const part = type?.parts.find(({ path }) => path === primary?.file.path) ?? type?.parts[0];
    if (!part || !type) return [];
    const isDelegate = type.kind === KIND.delegate;
    return [
      {
        symbol: [
          ...(type.namespace === "" ? [] : [`${type.namespace}.`]),
          [...type.containers, type.name, ...(isDelegate ? [] : [type.name])].join("/"),
        ].join(""),
        // An implicit constructor isn't declared, so the path of its type is used.
        symbol_path: await paths.of(part),
        kind: isDelegate ? "delegate" : "constructor",
        path: index.display(part.path),
        absolute: part.path,
        line: part.nameLine,
        certainty: "certain",
        calls: [],
      },
    ];
  }
  const rows: CallRow[] = [];
  for (const member of members) {
    const handle = model.store.ofFile(member.file.path)[member.index];
    rows.push({
      symbol: memberPath(member),
      symbol_path: handle ? await paths.of(model.store.symbol(handle)) : memberPath(member),
      kind: kindName(member.declaration.kind),
      path: index.display(member.file.path),
      absolute: member.file.path,
      line: handle ? model.store.symbol(handle).nameLine : 0,
      certainty: !isDoubtful && isOneOfEachBuild(members) ? "certain" : "possible",
      calls: [],
    });
  }
  return rows;
}
