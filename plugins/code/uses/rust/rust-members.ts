/** Finds the members of Rust types: fields, and the methods of every `impl` and trait. */

import { around, childOf, type LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import type { ParsedFile } from "../uses-rules.ts";
import {
  dereferenced,
  MAX_STEPS,
  NO_ENV,
  type RustKnown,
  type RustType,
  type RustTypes,
  type Wanted,
} from "./rust-model.ts";

const OWNERS = new Set(["impl_item", "trait_item"]);
/** A function outside an `impl` or trait has another kind than a method, so it cannot be a member. */
const CALLABLE = /^(?:method|constant|type)$/;
/** Kinds of declarations whose names do not conflict with those of types. */
const NO_TYPES = /^(?:function|method|constant|variable|field|macro)$/;
const TYPES = /^(?:struct|enum|union|interface)$/;
const WORDS = /[\p{L}\p{N}_]+/gu;
const AFTER_PATH = /::\s*([\p{L}\p{N}_]+)/gu;
const PARAMETERS = /\bimpl\s*<[^>]*/g;
const ALONE = /\b(?:impl\s+([\p{L}\p{N}_]+)\s*(?:\n|$|where\b)|for\s+([\p{L}\p{N}_]+))/gu;
/** The text from `impl` to its body. A semicolon can be in the type of an array, and braces around a constant. */
const HEADERS = /\bimpl\b(?:[^{};[]|\[[^\]{}]*\]|\{[^{};\n]*\})*/g;

/** The words in the headers of every `impl` in a file. They say for most files that the tree is not needed. */
interface Headers {
  words: ReadonlySet<string>;
  /** Words that follow a path, or are in type parameters. */
  unclear: ReadonlySet<string>;
  /** Words that may be the type of an `impl`. */
  alone: ReadonlySet<string>;
}

export class RustMembers {
  readonly #types: RustTypes;
  /** The type and the trait of each `impl`. */
  readonly #impls = new Map<LightNode, { type: RustKnown; trait: RustKnown }>();
  readonly #implements = new Map<string, boolean | undefined>();
  readonly #headers = new Map<string, Promise<Headers>>();
  readonly #beside = new Map<string, Promise<IndexedDeclaration | undefined>>();

  constructor(types: RustTypes) {
    this.#types = types;
  }

  /**
   * Returns the declarations of a member. The result is empty if the workspace has none, and undefined if that cannot
   * be known.
   */
  async member(
    type: RustType,
    name: string,
    depth: number,
    want?: Wanted,
  ): Promise<readonly IndexedDeclaration[] | undefined> {
    if (depth > MAX_STEPS) return undefined;
    if (type.is === "external" || type.is === "tuple" || type.is === "callable")
      return await this.#byTraits(type, name, depth);
    if (type.is === "bounded") {
      const found: IndexedDeclaration[] = [];
      let isKnown = true;
      for (const each of type.by) {
        const own = each?.is === "named" ? await this.member(each, name, depth + 1, want) : each ? [] : undefined;
        if (own) found.push(...own);
        else isKnown = false;
      }
      if (found.length > 0) return found;
      return isKnown ? await this.#byTraits(type, name, depth) : undefined;
    }
    if (type.is === "std") {
      const inner = dereferenced(type);
      const own = await this.#byTraits(type, name, depth);
      if (!own || own.length > 0) return own;
      return type.args.length > 0 && dereferenced({ ...type, args: [type] })
        ? inner && (await this.member(inner, name, depth + 1, want))
        : [];
    }
    const { of } = type;
    const within = [...of.containers, of.name].join("/");
    const fields = this.#types.resolver
      .declarationsOf(of.path)
      .filter(
        (each) =>
          /^(?:field|enumMember)$/.test(each.kind) && each.name === name && each.containers.join("/") === within,
      );
    if (fields.length > 0 && (want !== "method" || fields.some(({ kind }) => kind === "enumMember"))) return fields;
    if (want === "field") return await this.#dereferencedMember(of, name, depth);
    const own = await this.#ofImpls(type, name, depth);
    if (!own || own.length > 0) return own;
    if (of.kind === "interface") return await this.#ofSupertraits(of, name, depth);
    return await this.#dereferencedMember(of, name, depth);
  }

  /** Returns the members that an `impl` of the type declares, or a trait that it implements. */
  async #ofImpls(
    type: Extract<RustType, { is: "named" }>,
    name: string,
    depth: number,
  ): Promise<readonly IndexedDeclaration[] | undefined> {
    const found: IndexedDeclaration[] = [];
    const inherent: IndexedDeclaration[] = [];
    let isKnown = true;
    const candidates = this.#types.resolver.declared(name, "rust").filter((each) => CALLABLE.test(each.kind));
    for (const each of candidates) {
      if (each.containers.length === 0) continue;
      const beside = await this.#typeBeside(each);
      if (beside && beside.kind !== "interface" && !isSame(beside, type.of)) continue;
      const own = beside?.kind === "interface" ? beside : undefined;
      const owner = own ? undefined : await this.#ownerOf(each);
      const isInTrait = owner?.node.type === "trait_item";
      const trait = isInTrait ? this.#declaredBy(owner.node, owner.file) : own;
      if (trait) {
        const has =
          isSame(trait, type.of) || (type.of.kind !== "interface" && (await this.#hasTrait(type, trait, depth)));
        if (has) found.push(each);
      }
      if (!owner || isInTrait) continue;
      const { node, file } = owner;
      // The container has the name of the type, unless the `impl` uses an alias or a type parameter.
      const isNamed = each.containers.at(-1) === type.of.name;
      const { type: implementer } = await this.#impl(node, file, depth);
      if (implementer?.is === "named" && isSame(implementer.of, type.of))
        (childOf(node, "trait") ? found : inherent).push(each);
      else if (!implementer && isNamed) isKnown = false;
    }
    // A method of the type itself hides the methods of traits.
    if (inherent.length > 0) return inherent;
    return found.length > 0 || isKnown ? found : undefined;
  }

  /** Returns the declaration in a trait that a member of an `impl` implements. */
  async implemented(declaration: IndexedDeclaration): Promise<readonly IndexedDeclaration[]> {
    const owner = declaration.containers.length > 0 ? await this.#ownerOf(declaration) : undefined;
    if (owner?.node.type !== "impl_item" || !childOf(owner.node, "trait")) return [];
    const { trait } = await this.#impl(owner.node, owner.file, 0);
    if (trait?.is !== "named") return [];
    const within = [...trait.of.containers, trait.of.name].join("/");
    return this.#types.resolver
      .declarationsOf(trait.of.path)
      .filter((each) => each.name === declaration.name && each.containers.join("/") === within);
  }

  /** Returns the members of traits that other types can have, through an `impl` for them or for every type. */
  async #byTraits(type: RustType, name: string, depth: number): Promise<readonly IndexedDeclaration[] | undefined> {
    const found: IndexedDeclaration[] = [];
    for (const each of this.#types.resolver.declared(name, "rust")) {
      if (!CALLABLE.test(each.kind) || each.containers.length === 0) continue;
      const beside = await this.#typeBeside(each);
      if (beside) {
        if (beside.kind === "interface" && (await this.#hasTrait(type, beside, depth))) found.push(each);
        continue;
      }
      const owner = await this.#ownerOf(each);
      if (!owner) continue;
      if (owner.node.type === "trait_item") {
        const trait = this.#declaredBy(owner.node, owner.file);
        if (trait && (await this.#hasTrait(type, trait, depth))) found.push(each);
      } else {
        const { type: own } = await this.#impl(owner.node, owner.file, depth);
        if (own?.is === "std" && (await this.#covers(own, type, depth + 1))) found.push(each);
      }
    }
    return found;
  }

  async #ofSupertraits(
    trait: IndexedDeclaration,
    name: string,
    depth: number,
  ): Promise<readonly IndexedDeclaration[] | undefined> {
    const found = await this.#types.node(trait);
    const bounds = childOf(found?.node, "bounds");
    if (!found || !bounds) return [];
    const type = await this.#types.written(bounds, found.file, NO_ENV, depth + 1);
    return type ? await this.member(type, name, depth + 1) : undefined;
  }

  /** Follows `impl Deref for T { type Target = U; }`. */
  async #dereferencedMember(
    of: IndexedDeclaration,
    name: string,
    depth: number,
  ): Promise<readonly IndexedDeclaration[] | undefined> {
    const targets = this.#types.resolver
      .declared("Target", "rust")
      .filter((each) => each.containers.at(-1) === of.name);
    for (const each of targets) {
      const found = await this.#types.node(each);
      const value = childOf(found?.node, "type");
      const type = found && value && (await this.#types.written(value, found.file, NO_ENV, depth + 1));
      return type ? await this.member(type, name, depth + 1) : undefined;
    }
    return [];
  }

  /** Returns true if a type implements a trait, through an `impl` for the type or for a type parameter. */
  async #hasTrait(type: RustType, trait: IndexedDeclaration, depth: number): Promise<boolean> {
    const key = `${trait.path}:${trait.nameLine} ${typeKey(type)}`;
    const known = this.#implements.get(key);
    if (known !== undefined) return known;
    this.#implements.set(key, false);
    let has = false;
    for (const path of this.#types.resolver.filesWith(trait.name)) {
      if (!path.endsWith(".rs") || has || !(await this.#headersOf(path)).words.has(trait.name)) continue;
      const file = await this.#types.resolver.file(path);
      for (const node of file?.named(trait.name) ?? []) {
        const impl = implOf(node);
        if (!file || !impl) continue;
        const { type: own, trait: other } = await this.#impl(impl, file, depth);
        if (other?.is !== "named" || !isSame(other.of, trait)) continue;
        has ||= await this.#covers(own, type, depth + 1);
      }
    }
    this.#implements.set(key, has);
    return has;
  }

  /**
   * Returns true if an `impl` for one type also applies to another. Bounds by traits outside the workspace are ignored.
   */
  async #covers(own: RustKnown, type: RustKnown, depth: number): Promise<boolean> {
    if (!own || !type || depth > MAX_STEPS) return false;
    if (own.is === "bounded") {
      for (const each of own.by)
        if (each?.is === "named" && !(await this.#hasTrait(type, each.of, depth))) return false;
      return true;
    }
    if (own.is === "named") return type.is === "named" && isSame(own.of, type.of);
    if (own.is !== "std" || type.is !== "std" || own.name !== type.name) return false;
    for (const [at, each] of own.args.entries())
      if (each?.is === "bounded" && type.args[at] && !(await this.#covers(each, type.args[at], depth))) return false;
    return true;
  }

  async #impl(node: LightNode, file: ParsedFile, depth: number): Promise<{ type: RustKnown; trait: RustKnown }> {
    const known = this.#impls.get(node);
    if (known) return known;
    const made: { type: RustKnown; trait: RustKnown } = { type: undefined, trait: undefined };
    this.#impls.set(node, made);
    made.type = await this.#types.written(childOf(node, "type"), file, NO_ENV, depth + 1);
    const trait = childOf(node, "trait");
    made.trait = trait && (await this.#types.written(trait, file, NO_ENV, depth + 1));
    return made;
  }

  #declaredBy(node: LightNode, file: ParsedFile): IndexedDeclaration | undefined {
    const name = childOf(node, "name");
    return name && this.#types.resolver.declaredAt(file, name)[0];
  }

  /**
   * Returns the type or trait in the same module that has the name of a member's container. Returns undefined if only
   * the tree shows whose member it is: the name may follow a path, be a type parameter, or be a trait with an `impl` of its own.
   */
  #typeBeside(member: IndexedDeclaration): Promise<IndexedDeclaration | undefined> {
    const key = `${member.path} ${member.containers.join("/")}`;
    const type = this.#beside.get(key) ?? this.#findBeside(member);
    this.#beside.set(key, type);
    return type;
  }

  async #findBeside({ path, containers }: IndexedDeclaration): Promise<IndexedDeclaration | undefined> {
    const name = containers.at(-1) ?? "";
    const within = containers.slice(0, -1).join("/");
    const same = this.#types.resolver
      .declarationsOf(path)
      .filter((each) => each.name === name && each.containers.join("/") === within && !NO_TYPES.test(each.kind));
    const [only] = same;
    if (!only || same.length > 1 || !TYPES.test(only.kind)) return undefined;
    const { unclear, alone } = await this.#headersOf(path);
    return unclear.has(name) || (only.kind === "interface" && alone.has(name)) ? undefined : only;
  }

  #headersOf(path: string): Promise<Headers> {
    const headers = this.#headers.get(path) ?? this.#types.resolver.text(path).then((text) => headersIn(text ?? ""));
    this.#headers.set(path, headers);
    return headers;
  }

  async #ownerOf(declaration: IndexedDeclaration): Promise<{ node: LightNode; file: ParsedFile } | undefined> {
    const found = await this.#types.node(declaration);
    const node = found && around(found.node.parent, OWNERS);
    return node && { node, file: found.file };
  }
}

export function isSame(a: IndexedDeclaration, b: IndexedDeclaration): boolean {
  return a.path === b.path && a.nameLine === b.nameLine && a.column === b.column;
}

function headersIn(text: string): Headers {
  const headers = (text.match(HEADERS) ?? []).join("\n");
  const inParameters = (headers.match(PARAMETERS) ?? []).flatMap((each) => each.match(WORDS) ?? []);
  return {
    words: new Set(headers.match(WORDS)),
    unclear: new Set([...inParameters, ...[...headers.matchAll(AFTER_PATH)].map(([, word = ""]) => word)]),
    alone: new Set([...headers.matchAll(ALONE)].map(([, type, implementer]) => type ?? implementer ?? "")),
  };
}

/** Returns a key. Types that are written in the same way implement the same traits. */
function typeKey(type: RustKnown): string {
  if (type?.is === "named") return `${type.of.path}:${type.of.nameLine}`;
  return type?.is === "std" ? `${type.name}<${type.args.map(typeKey).join()}>` : (type?.is ?? "");
}

/** Returns the `impl` whose trait a name is. */
function implOf(name: LightNode): LightNode | undefined {
  let at = name;
  while (at.parent && /type/.test(at.parent.type) && at.field !== "trait") at = at.parent;
  return at.field === "trait" && at.parent?.type === "impl_item" ? at.parent : undefined;
}
