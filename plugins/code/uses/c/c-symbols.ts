/**
 * Determines which declarations are the same symbol in C and C++, such as those in a header and its source, or the
 * parts of a namespace.
 */
import { type IndexedDeclaration, isSamePlace } from "../../index/index-part.ts";
import type { NameResolver } from "../uses-rules.ts";
import type { CIncludes } from "./c-includes.ts";
import { isFunction, templateOf, typesOf } from "./c-parameters.ts";

const LINKED = /^(?:function|variable|constant)$/;

/** The number of characters in a declaration to search for its template parameters. */
const LONGEST_HEAD = 2000;
const TAGS = /^(?:struct|class)$/;

export class CSymbols {
  readonly #resolver: NameResolver;
  readonly #includes: CIncludes;
  readonly #parts = new Map<string, Promise<readonly IndexedDeclaration[]>>();

  constructor(resolver: NameResolver, includes: CIncludes) {
    this.#resolver = resolver;
    this.#includes = includes;
  }

  /** Returns all declarations of a symbol, including the given one. */
  partsOf(one: IndexedDeclaration): Promise<readonly IndexedDeclaration[]> {
    const key = `${one.path}:${one.nameLine}:${one.column}`;
    const parts = this.#parts.get(key) ?? this.#find(one);
    this.#parts.set(key, parts);
    return parts;
  }

  /** Returns the symbols of several declarations, each with all its parts. */
  async symbolsOf(found: readonly IndexedDeclaration[]): Promise<(readonly IndexedDeclaration[])[]> {
    const symbols: (readonly IndexedDeclaration[])[] = [];
    for (const each of found)
      if (!symbols.some((parts) => parts.some((part) => isSamePlace(part, each))))
        symbols.push(await this.partsOf(each));
    return symbols;
  }

  async #find(asked: IndexedDeclaration): Promise<readonly IndexedDeclaration[]> {
    const within = asked.containers.join("/");
    const same = this.#resolver
      .declared(asked.name, "c")
      .filter((each) => isLike(each, asked) && each.containers.join("/") === within);
    const one = same.find((each) => isSamePlace(each, asked)) ?? asked;
    if (one.kind === "namespace") return same;
    if (isSpecialized(one)) return [one];
    const isOfC = same.some(({ path }) => /\.c$/i.test(path));
    // C has no overloads.
    const types = isFunction(one) && !isOfC ? typesOf(one) : "";
    const alike = same.filter((each) => !isSpecialized(each) && (types === "" || typesOf(each) === types));
    if (same.some((each) => this.classAround(each))) {
      const inside = await this.#members(one, alike);
      if (!isFunction(one) || !this.classAround(one)) return inside;
      const own = await this.#ofTemplate(
        one,
        inside.filter((each) => this.classAround(each)),
      );
      return inside.filter((each) => own.includes(each) || !this.classAround(each));
    }
    const isOfFile = isPrivate(one) || !(isFunction(one) || LINKED.test(one.kind));
    const linked = isOfFile ? alike.filter(({ path }) => path === one.path) : await this.#linked(one, alike);
    return isFunction(one) ? await this.#ofTemplate(one, linked) : linked;
  }

  /** Among functions that are otherwise the same, returns those with the same template parameters. */
  async #ofTemplate(
    one: IndexedDeclaration,
    alike: readonly IndexedDeclaration[],
  ): Promise<readonly IndexedDeclaration[]> {
    if (alike.length < 2) return alike;
    const templates = await Promise.all(alike.map((each) => this.#template(each)));
    return alike.filter((_, at) => templates[at] === templates[alike.indexOf(one)]);
  }

  /**
   * Returns the declarations of a member, which can be in its class and outside. A template specialization has its own
   * members.
   */
  async #members(
    one: IndexedDeclaration,
    alike: readonly IndexedDeclaration[],
  ): Promise<readonly IndexedDeclaration[]> {
    const inside = new Map(alike.map((each) => [each, this.classAround(each)]));
    const own = new Set([...inside.values()].filter((each) => each !== undefined));
    if (own.size <= 1) return alike;
    const of = async (each: IndexedDeclaration) => {
      const sight = inside.get(each) ? undefined : await this.#includes.seenFrom(each.path);
      const seen = [...own].filter(({ path }) => sight?.has(path));
      return inside.get(each) ?? (seen.length === 1 ? seen[0] : undefined);
    };
    const classes = await Promise.all(alike.map(of));
    const wanted = classes[alike.indexOf(one)];
    return wanted ? alike.filter((_, at) => classes[at] === wanted) : [one];
  }

  /** Returns the class or struct whose body contains a declaration. */
  classAround({ path, containers, nameLine }: IndexedDeclaration): IndexedDeclaration | undefined {
    const within = containers.join("/");
    return this.#resolver
      .declarationsOf(path)
      .findLast(
        (each) =>
          TAGS.test(each.kind) &&
          each.startLine <= nameLine &&
          nameLine <= each.endLine &&
          [...each.containers, each.name].join("/") === within,
      );
  }

  /** Returns false for the prototype of a function and for an `extern` variable. */
  async #isDefinition({ path, endLine, signature, kind }: IndexedDeclaration): Promise<boolean> {
    if (kind !== "function") return !/^extern\b/.test(signature);
    const file = await this.#resolver.file(path);
    return /\}\s*$/.test(file?.lines.line(endLine) ?? "");
  }

  async #template({ path, startLine }: IndexedDeclaration): Promise<string> {
    const file = await this.#resolver.file(path);
    const start = file?.lines.offset(startLine, 1) ?? 0;
    return templateOf(file?.text.slice(start, start + LONGEST_HEAD) ?? "");
  }

  /** Functions and variables are the same symbol if both files see a header that declares them. */
  async #linked(one: IndexedDeclaration, same: readonly IndexedDeclaration[]): Promise<readonly IndexedDeclaration[]> {
    const seen = same.filter((each) => !isPrivate(each));
    const headers = new Set(seen.flatMap(({ path }) => (isHeader(path) ? [path] : [])));
    const isSource = await Promise.all(seen.map((each) => this.#isDefinition(each)));
    const sources = new Set(seen.flatMap(({ path }, at) => (isHeader(path) || !isSource[at] ? [] : [path])));
    if (sources.size <= 1) return seen;
    const seesHeader = async (path: string) => {
      if (headers.has(path)) return true;
      const sight = await this.#includes.seenFrom(path);
      return [...headers].some((header) => sight.has(header));
    };
    const isJoined = await Promise.all(seen.map(({ path }) => seesHeader(path)));
    const joined = seen.filter((_, at) => isJoined[at]);
    return joined.includes(one) ? joined : seen.filter(({ path }) => path === one.path);
  }
}

/** Returns true for a specialization like `template <> struct A<int>`. Uses of A refer to the template. */
export function isSpecialized({ kind, name, signature }: IndexedDeclaration): boolean {
  return (
    TAGS.test(kind) &&
    new RegExp(`\\b${name}\\s*<`).test(signature.replace(/^template\s*<.*?>\s*(?=struct|class)/s, ""))
  );
}

/**
 * Compares the kinds. A definition outside of its namespace or class has the same kind as one that is not inside
 * anything.
 */
function isLike(one: IndexedDeclaration, other: IndexedDeclaration): boolean {
  return generalKind(one) === generalKind(other);
}

export function generalKind({ kind }: IndexedDeclaration): string {
  if (kind === "method") return "function";
  return /^(?:field|constant)$/.test(kind) ? "variable" : kind;
}

export function isHeader(path: string): boolean {
  return /\.(?:h|hh|hpp|hxx|h\+\+|inl|ipp|tcc)$/i.test(path);
}

export function isStatic({ signature }: IndexedDeclaration): boolean {
  return /^(?:[A-Z_]+\s+|inline\s+)*static\b/.test(signature);
}

/** Returns true if only its own file can see the declaration. */
export function isPrivate(each: IndexedDeclaration): boolean {
  const isLinked = LINKED.test(each.kind) || /^(?:method|constructor|namespace)$/.test(each.kind);
  return !isHeader(each.path) && (isStatic(each) || !isLinked);
}
