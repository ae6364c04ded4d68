/**
 * Models the types and members of the workspace as the C# compiler sees them. Everything is synchronous. If a file is not
 * loaded, `NeedFile` is thrown, so that the caller can load it and try again.
 */
import { ExternalNames } from "../engine/external-names.ts";
import type { UnityNames } from "../engine/unity-names.ts";
import { type SymbolHandle, type SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import type { PackageTypes } from "../libraries/package-types.ts";
import { type Truth, truthOf } from "../outline/conditions.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { splitTop } from "../text/split-top.ts";
import type { LookupScope, Member, SemanticModel } from "./semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "./source-file.ts";
import { WorkspaceTypeNames } from "./type-names.ts";
import { type TypeRef, type TypeSymbol, UNKNOWN } from "./type-ref.ts";
import { simpleNames, withoutArguments } from "./type-text.ts";

export class NeedFile {
  readonly path: string;
  constructor(path: string) {
    this.path = path;
  }
}

export interface WorkspaceModelOptions {
  store: SymbolStore;
  files: ReadonlyMap<string, SourceFile>;
  /** True if all scripts are indexed. Only then does "not in the index" mean "not declared". */
  complete: boolean;
  sees(from: string, to: string): boolean;
  assemblyOf(path: string, isPartial?: boolean): string;
  /** The names in Unity's API. */
  engine?: UnityNames;
  external?: ExternalNames;
  packages?: PackageTypes | undefined;
  /** Returns whether a symbol of `#if` is defined in this file, as far as we know. */
  isDefined?(path: string, name: string): Truth;
  /** The keys of members that are taken for not compiled. */
  leftOut?: ReadonlySet<string>;
}

export class WorkspaceModel implements SemanticModel {
  readonly store: SymbolStore;
  readonly complete: boolean;
  readonly engine: UnityNames | undefined;
  readonly external: ExternalNames;
  readonly packages: PackageTypes | undefined;
  readonly names: WorkspaceTypeNames = new WorkspaceTypeNames(this);
  readonly #options: WorkspaceModelOptions;
  readonly #types = new Map<string, TypeSymbol[]>();
  readonly #members = new Map<string, Map<string, Member[]>>();
  readonly #bases = new Map<string, TypeRef[]>();
  #namespaces: Set<string> | undefined;
  /** Maps the simple name of a base to the types derived from it. */
  #derived: ReadonlyMap<string, ReadonlySet<string>> | undefined;

  constructor(options: WorkspaceModelOptions) {
    this.#options = options;
    this.store = options.store;
    this.complete = options.complete;
    this.engine = options.engine;
    this.external = options.external ?? new ExternalNames([]);
    this.packages = options.packages;
  }

  sees(from: string, to: string): boolean {
    return this.#options.sees(from, to);
  }

  file(path: string): SourceFile {
    const file = this.#options.files.get(path);
    if (!file) throw new NeedFile(path);
    return file;
  }

  typesNamed(name: string): TypeSymbol[] {
    const known = this.#types.get(name);
    if (known) return known;
    const byKey = new Map<string, TypeSymbol>();
    const { store } = this.#options;
    for (const handle of store.typesNamed(name)) {
      const part = store.symbol(handle);
      const { kind, namespace, containers } = part;
      const assembly = this.#options.assemblyOf(part.path, (store.modifiers(handle) & MODIFIER_BIT.partial) !== 0);
      // Two assemblies can have types with the same full name. We treat these as different types, unless they are parts from
      // linked files.
      const path = this.#pathOf(handle);
      const key = `${assembly}:${namespace}:${path}`;
      const known = byKey.get(key);
      const type = known ?? { key, name, kind, arity: store.arity(handle), namespace, containers, path, parts: [] };
      type.parts.push(part);
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

  typeAt(file: SourceFile, index: number): TypeSymbol | undefined {
    const declaration = file.declarations[index];
    if (!declaration || !TYPE_KINDS.has(declaration.kind)) return undefined;
    return this.typesNamed(declaration.name).find((type) =>
      type.parts.some((part) => part.path === file.path && this.store.indexOf(part.handle) === index),
    );
  }

  enclosingTypes({ file, index }: LookupScope): TypeSymbol[] {
    return [...enclosingDeclarations(file, index)].flatMap((at) => this.typeAt(file, at) ?? []);
  }

  members(type: TypeSymbol, name: string): Member[] {
    let byName = this.#members.get(type.key);
    if (!byName) {
      byName = new Map();
      for (const part of type.parts) {
        const file = this.file(part.path);
        const parent = this.store.indexOf(part.handle);
        file.declarations.forEach((declaration, index) => {
          const { kind } = declaration;
          if (declaration.parent !== parent || kind === KIND.namespace || TYPE_KINDS.has(kind)) return;
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

  isDefined(path: string, name: string): Truth {
    return this.#options.isDefined?.(path, name);
  }

  isCompiled({ declaration, file, key }: Member): Truth {
    const { isDefined, leftOut } = this.#options;
    if (leftOut?.has(key)) return false;
    if (declaration.condition === "") return true;
    if (!isDefined) return undefined;
    return truthOf(declaration.condition, (name) => (file.defines(name) ? undefined : isDefined(file.path, name)));
  }

  #pathOf(handle: SymbolHandle): string {
    const names: string[] = [];
    for (
      let at: SymbolHandle | undefined = handle;
      at && this.store.kind(at) !== KIND.namespace;
      at = this.store.parentOf(at)
    )
      names.unshift(`${this.store.name(at)}\`${this.store.arity(at)}`);
    return names.join("/");
  }

  header(member: Member): HeaderDetails {
    return member.file.header(member.index);
  }

  bases(type: TypeSymbol): TypeRef[] {
    let bases = this.#bases.get(type.key);
    if (bases) return bases;
    bases = [];
    // This prevents infinite recursion while the bases are being resolved.
    this.#bases.set(type.key, bases);
    try {
      for (const part of type.parts) {
        const written = this.store.bases(part.handle);
        if (written === "" || type.kind === KIND.enum) continue;
        const file = this.file(part.path);
        const index = this.store.indexOf(part.handle);
        for (const text of splitTop(written)) {
          bases.push(this.names.baseText(withoutArguments(text), file, index));
        }
      }
    } catch (error) {
      this.#bases.delete(type.key);
      throw error;
    }
    return bases;
  }

  directlyDerived(type: TypeSymbol): TypeSymbol[] {
    return this.#namedBelow(type.name).filter((each) =>
      this.bases(each).some((base) => base.is === "type" && base.type.key === type.key),
    );
  }

  derivedFromExternal(name: string): TypeSymbol[] {
    return this.#namedBelow(name).filter((each) =>
      this.bases(each).some((base) => base.is === "external" && base.name === name),
    );
  }

  namedBases(): Iterable<string> {
    return this.#derivedByName().keys();
  }

  /** Returns the types that have this simple name in their base list. */
  #namedBelow(base: string): TypeSymbol[] {
    return [...(this.#derivedByName().get(base) ?? [])].flatMap((name) => this.typesNamed(name));
  }

  #derivedByName(): ReadonlyMap<string, ReadonlySet<string>> {
    if (this.#derived) return this.#derived;
    const derived = new Map<string, Set<string>>();
    for (const { name, bases } of this.store.typesWithBases())
      for (const each of simpleNames([bases])) derived.set(each, (derived.get(each) ?? new Set()).add(name));
    this.#derived = derived;
    return derived;
  }

  parameterTypes(member: Member): TypeRef[] {
    return this.header(member).parameters.map(({ type }) => this.resolveText(type, member));
  }

  resultType(member: Member): TypeRef {
    if (member.declaration.kind === KIND.enumMember) return { is: "type", type: member.owner, args: [] };
    // The name of a conversion operator includes its result type.
    const converted = /^(?:implicit|explicit) operator (?:checked )?(.+)$/.exec(member.declaration.name)?.[1];
    const written = converted ?? this.header(member).type;
    return written === "" ? UNKNOWN : this.resolveText(written, member);
  }

  boundsOf(member: Member, at: number): readonly TypeRef[] {
    const type = this.resolveText(this.header(member).typeParameters[at] ?? "", member);
    return type.is === "parameter" ? type.bounds : [];
  }

  conversions(type: TypeSymbol): Member[] {
    this.members(type, "");
    const byName = this.#members.get(type.key) ?? [];
    return [...byName].flatMap(([name, members]) => (name.startsWith("implicit ") ? members : []));
  }

  resolveText(text: string, scope: LookupScope): TypeRef {
    return this.names.resolveText(text, scope);
  }

  isVisible(type: TypeSymbol, file: SourceFile): boolean {
    return this.sees(file.assembly, this.#options.assemblyOf(type.parts[0]!.path));
  }

  isShared(type: TypeSymbol, file: SourceFile): boolean {
    const [part] = type.parts;
    return (
      part !== undefined && this.#options.assemblyOf(part.path, true) === this.#options.assemblyOf(file.path, true)
    );
  }

  #sameAssembly(a: TypeSymbol, b: TypeSymbol): boolean {
    // Projects may link each other's files, so the parts of a type (or of its outer type) can belong to more than one of them.
    const [one, two] = [a, b].map(({ parts }) => this.#options.assemblyOf(parts[0]!.path, true));
    return one === two;
  }
}
