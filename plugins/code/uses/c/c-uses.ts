/**
 * How names work in C and C++. A scope, an include or a written type makes a use certain; overloads, templates and macros
 * leave it possible.
 */

import { around, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import { languageOf } from "../../outline/languages.ts";
import type { Meaning, NameResolver, ParsedFile, UsesRules } from "../uses-rules.ts";
import { CIncludes } from "./c-includes.ts";
import { bind, isTag, kindOf, roleOf, SCOPES } from "./c-names.ts";
import { CTypes } from "./c-types.ts";

const BASES = new Set(["base_class_clause"]);
const TAGS = /^(?:struct|class|enum)$/;
const TYPES = /^(?:struct|class|enum|type|macro|namespace|interface)$/;
const LINKED = /^(?:function|variable|constant)$/;

export function cUses(resolver: NameResolver): UsesRules {
  const includes = new CIncludes(resolver);
  const types: CTypes = new CTypes(resolver, bare);

  async function bare(file: ParsedFile, node: LightNode): Promise<Meaning> {
    const text = file.textOf(node);
    const binding = file.lookup(text, node);
    if (binding) return resolver.declaredAt(file, binding.name);
    const all = resolver.declared(text).filter((each) => isOfC(each) && fits(each, node, file));
    if (all.length === 0) return [];
    const sight = await includes.seenFrom(file.path);
    const seen = all.filter(({ path }) => sight.has(path));
    const near = nearest(seen, pathAround(node, file, resolver));
    const [first] = near;
    if (!first) return seen.length === 0 && all.every((each) => isPrivate(each)) ? [] : undefined;
    // A base of the class around may have a member of the name.
    const inClass = around(node, BASES) ? undefined : types.classAround(node, file);
    if (
      inClass &&
      inClass !== "external" &&
      scopeOf(first).length < inClass.within.length &&
      !types.hasNoBases(inClass)
    )
      return undefined;
    const own = near.filter((each) => each.path === file.path && isStatic(each));
    if (own.length > 0 && own.length === near.length) return sameKind(own);
    if (node.type === "word" && !near.every(({ kind }) => kind === "macro")) return undefined;
    const meant = linked(sameKind(own.length > 0 ? own : near), all);
    return meant && isOverloaded(meant) ? undefined : meant;
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
          return qualified(file.textOf(object), file.textOf(name), resolver);
        const meant = await types.member(file, object, file.textOf(name));
        return meant && isOverloaded(meant) ? undefined : meant;
      },
      fits: () => true,
    },
    hasOtherWords: true,
    isPackage: false,
  };
}

/** The names around a declaration; those of an enum are seen around it. */
function scopeOf({ containers, kind }: IndexedDeclaration): readonly string[] {
  return kind === "enumMember" ? containers.slice(0, -1) : containers;
}

/** Declarations of the innermost of the namespaces and classes around a place. */
function nearest(seen: readonly IndexedDeclaration[], path: readonly string[]): readonly IndexedDeclaration[] {
  const reached = seen.filter((each) => scopeOf(each).every((name, at) => name === path[at]));
  const depth = Math.max(...reached.map((each) => scopeOf(each).length));
  return reached.filter((each) => scopeOf(each).length === depth);
}

/** The namespaces and classes around a place. */
function pathAround(node: LightNode, file: ParsedFile, resolver: NameResolver): readonly string[] {
  const { line } = file.lines.at(node.start);
  let best: IndexedDeclaration | undefined;
  for (const each of resolver.declarationsOf(file.path))
    if (each.startLine <= line && line <= each.endLine && (!best || each.containers.length >= best.containers.length))
      best = each;
  return best ? [...best.containers, best.name] : [];
}

/** `A::b`: b in A, whatever is around A. */
function qualified(scope: string, name: string, resolver: NameResolver): Meaning {
  const last = scope.replace(/<.*$/s, "").trim();
  if (/^std\b/.test(scope)) return [];
  const found = resolver.declared(name).filter((each) => isOfC(each) && each.containers.at(-1) === last);
  const paths = new Set(found.map(({ containers }) => containers.join("/")));
  return found.length === 0 || paths.size > 1 || isOverloaded(found) ? undefined : found;
}

/** Several functions with other parameters, of which the arguments choose. */
function isOverloaded(meant: readonly IndexedDeclaration[]): boolean {
  const parameters = meant
    .filter(({ kind }) => /function|method|constructor/.test(kind))
    .map(({ signature }) => {
      const list = /\(([^)]*)\)/.exec(signature)?.[1] ?? "";
      return list
        .replace(/\s+/g, "")
        .replace(/=[^,]*/g, "")
        .split(",").length;
    });
  return new Set(parameters).size > 1;
}

/** Without those of another kind, such as a function that a macro of its name hides: which is meant is not known. */
function sameKind(found: readonly IndexedDeclaration[]): Meaning {
  const kinds = new Set(found.map(({ kind }) => kind));
  return kinds.size === 1 || [...kinds].every((kind) => TAGS.test(kind) || kind === "type") ? found : undefined;
}

/** Adds the definition to the declaration in a header, if there is one. */
function linked(found: Meaning, all: readonly IndexedDeclaration[]): Meaning {
  const [first] = found ?? [];
  if (!found || !first || !LINKED.test(first.kind)) return found;
  const others = all.filter((each) => each.kind === first.kind && !found.includes(each) && !isPrivate(each));
  const files = new Set(others.filter(({ path }) => !isHeader(path)).map(({ path }) => path));
  return files.size > 1 ? found : [...found, ...others];
}

function isOfC({ path }: IndexedDeclaration): boolean {
  return /^(?:c|cpp)$/.test(languageOf(path)?.id ?? "");
}

function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tcc)$/i.test(path);
}

function isStatic({ signature }: IndexedDeclaration): boolean {
  return /^(?:[A-Z_]+\s+|inline\s+)*static\b/.test(signature);
}

/** Seen in its own file alone. */
function isPrivate(each: IndexedDeclaration): boolean {
  return !isHeader(each.path) && (isStatic(each) || !LINKED.test(each.kind));
}

/** A bare name of C means no tag, and a written type no value. */
function fits({ kind }: IndexedDeclaration, node: LightNode, file: ParsedFile): boolean {
  if (isTag(node)) return TAGS.test(kind);
  if (/^(?:type|namespace)_identifier$/.test(node.type)) return TYPES.test(kind);
  return !/\.c$/i.test(file.path) || !/^(?:struct|class|enum|type|interface)$/.test(kind);
}
