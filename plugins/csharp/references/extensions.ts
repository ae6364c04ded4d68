/** Extension methods: which of them a call on a receiver may mean. */
import { TRAIT } from "../outline/symbols.ts";
import type { Binder, Value } from "./binder.ts";
import type { Member, TypeSymbol } from "./model.ts";
import { type Call, fitOf } from "./overloads.ts";
import { namesNamespace, namespacesAround } from "./type-names.ts";
import type { TypeRef } from "./type-refs.ts";

export class Extensions {
  readonly #binder: Binder;

  constructor(binder: Binder) {
    this.#binder = binder;
  }

  /** Extension methods in reach for a receiver. Undefined where none could be meant. */
  find(receiver: TypeRef, name: string, call: Call): Value | undefined {
    const candidates: Member[] = [];
    let doubt = false;
    for (const place of this.#binder.model.store.byName(name, true)) {
      if ((this.#binder.model.store.segments[place.segment]!.columns.traits[place.at]! & TRAIT.extension) === 0)
        continue;
      const found = this.#binder.model.store.found(place);
      const owner = this.#binder.model
        .typesNamed(found.containers.at(-1) ?? "")
        .find((type) => type.parts.some((part) => part.path === found.path));
      if (!owner || !this.#isImported(owner)) continue;
      const member = this.#binder.model
        .members(owner, name)
        .find(
          (each) => each.file.path === found.path && each.index === place.at - this.#binder.model.store.firstOf(place),
        );
      if (!member || !this.#binder.model.sees(this.#binder.file.assembly, member.file.assembly)) continue;
      const fit = this.#fitOfReceiver(member, receiver, call);
      if (fit === "no") continue;
      if (fit === "maybe") doubt = true;
      candidates.push(member);
    }
    if (candidates.length === 0) return undefined;
    const extended: Call = { ...call, extension: true };
    // With an external receiver that may have a member of that name itself, nobody can tell.
    if (doubt && receiver.is !== "type") return { is: "unknown" };
    return { is: "group", members: candidates, substitution: new Map(), receiver, call: extended };
  }

  #fitOfReceiver(member: Member, receiver: TypeRef, call: Call): "no" | "maybe" | "yes" {
    if (fitOf(this.#binder.model, member, { ...call, extension: true }, new Map()) === "no") return "no";
    const written = this.#binder.model.header(member).parameters[0]!.type;
    const type = this.#binder.model.resolveText(written, { file: member.file, index: member.index });
    // No conversion is tried for a receiver, and nothing external derives from a type of the workspace.
    if (type.is === "type" && (receiver.is === "external" || receiver.is === "array" || receiver.is === "tuple"))
      return "no";
    return this.#binder.types.converts(receiver, type);
  }

  #isImported(owner: TypeSymbol): boolean {
    if (namespacesAround(this.#binder.scope).includes(owner.namespace)) return true;
    return this.#binder.file.imports.some(
      ({ target, alias }) =>
        alias === "" &&
        (namesNamespace(owner.namespace, target, this.#binder.scope) || target.endsWith(`.${owner.name}`)),
    );
  }
}
