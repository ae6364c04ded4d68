/**
 * Rules for names in C and C++. A scope, an include or a written type makes a use certain. Uses through overloads,
 * templates and macros may only be possible.
 */

import { around, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Meaning, NameResolver, ParsedFile, UsesRules } from "../uses-rules.ts";
import { CIncludes } from "./c-includes.ts";
import { bind, isArgumentOfLocal, isTag, kindOf, roleOf, SCOPES } from "./c-names.ts";
import { argumentsAt, isFunction, takes } from "./c-parameters.ts";
import { CSymbols, generalKind, isHeader, isPrivate, isSpecialized, isStatic } from "./c-symbols.ts";
import { CTypes } from "./c-types.ts";

const BASES = new Set(["base_class_clause"]);
const TAGS = /^(?:struct|class|enum)$/;
const TYPES = /^(?:struct|class|enum|type|macro|namespace|interface)$/;

export function cUses(resolver: NameResolver): UsesRules {
  const includes = new CIncludes(resolver);
  const types: CTypes = new CTypes(resolver, bare);
  const symbols = new CSymbols(resolver, includes);

  /**
   * Returns the only symbol that a name can refer to, with all its declarations. Among overloads, this is the one with
   * the right number of parameters.
   */
  async function chosen(meant: Meaning, node: LightNode, file: ParsedFile): Promise<Meaning> {
    if (!meant || meant.length === 0) return meant;
    const templates = meant.filter((each) => !isSpecialized(each));
    const { line } = file.lines.at(node.start);
    const isInside = ({ path, startLine, endLine }: IndexedDeclaration) =>
      path === file.path && startLine < line && line <= endLine;
    if (templates.length === 0 || meant.some((each) => isSpecialized(each) && isInside(each))) return undefined;
    const all = await symbols.symbolsOf(templates);
    const count = argumentsAt(node);
    // If headers for several platforms or several definitions of a macro are found, only one of them is used.
    if (!all.flat().every(isFunction) && hasTwins(all)) return undefined;
    if (!all.flat().every(isFunction) || (count === undefined && all.length === 1)) return all.flat();
    const fitting = count === undefined ? [] : all.filter((parts) => takes(parts, count));
    return fitting.length === 1 ? fitting[0] : undefined;
  }

  async function bare(file: ParsedFile, node: LightNode): Promise<Meaning> {
    const text = file.textOf(node);
    // In the tree, a word in a masked macro has no receiver.
    if (node.type === "word" && /(?:\.|->|::)\s*$/.test(file.text.slice(Math.max(0, node.start - 20), node.start)))
      return undefined;
    // A value does not hide a name before `::`, and a parameter does not hide the member that a constructor
    // initializes.
    const isHidden =
      node.type === "namespace_identifier" ||
      (node.parent?.type === "field_initializer" && node.type === "field_identifier");
    const binding = isHidden ? undefined : file.lookup(text, node);
    if (binding) return resolver.declaredAt(file, binding.name);
    const all = resolver.declared(text, "c").filter((each) => each.kind !== "constructor" && fits(each, node, file));
    if (all.length === 0) return [];
    const sight = await includes.seenFrom(file.path);
    const seen = all.filter(({ path }) => sight.has(path));
    const reached = nearest(seen, pathAround(node, file, resolver));
    const inBody = reached.filter((each) => isInBodyOf(symbols.classAround(each), each.path, node, file));
    const near = inBody.length > 0 ? inBody : reached;
    const [first] = near;
    if (!first) return seen.length === 0 ? await opaque(file, node, all) : undefined;
    // A base of the enclosing class might have a member with the name.
    const inClass = around(node, BASES) ? undefined : await types.classAround(node, file);
    if (
      inClass &&
      inClass !== "external" &&
      scopeOf(first).length < inClass.within.length &&
      !types.hasNoBases(inClass)
    )
      return undefined;
    const own = near.filter((each) => each.path === file.path && isStatic(each));
    if (own.length > 0 && near.some(({ kind }) => kind === "macro")) return undefined;
    if (node.type === "word" && !near.every(({ kind }) => kind === "macro")) return undefined;
    return await chosen(sameKind(own.length > 0 ? own : near), node, file);
  }

  /**
   * Resolves a type that another source defines and that a header declares with `struct A;`. Both files have to see the
   * header.
   */
  async function opaque(file: ParsedFile, node: LightNode, all: readonly IndexedDeclaration[]): Promise<Meaning> {
    if (!all.every(isPrivate)) return undefined;
    const reached = all.filter(({ kind }) => TAGS.test(kind));
    const types = nearest(reached, pathAround(node, file, resolver));
    const naming = new Set(resolver.filesWith(file.textOf(node)));
    const sight = [...(await includes.seenFrom(file.path))].filter((path) => naming.has(path) && isHeader(path));
    const sights = await Promise.all(types.map(({ path }) => includes.seenFrom(path)));
    return types.filter((_, at) => sight.some((path) => sights[at]?.has(path)));
  }

  return {
    names: new Set(["identifier", "type_identifier", "field_identifier", "namespace_identifier"]),
    scopes: SCOPES,
    bind,
    roleOf,
    kindOf,
    meanings: {
      bare,
      imported: async () => undefined,
      unbound: async () => undefined,
      key: (file, name) => types.key(file, name),
      async member(file, object, name) {
        if (object.parent?.type === "qualified_identifier")
          return await chosen(
            qualified(file.textOf(object), file.textOf(name), resolver)?.filter((each) => fits(each, name, file)),
            name,
            file,
          );
        return await chosen(await types.member(file, object, file.textOf(name)), name, file);
      },
      mayRename: (targets) => targets.some(({ kind }) => kind === "macro"),
      implemented: (declaration) => symbols.partsOf(declaration),
      fits: () => true,
    },
    hasOtherWords: true,
    isPackage: false,
  };
}

/** Returns the names that enclose a declaration. Those of an enum are visible around it. */
function scopeOf({ containers, kind }: IndexedDeclaration): readonly string[] {
  return kind === "enumMember" ? containers.slice(0, -1) : containers;
}

/** Returns the declarations in the innermost of the namespaces and classes around a position. */
function nearest(seen: readonly IndexedDeclaration[], path: readonly string[]): readonly IndexedDeclaration[] {
  const reached = seen.filter((each) => scopeOf(each).every((name, at) => name === path[at]));
  const depth = Math.max(...reached.map((each) => scopeOf(each).length));
  return reached.filter((each) => scopeOf(each).length === depth);
}

/** Returns the namespaces and classes around a position. */
function pathAround(node: LightNode, file: ParsedFile, resolver: NameResolver): readonly string[] {
  const { line } = file.lines.at(node.start);
  let best: IndexedDeclaration | undefined;
  // The result type of a function is not in the class of its name.
  const isBefore = (each: IndexedDeclaration) =>
    isFunction(each) && node.start < (file.lines.offset(each.nameLine, each.column) ?? 0);
  for (const each of resolver.declarationsOf(file.path))
    if (
      each.startLine <= line &&
      line <= each.endLine &&
      !isBefore(each) &&
      (!best || each.containers.length >= best.containers.length)
    )
      best = each;
  return best ? [...best.containers, best.name] : [];
}

/** Resolves `A::b` to b in A, whatever encloses A. */
function qualified(scope: string, name: string, resolver: NameResolver): Meaning {
  const last = scope.replace(/<.*$/s, "").trim();
  if (/^std\b/.test(scope)) return [];
  const all = resolver.declared(name, "c");
  const isInline = (each: string) =>
    resolver.declared(each, "c").some(({ kind, signature }) => kind === "namespace" && signature.startsWith("inline"));
  const found = all.filter(({ containers }) => {
    const at = containers.lastIndexOf(last);
    return at >= 0 && containers.slice(at + 1).every(isInline);
  });
  const paths = new Set(found.map(({ containers }) => containers.join("/")));
  // A macro may open the namespace.
  const isHidden = all.some((each) => each.containers.length === 0 && isHeader(each.path) && each.kind !== "macro");
  return found.length === 0 || paths.size > 1 || isHidden ? undefined : found;
}

/**
 * Returns undefined if the declarations are of different kinds, such as a function and a macro with the same name. In
 * that case, it is not known which is used.
 */
function sameKind(found: readonly IndexedDeclaration[]): Meaning {
  const kinds = new Set(found.map(generalKind));
  return kinds.size === 1 || [...kinds].every((kind) => TAGS.test(kind) || kind === "type") ? found : undefined;
}

/** In C, a plain name does not refer to a tag, and a written type does not refer to a value. */
function fits({ kind }: IndexedDeclaration, node: LightNode, file: ParsedFile): boolean {
  if (isTag(node)) return TAGS.test(kind);
  if (node.type === "namespace_identifier") return TYPES.test(kind);
  if (node.type === "type_identifier" && !isArgument(node)) return TYPES.test(kind) && kind !== "namespace";
  return !/\.c$/i.test(file.path) || !TAGS.test(kind);
}

function isInBodyOf(body: IndexedDeclaration | undefined, path: string, node: LightNode, file: ParsedFile): boolean {
  const { line } = file.lines.at(node.start);
  return body !== undefined && path === file.path && body.startLine <= line && line <= body.endLine;
}

/** Returns true if several symbols have the same kind. A type can have the same name as its struct. */
function hasTwins(symbols: readonly (readonly IndexedDeclaration[])[]): boolean {
  const kinds = symbols.map(([first]) => (first && TAGS.test(first.kind) ? "tag" : first?.kind));
  return new Set(kinds).size < kinds.length;
}

/** Returns true if a name can be a value although the grammar reads it as a type. */
function isArgument(node: LightNode): boolean {
  let at = node;
  while (at.parent?.type === "qualified_identifier" && at.field === "name") at = at.parent;
  if (at.parent?.type === "type_descriptor") return at.parent.parent?.type === "template_argument_list";
  return isArgumentOfLocal(node);
}
