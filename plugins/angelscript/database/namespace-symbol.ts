/** Holds the functions and variables of a namespace, both from scripts and from native code. */
import type { MemberSymbol, Place } from "./symbols.ts";

interface Namesakes {
  file: Place["file"] | undefined;
  /** Removed when a second file declares the same signature, because from then on all of them are twins. */
  members?: MemberSymbol[];
}

function keyOf({ place }: MemberSymbol): string {
  return place ? `${place.declaration.nameStart} ${place.file.path}` : "";
}

export class NamespaceSymbol {
  readonly name: string;
  readonly places: Place[] = [];
  readonly own: MemberSymbol[] = [];
  /** The first member with each name, or a list of them. */
  readonly #ownByName = new Map<string, MemberSymbol | MemberSymbol[]>();
  /** Globals that several files declare with the same signature, by signature. */
  readonly #namesakes = new Map<string, Namesakes>();
  /** Globals by name, then by file and offset. This is only built for names with several declarations. */
  readonly #byPlace = new Map<string, Map<string, MemberSymbol>>();
  readonly #native: (() => MemberSymbol[]) | undefined;
  #all: MemberSymbol[] | undefined;
  #byName: Map<string, MemberSymbol[]> | undefined;

  constructor(name: string, native: (() => MemberSymbol[]) | undefined) {
    this.name = name;
    this.#native = native;
  }

  /** Adds a global and marks twins, which have the same signature but are in different files. */
  add(member: MemberSymbol): void {
    this.own.push(member);
    const known = this.#ownByName.get(member.name);
    if (!known) {
      this.#ownByName.set(member.name, member);
      return;
    }
    const all = Array.isArray(known) ? known : [known];
    if (!Array.isArray(known)) this.#markTwin(known);
    this.#markTwin(member);
    all.push(member);
    this.#ownByName.set(member.name, all);
    this.#byPlace.delete(member.name);
  }

  #markTwin(member: MemberSymbol): void {
    const file = member.place?.file;
    const group = this.#namesakes.get(member.sharedKey);
    if (!group) {
      this.#namesakes.set(member.sharedKey, { file, members: [member] });
      return;
    }
    group.members?.push(member);
    if (group.members && group.file !== file) {
      for (const each of group.members) each.markTwin();
      delete group.members;
    } else if (!group.members) member.markTwin();
  }

  declared(name: string, path: string, nameStart: number): MemberSymbol | undefined {
    const found = this.#ownByName.get(name);
    if (!found) return undefined;
    const key = `${nameStart} ${path}`;
    if (!Array.isArray(found)) return keyOf(found) === key ? found : undefined;
    let places = this.#byPlace.get(name);
    if (!places) {
      places = new Map(found.map((member) => [keyOf(member), member]));
      this.#byPlace.set(name, places);
    }
    return places.get(key);
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
