/** A namespace: functions and variables of scripts and of the engine. */
import type { MemberSymbol, Place } from "./symbols.ts";

export class NamespaceSymbol {
  readonly name: string;
  readonly places: Place[] = [];
  readonly own: MemberSymbol[] = [];
  /** The first of `own` of each name, or all of them. */
  readonly #ownByName = new Map<string, MemberSymbol | MemberSymbol[]>();
  readonly #native: (() => MemberSymbol[]) | undefined;
  #all: MemberSymbol[] | undefined;
  #byName: Map<string, MemberSymbol[]> | undefined;

  constructor(name: string, native: (() => MemberSymbol[]) | undefined) {
    this.name = name;
    this.#native = native;
  }

  /** Marks globals of several files that only their file tells apart. */
  add(member: MemberSymbol): void {
    this.own.push(member);
    const known = this.#ownByName.get(member.name);
    if (!known) {
      this.#ownByName.set(member.name, member);
      return;
    }
    const all = Array.isArray(known) ? known : [known];
    for (const other of all) {
      if (other.place?.file === member.place?.file || other.sharedKey !== member.sharedKey) continue;
      other.markTwin();
      member.markTwin();
    }
    all.push(member);
    this.#ownByName.set(member.name, all);
  }

  /** The symbol of a declaration. */
  declared(name: string, path: string, nameStart: number): MemberSymbol | undefined {
    const found = this.#ownByName.get(name);
    const all = Array.isArray(found) ? found : found ? [found] : [];
    return all.find(({ place }) => place?.file.path === path && place.declaration.nameStart === nameStart);
  }

  get members(): MemberSymbol[] {
    this.#all ??= this.#native ? [...this.own, ...this.#native()] : this.own;
    return this.#all;
  }

  member(name: string): readonly MemberSymbol[] {
    if (!this.#byName) {
      this.#byName = new Map();
      for (const member of this.members) {
        const known = this.#byName.get(member.name);
        if (known) known.push(member);
        else this.#byName.set(member.name, [member]);
      }
    }
    return this.#byName.get(name) ?? [];
  }
}
