/**
 * The symbol table of the workspace. It is built again after every change of a file, which is cheap because members are only
 * read on demand.
 */
import { Flag } from "../parser/syntax.ts";
import { assumedBase } from "./assumed-base.ts";
import { generatedStatics } from "./generated-members.ts";
import { type Declarers, inferBases } from "./inferred-bases.ts";
import { NamespaceSymbol } from "./namespace-symbol.ts";
import { isType, ofNamespace, scriptMembers, scriptNames, typeKind } from "./script-members.ts";
import { type MemberSymbol, type Place, qualify, type ScriptFile, scopeKey, TypeSymbol } from "./symbols.ts";

/** The types of the engine by qualified name, and the native namespaces. */
export interface NativeLibrary {
  types: ReadonlyMap<string, TypeSymbol>;
  /** The keys are namespaces, with "" for the global one. Members are read when they are first used. */
  namespaces: ReadonlyMap<string, () => MemberSymbol[]>;
  /** A setting of the engine that makes `float` 64 bits wide. */
  floatIsFloat64: boolean;
  /** True if the data of the engine is incomplete. It may lack the values of enums, for example. */
  hasGaps?: boolean;
  /** Set if the data of the engine has no base classes, see inferred-bases.ts. */
  declarers?: Declarers;
}

export class SymbolTable {
  readonly native: NativeLibrary;
  readonly namespaces = new Map<string, NamespaceSymbol>();
  readonly #types = new Map<string, TypeSymbol[]>();
  readonly #statics = new Map<TypeSymbol, MemberSymbol[]>();
  #derived: Map<TypeSymbol, TypeSymbol[]> | undefined;
  #mixins: Map<string, MemberSymbol[]> | undefined;
  readonly #bases = new Map<TypeSymbol, TypeSymbol | undefined>();
  readonly #written = new Map<TypeSymbol, TypeSymbol | undefined>();
  #inferred: ReadonlyMap<TypeSymbol, TypeSymbol> | undefined;
  readonly #unknown = new Map<string, TypeSymbol>();

  constructor(files: Iterable<ScriptFile>, native: NativeLibrary) {
    this.native = native;
    this.namespace("");
    for (const name of native.namespaces.keys()) this.namespace(name);
    for (const file of files) for (const declaration of file.declarations) this.#add("", { file, declaration });
  }

  #add(namespace: string, place: Place): void {
    const { declaration, file } = place;
    if (declaration.kind === "namespace") this.#addNamespace(namespace, place);
    else if (isType(declaration)) this.#addType(namespace, place);
    else {
      const member = ofNamespace(namespace, { file, declaration });
      if (member) this.namespace(namespace).add(member);
    }
  }

  #addNamespace(outer: string, place: Place): void {
    const { declaration, file } = place;
    let name = outer;
    for (const part of [...declaration.names, declaration.name]) {
      name = qualify(name, part);
      this.namespace(name);
    }
    this.namespace(name).places.push(place);
    for (const member of declaration.members) this.#add(name, { file, declaration: member });
  }

  #addType(namespace: string, place: Place): void {
    const { declaration, file } = place;
    const qualified = qualify(namespace, declaration.name);
    const known = this.#types.get(qualified);
    const same = known?.find((type) => type.root === file.root && type.kind === declaration.kind);
    if (same) {
      same.places.push(place);
      return;
    }
    const type = new TypeSymbol({
      kind: typeKind(declaration),
      name: declaration.name,
      namespace,
      base: declaration.kind === "class" ? declaration.type || "UObject" : "",
      root: file.root,
      members: scriptMembers,
      memberNames: scriptNames,
    });
    type.places.push(place);
    if (known) known.push(type);
    else this.#types.set(qualified, [type]);
  }

  /** Returns the namespace, and creates it if necessary. */
  namespace(name: string): NamespaceSymbol {
    let symbol = this.namespaces.get(name);
    if (!symbol) {
      symbol = new NamespaceSymbol(name, this.native.namespaces.get(name));
      this.namespaces.set(name, symbol);
    }
    return symbol;
  }

  /** Prefers a script type of the given root, then one of another root, and then one of the engine. */
  type(qualifiedName: string, root: number): TypeSymbol | undefined {
    const known = this.#types.get(qualifiedName);
    if (!known) return this.native.types.get(qualifiedName);
    return known.find((type) => type.root === root) ?? known[0];
  }

  typesNamed(qualifiedName: string): TypeSymbol[] {
    const native = this.native.types.get(qualifiedName);
    return [...(this.#types.get(qualifiedName) ?? []), ...(native ? [native] : [])];
  }

  /** Resolves the name of a type from inside `namespace`, starting with the innermost scope. */
  typeFrom(name: string, namespace: string, root: number): TypeSymbol | undefined {
    for (let scope = namespace; ; scope = outerOf(scope)) {
      const type = this.type(qualify(scope, name), root);
      if (type || scope === "") return type;
    }
  }

  /** Resolves a namespace name from inside `namespace`. */
  namespaceFrom(name: string, namespace: string): string | undefined {
    for (let scope = namespace; ; scope = outerOf(scope)) {
      const qualified = qualify(scope, name);
      if (this.namespaces.has(qualified)) return qualified;
      if (scope === "") return undefined;
    }
  }

  /** Frees memory that can be built again. This is called after binding many files or listing all names. */
  forgetMembers(): void {
    for (const type of this.allTypes()) type.forgetMembers();
    this.#statics.clear();
  }

  *scriptTypes(): Generator<TypeSymbol> {
    for (const types of this.#types.values()) yield* types;
  }

  *allTypes(): Generator<TypeSymbol> {
    yield* this.scriptTypes();
    for (const [name, type] of this.native.types) if (!this.#types.has(name)) yield type;
  }

  base(type: TypeSymbol): TypeSymbol | undefined {
    if (type.base === "") return undefined;
    if (this.#bases.has(type)) return this.#bases.get(type);
    const sound = this.#inferredBase(type) ?? this.#writtenBase(type);
    this.#bases.set(type, sound);
    return sound;
  }

  #writtenBase(type: TypeSymbol): TypeSymbol | undefined {
    if (this.#written.has(type)) return this.#written.get(type);
    const base = this.#findWritten(type);
    this.#written.set(type, base);
    return base;
  }

  #findWritten(type: TypeSymbol): TypeSymbol | undefined {
    const written = type.base.replace(/^::/, "");
    const base = this.typeFrom(written, type.namespace, type.root);
    if (!base) return this.#unknownType(written);
    return base !== type && !this.#reaches(base, type) ? base : undefined;
  }

  #inferredBase(type: TypeSymbol): TypeSymbol | undefined {
    const { declarers, types } = this.native;
    if (!type.isBaseAssumed || !declarers) return undefined;
    this.#inferred ??= inferBases(
      {
        scriptTypes: () => this.scriptTypes(),
        assumedChain: (from) => this.#assumedChain(from),
        nativeClass: (name) => types.get(name),
      },
      declarers,
    );
    return this.#inferred.get(type);
  }

  *#assumedChain(type: TypeSymbol): Generator<TypeSymbol> {
    const seen = new Set<TypeSymbol>();
    for (let at: TypeSymbol | undefined = type; at && !seen.has(at); ) {
      yield at;
      seen.add(at);
      at = at.base === "" ? undefined : this.#writtenBase(at);
    }
  }

  /** Creates a placeholder for a base class that isn't declared, so that its subclasses can still be grouped. */
  #unknownType(name: string): TypeSymbol {
    let type = this.#unknown.get(name);
    if (!type) {
      const base = assumedBase(name);
      type = new TypeSymbol({
        kind: "class",
        name: name.slice(name.lastIndexOf(":") + 1),
        namespace: outerOf(name),
        base: this.native.types.has(base) ? base : "",
        isBaseAssumed: true,
        isUnknown: true,
        root: -1,
        members: () => [],
      });
      this.#unknown.set(name, type);
    }
    return type;
  }

  /** Returns the placeholder for a base class that isn't declared, if scripts use one. */
  unknownBase(qualifiedName: string): TypeSymbol | undefined {
    this.#indexDerived();
    return this.#unknown.get(qualifiedName);
  }

  /** Follows base classes but doesn't follow a cycle. */
  #reaches(from: TypeSymbol, goal: TypeSymbol): boolean {
    const seen = new Set<TypeSymbol>();
    for (let type: TypeSymbol | undefined = from; type && !seen.has(type); ) {
      if (type === goal) return true;
      seen.add(type);
      type = type.base === "" ? undefined : this.typeFrom(type.base, type.namespace, type.root);
    }
    return false;
  }

  /** Returns the type and its bases, starting with the nearest. */
  *chain(type: TypeSymbol): Generator<TypeSymbol> {
    for (let at: TypeSymbol | undefined = type; at; at = this.base(at)) yield at;
  }

  derivesFrom(type: TypeSymbol, base: TypeSymbol): boolean {
    for (const at of this.chain(type)) if (at === base) return true;
    return false;
  }

  /** This compares names, so it also works if the data of the engine is incomplete. */
  derivesFromNamed(type: TypeSymbol, name: string): boolean {
    for (const at of this.chain(type)) if (at.name === name || at.base === name) return true;
    return false;
  }

  derived(type: TypeSymbol): readonly TypeSymbol[] {
    return this.#indexDerived().get(type) ?? [];
  }

  #indexDerived(): ReadonlyMap<TypeSymbol, TypeSymbol[]> {
    if (this.#derived) return this.#derived;
    const derived = new Map<TypeSymbol, TypeSymbol[]>();
    for (const each of this.allTypes()) {
      const base = each.kind === "class" ? this.base(each) : undefined;
      if (!base) continue;
      const list = derived.get(base);
      if (list) list.push(each);
      else derived.set(base, [each]);
    }
    // Placeholders may have been added in the meantime.
    for (const each of this.#unknown.values()) {
      const base = this.base(each);
      if (base) derived.set(base, [...(derived.get(base) ?? []), each]);
    }
    this.#derived = derived;
    return derived;
  }

  /** Returns the mixin functions for a type, which is their first parameter. */
  mixins(typeName: string): readonly MemberSymbol[] {
    if (!this.#mixins) {
      this.#mixins = new Map();
      for (const namespace of this.namespaces.values())
        for (const member of namespace.own) {
          if ((member.flags & Flag.mixin) === 0 || !member.parameters?.[0]) continue;
          const name = baseName(member.parameters[0].type);
          const list = this.#mixins.get(name);
          if (list) list.push(member);
          else this.#mixins.set(name, [member]);
        }
    }
    return this.#mixins.get(typeName) ?? [];
  }

  /** Returns the declarations that are generated in the type's namespace, except for those that a script declares itself. */
  statics(type: TypeSymbol): readonly MemberSymbol[] {
    let list = this.#statics.get(type);
    if (!list) {
      const written = this.namespaces.get(type.qualifiedName);
      list = generatedStatics(this, type).filter((member) => !written?.member(member.name).length);
      this.#statics.set(type, list);
    }
    return list;
  }
}

/** Returns `A::B` for `A::B::C`, and "" for a name without a scope. */
export function outerOf(namespace: string): string {
  const cut = namespace.lastIndexOf("::");
  return cut < 0 ? "" : namespace.slice(0, cut);
}

/** Returns `FName` for `const FName&in`, and `TArray` for `TArray<int>`. */
export function baseName(type: string): string {
  return /^(?:const\s+)?(?:::)?([\w:]+|\?)/.exec(type)?.[1] ?? type;
}

/** Returns the key for uses of a namespace. If there is a type with this name, they share its key. */
export function namespaceKey(table: SymbolTable, name: string, root: number): string {
  const type = table.type(name, root);
  if (type) return type.key;
  const places = table.namespaces.get(name)?.places ?? [];
  const place = places.find((each) => each.file.root === root) ?? places[0];
  return scopeKey(name, place ? place.file.root : -1);
}
