/** Resolves Java types across the files of a workspace by package and import, along with their members and bases. */

import { childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { Meaning, NameResolver, ParsedFile } from "../uses-rules.ts";
import { importsOf, packageOf, partsOf } from "./java-imports.ts";
import { TYPE_DECLARATIONS } from "./java-names.ts";
import { parameterTypes, takes } from "./java-signatures.ts";

/** A type with its type arguments. A type outside the sources has no declaration. */
export interface JavaType {
  of: IndexedDeclaration | undefined;
  args: readonly (JavaType | undefined)[];
  /** The name of a type outside the sources. */
  name?: string;
}

export type Arguments = ReadonlyMap<LightNode, JavaType | undefined>;

export const NO_ARGUMENTS: Arguments = new Map();
const MAX_STEPS = 12;
const TYPES = /^(?:class|interface|enum)$/;

export type Wanted = "type" | "method" | "field";

/** The members with a name. `isKnown` is false if a base outside the sources may have one. */
export interface Members {
  found: readonly IndexedDeclaration[];
  isKnown: boolean;
  /** The type that declares them, with the type arguments from the receiver. */
  owner?: JavaType;
}

const NONE: Members = { found: [], isKnown: true };

export class JavaTypes {
  readonly #resolver: NameResolver;
  readonly #bases = new Map<string, readonly (JavaType | undefined)[]>();
  /** Types whose bases are currently being resolved. If a type depends on itself, its bases are unknown. */
  readonly #open = new Set<string>();
  readonly #packages = new Map<string, readonly string[]>();

  constructor(resolver: NameResolver) {
    this.#resolver = resolver;
  }

  async node(of: IndexedDeclaration): Promise<{ node: LightNode; name: LightNode; file: ParsedFile } | undefined> {
    const file = await this.#resolver.file(of.path);
    const offset = file?.lines.offset(of.nameLine, of.column);
    const name = file?.place(of.name, offset);
    return file && name?.parent ? { node: name.parent, name, file } : undefined;
  }

  /** Returns the declarations of the types around a node, innermost first. */
  around(node: LightNode | undefined, file: ParsedFile): IndexedDeclaration[] {
    const found: IndexedDeclaration[] = [];
    let below: LightNode | undefined;
    for (let at = node; at; below = at, at = at.parent) {
      // The members of a type are not visible in its head.
      if (!TYPE_DECLARATIONS.has(at.type) || (below && below.field !== "body")) continue;
      const name = childOf(at, "name");
      const [own] = name ? this.#resolver.declaredAt(file, name) : [];
      if (own) found.push(own);
    }
    return found;
  }

  /**
   * Returns the type that a name refers to. The result is empty for a type parameter and for a type outside the
   * sources.
   */
  async named(name: string, file: ParsedFile, at: LightNode, depth = 0): Promise<Meaning> {
    if (depth > MAX_STEPS) return undefined;
    let isKnown = true;
    for (const each of this.around(at, file)) {
      if (each.name === name) return [each];
      const inner = await this.members({ of: each, args: [] }, name, "type", depth + 1);
      if (inner.found.length > 0) return inner.found;
      isKnown &&= inner.isKnown;
    }
    const own = this.#top(file.path, name);
    if (own.length > 0) return own;
    const imports = importsOf(file);
    const single = imports.find((each) => !each.all && each.path.at(-1) === name);
    if (single) return await this.qualified(single.path, file);
    const near = this.#inPackage(packageOf(file), file.path, name);
    if (near.length > 0) return near;
    for (const { path, all } of imports) {
      if (!all) continue;
      const found = this.#inPackage(path, file.path, name);
      if (found.length > 0) return found;
      const outer = (await this.qualified(path, file)) ?? [];
      for (const of of outer) {
        const inner = await this.members({ of, args: [] }, name, "type", depth + 1);
        if (inner.found.length > 0) return inner.found;
      }
    }
    // A base outside the sources might have a type with that name.
    return isKnown || !this.#isDeclared(name) ? [] : undefined;
  }

  #isDeclared(name: string): boolean {
    return this.#resolver.declared(name, "java").some(({ kind }) => TYPES.test(kind));
  }

  /** Resolves `a.b.C` or `a.b.C.D`. The result is empty if the sources do not declare it. */
  async qualified(path: readonly string[], file: ParsedFile): Promise<Meaning> {
    for (let at = path.length - 1; at >= 0; at--) {
      let types = this.#inPackage(path.slice(0, at), file.path, path[at] ?? "");
      for (const inner of path.slice(at + 1)) {
        const [of] = types;
        types = of ? [...(await this.members({ of, args: [] }, inner, "type", 1)).found] : [];
      }
      if (types.length > 0) return types;
    }
    return [];
  }

  #top(path: string, name: string): IndexedDeclaration[] {
    return this.#resolver
      .declarationsOf(path)
      .filter((each) => each.name === name && each.containers.length === 0 && TYPES.test(each.kind));
  }

  /** Returns the types in a package. Those in the nearest source tree come first. */
  #inPackage(parts: readonly string[], from: string, name: string): IndexedDeclaration[] {
    const own = from.slice(0, from.lastIndexOf("/"));
    if (parts.length === 0) return this.#ofFolder(own, name);
    const key = parts.join("/");
    let folders = this.#packages.get(key);
    if (!folders) {
      folders = [...this.#resolver.folders.keys()].filter((folder) => folder.endsWith(`/${key}`));
      this.#packages.set(key, folders);
    }
    const near = own.endsWith(`/${key}`) ? this.#ofFolder(own, name) : [];
    if (near.length > 0) return near;
    const all = folders.map((folder) => ({ shared: sharedLength(folder, from), found: this.#ofFolder(folder, name) }));
    const found = all.filter((each) => each.found.length > 0).sort((a, b) => b.shared - a.shared);
    return found[0]?.found ?? [];
  }

  #ofFolder(folder: string, name: string): IndexedDeclaration[] {
    const files = (this.#resolver.folders.get(folder) ?? []).filter((path) => path.endsWith(".java"));
    return files.flatMap((path) => this.#top(path, name));
  }

  /** Resolves a written type. */
  async written(
    node: LightNode | undefined,
    file: ParsedFile,
    given: Arguments,
    depth: number,
  ): Promise<JavaType | undefined> {
    if (!node || depth > MAX_STEPS) return undefined;
    switch (node.type) {
      case "type_identifier":
      case "identifier": {
        const text = file.textOf(node);
        const binding = file.lookup(text, node);
        if (binding?.by.type === "type_parameter") {
          if (given.has(binding.by)) return given.get(binding.by);
          const bound = binding.by.children.find(({ type }) => type === "type_bound")?.children[0];
          return await this.written(bound, file, given, depth + 1);
        }
        return typeOf(await this.named(text, file, node, depth + 1), text);
      }
      case "generic_type": {
        const outer = await this.written(node.children[0], file, given, depth + 1);
        const list = node.children.find(({ type }) => type === "type_arguments")?.children ?? [];
        const args = await Promise.all(list.map((each) => this.written(each, file, given, depth + 1)));
        return outer && { ...outer, args };
      }
      case "wildcard":
        return await this.written(node.children.at(-1), file, given, depth + 1);
      case "annotated_type":
        return await this.written(node.children.at(-1), file, given, depth + 1);
      case "array_type": {
        const element = await this.written(childOf(node, "element"), file, given, depth + 1);
        return { of: undefined, args: [element] };
      }
      case "scoped_type_identifier": {
        const first = node.children[0];
        const name = node.children.at(-1);
        const outer = await this.written(first, file, given, depth + 1);
        if (outer?.of && name) {
          const inner = await this.members(outer, file.textOf(name), "type", depth + 1);
          return inner.isKnown || inner.found.length > 0 ? typeOf(inner.found) : undefined;
        }
        const path = partsOf(node, file);
        return path && typeOf(await this.qualified(path, file));
      }
      case "integral_type":
      case "floating_point_type":
      case "boolean_type":
      case "void_type":
        return { of: undefined, args: [], name: file.textOf(node) };
      default:
        return undefined;
    }
  }

  /** Returns the arguments for the type parameters of a type. */
  async argumentsOf(type: JavaType): Promise<Arguments> {
    const found = type.of && type.args.length > 0 ? await this.node(type.of) : undefined;
    const parameters = childOf(found?.node, "type_parameters")?.children ?? [];
    return new Map(parameters.map((each, at) => [each, type.args[at]]));
  }

  /** Returns the bases of a type. A base that cannot be known is undefined. */
  async bases(type: JavaType, depth: number): Promise<readonly (JavaType | undefined)[]> {
    const { of } = type;
    if (!of) return [];
    const key = `${of.path}:${of.nameLine}:${of.column}`;
    const known = type.args.length === 0 ? this.#bases.get(key) : undefined;
    if (known) return known;
    if (this.#open.has(key)) return [undefined];
    this.#open.add(key);
    try {
      const bases = await this.#basesOf(type, depth);
      if (type.args.length === 0 && depth < 3) this.#bases.set(key, bases);
      return bases;
    } finally {
      this.#open.delete(key);
    }
  }

  async #basesOf(type: JavaType, depth: number): Promise<readonly (JavaType | undefined)[]> {
    const found = type.of && (await this.node(type.of));
    if (!found) return [undefined];
    const { node, file } = found;
    const given = await this.argumentsOf(type);
    const heads = node.children.filter(({ type }) => /^(?:superclass|super_interfaces|extends_interfaces)$/.test(type));
    const written = heads.flatMap((head) =>
      head.children.flatMap((each) => (each.type === "type_list" ? each.children : [each])),
    );
    return await Promise.all(written.map((each) => this.written(each, file, given, depth + 1)));
  }

  /**
   * Returns the members of a type and its bases. Overloads are only distinguished by their number of parameters here.
   */
  async members(
    type: JavaType,
    name: string,
    wanted: Wanted,
    depth: number,
    count?: number,
    seen = new Set<string>(),
  ): Promise<Members> {
    const { of } = type;
    if (!of) return NONE;
    const key = `${of.path}:${of.nameLine}:${of.column}`;
    if (seen.has(key) || depth > MAX_STEPS) return NONE;
    seen.add(key);
    const within = [...of.containers, of.name].join("/");
    const own = this.#resolver
      .declarationsOf(of.path)
      .filter((each) => each.name === name && isWanted(each, wanted) && each.containers.join("/") === within);
    const fitting = own.filter((each) => takes(each, count));
    if (fitting.length > 0) {
      const isCall = wanted === "method" && count !== undefined;
      const further = isCall ? await this.#overloadsOfBases(type, name, fitting, depth, count, seen) : [];
      return { found: [...fitting, ...further], isKnown: true, owner: type };
    }
    let isKnown = true;
    for (const base of await this.bases(type, depth + 1)) {
      if (!base?.of) {
        isKnown = false;
        continue;
      }
      const inherited = await this.members(base, name, wanted, depth + 1, count, seen);
      if (inherited.found.length > 0) return inherited;
      isKnown &&= inherited.isKnown;
    }
    return own.length > 0 ? { found: own, isKnown: true, owner: type } : { found: [], isKnown };
  }

  /** Returns the overloads that a type inherits in addition to its own. */
  async #overloadsOfBases(
    type: JavaType,
    name: string,
    own: readonly IndexedDeclaration[],
    depth: number,
    count: number,
    seen: Set<string>,
  ): Promise<IndexedDeclaration[]> {
    const taken = new Set(own.map(parameterTypes));
    const further: IndexedDeclaration[] = [];
    for (const base of await this.bases(type, depth + 1)) {
      const inherited = base?.of ? await this.members(base, name, "method", depth + 1, count, seen) : NONE;
      for (const each of inherited.found) {
        if (takes(each, count) && !taken.has(parameterTypes(each))) further.push(each);
        taken.add(parameterTypes(each));
      }
    }
    return further;
  }

  /** Returns the declared type of a field, or of a method's result. */
  async typeOfMember(member: IndexedDeclaration, owner: JavaType | undefined, depth: number) {
    if (TYPES.test(member.kind)) return { of: member, args: [] };
    const found = await this.node(member);
    if (!found) return undefined;
    const { node, file } = found;
    if (member.kind === "enumMember") {
      const [of] = this.around(node, file);
      return of && { of, args: [] };
    }
    const given = owner ? await this.argumentsOf(owner) : NO_ARGUMENTS;
    const whole = node.type === "variable_declarator" ? node.parent : node;
    return await this.written(childOf(whole, "type"), file, given, depth + 1);
  }
}

export function typeOf(meant: Meaning, name?: string): JavaType | undefined {
  if (!meant) return undefined;
  const [of] = meant;
  return of ? { of, args: [] } : { of, args: [], ...(name === undefined ? {} : { name }) };
}

function isWanted({ kind }: IndexedDeclaration, wanted: Wanted): boolean {
  if (wanted === "type") return TYPES.test(kind);
  return wanted === "method" ? kind === "method" : /^(?:field|constant|enumMember)$/.test(kind);
}

function sharedLength(a: string, b: string): number {
  let at = 0;
  while (at < a.length && a[at] === b[at]) at++;
  return at;
}
