/** Looks up names in types and namespaces. The results are cached for the lifetime of the symbol table. */
import { overrideSwitch } from "../database/generated-members.ts";
import { outerOf, type SymbolTable } from "../database/symbol-table.ts";
import { type MemberSymbol, qualify, type TypeSymbol } from "../database/symbols.ts";
import { Flag } from "../parser/syntax.ts";
import { bindingsOf, TypeResolver, type TypeUse } from "./type-use.ts";

const NONE: readonly MemberSymbol[] = [];

/** The file and workspace root from which a name is looked up. */
export interface Viewpoint {
  root: number;
  path: string;
}
const MAX_CACHED = 30_000;
/**
 * The maximum number of overloads that we consider. Engines have fewer than fifty for any name, but a broken script can have
 * thousands.
 */
const MAX_PER_NAME = 128;

export class Lookup {
  readonly table: SymbolTable;
  readonly types: TypeResolver;
  readonly #members = new Map<TypeSymbol, Map<string, readonly MemberSymbol[]>>();
  readonly #memberTypes = new Map<MemberSymbol, TypeUse | undefined>();
  readonly #constructors = new Map<TypeSymbol, readonly MemberSymbol[]>();
  /** Caches the results of `#seenBy` by name and namespace. It is only used for names with many declarations. */
  readonly #globals = new Map<string, readonly MemberSymbol[]>();
  #seenBy = "";
  #cached = 0;

  constructor(table: SymbolTable) {
    this.table = table;
    this.types = new TypeResolver(table);
  }

  /**
   * Returns the members with this name, starting with the type's own, followed by inherited ones and mixins. Constructors
   * aren't included.
   */
  members(type: TypeSymbol, name: string): readonly MemberSymbol[] {
    let known = this.#members.get(type);
    if (!known) {
      known = new Map();
      this.#members.set(type, known);
    }
    let found = known.get(name);
    if (!found) {
      found = this.#find(type, name);
      known.set(name, found);
      if (++this.#cached > MAX_CACHED) this.#trim();
    }
    return found;
  }

  /** Clears the cache between two files, since otherwise it would become larger than the symbol table. */
  #trim(): void {
    this.#members.clear();
    this.#memberTypes.clear();
    this.#constructors.clear();
    this.#cached = 0;
  }

  #find(type: TypeSymbol, name: string): readonly MemberSymbol[] {
    const found: MemberSymbol[] = [];
    for (const at of this.table.chain(type)) {
      const here = at.member(name).filter((member) => member.kind !== "constructor");
      found.push(...here.slice(0, MAX_PER_NAME));
    }
    for (const at of this.table.chain(type)) {
      const here = this.table.mixins(at.name).filter((mixin) => mixin.name === name);
      found.push(...here.slice(0, MAX_PER_NAME));
    }
    if (found.length === 0) {
      const made = overrideSwitch(this.table, type, name);
      if (made) return [made];
    }
    return found.length > 0 ? found : NONE;
  }

  /** Finds a field or its accessor (`GetName` for reads, `SetName` for writes). */
  property(type: TypeSymbol, name: string, access: "get" | "set"): MemberSymbol | undefined {
    const field = this.members(type, name).find((member) => !member.isCallable);
    if (field) return field;
    return this.accessor(type, name, access);
  }

  accessor(type: TypeSymbol, name: string, access: "get" | "set"): MemberSymbol | undefined {
    const method = this.members(type, access === "get" ? `Get${name}` : `Set${name}`);
    return method.find((member) => member.accessor === access);
  }

  /** Returns the type of a member in which the template arguments of its owner are substituted. */
  typeOf(member: MemberSymbol, owner: TypeUse | undefined): TypeUse | undefined {
    const { root } = member;
    if (owner && (owner.arguments.length > 0 || owner.written) && member.owner === owner.symbol)
      return this.types.resolve(member.type, member.namespace, root, bindingsOf(owner));
    if (this.#memberTypes.has(member)) return this.#memberTypes.get(member);
    const use = this.types.resolve(member.type, member.namespace, root);
    this.#memberTypes.set(member, use);
    return use;
  }

  parameterType(member: MemberSymbol, index: number, owner: TypeUse | undefined): TypeUse | undefined {
    const parameter = member.parameters?.[index];
    if (!parameter) return undefined;
    const { root } = member;
    const bindings = owner && member.owner === owner.symbol ? bindingsOf(owner) : undefined;
    return this.types.resolve(parameter.type, member.namespace, root, bindings);
  }

  /** Returns the globals of the innermost enclosing namespace that has any with this name. */
  global(name: string, namespace: string, from: Viewpoint): readonly MemberSymbol[] {
    for (let scope = namespace; ; scope = outerOf(scope)) {
      const found = this.inNamespace(scope, name, from);
      if (found.length > 0 || scope === "") return found;
    }
  }

  /** Returns the globals in exactly this namespace. Declarations in the same root as the file take precedence. */
  inNamespace(namespace: string, name: string, from: Viewpoint): readonly MemberSymbol[] {
    const found = this.table.namespaces.get(namespace)?.member(name) ?? NONE;
    if (found.length < 2) return found;
    if (found.length <= MAX_PER_NAME) return seenFrom(found, from);
    const key = qualify(namespace, name);
    const viewer = `${from.root} ${from.path}`;
    if (this.#seenBy !== viewer) this.#globals.clear();
    this.#seenBy = viewer;
    let known = this.#globals.get(key);
    if (!known) {
      const seen = seenFrom(found, from);
      const own = seen.filter((member) => isOf(member, from));
      known = [...own, ...seen.filter((member) => !isOf(member, from))].slice(0, MAX_PER_NAME);
      this.#globals.set(key, known);
    }
    return known;
  }

  /** Returns true if two other files declare this global, so that it isn't clear which one is meant. */
  isUndecided(member: MemberSymbol, from: Viewpoint): boolean {
    if (!member.hasTwin || isOf(member, from)) return false;
    const key = member.sharedKey;
    return this.inNamespace(member.namespace, member.name, from).filter((each) => each.sharedKey === key).length > 1;
  }

  /** Resolves `Type::name`, which can be an enum value, a generated static or a method (for `Super::M`). */
  inType(type: TypeSymbol, name: string): readonly MemberSymbol[] {
    const statics = this.table.statics(type).filter((member) => member.name === name);
    return statics.length > 0 ? statics : this.members(type, name);
  }

  constructors(type: TypeSymbol): readonly MemberSymbol[] {
    let found = this.#constructors.get(type);
    if (!found) {
      found = type.members.filter((member) => member.kind === "constructor").slice(0, MAX_PER_NAME);
      this.#constructors.set(type, found);
      if (++this.#cached > MAX_CACHED) this.#trim();
    }
    return found;
  }
}

/** If there are declarations in the root of the viewer, those in other roots are hidden. */
function seenFrom(found: readonly MemberSymbol[], from: Viewpoint): readonly MemberSymbol[] {
  const near = found.filter((member) => member.root === from.root || member.root < 0);
  const all = near.length > 0 ? near : found;
  return all.some((member) => member.hasTwin) ? withoutHidden(all, from) : all;
}

function isOf(member: MemberSymbol, { path }: Viewpoint): boolean {
  return member.place?.file.path === path;
}

/** The globals of a file hide those with the same name in other files, and other files can't see `local` globals. */
function withoutHidden(found: readonly MemberSymbol[], from: Viewpoint): readonly MemberSymbol[] {
  const own = new Set(found.filter((member) => member.hasTwin && isOf(member, from)).map((each) => each.sharedKey));
  const seen = found.filter(
    (member) =>
      !member.hasTwin || isOf(member, from) || !(own.has(member.sharedKey) || (member.flags & Flag.local) !== 0),
  );
  return seen.length > 0 ? seen : found;
}
