/**
 * Resolves the name at an offset, either to declarations in the index or to a local symbol. If it is neither, the result says
 * why.
 */
import { DeclarationBinder } from "../binding/binder.ts";
import type { BoundValue } from "../binding/bound-value.ts";
import { calledDelegate, receiverOf } from "../binding/delegate-calls.ts";
import type { SymbolHandle, SymbolStore } from "../index/symbol-store.ts";
import { maskCode } from "../lexer/mask.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { Member, SemanticModel } from "../semantics/semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";
import { isAnonymous, type TypeRef } from "../semantics/type-ref.ts";
import type { SyntaxNode } from "../syntax/syntax-node.ts";
import { isNearError, tokenAt } from "../syntax/token-position.ts";
import { bindCref } from "./crefs.ts";
import { type Cref, crefAt, crefParameter, documentationNames, documentedLocals } from "./documentation-names.ts";
import { acceptedValue, constructorsCalled, isName, localsAt } from "./local-at.ts";
import { keyOfLocal, type LocalSymbol } from "./local-symbol.ts";
import { recordAdding } from "./record-members.ts";

export interface Meaning {
  handles: SymbolHandle[];
  locals: LocalSymbol[];
  /** The reason why there is no symbol here. */
  is: string;
  /** The record for which the compiler adds the member. */
  record?: SymbolHandle;
}

const NAME = /^[\p{L}\p{N}\p{M}\p{Pc}]+/u;
const OUTSIDE = "declared outside the sources";
const ELEMENT = "the name of a tuple element or of a member of an anonymous type, which has no symbol path";
const NOT_UNDERSTOOD = "not understood";

/**
 * Resolves the name at an offset.
 * @param offset - Start of the name, after any `@`
 */
export function meaningAt(model: SemanticModel, file: SourceFile, offset: number): Meaning {
  const meaning = writtenMeaning(model, file, offset);
  const properties = meaning.locals.map((each) => propertyOf(model, each));
  return properties.length > 0 && properties.every((each) => each !== undefined) ? declarations(properties) : meaning;
}

/** A record's parameter and its property are declared in the same place. The property is preferred. */
function propertyOf(model: SemanticModel, { kind, places: [{ path, offset }] }: LocalSymbol): SymbolHandle | undefined {
  if (kind !== "parameter") return undefined;
  const index = model.file(path).declarations.findIndex(({ nameStart }) => nameStart === offset);
  return index < 0 ? undefined : model.store.ofFile(path)[index];
}

function writtenMeaning(model: SemanticModel, file: SourceFile, offset: number): Meaning {
  const word = wordAt(file.text, offset);
  const own = file.declarations.findIndex(({ nameStart: from, nameEnd }) => from <= offset && offset < nameEnd);
  if (own >= 0 && isConvertedType(file, own, offset)) return memberMeaning(model, file, own, offset);
  const declared = own < 0 ? undefined : model.store.ofFile(file.path)[own];
  if (declared && file.declaration(own).kind !== KIND.namespace) return declarations([declared]);
  if (own >= 0) return namespaceMeaning(model, declaredNamespace(file, own, offset, word));
  const inComment = commentMeaning(model, file, offset, word);
  if (inComment) return inComment;
  const index = file.declarationAt(offset);
  if (index < 0 || file.declaration(index).kind === KIND.namespace) return directiveMeaning(model, file, index, offset);
  return memberMeaning(model, file, index, offset);
}

/** Returns true for the `C` of `implicit operator C(int i)`, which is a part of the name. */
function isConvertedType(file: SourceFile, index: number, offset: number): boolean {
  const { kind, nameStart } = file.declaration(index);
  return kind === KIND.operator && offset > nameStart && !/^(?:checked|true|false)\b/.test(file.text.slice(offset));
}

export function wordAt(text: string, offset: number): string {
  return NAME.exec(text.slice(offset, offset + 500))?.[0] ?? "";
}

/**
 * Resolves a name inside a member. Every branch of an `#if` may declare a local that is used outside of it, so all of them have
 * to be considered.
 */
function memberMeaning(model: SemanticModel, file: SourceFile, index: number, offset: number): Meaning {
  let meaning: Meaning | undefined;
  for (const [at, pass] of file.readingsOf(offset)) {
    if (at !== index) continue;
    const token = tokenAt(file.treeAt(index, offset, pass), offset);
    const found = token && tokenMeaning(new DeclarationBinder(model, file, index), token);
    if (!found) break;
    meaning ??= found;
    const known = new Set(meaning.locals.map(keyOfLocal));
    const { handles } = meaning;
    const isNew = (one: SymbolHandle) =>
      !handles.some(({ segment, at: place }) => segment === one.segment && place === one.at);
    if (known.size > 0) meaning.locals.push(...found.locals.filter((each) => !known.has(keyOfLocal(each))));
    else if (handles.length > 0) handles.push(...found.handles.filter(isNew));
    else break;
  }
  return meaning ?? nothing("not a name in the code");
}

/** Resolves a token, or returns undefined if it isn't a name. */
function tokenMeaning(binder: DeclarationBinder, token: SyntaxNode): Meaning | undefined {
  if (token.parent?.type === "constructor_initializer" && /^(?:this|base)$/.test(token.type))
    return constructorMeaning(binder, token);
  if (token.type === "predefined_type") return /^nu?int$/.test(binder.text(token)) ? nothing(OUTSIDE) : undefined;
  const value = acceptedValue(binder.file, token);
  if (!isName(token) && !value) return undefined;
  const locals = value ? [value] : localsAt(binder, token);
  if (locals.length > 0) return { handles: [], locals, is: "" };
  const bound = binder.resolve(token);
  const record = recordAdding(binder, token, bound)?.parts[0];
  if (record) return { ...nothing("a member that the compiler adds"), record: record.handle };
  const called = bound.is === "external" && bound.name === "Invoke" ? calledDelegate(binder, token, bound) : undefined;
  const handles = called ? called.parts.slice(0, 1).map(({ handle }) => handle) : handlesOf(binder.model, bound);
  if (handles.length > 0) return declarations(handles);
  if (isNearError(token)) return nothing(NOT_UNDERSTOOD);
  return nothing(isElementOf(binder.types.of(receiverOf(token))) ? ELEMENT : describe(bound));
}

/** Returns true for types whose members have no declaration of their own. */
function isElementOf(type: TypeRef): boolean {
  return type.is === "tuple" || isAnonymous(type);
}

/** Resolves `this(…)` or `base(…)`. An implicit or primary constructor is declared by its type. */
function constructorMeaning(binder: DeclarationBinder, word: SyntaxNode): Meaning {
  const called = word.parent ? constructorsCalled(binder, word.parent) : [];
  if (called.length > 0) return declarations(called.flatMap((each) => handleOf(binder.model, each)));
  return typeMeaning(binder.types.of(word));
}

function declarations(handles: SymbolHandle[]): Meaning {
  return { handles, locals: [], is: "" };
}

function nothing(is: string): Meaning {
  return { handles: [], locals: [], is };
}

// Handles namespaces and using directives.

/** Returns the namespace that a word declares. In `namespace A.B`, the first name means `A`. */
function declaredNamespace(file: SourceFile, index: number, offset: number, word: string): string {
  const { nameStart, parent } = file.declaration(index);
  const outer: string[] = [];
  for (const at of enclosingDeclarations(file, parent)) outer.unshift(file.declaration(at).name);
  const upTo = file.text.slice(nameStart, offset + word.length).replace(/[\s@]/g, "");
  return [...outer, upTo].join(".");
}

function namespaceMeaning(model: SemanticModel, name: string): Meaning {
  const [first] = namespaceHandles(model.store, name);
  if (first) return declarations([first]);
  return nothing(model.isNamespace(name) ? "a namespace that is only declared as part of longer names" : OUTSIDE);
}

/** `namespace A.B` is the same as `namespace A { namespace B { … } }`. */
function namespaceHandles(store: SymbolStore, full: string): SymbolHandle[] {
  const words = full.split(".");
  return words.flatMap((_, at) => {
    const outer = words.slice(0, at).join(".");
    const named = store.byName(words.slice(at).join("."), true);
    return named.filter((handle) => store.kind(handle) === KIND.namespace && store.symbol(handle).namespace === outer);
  });
}

function directiveMeaning(model: SemanticModel, file: SourceFile, index: number, offset: number): Meaning {
  const { text } = file;
  const word = wordAt(text, offset);
  const line = text.slice(Math.max(0, offset - 400), offset);
  const isAttribute = isInGlobalAttribute(text, offset);
  const isUsing = /(?:^|[\s;{}])using\s[^;]*$/.test(line);
  if (!isAttribute && !isUsing) return nothing("not a name in the code");
  const before = /(?:@?[\p{L}_][\p{L}\p{N}_]*\s*\.\s*)*$/u.exec(line)?.[0] ?? "";
  const path = (before + word).replace(/[\s@]/g, "");
  const after = text.slice(offset + word.length, offset + word.length + 400);
  if (isUsing && before === "" && /^\s*=(?!=)/.test(after)) return nothing("an alias, which has no symbol path");
  if (isUsing && model.isNamespace(path)) return namespaceMeaning(model, path);
  if (isAttribute && /^\s*(?:=(?!=)|:(?!:))/.test(after)) return nothing(NOT_UNDERSTOOD);
  const commas = /^\s*<([^<>]*)>/.exec(after)?.[1];
  const args = commas === undefined ? 0 : commas.split(",").length;
  const written = args > 0 ? `${path}<${Array(args).fill("int").join()}>` : path;
  const scope = { file, index };
  let type = model.resolveText(written, scope);
  if (isAttribute && type.is !== "type") type = model.resolveText(`${written}Attribute`, scope);
  return typeMeaning(type);
}

function isInGlobalAttribute(text: string, offset: number): boolean {
  const after = maskCode(text.slice(0, offset)).split(/\[\s*(?:assembly|module)\s*:/);
  const since = after.length > 1 ? (after.at(-1) ?? "") : "]";
  return since.split("]").length <= since.split("[").length;
}

function typeMeaning(type: TypeRef): Meaning {
  const handles = firstPart(type);
  return handles.length > 0 ? declarations(handles) : nothing(type.is === "external" ? OUTSIDE : NOT_UNDERSTOOD);
}

// Handles comments.

function commentMeaning(model: SemanticModel, file: SourceFile, offset: number, word: string): Meaning | undefined {
  const { text } = file;
  const from = text.lastIndexOf("\n", offset) + 1;
  const end = text.indexOf("\n", offset);
  const to = end < 0 ? text.length : end;
  const line = text.slice(from, to);
  const comment = line.indexOf("//");
  const isComment = (comment >= 0 && from + comment < offset) || /^\s*\*|\/\*\*/.test(line);
  if (!isComment) return undefined;
  const cref = crefAt(text, offset);
  if (cref) return crefMeaning(model, file, cref, offset, word);
  // The element may start on the previous line.
  const start = text.lastIndexOf("\n", from - 2) + 1;
  const named = documentationNames(text, start, to).find((each) => each.offset === offset);
  if (!named) return undefined;
  const locals = documentedLocals(model, file, named);
  return locals.length > 0 ? { handles: [], locals, is: "" } : nothing("not a parameter of the documented symbol");
}

function crefMeaning(model: SemanticModel, file: SourceFile, cref: Cref, offset: number, word: string): Meaning {
  const own = crefParameter(file, cref, word);
  if (own) return { handles: [], locals: [own], is: "" };
  const meaning = bindCref(model, file, cref.value, offset - cref.start, offset);
  switch (meaning.is) {
    case "namespace":
      return namespaceMeaning(model, meaning.name);
    case "members":
      return declarations(meaning.members.flatMap((each) => handleOf(model, each)));
    case "type": {
      if (meaning.type.is !== "parameter") return typeMeaning(meaning.type);
      const locals = documentedLocals(model, file, { offset, name: word, isType: true });
      return locals.length > 0 ? { handles: [], locals, is: "" } : nothing("a name that the comment itself declares");
    }
    default:
      return nothing(meaning.is === "other" ? OUTSIDE : NOT_UNDERSTOOD);
  }
}

// Handles values.

function handlesOf(model: SemanticModel, value: BoundValue): SymbolHandle[] {
  switch (value.is) {
    case "group":
      return value.members.flatMap((each) => handleOf(model, each));
    case "value":
      return [
        ...(value.members ?? []).flatMap((each) => handleOf(model, each)),
        ...(value.ambiguous ? firstPart(value.type) : []),
      ];
    case "type":
      return firstPart(value.type);
    case "namespace":
      return namespaceHandles(model.store, value.name).slice(0, 1);
    default:
      return [];
  }
}

function handleOf({ store }: SemanticModel, { file, index }: Member): SymbolHandle[] {
  return store.ofFile(file.path).slice(index, index + 1);
}

function firstPart(type: TypeRef): SymbolHandle[] {
  return type.is === "type" ? type.type.parts.slice(0, 1).map(({ handle }) => handle) : [];
}

function describe(value: BoundValue): string {
  switch (value.is) {
    case "local":
      return ELEMENT;
    case "external":
      return OUTSIDE;
    case "namespace":
      return value.name === "" ? "the global namespace" : OUTSIDE;
    case "type":
      return value.type.is === "unknown" ? NOT_UNDERSTOOD : OUTSIDE;
    default:
      return NOT_UNDERSTOOD;
  }
}
