/** The callees of a member: methods, constructors and local functions, each bound by the language's rules. */
import { DeclarationBinder } from "../binding/binder.ts";
import type { Binder } from "../binding/bound-value.ts";
import { argumentOf } from "../binding/call-arguments.ts";
import { applicableMembers, candidatesFrom, type OverloadResult } from "../binding/overload-resolution.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { eachToken, TOKEN } from "../lexer/tokens.ts";
import { implies } from "../outline/conditions.ts";
import { KIND, kindName } from "../outline/declaration-table.ts";
import { baseClass } from "../semantics/member-lookup.ts";
import type { Member } from "../semantics/semantic-model.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { substitutionOf } from "../semantics/substitution.ts";
import type { ConstructedType, TypeSymbol } from "../semantics/type-ref.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { argumentNodes, invocationOf } from "../syntax/invocations.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { creationOf, isInNameof, tokenAt } from "../syntax/token-position.ts";
import { Lines } from "../text/lines.ts";
import type { AnalysisSession } from "./analysis-session.ts";
import { CallRows } from "./call-rows.ts";
import { memberPath } from "./related-members.ts";
import type { CallRow } from "./requests.ts";

interface Called {
  members: readonly Member[];
  /** A type with an implicit constructor. */
  type?: TypeSymbol;
}

/** In the order of the text, each callee once with the lines of its calls. */
export async function calleesOf(
  session: AnalysisSession,
  paths: SymbolPaths,
  caller: IndexedSymbol,
): Promise<CallRow[]> {
  const file = await session.load(caller.path);
  const index = session.model.store.indexOf(caller.handle);
  const declaration = file.declarations[index];
  if (!declaration) return [];
  const lines = new Lines(file.text);
  const rows = new CallRows();
  const words: number[] = [];
  // It contains another header of the same body, from another branch of an `#if`.
  const names = new Set(file.declarations.map(({ nameStart }) => nameStart));
  eachToken(
    file.text,
    (kind, start, end) => {
      const isOwn = start >= declaration.nameStart && start < declaration.nameEnd;
      if (kind === TOKEN.word && !isOwn && !names.has(start) && end > start)
        words.push(file.text.charAt(start) === "@" ? start + 1 : start);
    },
    declaration.start,
    declaration.end,
  );
  const binders = new Map<number, Binder>();
  for (const offset of words.sort((a, b) => a - b)) {
    const called = await session.withFiles(() => calledAt(session, file, binders, offset));
    for (const row of called ? await rowsOf(session, paths, called) : []) rows.add(row, lines.at(offset));
    await session.checkSlice();
  }
  return rows.all;
}

function calledAt(
  { model }: AnalysisSession,
  file: SourceFile,
  binders: Map<number, Binder>,
  offset: number,
): Called | undefined {
  const index = file.declarationAt(offset);
  if (index < 0) return undefined;
  for (const pass of file.passesOf(offset)) {
    if (!file.isActive(offset, pass)) continue;
    const token = tokenAt(file.tree(index, pass), offset);
    if (!token) return undefined;
    const binder = binders.get(index) ?? new DeclarationBinder(model, file, index);
    binders.set(index, binder);
    if (token.type !== "identifier") return initializer(binder, token);
    const named = token.parent?.type === "generic_name" ? token.parent : token;
    if (invocationOf(named)) {
      const value = binder.resolve(token);
      return value.is === "group" ? { members: value.members } : undefined;
    }
    const creation = creationOf(token);
    if (creation?.type === "attribute") return undefined;
    const value = binder.resolve(token);
    // A method that is named without being called is handed on to be.
    if (!creation)
      return value.is === "group" && !isInNameof(token, file.text) ? { members: value.members } : undefined;
    if (value.is !== "type" || value.type.is !== "type") return undefined;
    return constructorOf(binder, value.type, creation);
  }
  return undefined;
}

/** `base(…)` and `this(…)` in front of a constructor's body. */
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
  const all = model.members(type, type.name).filter(({ declaration }) => declaration.kind === KIND.constructor);
  if (all.length <= 1) return { members: all, type };
  const call = { arguments: argumentNodes(creation).map((each) => argumentOf(binder, each)), typeArgs: [] };
  const chosen = applicableMembers(model, candidatesFrom(all, substitutionOf(of)), call);
  // Outside compiled code, another declaration is preferred.
  const here = binder.file.declarations[binder.scope.index]?.condition ?? "";
  const isSure = ({ members }: OverloadResult) =>
    members.every(
      (member) =>
        model.isCompiled(member) === true ||
        // The same symbols are defined for the whole of an assembly.
        (member.file.assembly === binder.file.assembly && implies(here, member.declaration.condition)),
    );
  return { members: chosen && isSure(chosen) ? chosen.members : all, type };
}

async function rowsOf(
  { model, index }: AnalysisSession,
  paths: SymbolPaths,
  { members, type }: Called,
): Promise<CallRow[]> {
  if (members.length === 0) {
    const [part] = type?.parts ?? [];
    if (!part || !type) return [];
    return [
      {
        symbol: [
          ...(type.namespace === "" ? [] : [`${type.namespace}.`]),
          [...type.containers, type.name, type.name].join("/"),
        ].join(""),
        // No declaration has it: the type is what can be passed back.
        symbol_path: await paths.of(part),
        kind: "constructor",
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
      certainty: members.length === 1 ? "certain" : "possible",
      calls: [],
    });
  }
  return rows;
}
