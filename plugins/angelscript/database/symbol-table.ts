/** The symbol table of a workspace: every name with its possible symbols. Built anew when a file changes; members are read on first use. */
import { Flag } from "../parser/syntax.ts";
import { assumedBase } from "./assumed-base.ts";
import { generatedStatics } from "./generated-members.ts";
import { type Declarers, inferBases } from "./inferred-bases.ts";
import { NamespaceSymbol } from "./namespace-symbol.ts";
import { isType, ofNamespace, scriptMembers, typeKind } from "./script-members.ts";
import { type MemberSymbol, type Place, qualify, type ScriptFile, scopeKey, TypeSymbol } from "./symbols.ts";

/** The engine's own declarations: types by qualified name, and the content of namespaces. */
export interface NativeLibrary {
  types: ReadonlyMap<string, TypeSymbol>;
  /** Functions and variables by namespace, "" for the global one; read on first use. */
  namespaces: ReadonlyMap<string, () => MemberSymbol[]>;
  /** True if `float` is as wide as `float64`: a setting of the engine. */
  floatIsFloat64: boolean;
  /** Its source does not tell all: a value of an enum, for one, is known only by its use. */
  hasGaps?: boolean;
  /** For a source without bases: the types that declare a function. */
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
    });
    type.places.push(place);
    if (known) known.push(type);
    else this.#types.set(qualified, [type]);
  }

  /** The namespace of that name, made if it is not there. */
  namespace(name: string): NamespaceSymbol {
    let symbol = this.namespaces.get(name);
    if (!symbol) {
      symbol = new NamespaceSymbol(name, this.native.namespaces.get(name));
      this.namespaces.set(name, symbol);
    }
    return symbol;
  }

  /** A type by its qualified name, seen from a root: a script of that root, of another, the engine. */
  type(qualifiedName: string, root: number): TypeSymbol | undefined {
    const known = this.#types.get(qualifiedName);
    if (!known) return this.native.types.get(qualifiedName);
    return known.find((type) => type.root === root) ?? known[0];
  }

  /** Every type of that qualified name. */
  typesNamed(qualifiedName: string): TypeSymbol[] {
    const native = this.native.types.get(qualifiedName);
    return [...(this.#types.get(qualifiedName) ?? []), ...(native ? [native] : [])];
  }

  /** A type by a name as written inside `namespace`: inner scopes first. */
  typeFrom(name: string, namespace: string, root: number): TypeSymbol | undefined {
    for (let scope = namespace; ; scope = outerOf(scope)) {
      const type = this.type(qualify(scope, name), root);
      if (type || scope === "") return type;
    }
  }

  /** The namespace that a name written inside `namespace` means. */
  namespaceFrom(name: string, namespace: string): string | undefined {
    for (let scope = namespace; ; scope = outerOf(scope)) {
      const qualified = qualify(scope, name);
      if (this.namespaces.has(qualified)) return qualified;
      if (scope === "") return undefined;
    }
  }

  /** Gives up what can be read again: after many files were bound, or all names listed. */
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

  /** Represents an undeclared class that scripts derive from, so that its derived classes still belong together. */
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

  /** The class of that name that is known only as a base. */
  unknownBase(qualifiedName: string): TypeSymbol | undefined {
    this.#indexDerived();
    return this.#unknown.get(qualifiedName);
  }

  /** Returns true if a chain of bases, cut at a cycle, reaches `goal`. */
  #reaches(from: TypeSymbol, goal: TypeSymbol): boolean {
    const seen = new Set<TypeSymbol>();
    for (let type: TypeSymbol | undefined = from; type && !seen.has(type); ) {
      if (type === goal) return true;
      seen.add(type);
      type = type.base === "" ? undefined : this.typeFrom(type.base, type.namespace, type.root);
    }
    return false;
  }

  /** The type, then its bases, nearest first. */
  *chain(type: TypeSymbol): Generator<TypeSymbol> {
    for (let at: TypeSymbol | undefined = type; at; at = this.base(at)) yield at;
  }

  derivesFrom(type: TypeSymbol, base: TypeSymbol): boolean {
    for (const at of this.chain(type)) if (at === base) return true;
    return false;
  }

  /** Returns true if one of the bases has that name, even if the engine's types are unknown. */
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
    // Bases that only scripts name came up in the meantime.
    for (const each of this.#unknown.values()) {
      const base = this.base(each);
      if (base) derived.set(base, [...(derived.get(base) ?? []), each]);
    }
    this.#derived = derived;
    return derived;
  }

  /** Mixin functions whose first parameter is of a type with that name. */
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

  /** The compiler's declarations in the namespace named like the type, unless a script declares them. */
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

/** `A::B` of `A::B::C`; "" of a name without a scope. */
export function outerOf(namespace: string): string {
  const cut = namespace.lastIndexOf("::");
  return cut < 0 ? "" : namespace.slice(0, cut);
}

/** `FName` of `const FName&in`; `TArray` of `TArray<int>`. */
export function baseName(type: string): string {
  return /^(?:const\s+)?(?:::)?([\w:]+|\?)/.exec(type)?.[1] ?? type;
}

/** The key under which uses of a namespace are kept: that of the type of the same name, if there is one. */
export function namespaceKey(table: SymbolTable, name: string, root: number): string {
  const type = table.type(name, root);
  if (type) return type.key;
  const places = table.namespaces.get(name)?.places ?? [];
  const place = places.find((each) => each.file.root === root) ?? places[0];
  return scopeKey(name, place ? place.file.root : -1);
}
