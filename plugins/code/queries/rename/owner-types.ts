/** Answers whether types have a member, and whether they satisfy an interface without naming it. */
import type { LightNode } from "../../grammar/light-tree.ts";
import type { IndexedDeclaration } from "../../index/index-part.ts";
import { languageOf } from "../../outline/languages.ts";
import { isBase } from "../../uses/base-use.ts";
import { meaningAt } from "../../uses/find-uses.ts";
import type { Resolver } from "../../uses/resolver.ts";
import type { ScopedFile } from "../../uses/scoped-file.ts";
import { canName } from "../../uses/uses-languages.ts";

const TYPES = /^(?:class|interface|struct|enum|type|union|record|trait|annotation)$/;
const METHODS = /^(?:method|function|property|field)$/;
/** Members of an interface in TypeScript that a type does not need to have. */
const OPTIONAL = /^(?:readonly\s+)?[\w$]+\?/;

const MAPPING = /^(?:get|keys|items|values|pop|popitem|clear|update|setdefault|copy|fromkeys)$/;

/** Base types of the standard libraries, and the members that they have besides Python's special ones. */
const KNOWN_BASES: Readonly<Record<string, RegExp>> = {
  ...{ object: /^$/, ABC: /^$/, Generic: /^$/, Protocol: /^$/, Serializable: /^$/, Cloneable: /^$/ },
  error: /^Error$/,
  Error: /^(?:name|message|stack|cause)$/,
  Exception:
    /^(?:args|with_traceback|add_note|getMessage|getCause|getStackTrace|printStackTrace|initCause|fillInStackTrace)$/,
  ...{ AutoCloseable: /^close$/, Closeable: /^close$/, Flushable: /^flush$/, Comparable: /^compareTo$/ },
  ...{
    Runnable: /^run$/,
    Callable: /^call$/,
    CharSequence: /^(?:length|charAt|subSequence|chars|codePoints|isEmpty)$/,
  },
  ...{ Iterable: /^(?:iterator|forEach|spliterator)$/, Iterator: /^(?:hasNext|next|remove|forEachRemaining)$/ },
  Number: /^(?:int|long|float|double|byte|short)Value$/,
  ...{ Mapping: MAPPING, MutableMapping: MAPPING, dict: MAPPING, TypedDict: MAPPING },
  Enum: /^(?:name|value|_\w+)$/,
};

export interface Bases {
  declared: IndexedDeclaration[];
  /** The names of bases outside the sources. */
  outside: string[];
}

/** Returns true if a type outside the sources may have a member. */
export function mayHave(base: string, member: string): boolean {
  return KNOWN_BASES[base]?.test(member) !== false;
}

export function isType({ kind }: IndexedDeclaration): boolean {
  return TYPES.test(kind);
}

export function canSee(a: IndexedDeclaration, b: IndexedDeclaration): boolean {
  return canName(languageOf(a.path)?.id ?? "", languageOf(b.path)?.id ?? "");
}

/**
 * Returns the type that contains a member. Returns undefined if the member belongs to a file, function or namespace.
 */
export function ownerOf(member: IndexedDeclaration, resolver: Resolver): IndexedDeclaration | undefined {
  const name = member.containers.at(-1);
  if (name === undefined) return undefined;
  const around = member.containers.slice(0, -1).join("/");
  const fits = (each: IndexedDeclaration) =>
    each.name === name && each.containers.join("/") === around && TYPES.test(each.kind);
  const own = resolver.declarationsOf(member.path).find(fits);
  if (own) return own;
  const near = resolver.packageFiles(member.path).flatMap((path) => resolver.declarationsOf(path).filter(fits));
  return near[0] ?? resolver.declared(name).find((each) => TYPES.test(each.kind) && canSee(each, member));
}

/** Remembers the bases and members of each type, because a rename asks for them again and again. */
export class TypeMembers {
  readonly #resolver: Resolver;
  readonly #bases = new Map<string, Promise<Bases>>();
  readonly #members = new Map<string, ReadonlyMap<string, IndexedDeclaration>>();
  /** The answers of `has`, by type and member. Without them, a long chain of types would be walked again for each of them. */
  readonly #answers = new Map<string, boolean | undefined>();

  constructor(resolver: Resolver) {
    this.#resolver = resolver;
  }

  bases(type: IndexedDeclaration): Promise<Bases> {
    const key = keyOf(type);
    const bases = this.#bases.get(key) ?? this.#readBases(type);
    this.#bases.set(key, bases);
    return bases;
  }

  async #readBases(type: IndexedDeclaration): Promise<Bases> {
    const found: Bases = { declared: [], outside: [] };
    const file = await this.#resolver.file(type.path);
    for (const base of file ? basesIn(type, file) : []) {
      const meant = file && (await meaningAt(base, file, this.#resolver));
      if (meant && meant.length > 0) found.declared.push(...meant.filter(isType));
      else found.outside.push(file?.textOf(base) ?? "");
    }
    return found;
  }

  /** Returns the members that a type itself declares. Those of a Go type may be in any file of its package. */
  own(type: IndexedDeclaration): ReadonlyMap<string, IndexedDeclaration> {
    const key = keyOf(type);
    let members = this.#members.get(key);
    if (!members) {
      const within = [...type.containers, type.name].join("/");
      const all = this.#resolver.packageFiles(type.path).flatMap((path) => this.#resolver.declarationsOf(path));
      const isOwn = (each: IndexedDeclaration) =>
        each.containers.join("/") === within && (each.path === type.path || languageOf(type.path)?.id === "go");
      members = new Map(all.filter(isOwn).map((each) => [each.name, each]));
      this.#members.set(key, members);
    }
    return members;
  }

  /** Returns undefined if the type has a base outside the sources, which may have the member. */
  async has(type: IndexedDeclaration, member: string): Promise<boolean | undefined> {
    const key = `${keyOf(type)} ${member}`;
    if (this.#answers.has(key)) return this.#answers.get(key);
    if (this.own(type).has(member)) return true;
    // A type that extends itself has no more members.
    this.#answers.set(key, false);
    const { declared, outside } = await this.bases(type);
    let result: boolean | undefined = outside.some((base) => mayHave(base, member)) ? undefined : false;
    for (const base of declared) {
      const inherited = await this.has(base, member);
      if (inherited === false) continue;
      result = inherited;
      if (inherited) break;
    }
    this.#answers.set(key, result);
    return result;
  }

  /**
   * Compares the names of the members that an interface requires with those of a type. Returns undefined if either has
   * a base outside the sources on which it depends.
   */
  async satisfies(
    type: IndexedDeclaration,
    contract: IndexedDeclaration,
    seen = new Set<string>(),
  ): Promise<boolean | undefined> {
    if (seen.has(keyOf(contract))) return true;
    seen.add(keyOf(contract));
    let result: boolean | undefined = true;
    for (const [name, { kind, signature }] of this.own(contract)) {
      if (!METHODS.test(kind) || OPTIONAL.test(signature)) continue;
      const has = await this.has(type, name);
      if (has === false) return false;
      if (has === undefined) result = undefined;
    }
    const { declared, outside } = await this.bases(contract);
    for (const base of declared) {
      const satisfied = await this.satisfies(type, base, seen);
      if (satisfied === false) return false;
      if (satisfied === undefined) result = undefined;
    }
    // Go code rarely embeds an interface of another module in one that its own types do not satisfy.
    return outside.length > 0 && languageOf(contract.path)?.id !== "go" ? undefined : result;
  }
}

export function keyOf({ path, nameLine, column }: IndexedDeclaration): string {
  return `${path}:${nameLine}:${column}`;
}

/** Returns the names in the head of a type that it extends. */
function basesIn(type: IndexedDeclaration, file: ScopedFile): LightNode[] {
  const name = file.place(type.name, file.lines.offset(type.nameLine, type.column));
  const bases: LightNode[] = [];
  const visit = (node: LightNode) => {
    if (node.field === "body" && languageOf(type.path)?.id !== "go") return;
    if (node !== name?.parent && /^(?:class|interface)_declaration$|class_definition$/.test(node.type)) return;
    if (node.children.length === 0 && isBase(node)) bases.push(node);
    node.children.forEach(visit);
  };
  if (name?.parent) visit(name.parent);
  return bases;
}
