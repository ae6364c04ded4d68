/**
 * The workspace's types and members, looked up by name as C# would. Everything is synchronous: a file that is not in
 * memory yet is asked for by throwing `NeedFile`, and the caller tries again when it has it.
 */
import type { Found, SymbolStore } from "../index/store.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { type Declaration, KIND, TRAIT } from "../outline/symbols.ts";
import { MODIFIER_BIT } from "../outline/words.ts";
import { simpleNames } from "../unity/unity-types.ts";
import { outwards, type SourceFile } from "./source-file.ts";
import { external, parseTypeText, splitTop, substitute, type TypeRef, UNKNOWN } from "./type-refs.ts";

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
const TYPE_KINDS = new Set<number>([KIND.class, KIND.struct, KIND.interface, KIND.enum, KIND.delegate]);

export class Model {
  readonly #options: ModelOptions;
  readonly #types = new Map<string, TypeSymbol[]>();
  readonly #members = new Map<string, Map<string, Member[]>>();
  readonly #bases = new Map<string, TypeRef[]>();
  readonly #texts = new Map<string, TypeRef>();
  #namespaces: Set<string> | undefined;
  /** Simple names of base types → names of the types below them. */
  #derived: Map<string, Set<string>> | undefined;

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
    for (const place of store.byName(name, true)) {
      const kind = store.kind(place);
      if (!TYPE_KINDS.has(kind)) continue;
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
              text.replace(/\s*\([^]*\)\s*$/, ""),
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
    const key = `${scope.file.path}#${scope.index}#${extra.join()}#${text}`;
    let type = this.#texts.get(key);
    if (!type) {
      type = this.#resolve(text, scope, extra);
      this.#texts.set(key, type);
    }
    return type;
  }

  #resolve(text: string, scope: Scope, extra: readonly string[]): TypeRef {
    const written = parseTypeText(text);
    if (!written) return text.includes("delegate") ? external("delegate") : UNKNOWN;
    let type: TypeRef;
    if (written.tuple) {
      type = {
        is: "tuple",
        elements: written.tuple.map((element) => {
          const named = /^(.*[\s\]>?)])(\w+)$/s.exec(element.trim());
          return { name: named?.[2] ?? "", type: this.resolveText((named?.[1] ?? element).trim(), scope, extra) };
        }),
      };
    } else {
      const segments = written.segments.map(({ name, args }) => ({
        name,
        args: args.map((arg) => (arg.trim() === "" ? UNKNOWN : this.resolveText(arg.trim(), scope, extra))),
      }));
      type = this.#resolveSegments(segments, scope, extra);
    }
    for (let count = 0; count < written.arrays; count++) type = { is: "array", element: type };
    return type;
  }

  #resolveSegments(segments: { name: string; args: TypeRef[] }[], scope: Scope, extra: readonly string[]): TypeRef {
    const [first, ...rest] = segments;
    if (rest.length === 0 && extra.includes(first!.name)) return { is: "parameter", name: first!.name, bounds: [] };
    let at: TypeRef | string | undefined = this.simpleType(first!.name, first!.args, scope, rest.length > 0);
    for (const { name, args } of rest) {
      if (typeof at === "string") at = this.inNamespace(at, name, args, scope);
      else if (at?.is === "type") {
        const inner: TypeSymbol | undefined = this.nestedInHierarchy(at.type, name, args.length);
        at = inner ? { is: "type", type: inner, args } : undefined;
      } else if (at?.is === "external") at = external(name, args);
      else at = UNKNOWN;
      if (at === undefined) return this.#missing(name, args);
    }
    return typeof at === "string" ? UNKNOWN : (at ?? this.#missing(segments.at(-1)!.name, segments.at(-1)!.args));
  }

  /** Nobody in the workspace declares it; while files are unread nobody knows. */
  #missing(name: string, args: TypeRef[]): TypeRef {
    return this.complete || this.typesNamed(name).length === 0 ? external(name, args) : UNKNOWN;
  }

  /** A simple name as a type, or (where `asQualifier`) as the full name of a namespace; undefined where nothing is found. */
  simpleType(name: string, args: TypeRef[], scope: Scope, asQualifier: boolean): TypeRef | string | undefined {
    const parameter = this.#typeParameter(name, scope);
    if (parameter) return parameter;
    for (const type of this.enclosingTypes(scope)) {
      if (type.name === name && type.arity === args.length) return { is: "type", type, args };
      const inner = this.nestedInHierarchy(type, name, args.length);
      if (inner) return { is: "type", type: inner, args };
    }
    const candidates = this.typesNamed(name).filter(
      (type) => type.containers.length === 0 && type.arity === args.length && this.#visible(type, scope.file),
    );
    const around = namespacesAround(scope);
    for (const namespace of around) {
      const type = candidates.find((each) => each.namespace === namespace);
      if (type) return { is: "type", type, args };
      const full = namespace === "" ? name : `${namespace}.${name}`;
      if (asQualifier && args.length === 0 && this.isNamespace(full)) return full;
    }
    return this.#imported(name, args, candidates, scope, asQualifier);
  }

  #imported(
    name: string,
    args: TypeRef[],
    candidates: TypeSymbol[],
    scope: Scope,
    asQualifier: boolean,
  ): TypeRef | string | undefined {
    const found: TypeSymbol[] = [];
    for (const { target, alias, isStatic } of scope.file.usings) {
      if (alias !== "") {
        if (alias !== name || args.length > 0) continue;
        const plain = target.replace(/^global::/, "");
        if (asQualifier && this.isNamespace(plain)) return plain;
        return this.resolveText(plain, { file: scope.file, index: -1 });
      }
      if (isStatic) {
        const from = this.resolveText(target, { file: scope.file, index: -1 });
        const inner = from.is === "type" ? this.nested(from.type, name, args.length) : undefined;
        if (inner) found.push(inner);
        continue;
      }
      found.push(...candidates.filter((type) => namesNamespace(type.namespace, target, scope)));
    }
    const distinct = [...new Set(found)];
    if (distinct.length === 1) return { is: "type", type: distinct[0]!, args };
    if (distinct.length > 1) return UNKNOWN;
    return undefined;
  }

  /** A type or deeper namespace of a namespace. */
  inNamespace(namespace: string, name: string, args: TypeRef[], scope: Scope): TypeRef | string | undefined {
    const type = this.typesNamed(name).find(
      (each) =>
        each.containers.length === 0 &&
        each.namespace === namespace &&
        each.arity === args.length &&
        this.#visible(each, scope.file),
    );
    if (type) return { is: "type", type, args };
    const full = `${namespace}.${name}`;
    return this.isNamespace(full) ? full : undefined;
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

  #typeParameter(name: string, scope: Scope): TypeRef | undefined {
    for (const index of outwards(scope.file, scope.index)) {
      const { kind, arity } = scope.file.declarations[index]!;
      if (arity === 0 && kind !== KIND.method) continue;
      const header = scope.file.header(index);
      if (!header.typeParameters.includes(name)) continue;
      const bounds = (header.constraints.get(name) ?? [])
        .filter((bound) => !/^(?:class\??|struct|notnull|unmanaged|default|new\(\))$/.test(bound) && bound !== name)
        .map((bound) => this.resolveText(bound, { file: scope.file, index }));
      return { is: "parameter", name, bounds };
    }
    return undefined;
  }

  #visible(type: TypeSymbol, file: SourceFile): boolean {
    return this.sees(file.assembly, this.#options.assemblyOf(type.parts[0]!.path));
  }

  #sameAssembly(a: TypeSymbol, b: TypeSymbol): boolean {
    return a.key.slice(0, a.key.indexOf(":")) === b.key.slice(0, b.key.indexOf(":"));
  }

  #indexOf(part: Found): number {
    return part.place.at - this.store.firstOf(part.place);
  }
}

/** The namespaces around a place, innermost first, the global one last. */
export function namespacesAround({ file, index }: Scope): string[] {
  const names: string[] = [];
  for (const at of outwards(file, index))
    if (file.declarations[at]!.kind === KIND.namespace) names.unshift(file.declarations[at]!.name);
  const full = names.join(".");
  const around: string[] = [];
  for (let at = full.length; at > 0; at = full.lastIndexOf(".", at - 1)) around.push(full.slice(0, at));
  return [...around, ""];
}

/** Whether `using target;` means this namespace: written in full, or below one of the namespaces around. */
export function namesNamespace(namespace: string, target: string, scope: Scope): boolean {
  const plain = target.replace(/^global::/, "");
  return (
    namespace === plain || namespacesAround(scope).some((outer) => outer !== "" && namespace === `${outer}.${plain}`)
  );
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
