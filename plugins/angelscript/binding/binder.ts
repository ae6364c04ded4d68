/** Where the binder stands in a file, and how it writes down what it found. */

import { namespaceKey, outerOf } from "../database/symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import type { Expression, NameSyntax, TypeSyntax } from "../parser/syntax.ts";
import { localTarget, type Use, type UseList, unresolvedTarget } from "./bound-uses.ts";
import type { Lookup } from "./lookup.ts";
import {
  cannotConvert,
  dependsOnNatives,
  hasKnownBases,
  hasOnlyScriptMembers,
  type SemanticErrors,
} from "./semantic-errors.ts";
import type { SymbolKeys } from "./symbol-keys.ts";
import { type TypeUse, typeText } from "./type-use.ts";

export interface Local {
  start: number;
  type: TypeUse | undefined;
  isParameter: boolean;
  /** As written, with constness and reference; "" for `auto`. */
  written: string;
}

export interface BinderOptions {
  lookup: Lookup;
  keys: SymbolKeys;
  /** Numbers of names that could not be resolved. */
  nameNumber: (name: string) => number;
  root: number;
  /** Filled and taken for one file after another. */
  uses: UseList;
  /** Filled, if given, with the type whose member is named at an offset, where that type has template arguments. */
  owners?: Map<number, TypeUse>;
  /** Filled, if given, with what cannot be right. */
  errors?: SemanticErrors;
}

export class Binder {
  readonly lookup: Lookup;
  readonly uses: UseList;
  readonly root: number;
  namespace = "";
  /** The type whose members are seen without a qualifier. */
  type: TypeSymbol | undefined;
  /** The value of `auto` locals and of every local, for answers about one place. */
  readonly localTypes = new Map<number, Local & { name: string }>();
  readonly errors: SemanticErrors | undefined;
  /** Of the function whose body is bound. */
  methodFlags = 0;
  returns: TypeUse | undefined;
  readonly #owners: Map<number, TypeUse> | undefined;
  readonly #keys: SymbolKeys;
  readonly #nameNumber: (name: string) => number;
  readonly #scopes: Map<string, Local>[] = [];

  constructor(options: BinderOptions) {
    this.lookup = options.lookup;
    this.root = options.root;
    this.uses = options.uses;
    this.#owners = options.owners;
    this.errors = options.errors;
    this.#keys = options.keys;
    this.#nameNumber = options.nameNumber;
  }

  get thisType(): TypeUse | undefined {
    return this.type ? this.lookup.types.of(this.type) : undefined;
  }

  get superType(): TypeUse | undefined {
    const base = this.type ? this.lookup.table.base(this.type) : undefined;
    return base ? this.lookup.types.of(base) : undefined;
  }

  named(name: string, typeArguments: readonly TypeUse[] = []): TypeUse | undefined {
    return this.lookup.types.named(name, typeArguments);
  }

  /** Runs `work` with names of its own. */
  scoped<Result>(work: () => Result): Result {
    this.#scopes.push(new Map());
    const result = work();
    this.#scopes.pop();
    return result;
  }

  declareLocal(name: NameSyntax, type: TypeUse | undefined, isParameter: boolean, written: string): void {
    const local = { start: name.start, type, isParameter, written };
    this.#scopes.at(-1)?.set(name.name, local);
    this.localTypes.set(name.start, { ...local, name: name.name });
    this.uses.add(name.start, name.name.length, "declaration", localTarget(name.start));
  }

  local(name: string): Local | undefined {
    for (let index = this.#scopes.length - 1; index >= 0; index--) {
      const local = this.#scopes[index]?.get(name);
      if (local) return local;
    }
    return undefined;
  }

  markLocal(name: NameSyntax, local: Local, use: Use): void {
    this.uses.add(name.start, name.name.length, use, localTarget(local.start));
  }

  markMember(name: NameSyntax, member: MemberSymbol, use: Use, owner?: TypeUse): void {
    if (owner && owner.arguments.length > 0) this.#owners?.set(name.start, owner);
    this.uses.add(name.start, name.name.length, use, member.numberIn(this.#keys));
  }

  markType(name: NameSyntax, type: TypeSymbol, use: Use = "type"): void {
    this.uses.add(name.start, name.name.length, use, this.#keys.number(type.key));
  }

  markKey(name: NameSyntax, key: string, use: Use): void {
    this.uses.add(name.start, name.name.length, use, this.#keys.number(key));
  }

  markNamespace(name: NameSyntax, namespace: string, use: Use = "read"): void {
    this.markKey(name, namespaceKey(this.lookup.table, namespace, this.root), use);
  }

  unresolved(name: NameSyntax, use: Use): void {
    this.uses.add(name.start, name.name.length, use, unresolvedTarget(this.#nameNumber(name.name)));
  }

  /** Binds a written type and says what it means. `auto` is left to whoever knows the value. */
  bindType(syntax: TypeSyntax): TypeUse | undefined {
    const typeArguments: TypeUse[] = [];
    for (const argument of syntax.typeArguments) {
      const use = this.bindType(argument);
      if (use) typeArguments.push(use);
    }
    const last = syntax.path.at(-1) as NameSyntax;
    if (last.name === "auto" || last.name === "?") return undefined;
    const written = syntax.path.map((part) => part.name).join("::");
    const symbol = this.lookup.table.typeFrom(written, this.namespace, this.root);
    for (const [index, part] of syntax.path.slice(0, -1).entries()) {
      const scope = this.lookup.table.namespaceFrom(
        syntax.path
          .slice(0, index + 1)
          .map((each) => each.name)
          .join("::"),
        this.namespace,
      );
      if (scope === undefined) this.unresolved(part, "read");
      else this.markNamespace(part, scope);
    }
    if (!symbol) {
      this.errors?.add(last.start, last.name.length, `No type "${written}" is known`, last.name);
      this.unresolved(last, "type");
      return undefined;
    }
    this.markType(last, symbol);
    return typeArguments.length === 0 ? this.lookup.types.of(symbol) : { symbol, arguments: typeArguments };
  }

  /** A name that means nothing here, unless it may be inherited from a base that is not known. */
  unknownName(name: NameSyntax): void {
    if (!this.errors || (this.type && !hasKnownBases(this.lookup, this.type))) return;
    this.errors.add(name.start, name.name.length, `Nothing named "${name.name}" is known here`, name.name);
  }

  unknownMember(name: NameSyntax, owner: TypeSymbol): void {
    if (!this.errors || !hasKnownBases(this.lookup, owner)) return;
    const message = `"${owner.qualifiedName}" has no "${name.name}"`;
    this.errors.add(name.start, name.name.length, message, hasOnlyScriptMembers(owner) ? undefined : name.name);
  }

  /** After `Type::`; the engine may have a namespace of the same name. */
  unknownStatic(name: NameSyntax, owner: TypeSymbol): void {
    if (!this.errors || !hasKnownBases(this.lookup, owner)) return;
    const isSure = owner.kind === "enum" && owner.isScript;
    const message = `"${owner.qualifiedName}" has no "${name.name}"`;
    this.errors.add(name.start, name.name.length, message, isSure ? undefined : name.name);
  }

  /** Whether a value can be what a place takes. */
  checkValue(value: Expression, type: TypeUse | undefined, to: TypeUse | undefined): void {
    if (!this.errors || !type || !to || !cannotConvert(this.lookup, type, to)) return;
    const message = `${typeText(type)} cannot be converted to ${typeText(to)}`;
    const native = dependsOnNatives(type, to) ? to.symbol.name : undefined;
    this.errors.add(value.start, value.end - value.start, message, native);
  }

  /** Namespaces around, innermost first, the global one last. */
  *scopes(): Generator<string> {
    for (let scope = this.namespace; ; scope = outerOf(scope)) {
      yield scope;
      if (scope === "") return;
    }
  }
}
