/** The binder's position in a file, and its record of uses. */

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
  /** See `Uncertainty`; of a local whose type is that of its first value. */
  uncertainty: number;
  /** As written, with constness and reference, or "" for `auto`. */
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
  /** Filled, if given: by offset, the type that owns the named member, if it has template arguments. */
  owners?: Map<number, TypeUse>;
  /** Filled, if given, with what cannot be right. */
  errors?: SemanticErrors;
  /** The file that is bound. */
  path: string;
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
  /** For each member expression of the statement: the type of its object. */
  readonly objectTypes = new Map<Expression, TypeUse | undefined>();
  /** Flags of the function being bound. */
  methodFlags = 0;
  returns: TypeUse | undefined;
  /** True if it gives no value, or undefined outside functions. */
  returnsNothing: boolean | undefined;
  /** Uncertainty of the expression being bound, or bound last. */
  uncertainty: number = Uncertainty.sure;
  /** Names that it calls as `Super::Name`. */
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

  /** Runs `work` with names of its own. */
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

  /** The expression is no surer than a part of it. */
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

  /** Binds a written type. The caller resolves `auto` from the value. */
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
      this.errors?.add(last.start, last.name.length, `No type "${written}" is known`, {
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

  /** A name that means nothing here, unless it may be inherited from a base that is not known. */
  unknownName(name: NameSyntax): void {
    if (!this.errors) return;
    const locals = this.#scopes.flatMap((scope) => [...scope.keys()]);
    const { type, namespace } = this;
    this.errors.add(name.start, name.name.length, `Nothing named "${name.name}" is known here`, {
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

  /** After `Type::`; the engine may have a namespace of the same name. */
  unknownStatic(name: NameSyntax, owner: TypeSymbol): void {
    if (!this.errors || !hasKnownBases(this.lookup, owner)) return;
    const isSure = owner.kind === "enum" && owner.isScript;
    const message = `"${owner.qualifiedName}" has no "${name.name}"`;
    this.errors.add(name.start, name.name.length, message, {
      ...(isSure ? {} : { unknown: name.name }),
      candidates: () => staticNames(this, owner),
    });
  }

  /** Before the first `::`. */
  unknownScope(name: NameSyntax): void {
    const { namespace } = this;
    this.errors?.add(name.start, name.name.length, `Nothing named "${name.name}" is known here`, {
      unknown: name.name,
      candidates: () => visibleNames(this, [], undefined, namespace),
    });
  }

  /** After `Namespace::`. */
  unknownInNamespace(name: NameSyntax, namespace: string): void {
    // The engine's own code may extend any namespace.
    this.errors?.add(name.start, name.name.length, `"${namespace}" has no "${name.name}"`, {
      unknown: name.name,
      candidates: () => namespaceNames(this, namespace),
    });
  }

  /** A condition must be `bool`; numbers and objects do not count as one. */
  checkCondition(value: Expression, type: TypeUse | undefined): void {
    if (!this.errors || !type || !isNoCondition(this.lookup, type, this.uncertainty)) return;
    this.errors.add(value.start, value.end - value.start, `A condition must be bool, not ${typeText(type)}`);
  }

  /** Checks that a value converts to its target type. */
  checkValue(value: Expression, type: TypeUse | undefined, to: TypeUse | undefined): void {
    if (!this.errors || !type || !to || !cannotConvert(this.lookup, type, to, this.uncertainty)) return;
    const message = `${typeText(type)} cannot be converted to ${typeText(to)}`;
    const rest = dependsOnNatives(type, to) ? { unknown: to.symbol.name } : {};
    this.errors.add(value.start, value.end - value.start, message, rest);
  }

  /** Namespaces around, innermost first, the global one last. */
  *scopes(): Generator<string> {
    for (let scope = this.namespace; ; scope = outerOf(scope)) {
      yield scope;
      if (scope === "") return;
    }
  }
}
