/** Extension members: methods that a call on a receiver may mean (C# §12.8.10.3), and what blocks add to a type (C# 14). */
import { KIND, TRAIT } from "../outline/declaration-table.ts";
import { MODIFIER_BIT } from "../outline/keywords.ts";
import { type Fit, standard } from "../semantics/conversions.ts";
import { settledMember } from "../semantics/external-types.ts";
import { isNameable } from "../semantics/member-lookup.ts";
import type { Using } from "../semantics/source-file.ts";
import { namesNamespace, namespacesAround } from "../semantics/type-names.ts";
import { substitute, type TypeRef } from "../semantics/type-ref.ts";
import type { Member, Model, TypeSymbol } from "../semantics/workspace-model.ts";
import type { Binder, Value } from "./binder.ts";
import type { Access } from "./color-color.ts";
import { argumentFrom, type Call, select } from "./overload-resolution.ts";
import { completed, infer, ownParameters } from "./type-inference.ts";

export class Extensions {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  /** Extension methods in reach for a receiver, the nearest namespace first. Undefined where none could be meant. */
  find(receiver: TypeRef, name: string, call: Call): Value | undefined {
    const all = this.#named(name).filter((member) => takesReceiver(this.#binder.model, member));
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

  /** A property that a block adds to the type of a value, or what it adds to a type itself. Undefined where none is meant. */
  ofBlocks(type: TypeRef, name: string, access: Access, call: Call | undefined): Value | undefined {
    const { model } = this.#binder;
    const added = this.#named(name).filter((member) => {
      const isStatic = (member.declaration.modifiers & MODIFIER_BIT.static) !== 0;
      return !takesReceiver(model, member) && (access === "any" || isStatic === (access === "static"));
    });
    if (added.length === 0) return undefined;
    for (const members of this.#tiers(added)) {
      const found = members.flatMap((member) => this.#added(member, type) ?? []);
      // What is added to a type hides what is added to those above it.
      const nearest = found.filter(
        ({ of }) =>
          !found.some((other) => standard(model, other.of, of) === "yes" && standard(model, of, other.of) === "no"),
      );
      const [first] = nearest;
      if (!first) continue;
      const isSure = nearest.every(({ fit }) => fit === "yes");
      if (type.is !== "type" && (!isSure || hasItself(type, name))) return { is: "unknown" };
      const { substitution } = first;
      const own = nearest.map(({ member }) => member);
      if (own.every(({ declaration }) => declaration.kind === KIND.property))
        return { is: "value", type: substitute(model.resultType(own[0]!), substitution), members: own };
      const methods = own.filter(({ declaration }) => declaration.kind === KIND.method);
      const candidates = methods.map((member) => ({ member, substitution, depth: 0 }));
      const chosen = call && select(model, candidates, call);
      return { is: "group", members: chosen?.members ?? methods, substitution, receiver: undefined, call };
    }
    return undefined;
  }

  /** A member of a block whose receiver a type fits. */
  #added(member: Member, type: TypeRef): Added | undefined {
    const { model } = this.#binder;
    const block = member.file.extensionBlock(member.declaration.start)?.header;
    const receiver = block?.parameters[0];
    if (!receiver) return undefined;
    const declared = model.resolveText(receiver.type, { file: member.file, index: member.index });
    const wanted = ownParameters(model, member).slice(0, block.typeParameters.length);
    const substitution = infer(model, wanted, [{ declared, given: argumentFrom(type) }], false);
    const of = substitute(declared, completed(wanted, substitution));
    const fit = declared.is === "parameter" ? "yes" : standard(model, type, of);
    const isBound = wanted.every((id, at) => {
      const by = substitution.get(id);
      return (
        !by ||
        model.boundsOf(member, at).every((bound) => standard(model, by, substitute(bound, substitution)) !== "no")
      );
    });
    return fit === "no" || !isBound ? undefined : { member, substitution, of, fit };
  }

  /** On a receiver of which nothing is known: one that takes anything, where no type has a member of that name. */
  ofAnything(name: string, call: Call): Value | undefined {
    const all = this.#named(name).filter((member) => takesReceiver(this.#binder.model, member));
    const { store } = this.#binder.model;
    const isAlone = store.byName(name, true).every((place) => (store.traits(place) & TRAIT.extension) !== 0);
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
      if ((model.store.traits(place) & TRAIT.extension) === 0) continue;
      const { containers, path } = model.store.found(place);
      const index = model.store.indexOf(place);
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
    const around = namespacesAround(scope);
    if (around.includes(owner.namespace)) return true;
    return file.imports.some((each) => {
      if (each.alias !== "" || !around.includes(each.namespace)) return false;
      return each.isStatic ? this.#isNamed(owner, each) : namesNamespace(owner.namespace, each.target, scope);
    });
  }

  /** Whether `using static` means a class: of two with one full name that nobody can tell apart either may be meant. */
  #isNamed(owner: TypeSymbol, each: Using): boolean {
    const { target } = each;
    if (target !== owner.name && !target.endsWith(`.${owner.name}`)) return false;
    const type = this.#binder.model.names.imported(each, this.#binder.file);
    return type.is === "unknown" || (type.is === "type" && type.type.key === owner.key);
  }
}

interface Added {
  member: Member;
  substitution: Map<string, TypeRef>;
  /** What it is added to. */
  of: TypeRef;
  fit: Fit;
}

/** A method with `this`, or one in a block that is not static there. */
function takesReceiver(model: Model, member: Member): boolean {
  return member.declaration.kind === KIND.method && model.header(member).parameters[0]?.passing === "this";
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
