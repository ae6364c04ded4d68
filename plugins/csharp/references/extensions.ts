/** Extension methods (C# §12.8.10.3): which of them a call on a receiver may mean. */
import { TRAIT } from "../outline/symbols.ts";
import type { Binder, Value } from "./binder.ts";
import { standard } from "./conversions.ts";
import { settledMember } from "./foreign.ts";
import { isNameable } from "./member-lookup.ts";
import type { Member, TypeSymbol } from "./model.ts";
import { type Call, select } from "./overloads.ts";
import { namesNamespace, namespacesAround } from "./type-names.ts";
import { substitute, type TypeRef } from "./type-refs.ts";

export class Extensions {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  /** Extension methods in reach for a receiver, the nearest namespace first. Undefined where none could be meant. */
  find(receiver: TypeRef, name: string, call: Call): Value | undefined {
    const all = this.#named(name);
    if (all.length === 0) return undefined;
    const extended: Call = { ...call, receiver };
    for (const members of this.#tiers(all)) {
      const fitting = members.filter((member) => this.#takes(member, receiver) !== "no");
      const candidates = fitting.map((member) => ({ member, substitution: new Map<string, TypeRef>(), depth: 0 }));
      const chosen = select(this.#binder.model, candidates, extended);
      if (!chosen) continue;
      // An external receiver may have a member of that name itself, or not be what the method asks for.
      const isSure = chosen.applied.every(({ types }) => standard(this.#binder.model, receiver, types[0]!) === "yes");
      if (receiver.is !== "type" && (!isSure || hasItself(receiver, name))) return { is: "unknown" };
      return { is: "group", ...chosen, receiver, call: extended };
    }
    return undefined;
  }

  /** On a receiver of which nothing is known: one that takes anything, where no type has a member of that name. */
  ofAnything(name: string, call: Call): Value | undefined {
    const all = this.#named(name);
    const { store } = this.#binder.model;
    const isAlone = store.byName(name, true).every((place) => {
      const { traits } = store.segments[place.segment]!.columns;
      return (traits[place.at]! & TRAIT.extension) !== 0;
    });
    if (!isAlone || all.length === 0 || !all.every((member) => this.#takesAnything(member))) return undefined;
    const extended: Call = { ...call, receiver: { is: "unknown" } };
    const candidates = all.map((member) => ({ member, substitution: new Map<string, TypeRef>(), depth: 0 }));
    const chosen = select(this.#binder.model, candidates, extended);
    return chosen && { is: "group", ...chosen, receiver: { is: "unknown" }, call: extended };
  }

  #takesAnything(member: Member): boolean {
    const [type] = this.#binder.model.parameterTypes(member);
    return type?.is === "parameter" && type.bounds.length === 0;
  }

  /** No conversion but identity, reference and boxing is tried for a receiver. */
  #takes(member: Member, receiver: TypeRef): "no" | "maybe" | "yes" {
    const { model } = this.#binder;
    const written = model.parameterTypes(member)[0];
    if (!written) return "no";
    if (written.is === "parameter") {
      const own = new Map([[written.id, receiver]]);
      const fits = written.bounds.map((bound) => standard(model, receiver, substitute(bound, own)));
      return fits.includes("no") ? "no" : fits.includes("maybe") ? "maybe" : "yes";
    }
    return standard(model, receiver, opened(model.header(member).typeParameters.length, member, written));
  }

  #named(name: string): Member[] {
    const { model, file, around } = this.#binder;
    const found: Member[] = [];
    for (const place of model.store.byName(name, true)) {
      if ((model.store.segments[place.segment]!.columns.traits[place.at]! & TRAIT.extension) === 0) continue;
      const { containers, path } = model.store.found(place);
      const index = place.at - model.store.firstOf(place);
      const outer = model.store.parentOf(place);
      const owner = model
        .typesNamed(containers.at(-1) ?? "")
        .find(({ parts }) => parts.some((part) => part.place.segment === outer?.segment && part.place.at === outer.at));
      if (!owner || !this.#isImported(owner)) continue;
      const member = model.members(owner, name).find((each) => each.file.path === path && each.index === index);
      if (member && isNameable(member, around) && model.sees(file.assembly, member.file.assembly)) found.push(member);
    }
    return found;
  }

  /** By the namespaces around, innermost first; what directives import stands beside the one that they stand in. */
  #tiers(members: readonly Member[]): Member[][] {
    const around = namespacesAround(this.#binder.scope);
    const own = around.filter((namespace) => namespace !== "");
    const tiers = own.map((namespace) => members.filter(({ owner }) => owner.namespace === namespace));
    const rest = members.filter(({ owner }) => !own.includes(owner.namespace));
    return [...tiers, rest].filter((tier) => tier.length > 0);
  }

  #isImported(owner: TypeSymbol): boolean {
    const { scope, file } = this.#binder;
    if (namespacesAround(scope).includes(owner.namespace)) return true;
    return file.imports.some(
      ({ target, alias, isStatic }) =>
        alias === "" &&
        (isStatic
          ? target === owner.name || target.endsWith(`.${owner.name}`)
          : namesNamespace(owner.namespace, target, scope)),
    );
  }
}

/** Methods of that name are static ones of the framework's types: no call on a value means them (C# §12.8.10.2). */
const STATIC_METHODS = /^(?:From[A-Z]\w*|Parse\w*|NewGuid|Lerp|Format|Join|Concat)$/;

/** A class of the framework that is known to have such a method itself, maybe with other parameters. */
function hasItself(receiver: TypeRef, name: string): boolean {
  if (STATIC_METHODS.test(name)) return false;
  return receiver.is === "external" && !/^I[A-Z]/.test(receiver.name) && settledMember(receiver, name) !== undefined;
}

/** A method's own type parameters are not known before the call is looked at. */
function opened(count: number, member: Member, type: TypeRef): TypeRef {
  if (count === 0) return type;
  const by = new Map<string, TypeRef>();
  for (let at = 0; at < count; at++) by.set(`${member.key}!${at}`, { is: "unknown" });
  return substitute(type, by);
}
