/**
 * Determines the types of C and C++ expressions, as far as member accesses require them. They come from written types
 * and from the values of locals.
 */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Meaning, NameResolver, ParsedFile } from "../uses-rules.ts";
import { declaredName } from "./c-names.ts";

/** A type in the workspace, with the place of its members, or a type that has no members in the workspace. */
type CType = { path: string; within: readonly string[]; node: LightNode | undefined; file: ParsedFile } | "external";

const MAX_STEPS = 12;
const TYPES = /^(?:struct|class|enum|type|interface)$/;
const CPLUSPLUS = /\.(?:cc|cpp|cxx|c\+\+|hh|hpp|hxx|h\+\+|ipp|inl|tcc)$/i;

/** Resolves names that have no receiver. */
export type BareNames = (file: ParsedFile, name: LightNode) => Promise<Meaning>;

export class CTypes {
  readonly #resolver: NameResolver;
  readonly #bare: BareNames;

  constructor(resolver: NameResolver, bare: BareNames) {
    this.#resolver = resolver;
    this.#bare = bare;
  }

  /** Returns the members of an expression with a name. */
  async member(file: ParsedFile, object: LightNode, name: string, depth = 0): Promise<Meaning> {
    const type = await this.#expression(object, file, depth);
    // `->` on a type of the standard library can lead to any other type.
    const isArrow = file.text
      .slice(object.end, object.end + 8)
      .trimStart()
      .startsWith("->");
    if (type === "external") return isArrow ? undefined : [];
    return type && (await this.#memberOf(type, name, depth));
  }

  /** Returns the member that a literal like `{ .x = 1 }` names. */
  async key(file: ParsedFile, name: LightNode): Promise<Meaning> {
    let at: LightNode | undefined = name;
    while (at && at.type !== "initializer_list") at = at.parent;
    const holder = at?.parent;
    const typed =
      holder?.type === "init_declarator"
        ? holder.parent
        : holder?.type === "compound_literal_expression"
          ? holder
          : undefined;
    const written = childOf(typed, "type");
    const type = written && (await this.#written(written, file, 0, declaredName(childOf(typed, "declarator"))));
    return type && type !== "external" ? await this.#memberOf(type, file.textOf(name), 0) : undefined;
  }

  async #memberOf(type: Exclude<CType, "external">, name: string, depth: number): Promise<Meaning> {
    const { within, node, file } = type;
    const around = within.join("/");
    // Other sources can have a type with the same name.
    const own = this.#resolver
      .declared(name, "c")
      .filter((each) => each.containers.join("/") === around && (each.path === type.path || !this.#isInBody(each)));
    if (own.length > 0) return own;
    const bases = node?.children.find(({ type }) => type === "base_class_clause")?.children ?? [];
    for (const each of bases) {
      if (each.type === "access_specifier") continue;
      const base = depth > MAX_STEPS ? undefined : await this.#written(each, file, depth + 1);
      const inherited = base && base !== "external" ? await this.#memberOf(base, name, depth + 1) : undefined;
      // A base outside the sources could have any member.
      if (!inherited || inherited.length > 0) return inherited;
    }
    // The specialization of a template could have other members.
    return node && this.#typeOf(within).length === 1 ? [] : undefined;
  }

  #isInBody({ path, nameLine, containers }: IndexedDeclaration): boolean {
    const [around, own] = [containers.slice(0, -1).join("/"), containers.at(-1)];
    return this.#resolver
      .declarationsOf(path)
      .some(
        (each) =>
          each.name === own &&
          each.startLine <= nameLine &&
          nameLine <= each.endLine &&
          each.containers.join("/") === around,
      );
  }

  async #expression(node: LightNode, file: ParsedFile, depth: number): Promise<CType | undefined> {
    if (depth > MAX_STEPS) return undefined;
    const of = async (field: string) => {
      const inner = childOf(node, field);
      return inner && (await this.#expression(inner, file, depth + 1));
    };
    switch (node.type) {
      case "identifier":
        return await this.#name(node, file, depth);
      case "this":
        return await this.classAround(node, file);
      case "parenthesized_expression": {
        const [inner] = node.children;
        return inner && (await this.#expression(inner, file, depth + 1));
      }
      case "pointer_expression":
      case "subscript_expression": {
        const inner = await of("argument");
        // Operators of classes are not resolved.
        return inner === "external" || CPLUSPLUS.test(file.path) ? undefined : inner;
      }
      case "type_descriptor":
        return await this.#written(node, file, depth + 1);
      case "assignment_expression":
        return await of("left");
      case "conditional_expression":
        return await of("consequence");
      case "cast_expression":
      case "compound_literal_expression":
      case "new_expression": {
        const written = childOf(node, "type");
        return written && (await this.#written(written, file, depth + 1));
      }
      case "field_expression": {
        const [object, name] = [childOf(node, "argument"), childOf(node, "field")];
        return object && name && this.#ofAll(await this.member(file, object, file.textOf(name), depth + 1), depth);
      }
      case "call_expression": {
        const called = childOf(node, "function");
        if (called?.type === "identifier") return this.#ofAll(await this.#bare(file, called), depth);
        const [object, name] = [childOf(called, "argument"), childOf(called, "field")];
        return object && name && this.#ofAll(await this.member(file, object, file.textOf(name), depth + 1), depth);
      }
      default:
        return undefined;
    }
  }

  async #name(node: LightNode, file: ParsedFile, depth: number): Promise<CType | undefined> {
    const binding = file.lookup(file.textOf(node), node);
    if (!binding) return this.#ofAll(await this.#bare(file, node), depth);
    const written = childOf(binding.by, "type");
    if (written?.type !== "placeholder_type_specifier")
      return written && (await this.#written(written, file, depth + 1, binding.name));
    let at: LightNode | undefined = binding.name;
    while (at && at.type !== "init_declarator" && at !== binding.by) at = at.parent;
    const value = at?.type === "init_declarator" ? childOf(at, "value") : undefined;
    return value && (await this.#expression(value, file, depth + 1));
  }

  /** Returns the type in the declarations of a symbol. */
  async #ofAll(meant: Meaning, depth: number): Promise<CType | undefined> {
    const [declaration] = meant ?? [];
    if (!declaration || depth > MAX_STEPS) return undefined;
    const file = await this.#resolver.file(declaration.path);
    const name = file?.place(declaration.name, file.lines.offset(declaration.nameLine, declaration.column));
    if (!file || !name) return undefined;
    if (/^(?:struct|class)$/.test(declaration.kind)) return this.#owner(declaration, name, file);
    for (let at = name.parent; at; at = at.parent) {
      const written = childOf(at, "type");
      if (written)
        return await this.#written(written, file, depth + 1, name, [...declaration.containers, declaration.name]);
    }
    return undefined;
  }

  #owner({ path, containers, name }: IndexedDeclaration, at: LightNode, file: ParsedFile): CType {
    const node = /_specifier$/.test(at.parent?.type ?? "") ? at.parent : undefined;
    const definition = childOf(at.parent, "type");
    return { path, within: [...containers, name], node: node ?? definition, file };
  }

  /**
   * Resolves a written type. `named` is the path of its declaration, which contains the members of an anonymous type.
   */
  async #written(
    node: LightNode,
    file: ParsedFile,
    depth: number,
    at?: LightNode,
    named?: readonly string[],
  ): Promise<CType | undefined> {
    if (depth > MAX_STEPS) return undefined;
    switch (node.type) {
      case "primitive_type":
      case "sized_type_specifier":
        return "external";
      case "struct_specifier":
      case "union_specifier":
      case "class_specifier": {
        const name = childOf(node, "name");
        if (name) return await this.#named(name, file, depth);
        return named && at ? { path: file.path, within: named, node, file } : undefined;
      }
      case "type_identifier":
        return await this.#named(node, file, depth);
      case "type_descriptor":
      case "template_type": {
        const inner = childOf(node, node.type === "template_type" ? "name" : "type");
        return inner && (await this.#written(inner, file, depth + 1));
      }
      case "qualified_identifier":
        return await this.#qualified(node, file, depth);
      default:
        return undefined;
    }
  }

  /** Resolves `A::B` if there is exactly one type B in an A. */
  async #qualified(node: LightNode, file: ParsedFile, depth: number): Promise<CType | undefined> {
    const parts = file.textOf(node).replace(/<.*>/gs, "").split("::");
    if (parts.includes("std")) return "external";
    const [around, name = ""] = parts.slice(-2);
    const types = this.#resolver
      .declared(name, "c")
      .filter(({ kind, containers }) => TYPES.test(kind) && containers.at(-1) === around);
    const [first] = types;
    return first && types.length === 1 ? await this.#ofAll([first], depth + 1) : undefined;
  }

  /** Returns true if a class has no base classes, so that all members are its own. */
  hasNoBases({ node }: Exclude<CType, "external">): boolean {
    return node !== undefined && !node.children.some(({ type }) => type === "base_class_clause");
  }

  async #named(name: LightNode, file: ParsedFile, depth: number): Promise<CType | undefined> {
    const meant = await this.#bare(file, name);
    if (meant?.length === 0) return file.lookup(file.textOf(name), name) ? undefined : "external";
    const types = meant?.filter(({ kind }) => TYPES.test(kind)) ?? [];
    const owner = types.find(({ kind }) => kind === "struct" || kind === "class");
    const [first] = owner ? [owner] : types;
    return first && (await this.#ofAll([first], depth + 1));
  }

  /** Returns the class to which a position belongs, for members that are defined inside or outside of it. */
  async classAround(node: LightNode, file: ParsedFile): Promise<CType | undefined> {
    for (let at = node.parent; at; at = at.parent) {
      if (!/^(?:class|struct)_specifier$|^function_definition$/.test(at.type)) continue;
      const name = at.type === "function_definition" ? functionName(at) : childOf(at, "name");
      const [own] = name ? this.#resolver.declaredAt(file, name) : [];
      if (!own) continue;
      const isType = at.type !== "function_definition";
      const within = isType ? [...own.containers, own.name] : own.containers;
      if (within.length === 0) return undefined;
      if (isType) return { path: own.path, within, node: at, file };
      const [of] = this.#typeOf(within);
      return of && (await this.#ofAll([of], 0));
    }
    return undefined;
  }

  #typeOf(within: readonly string[]): IndexedDeclaration[] {
    const around = within.slice(0, -1).join("/");
    return this.#resolver
      .declared(within.at(-1) ?? "", "c")
      .filter(({ kind, containers }) => /^(?:struct|class)$/.test(kind) && containers.join("/") === around);
  }
}

function functionName(node: LightNode): LightNode | undefined {
  for (let at = childOf(node, "declarator"); at; ) {
    if (at.children.length === 0) return at;
    at =
      childOf(at, "declarator") ??
      childOf(at, "name") ??
      at.children.find(({ type }) => /declarator$|identifier$/.test(type));
  }
  return undefined;
}
