/** Finds all places that a new name for a declaration changes, and the reasons against the change. */
import { JigError, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { LightNode } from "../../grammar/light-tree.ts";
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import { languageOf } from "../../outline/languages.ts";
import { findUses, meaningAt, type Use } from "../../uses/find-uses.ts";
import type { Resolver } from "../../uses/resolver.ts";
import type { ScopedFile } from "../../uses/scoped-file.ts";
import { canName, familyOfFile } from "../../uses/uses-languages.ts";
import type { RenameRequest } from "../ask-index.ts";
import { findSymbols } from "../find-symbols.ts";
import { parseNamePath } from "../name-path.ts";
import type { RefsParts } from "../refs-query.ts";
import { suggestSymbols } from "../suggest-symbols.ts";
import { embeddedNames } from "./embedded-names.ts";
import { type MemberFamily, memberFamily } from "./inherited-names.ts";
import { localPlaces } from "./local-places.ts";
import { takenPlaces } from "./name-taken.ts";
import { isCalledByName, refusedName } from "./new-name.ts";
import { otherWords } from "./other-words.ts";
import { ownerOf } from "./owner-types.ts";
import type { RenameNote, RenamePlace, RenameSet } from "./rename-plan.ts";

const CALLABLE = /^(?:method|function|constructor|property)$/;

export async function renameAnswer(request: RenameRequest, parts: RefsParts): Promise<JsonObject> {
  const { name, file, ...lists } = await renameSet(request, parts);
  const rows = (all: readonly (RenameNote | RenamePlace)[]) => all.map((each) => ({ ...each }));
  return {
    name,
    places: rows(lists.places),
    possible: rows(lists.possible),
    conflicts: rows(lists.conflicts),
    doubts: rows(lists.doubts),
    words: rows(lists.words),
    ...(file ? { file: { ...file } } : {}),
  };
}

async function renameSet(request: RenameRequest, parts: RefsParts): Promise<RenameSet> {
  const { resolver } = parts;
  const { at } = request;
  if (!at) return await setOf(oneSymbol(named(request, parts), parts), request, resolver);
  const file = await resolver.file(at.path);
  const node = file?.nameAt(file.lines.offset(at.line, at.column) ?? 0);
  if (!file || !node)
    throw new JigError("SYMBOL_NOT_FOUND", `There is no name at ${parts.display(at.path)}:${at.line}:${at.column}`, {
      hint: "Lines and columns are counted from 1; code_outline lists those of declarations",
    });
  const meant = await meaningAt(node, file, resolver);
  if (meant && meant.length > 0) {
    if (meant.some(({ name }) => name !== file.textOf(node)))
      throw refused("this place uses another name for it", "Pass the location of the declaration, or its own name");
    return await setOf(oneSymbol(meant, parts), request, resolver);
  }
  return await localSet(file, node, request.to, resolver);
}

function named({ name, within }: RenameRequest, { resolver, paths, display }: RefsParts): IndexedDeclaration[] {
  const query = parseNamePath(name);
  const inScope = (path: string) => within === undefined || path === within || path.startsWith(`${within}/`);
  const found = findSymbols(resolver.index, { query, exact: true, kinds: [], display, inScope });
  if (found.length > 0) return found;
  const near = suggestSymbols(resolver.index, query, paths, display);
  throw new JigError("SYMBOL_NOT_FOUND", `Nothing here declares ${JSON.stringify(name)}`, {
    hint: near.length > 0 ? `Did you mean ${near.join(", ")}?` : "Pass a local by its location: at",
  });
}

/**
 * Returns the declarations of a single symbol, such as overloads and prototypes. Throws an error if several symbols
 * have the name.
 */
function oneSymbol(found: readonly IndexedDeclaration[], { resolver, paths }: RefsParts): IndexedDeclaration[] {
  const ofTypes = found.map((each) => (each.kind === "constructor" ? (ownerOf(each, resolver) ?? each) : each));
  const [first] = ofTypes;
  if (!first) throw refused("it declares nothing", "Pass the name of a declaration");
  if (/^(?:module|namespace|package)$/.test(first.kind))
    throw refused(
      `${first.name} is a ${first.kind}, which shares its name with its files and folders`,
      "Move those by hand",
    );
  const isSame = (each: IndexedDeclaration) =>
    each.containers.join("/") === first.containers.join("/") &&
    (each.path === first.path || (familyOfFile(each.path) === "c" && isLinked(each) && isLinked(first)));
  // A class and its constructors are the same symbol.
  const isMaker = (each: IndexedDeclaration) => each.path === first.path && each.containers.at(-1) === first.name;
  const others = ofTypes.filter((each) => !isSame(each) && !isMaker(each));
  if (others.length > 0) {
    const candidates = [...new Set([first, ...others].map((each) => paths.of(each)))];
    throw new JigError("SYMBOL_AMBIGUOUS", `${candidates.length} declarations are called ${first.name}`, {
      hint: `Name one: ${candidates.slice(0, 5).join(", ")}${candidates.length > 5 ? " …" : ""}`,
      details: { candidates },
    });
  }
  const all = resolver
    .declared(first.name)
    .filter((each) => canName(languageOf(each.path)?.id ?? "", languageOf(first.path)?.id ?? ""));
  return all.filter((each) => isSame(each) || (isMaker(each) && each.kind === "constructor"));
}

function isLinked({ kind, signature, containers }: IndexedDeclaration): boolean {
  return containers.length === 0 && /^(?:function|variable|constant)$/.test(kind) && !/\bstatic\b/.test(signature);
}

async function setOf(
  own: readonly IndexedDeclaration[],
  { to, isWide = false }: RenameRequest,
  resolver: Resolver,
): Promise<RenameSet> {
  const [first] = own;
  if (!first) throw refused("it declares nothing", "Pass the name of a declaration");
  const { name } = first;
  const language = languageOf(first.path)?.id ?? "";
  const set = startSet(name, to, language);
  // In Rust, a type inside a trait or an impl is a member of it.
  const isType =
    /^(?:class|interface|struct|enum|type)$/.test(first.kind) && !(language === "rust" && first.kind === "type");
  const isMember = ownerOf(first, resolver) !== undefined && !isType;
  const alone: MemberFamily = { members: [...own], owners: [], bases: [], conflicts: [], doubts: [] };
  const family = isMember ? await memberFamily(own, resolver, isWide) : alone;
  const placeOf = (each: Pick<IndexedDeclaration, "path" | "nameLine" | "column">) => ({
    path: each.path,
    line: each.nameLine,
    column: each.column,
  });
  for (const list of ["conflicts", "doubts"] as const)
    set[list].push(...family[list].map(({ why, at }) => ({ why, ...(at ? placeOf(at) : {}) })));
  if (isCalledByName(name, language) && (isMember ? CALLABLE.test(first.kind) : name === "main"))
    (language === "go" && isMember ? set.doubts : set.conflicts).push({
      why: `${name} is called by name from outside the sources`,
      ...placeOf(first),
    });
  const { uses, unread } = await findUses(family.members, resolver);
  if (family.members.some(isOfCpp) || uses.some(({ path }) => languageOf(path)?.id === "cpp")) throw refusedCpp();
  for (const path of unread) set.conflicts.push({ path, why: "the file could not be read" });
  const nodes = new Map<string, LightNode[]>();
  for (const use of uses) {
    if (use.name !== name) continue;
    if (use.certainty === "possible") set.possible.push({ ...noteOf(use), why: "may refer to another symbol" });
    else await addUse(use, { set, to, isMember, resolver, nodes });
  }
  const embedded = await embeddedNames(first, to, uses, resolver);
  set.places.push(...embedded.places.map((each) => ({ ...each, text: to })));
  set.possible.push(...embedded.possible);
  set.conflicts.push(...embedded.conflicts);
  for (const each of family.members)
    if (!uses.some((use) => use.path === each.path && use.line === each.nameLine && use.column === each.column))
      set.conflicts.push({ ...placeOf(each), why: "the name of this declaration was not found" });
  set.conflicts.push(
    ...(await takenPlaces({
      targets: family.members,
      owners: [...family.owners, ...family.bases],
      isMember,
      to,
      nodes,
      resolver,
    })),
  );
  if (familyOfFile(first.path) === "go") {
    const isExported = (word: string) => /^\p{Lu}/u.test(word);
    const folder = (path: string) => path.slice(0, path.lastIndexOf("/"));
    const outside = uses.find(({ path }) => folder(path) !== folder(first.path));
    if (outside && isExported(name) !== isExported(to))
      set.conflicts.push({ ...noteOf(outside), why: `${to} is not visible in other packages` });
  }
  const words = await otherWords(name, language, resolver);
  set.words.push(...words.texts);
  set.possible.push(...words.unknown);
  const file = fileOf(family.members, name, to);
  return file ? { ...set, file } : set;
}

/** A public type in Java must be in a file with its name. */
function fileOf(members: readonly IndexedDeclaration[], name: string, to: string): RenameSet["file"] {
  const type = members.find((each) => each.containers.length === 0 && each.path.endsWith(`/${name}.java`));
  return type && { from: type.path, to: `${type.path.slice(0, -`${name}.java`.length)}${to}.java` };
}

function startSet(name: string, to: string, language: string): RenameSet {
  if (name === to)
    throw new JigError("INVALID_ARGUMENT", `It is already called ${name}`, { hint: '"to" is the new name' });
  if (name === "_" && language === "go") throw refused("_ discards a value", "Write a name instead");
  const wrong = refusedName(to.replace(/^#/, name.startsWith("#") ? "" : "#"), language);
  if (wrong !== undefined || to.startsWith("#") !== name.startsWith("#"))
    throw new JigError("INVALID_ARGUMENT", wrong ?? `${to} is not a valid name here`, {
      hint: "Pass a name that is valid in this language",
    });
  return { name, places: [], possible: [], conflicts: [], doubts: [], words: [] };
}

interface Adding {
  set: RenameSet;
  to: string;
  isMember: boolean;
  resolver: Resolver;
  nodes: Map<string, LightNode[]>;
}

async function addUse(use: Use, { set, to, isMember, resolver, nodes }: Adding): Promise<void> {
  const { path, line, column, name } = use;
  const file = await resolver.file(path);
  const node = file?.place(name, file.lines.offset(line, column));
  if (!file || !node) {
    // Words in macros do not have a node of their own.
    set.possible.push({ ...noteOf(use), why: "is not a separate name in the syntax tree" });
    return;
  }
  nodes.set(path, [...(nodes.get(path) ?? []), node]);
  const role = file.rules.roleOf(node, file);
  if (role.is !== "shorthand" || file.rules.isExportedKey?.(node, file)) {
    set.places.push({ path, line, column, text: to });
    return;
  }
  const isKey =
    isMember && !(await resolver.bare(file, node))?.some((each) => use.targets.some((one) => isSamePlace(one, each)));
  if (/\b(?:ref|mut)\s+$/.test(file.text.slice(Math.max(0, node.start - 8), node.start)))
    set.conflicts.push({ ...noteOf(use), why: "a pattern binds it by reference: write its field first" });
  set.places.push({ path, line, column, text: isKey ? `${to}: ${name}` : `${name}: ${to}` });
}

async function localSet(file: ScopedFile, node: LightNode, to: string, resolver: Resolver): Promise<RenameSet> {
  if (languageOf(file.path)?.id === "cpp") throw refusedCpp();
  const name = file.textOf(node);
  const set = startSet(name, to, languageOf(file.path)?.id ?? "");
  const found = await localPlaces(file, node, to, resolver);
  if (!found)
    throw refused(
      `it is uncertain what this ${name} refers to`,
      "code_refs_find at this location lists all places with the name",
    );
  set.conflicts.push(...found.conflicts);
  set.possible.push(...found.possible);
  for (const each of found.nodes) {
    const { line, column } = file.lines.at(each.start);
    const isShort = file.rules.roleOf(each, file).is === "shorthand";
    set.places.push({ path: file.path, line, column, text: isShort ? `${name}: ${to}` : to });
  }
  return set;
}

export function noteOf({ path, line, column, text }: Use): Omit<RenameNote, "why"> {
  return { path, line, column, text };
}

/** Headers of C and C++ have the same extension. */
function isOfCpp({ path, kind, containers }: IndexedDeclaration): boolean {
  if (languageOf(path)?.id === "cpp") return true;
  const isInside = containers.length > 0 && kind === "function";
  return familyOfFile(path) === "c" && (isInside || /^(?:class|method|constructor)$/.test(kind));
}

function refusedCpp(): JigError {
  return refused(
    "C++ code declares or uses it, and only a compiler resolves C++ templates and overloads",
    "jig refs lists the uses; clangd renames C++",
  );
}

function refused(why: string, hint: string): JigError {
  return new JigError("CHANGE_REFUSED", `Not renamed: ${why}`, { hint });
}
