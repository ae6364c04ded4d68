/** Holds the state of the binder while it goes through a file, and the uses that it has recorded so far. */

import { namespaceKey, outerOf } from "../database/symbol-table.ts";
import type { MemberSymbol, TypeSymbol } from "../database/symbols.ts";
import { ConditionalRegions } from "../lexer/conditional-regions.ts";
import type { Expression, NameSyntax, TypeSyntax } from "../parser/syntax.ts";
import { localTarget, type Use, type UseList, unresolvedTarget } from "./bound-uses.ts";
import { cannotConvert, dependsOnNatives, hasNoMembers, isNoCondition, Uncertainty } from "./impossible-conversions.ts";
import type { Lookup } from "./lookup.ts";
import { memberNames, namespaceNames, staticNames, typeNames, visibleNames } from "./names-in-scope.ts";
import { hasKnownBases, hasOnlyScriptMembers, type SemanticErrors } from "./semantic-errors.ts";
import type { SymbolKeys } from "./symbol-keys.ts";
import { asWritten, parseTypeText, type TypeUse, typeText } from "./type-use.ts";

export interface Local {
  start: number;
  type: TypeUse | undefined;
  isParameter: boolean;
  /** See `Uncertainty`. If the type of a local is inferred, this comes from its initializer. */
  uncertainty: number;
  /** The written type (`const FVector&`), or "" for `auto`. */
  written: string;
}

export interface BinderOptions {
  lookup: Lookup;
  keys: SymbolKeys;
  /** Assigns a number to an unresolved name. */
  nameNumber: (name: string) => number;
  root: number;
  /** The output. The same list is used for all files, see `take()`. */
  uses: UseList;
  /** If this is set, the binder stores the owning type at each offset. Only members of generic types are included. */
  owners?: Map<number, TypeUse>;
  /** If this is set, the binder looks for errors as well. */
  errors?: SemanticErrors;
  /** The path of the current file. */
  path: string;
}

export class Binder {
  readonly lookup: Lookup;
  readonly uses: UseList;
  readonly root: number;
  namespace = "";
  /** The enclosing class or struct, whose members need no qualifier. */
  type: TypeSymbol | undefined;
  /** The types of all locals by the offset of their declaration. For `auto` this is the inferred type. */
  readonly localTypes = new Map<number, Local & { name: string }>();
  readonly errors: SemanticErrors | undefined;
  /** The object type of each member expression in the current statement. */
  readonly objectTypes = new Map<Expression, TypeUse | undefined>();
  methodFlags = 0;
  returns: TypeUse | undefined;
  /** True in a `void` function, undefined outside functions. */
  returnsNothing: boolean | undefined;
  /** The uncertainty of the expression that was bound last. */
  uncertainty: number = Uncertainty.sure;
  /** The overridden methods that the body calls with `Super::Name`. */
  readonly superCalls = new Set<string>();
  readonly path: string;
  readonly regions: ConditionalRegions;
  readonly #owners: Map<number, TypeUse> | undefined;
  readonly #keys: SymbolKeys;
  readonly #nameNumber: (name: string) => number;
  readonly #scopes: Map<string, Local>[] = [];

  constructor(options: BinderOptions, text: string) {
    this.regions = new ConditionalRegions(text);
    this.path = options.path;
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

  /** Runs `work` in a nested scope. */
  scoped<Result>(work: () => Result): Result {
    this.#scopes.push(new Map());
    const result = work();
    this.#scopes.pop();
    return result;
  }

  declareLocal(name: NameSyntax, type: TypeUse | undefined, isParameter: boolean, written: string): void {
    const uncertainty = written === "" ? this.uncertainty : Uncertainty.sure;
    const local = { start: name.start, type, isParameter, uncertainty, written };
    const scope = this.#scopes.at(-1);
    const before = this.errors && scope?.get(name.name);
    if (before && this.regions.at(before.start) === this.regions.at(name.start))
      this.errors?.add(name.start, name.name.length, `"${name.name}" is declared twice in this block`);
    scope?.set(name.name, local);
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
    this.raiseUncertainty(local.uncertainty);
    this.uses.add(name.start, name.name.length, use, localTarget(local.start));
  }

  /** An expression is at most as certain as its parts. */
  raiseUncertainty(uncertainty: number): void {
    if (uncertainty > this.uncertainty) this.uncertainty = uncertainty;
  }

  markMember(name: NameSyntax, member: MemberSymbol, use: Use, owner?: TypeUse): void {
    if (!member.place && this.lookup.table.native.hasGaps) this.raiseUncertainty(Uncertainty.group);
    if (member.hasTwin && this.lookup.isUndecided(member, this)) {
      this.unresolved(name, use);
      return;
    }
    if (owner && (owner.written ?? owner.arguments).length > 0) this.#owners?.set(name.start, owner);
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

  /** Binds a written type. `auto` is left to the caller, who knows the initializer. */
  bindType(syntax: TypeSyntax): TypeUse | undefined {
    const uses = syntax.typeArguments.map((argument) => this.bindType(argument));
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
      this.errors?.add(last.start, last.name.length, `Unknown type "${written}"`, {
        unknown: last.name,
        candidates: () => typeNames(this),
      });
      this.unresolved(last, "type");
      return undefined;
    }
    this.markType(last, symbol);
    if (uses.length === 0) return this.lookup.types.of(symbol);
    const lost = uses.indexOf(undefined);
    if (lost < 0) return { symbol, arguments: uses.flatMap((use) => use ?? []) };
    const shown = uses.map((use, at) =>
      use ? typeText(use) : asWritten(parseTypeText(syntax.typeArguments[at]?.text ?? "")),
    );
    return { symbol, arguments: uses.slice(0, lost).flatMap((use) => use ?? []), written: shown };
  }

  /** Reports a name that isn't declared, unless an unknown base class might declare it. */
  unknownName(name: NameSyntax): void {
    if (!this.errors) return;
    const locals = this.#scopes.flatMap((scope) => [...scope.keys()]);
    const { type, namespace } = this;
    this.errors.add(name.start, name.name.length, `"${name.name}" is not declared here`, {
      unknown: name.name,
      mayBeInherited: type !== undefined && !hasKnownBases(this.lookup, type),
      candidates: () => visibleNames(this, locals, type, namespace),
    });
  }

  unknownMember(name: NameSyntax, owner: TypeSymbol): void {
    if (!this.errors || this.uncertainty === Uncertainty.none) return;
    const message = `"${owner.qualifiedName}" has no "${name.name}"`;
    const isSure = hasOnlyScriptMembers(owner) || hasNoMembers(this.lookup.types.of(owner));
    this.errors.add(name.start, name.name.length, message, {
      ...(isSure ? {} : { unknown: name.name }),
      mayBeInherited: !hasKnownBases(this.lookup, owner),
      candidates: () => memberNames(this, owner),
    });
  }

  /** Reports `Name` in `Type::Name`. The engine may also have a namespace that is called `Type`. */
  unknownStatic(name: NameSyntax, owner: TypeSymbol): void {
    if (!this.errors || !hasKnownBases(this.lookup, owner)) return;
    const isSure = owner.kind === "enum" && owner.isScript;
    const message = `"${owner.qualifiedName}" has no "${name.name}"`;
    this.errors.add(name.start, name.name.length, message, {
      ...(isSure ? {} : { unknown: name.name }),
      candidates: () => staticNames(this, owner),
    });
  }

  /** Reports the first part of `A::B::C` if it isn't known. */
  unknownScope(name: NameSyntax): void {
    const { namespace } = this;
    this.errors?.add(name.start, name.name.length, `"${name.name}" is not declared here`, {
      unknown: name.name,
      candidates: () => visibleNames(this, [], undefined, namespace),
    });
  }

  /** Reports an unknown name after `Namespace::`. */
  unknownInNamespace(name: NameSyntax, namespace: string): void {
    // Native code can add to any namespace, so we can only report this if the data of the engine is complete.
    this.errors?.add(name.start, name.name.length, `"${namespace}" has no "${name.name}"`, {
      unknown: name.name,
      candidates: () => namespaceNames(this, namespace),
    });
  }

  /** Conditions must be `bool`, because numbers and object handles don't convert as they do in C++. */
  checkCondition(value: Expression, type: TypeUse | undefined): void {
    if (!this.errors || !type || !isNoCondition(this.lookup, type, this.uncertainty)) return;
    this.errors.add(value.start, value.end - value.start, `A condition must be bool, not ${typeText(type)}`);
  }

  /** Reports a value that doesn't convert to `to`. */
  checkValue(value: Expression, type: TypeUse | undefined, to: TypeUse | undefined): void {
    if (!this.errors || !type || !to || !cannotConvert(this.lookup, type, to, this.uncertainty)) return;
    const message = `${typeText(type)} cannot be converted to ${typeText(to)}`;
    const rest = dependsOnNatives(type, to) ? { unknown: to.symbol.name } : {};
    this.errors.add(value.start, value.end - value.start, message, rest);
  }

  /** Returns the enclosing namespaces from the innermost to the global one. */
  *scopes(): Generator<string> {
    for (let scope = this.namespace; ; scope = outerOf(scope)) {
      yield scope;
      if (scope === "") return;
    }
  }
}
