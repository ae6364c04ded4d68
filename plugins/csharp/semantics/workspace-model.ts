/**
 * The workspace's types and members, looked up by name as C# would. Everything is synchronous: a file that is not in
 * memory yet is asked for by throwing `NeedFile`, and the caller tries again when it has it.
 */
import type { UnityNames } from "../engine/unity-names.ts";
import { type Found, type Place, type SymbolStore, TYPE_KINDS } from "../index/store.ts";
import type { PackageTypes } from "../libraries/package-types.ts";
import { type Truth, truthOf } from "../outline/conditions.ts";
import { type Declaration, KIND } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { simpleNames } from "../unity/unity-types.ts";
import { type DelegateShape, delegateOf } from "./delegates.ts";
import type { Scope } from "./lookup-scope.ts";
import { type Lookup, lookUp } from "./member-lookup.ts";
import { outwards, type SourceFile } from "./source-file.ts";
import { TypeNames } from "./type-names.ts";
import { splitTop, type TypeRef, UNKNOWN } from "./type-ref.ts";

export type { Scope } from "./lookup-scope.ts";
export type { Level } from "./member-lookup.ts";

export class NeedFile {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

/** A type of the workspace, all its parts together. */
export interface TypeSymbol {
  key: string;
  name: string;
  kind: number;
  arity: number;
  namespace: string;
  containers: string[];
  /** Names and arities of the types around it and its own: `Outer\`1/Inner\`0`. */
  path: string;
  parts: Found[];
}

/** A member of a type (not a nested type). */
export interface Member {
  key: string;
  file: SourceFile;
  index: number;
  declaration: Declaration;
  owner: TypeSymbol;
}

export interface ModelOptions {
  store: SymbolStore;
  files: ReadonlyMap<string, SourceFile>;
  /** Every script is indexed: what is not found does not exist in the workspace. */
  complete: boolean;
  sees(from: string, to: string): boolean;
  assemblyOf(path: string, isPartial?: boolean): string;
  /** Names of Unity's API. */
  engine?: UnityNames;
  packages?: PackageTypes | undefined;
  /** Whether a symbol of `#if` is defined for a file, where that is known. */
  symbol?(path: string, name: string): Truth;
}

export class Model {
  readonly #options: ModelOptions;
  readonly #types = new Map<string, TypeSymbol[]>();
  readonly #members = new Map<string, Map<string, Member[]>>();
  readonly #bases = new Map<string, TypeRef[]>();
  #namespaces: Set<string> | undefined;
  /** Simple names of base types → names of the types below them. */
  #derived: Map<string, Set<string>> | undefined;

  readonly names = new TypeNames(this);

  constructor(options: ModelOptions) {
    this.#options = options;
  }

  get complete(): boolean {
    return this.#options.complete;
  }

  get engine(): UnityNames | undefined {
    return this.#options.engine;
  }

  /** Types of packages with their members. */
  get packages(): PackageTypes | undefined {
    return this.#options.packages;
  }

  get store(): SymbolStore {
    return this.#options.store;
  }

  sees(from: string, to: string): boolean {
    return this.#options.sees(from, to);
  }

  file(path: string): SourceFile {
    const file = this.#options.files.get(path);
    if (!file) throw new NeedFile(path);
    return file;
  }

  /** Types of that simple name anywhere. */
  typesNamed(name: string): TypeSymbol[] {
    const known = this.#types.get(name);
    if (known) return known;
    const byKey = new Map<string, TypeSymbol>();
    const { store } = this.#options;
    for (const place of store.typesNamed(name)) {
      const found = store.found(place);
      const assembly = this.#options.assemblyOf(found.path, (store.modifiers(place) & MODIFIER_BIT.partial) !== 0);
      // The same full name in two assemblies is two types, but for parts that projects link from each other.
      const path = this.#pathOf(place);
      const key = `${assembly}:${found.namespace}:${path}`;
      const type = byKey.get(key) ?? {
        key,
        name,
        kind: found.kind,
        arity: store.arity(place),
        namespace: found.namespace,
        containers: found.containers,
        path,
        parts: [],
      };
      type.parts.push(found);
      byKey.set(key, type);
    }
    const types = [...byKey.values()];
    this.#types.set(name, types);
    return types;
  }

  isNamespace(name: string): boolean {
    if (!this.#namespaces) {
      this.#namespaces = new Set();
      for (const full of this.store.namespaces()) {
        for (let at = full.length; at > 0; at = full.lastIndexOf(".", at - 1)) this.#namespaces.add(full.slice(0, at));
      }
    }
    return this.#namespaces.has(name);
  }

  /** The type that a declaration of a file belongs to or is. */
  typeAt(file: SourceFile, index: number): TypeSymbol | undefined {
    const declaration = file.declarations[index];
    if (!declaration || !TYPE_KINDS.has(declaration.kind)) return undefined;
    return this.typesNamed(declaration.name).find((type) =>
      type.parts.some((part) => part.path === file.path && this.store.indexOf(part.place) === index),
    );
  }

  /** The types around a place, innermost first. */
  enclosingTypes({ file, index }: Scope): TypeSymbol[] {
    const types: TypeSymbol[] = [];
    for (const at of outwards(file, index)) {
      const type = this.typeAt(file, at);
      if (type) types.push(type);
    }
    return types;
  }

  members(type: TypeSymbol, name: string): Member[] {
    let byName = this.#members.get(type.key);
    if (!byName) {
      byName = new Map();
      for (const part of type.parts) {
        const file = this.file(part.path);
        const parent = this.store.indexOf(part.place);
        file.declarations.forEach((declaration, index) => {
          if (
            declaration.parent !== parent ||
            (declaration.kind >= KIND.namespace && declaration.kind <= KIND.enum) ||
            declaration.kind === KIND.delegate
          )
            return;
          const member: Member = { key: `${file.path}#${index}`, file, index, declaration, owner: type };
          byName!.set(declaration.name, [...(byName!.get(declaration.name) ?? []), member]);
        });
      }
      this.#members.set(type.key, byName);
    }
    return byName.get(name) ?? [];
  }

  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined {
    const path = `${type.path}/${name}\`${arity}`;
    return this.typesNamed(name).find(
      (each) => each.path === path && each.namespace === type.namespace && this.#sameAssembly(each, type),
    );
  }

  /** Whether a symbol of `#if` is defined for a file, where that is known. */
  isDefined(path: string, name: string): Truth {
    return this.#options.symbol?.(path, name);
  }

  /** Whether the project compiles a member, as far as its symbols are known. */
  isCompiled({ declaration, file }: Member): Truth {
    const { symbol } = this.#options;
    if (declaration.condition === "") return true;
    if (!symbol) return undefined;
    return truthOf(declaration.condition, (name) => (file.defines(name) ? undefined : symbol(file.path, name)));
  }

  #pathOf(place: Place): string {
    const names: string[] = [];
    for (let at: Place | undefined = place; at && this.store.kind(at) !== KIND.namespace; at = this.store.parentOf(at))
      names.unshift(`${this.store.name(at)}\`${this.store.arity(at)}`);
    return names.join("/");
  }

  header(member: Member): HeaderDetails {
    return member.file.header(member.index);
  }

  /** Base class and interfaces, resolved where they are written. */
  bases(type: TypeSymbol): TypeRef[] {
    let bases = this.#bases.get(type.key);
    if (bases) return bases;
    bases = [];
    // Guards against a circle while the bases of this one are resolved.
    this.#bases.set(type.key, bases);
    try {
      for (const part of type.parts) {
        const written = this.store.bases(part.place);
        if (written === "" || type.kind === KIND.enum) continue;
        const file = this.file(part.path);
        const index = this.store.indexOf(part.place);
        for (const text of splitTop(written)) {
          bases.push(this.names.baseText(text.replace(/\s*\(.*\)\s*$/s, ""), file, index));
        }
      }
    } catch (error) {
      this.#bases.delete(type.key);
      throw error;
    }
    return bases;
  }

  typeParameters(type: TypeSymbol): string[] {
    const part = type.parts[0]!;
    return this.file(part.path).header(this.store.indexOf(part.place)).typeParameters;
  }

  /** Types that name this one among their bases. */
  directlyDerived(type: TypeSymbol): TypeSymbol[] {
    return this.#namedBelow(type.name).filter((each) =>
      this.bases(each).some((base) => base.is === "type" && base.type.key === type.key),
    );
  }

  /** The same of a type that no script declares. */
  directlyBelow(outside: string): TypeSymbol[] {
    return this.#namedBelow(outside).filter((each) =>
      this.bases(each).some((base) => base.is === "external" && base.name === outside),
    );
  }

  /** Types among whose bases that simple name is. */
  #namedBelow(base: string): TypeSymbol[] {
    if (!this.#derived) {
      this.#derived = new Map();
      for (const { name, bases } of this.store.typesWithBases()) {
        for (const each of simpleNames([bases])) {
          const names = this.#derived.get(each) ?? new Set();
          this.#derived.set(each, names.add(name));
        }
      }
    }
    return [...(this.#derived.get(base) ?? [])].flatMap((name) => this.typesNamed(name));
  }

  /** What the type parameters of a constructed type, and of those around it, stand for. */
  substitution(ref: TypeRef): Map<string, TypeRef> {
    const map = new Map<string, TypeRef>();
    for (let at: TypeRef | undefined = ref; at?.is === "type"; at = at.within) {
      const { type, args } = at;
      args.forEach((arg, index) => {
        map.set(`${type.key}!${index}`, arg);
      });
    }
    return map;
  }

  /** Levels of members called `name`: the type's own, then its bases'. `open` tells that an external base may have more. */
  levels(ref: TypeRef, name: string, from: readonly TypeSymbol[]): Lookup {
    return lookUp(this, ref, name, from);
  }

  /** Types of a member's parameters, in its own terms. */
  parameterTypes(member: Member): TypeRef[] {
    const scope = { file: member.file, index: member.index };
    return this.header(member).parameters.map(({ type }) => this.resolveText(type, scope));
  }

  /** What a method gives, or the type of another member, in its own terms. */
  resultType(member: Member): TypeRef {
    if (member.declaration.kind === KIND.enumMember) return { is: "type", type: member.owner, args: [] };
    // A conversion's name says what it gives.
    const converted = /^(?:implicit|explicit) operator (?:checked )?(.+)$/.exec(member.declaration.name)?.[1];
    const written = converted ?? this.header(member).type;
    return written === "" ? UNKNOWN : this.resolveText(written, { file: member.file, index: member.index });
  }

  /** What the type parameter of a method must be. */
  boundsOf(member: Member, at: number): readonly TypeRef[] {
    const type = this.resolveText(this.header(member).typeParameters[at]!, { file: member.file, index: member.index });
    return type.is === "parameter" ? type.bounds : [];
  }

  /** Implicit conversion operators of a type. */
  conversions(type: TypeSymbol): Member[] {
    this.members(type, "");
    const byName = this.#members.get(type.key)!;
    return [...byName].flatMap(([name, members]) => (name.startsWith("implicit ") ? members : []));
  }

  /** Parameters and result of a delegate type; `known` where their number is certain. */
  delegateOf(type: TypeRef): DelegateShape | undefined {
    return delegateOf(this, type);
  }

  /** A written type, seen from a place. */
  resolveText(text: string, scope: Scope): TypeRef {
    return this.names.resolveText(text, scope);
  }

  isVisible(type: TypeSymbol, file: SourceFile): boolean {
    return this.sees(file.assembly, this.#options.assemblyOf(type.parts[0]!.path));
  }

  #sameAssembly(a: TypeSymbol, b: TypeSymbol): boolean {
    // Parts of a type may stand in projects that link each other, and so may the type around.
    const [one, two] = [a, b].map(({ parts }) => this.#options.assemblyOf(parts[0]!.path, true));
    return one === two;
  }
}
