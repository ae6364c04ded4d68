/**
 * The workspace's types and members, looked up by name as C# would. Everything is synchronous: a file that is not in
 * memory yet is asked for by throwing `NeedFile`, and the caller tries again when it has it.
 */
import { type Found, type SymbolStore, TYPE_KINDS } from "../index/store.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { type Declaration, KIND, TRAIT } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";
import { simpleNames } from "../unity/unity-types.ts";
import { outwards, type SourceFile } from "./source-file.ts";
import { TypeNames } from "./type-names.ts";
import { splitTop, substitute, type TypeRef } from "./type-refs.ts";

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

/** Where a name is looked up from: a file, and the innermost declaration around the place. */
export interface Scope {
  file: SourceFile;
  index: number;
}

/** The members of one level of a type's hierarchy, with what its type parameters stand for there. */
export interface Level {
  members: Member[];
  substitution: Map<string, TypeRef>;
}

export interface ModelOptions {
  store: SymbolStore;
  files: ReadonlyMap<string, SourceFile>;
  /** Every script is indexed: what is not found does not exist in the workspace. */
  complete: boolean;
  sees(from: string, to: string): boolean;
  assemblyOf(path: string): string;
}

const MAX_DEPTH = 24;

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
    let types = this.#types.get(name);
    if (types) return types;
    const byKey = new Map<string, TypeSymbol>();
    const { store } = this.#options;
    for (const place of store.typesNamed(name)) {
      const kind = store.kind(place);
      const found = store.found(place);
      const arity = store.segments[place.segment]!.columns.arity[place.at]!;
      const assembly = this.#options.assemblyOf(found.path);
      // The same full name in two assemblies is two types.
      const key = `${assembly}:${found.namespace}:${[...found.containers, name].join("/")}\`${arity}`;
      const type = byKey.get(key) ?? {
        key,
        name,
        kind,
        arity,
        namespace: found.namespace,
        containers: found.containers,
        parts: [],
      };
      type.parts.push(found);
      byKey.set(key, type);
    }
    types = [...byKey.values()];
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
      type.parts.some((part) => part.path === file.path && this.#indexOf(part) === index),
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
        const parent = this.#indexOf(part);
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

  /** Declares implicit conversions, so that its values may stand where other types are asked for. */
  hasConversions(type: TypeSymbol): boolean {
    this.members(type, "");
    return [...this.#members.get(type.key)!.keys()].some((name) => name.startsWith("implicit "));
  }

  nested(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined {
    const around = [...type.containers, type.name].join("/");
    return this.typesNamed(name).find(
      (each) =>
        each.namespace === type.namespace &&
        each.containers.join("/") === around &&
        each.arity === arity &&
        this.#sameAssembly(each, type),
    );
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
        const index = this.#indexOf(part);
        for (const text of splitTop(written)) {
          bases.push(
            this.resolveText(
              text.replace(/\s*\(.*\)\s*$/s, ""),
              { file, index: file.declarations[index]!.parent },
              file.header(index).typeParameters,
            ),
          );
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
    return this.file(part.path).header(this.#indexOf(part)).typeParameters;
  }

  /** Types that name this one among their bases. */
  directlyDerived(type: TypeSymbol): TypeSymbol[] {
    if (!this.#derived) {
      this.#derived = new Map();
      for (const { name, bases } of this.store.typesWithBases()) {
        for (const base of simpleNames([bases])) {
          const names = this.#derived.get(base) ?? new Set();
          this.#derived.set(base, names.add(name));
        }
      }
    }
    const names = [...(this.#derived.get(type.name) ?? [])];
    return names
      .flatMap((name) => this.typesNamed(name))
      .filter((each) => this.bases(each).some((base) => base.is === "type" && base.type.key === type.key));
  }

  /** What the type parameters of a constructed type stand for. */
  substitution(ref: TypeRef): Map<string, TypeRef> {
    const map = new Map<string, TypeRef>();
    if (ref.is === "type" && ref.args.length > 0) {
      this.typeParameters(ref.type).forEach((name, at) => {
        if (ref.args[at]) map.set(name, ref.args[at]);
      });
    }
    return map;
  }

  /** Levels of members called `name`: the type's own, then its bases'. `open` tells that an external base may have more. */
  levels(ref: TypeRef, name: string, from: readonly TypeSymbol[]): { levels: Level[]; open: boolean } {
    const levels: Level[] = [];
    const seen = new Set<string>();
    let open = false;
    const visit = (at: TypeRef, depth: number): void => {
      if (at.is !== "type") {
        if (at.is === "unknown" || at.is === "external") open = true;
        else if (at.is === "parameter") for (const bound of at.bounds) visit(bound, depth + 1);
        return;
      }
      if (seen.has(at.type.key) || depth > MAX_DEPTH) return;
      seen.add(at.type.key);
      const own = this.members(at.type, name).filter((member) => depth === 0 || isInherited(member, from));
      const substitution = this.substitution(at);
      if (own.length > 0) levels.push({ members: own, substitution });
      for (const base of this.bases(at.type)) visit(substitute(base, substitution), depth + 1);
    };
    visit(ref, 0);
    return { levels, open };
  }

  /** A written type, seen from a place. `extra` are type parameters in force there beyond the declarations'. */
  resolveText(text: string, scope: Scope, extra: readonly string[] = []): TypeRef {
    return this.names.resolveText(text, scope, extra);
  }

  /** A nested type of a type or of one of its base classes. */
  nestedInHierarchy(type: TypeSymbol, name: string, arity: number): TypeSymbol | undefined {
    // Most names are no nested type of anything: then no base needs to be read.
    if (!this.typesNamed(name).some((each) => each.containers.length > 0 && each.arity === arity)) return undefined;
    const seen = new Set<string>();
    for (let at: TypeSymbol | undefined = type; at && !seen.has(at.key); ) {
      seen.add(at.key);
      const found = this.nested(at, name, arity);
      if (found) return found;
      const base: TypeRef | undefined = this.bases(at).find(
        (each) => each.is === "type" && each.type.kind === KIND.class,
      );
      at = base?.is === "type" ? base.type : undefined;
    }
    return undefined;
  }

  isVisible(type: TypeSymbol, file: SourceFile): boolean {
    return this.sees(file.assembly, this.#options.assemblyOf(type.parts[0]!.path));
  }

  #sameAssembly(a: TypeSymbol, b: TypeSymbol): boolean {
    return a.key.slice(0, a.key.indexOf(":")) === b.key.slice(0, b.key.indexOf(":"));
  }

  #indexOf(part: Found): number {
    return part.place.at - this.store.firstOf(part.place);
  }
}

/** Private members are no members of derived types, except for code inside the type that declares them. */
function isInherited(member: Member, from: readonly TypeSymbol[]): boolean {
  const { modifiers, kind, traits } = member.declaration;
  if (kind === KIND.constructor || kind === KIND.destructor) return false;
  if ((traits & TRAIT.explicit) !== 0) return false;
  const open = MODIFIER_BIT.public | MODIFIER_BIT.protected | MODIFIER_BIT.internal;
  if ((modifiers & open) !== 0 || member.owner.kind === KIND.interface || member.owner.kind === KIND.enum) return true;
  return from.some((type) => type.key === member.owner.key);
}
