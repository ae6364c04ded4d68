/**
 * Member types according to script text and native types, independently of jig's code. Follows declared types through chains like
 * `Camera.GetOwner().RootComponent`. Much simpler than a binder: returns undefined rather than guess.
 */
import { classAt } from "./peer-classes.ts";
import type { Lines } from "./peer-differences.ts";
import type { Chunks } from "./peer-questions.ts";

const TYPE = String.raw`(?:const\s+)?([A-Z]\w*(?:<[^;()=]*>)?|float(?:32|64)?|double)\s*&?`;
const FIELD = new RegExp(
  String.raw`^\s*(?:private\s+|protected\s+|access:\w+\s+)?(?:const\s+)?${TYPE}\s+(\w+)\s*(\(|;|=)`,
);
const CLASS = /^\s*(?:\}\s*)?(?:class|struct)\s+(\w+)/;
const ARGUMENTS = String.raw`\((?:[^()]|\((?:[^()]|\([^()]*\))*\))*\)`;
const STEP = String.raw`(?:Cast<\s*\w+\s*>)?\w*(?:${ARGUMENTS})?(?:\[[^\[\]]*\])?`;
const CHAIN = new RegExp(String.raw`((?:${STEP}\s*\.\s*)+)$`);
/** How many lines above a use to look for its local. */
const FUNCTION_LINES = 120;

/** `row` and `column` are 0-based. */
export interface TextPlace {
  filePath: string;
  row: number;
  column: number;
}

interface Typed {
  type: string | undefined;
  /** The chain has a member of a class with unknown bases. */
  lost: boolean;
}

export class TextTypes {
  readonly #bases = new Map<string, string>();
  readonly #declared = new Set<string>();
  /** Member types by class. For methods, the return type. */
  readonly #members = new Map<string, Map<string, string>>();

  constructor(chunks: Chunks, bases: ReadonlyMap<string, string>, texts: Iterable<string>) {
    for (const [name, { inherits, supertype, methods = [], properties = {} }] of chunks.flatMap((chunk) =>
      Object.entries(chunk),
    )) {
      const base = inherits ?? supertype;
      this.#declared.add(name);
      if (base) this.#bases.set(name, base);
      for (const [field, [type]] of Object.entries<string[]>(properties)) this.#add(name, field, type ?? "");
      for (const { name: method, return: type = "" } of methods) this.#add(name, method, type);
    }
    for (const [name, base] of bases) this.#bases.set(name, base);
    for (const text of texts) this.#read(text);
  }

  #read(text: string): void {
    let owner = "";
    for (const line of text.split(/\r?\n/)) {
      owner = CLASS.exec(line)?.[1] ?? owner;
      this.#declared.add(owner);
      const [, type, name] = FIELD.exec(line) ?? [];
      // Locals have a deeper indentation, so only take them for a field if there's none of that name.
      if (type && name && owner && !this.#members.get(owner)?.has(name)) this.#add(owner, name, type);
      const [, returned, method] =
        /^\s*(?:UFUNCTION\(.*?\)\s*)?(?:(?:private|protected)\s+)?([a-z]\w*)\s+(\w+)\s*\(/.exec(line) ?? [];
      if (returned && method && owner && !this.#members.get(owner)?.has(method)) this.#add(owner, method, returned);
    }
  }

  #add(owner: string, name: string, type: string): void {
    const members = this.#members.get(owner) ?? new Map<string, string>();
    members.set(name, type.replace(/^const\s+/, "").replace(/\s*&(?:in|out|inout)?$/, ""));
    this.#members.set(owner, members);
  }

  /** Topmost class that declares the member. Undefined if the text isn't enough. */
  ownerAt(place: TextPlace, lines: Lines): string | undefined {
    const line = lines(place.filePath)[place.row] ?? "";
    const word = /^\w+/.exec(line.slice(place.column))?.[0];
    const before = line.slice(0, place.column);
    if (!word || /(?:::|"|\d)\s*$/.test(before)) return undefined;
    const { type } = this.#receiverOf(before, place, lines);
    return type === undefined ? undefined : this.ownerOf(type, word);
  }

  /** True if the chain reaches a class whose base isn't declared. */
  endsEarly(place: TextPlace, lines: Lines): boolean {
    const line = lines(place.filePath)[place.row] ?? "";
    const word = /^\w+/.exec(line.slice(place.column))?.[0] ?? "";
    const before = line.slice(0, place.column);
    const isType = /^[AEFTU][A-Z]/.test(word) || line.slice(place.column + word.length).startsWith("::");
    if (isType || before.endsWith('"')) return false;
    const [, namespace] = /(\w+)::$/.exec(before) ?? [];
    if (namespace) return this.#isOpen(namespace);
    const { type, lost } = this.#receiverOf(before, place, lines);
    return lost || (type !== undefined && this.#isOpen(type) && this.#typeOfMember(type, word) === undefined);
  }

  /** Type of a variable or a member chain. */
  typeOf(expression: string, place: TextPlace, lines: Lines): string | undefined {
    return this.#typeOfChain(`${expression}.`, place, lines).type;
  }

  #receiverOf(before: string, place: TextPlace, lines: Lines): Typed {
    if (/\.\s*$/.test(before)) return this.#typeOfChain(before, place, lines);
    return { type: classAt(place.filePath, place.row, lines), lost: false };
  }

  #isOpen(type: string): boolean {
    const last = [...this.#chain(type)].at(-1) ?? "";
    return !this.#declared.has(last) && !this.#members.has(last);
  }

  /** True if the types are equal or one derives from the other. */
  areOne(one: string, other: string): boolean {
    const bare = other.replace(/<.*/, "");
    return [...this.#chain(one)].includes(bare) || [...this.#chain(bare)].includes(one);
  }

  ownerOf(type: string, word: string): string | undefined {
    let owner: string | undefined;
    for (const each of this.#chain(type))
      if (["", "Get", "Set"].some((prefix) => this.#members.get(each)?.has(prefix + word))) owner = each;
    return owner;
  }

  *#chain(type: string): Generator<string> {
    const seen = new Set<string>();
    // A class starting with A is an actor, so the name helps if the base isn't declared.
    const baseOf = (name: string): string | undefined =>
      this.#bases.get(name) ?? (/^A[A-Z]/.test(name) && name !== "AActor" ? "AActor" : undefined);
    for (let at: string | undefined = type.replace(/<.*/, ""); at && !seen.has(at); at = baseOf(at)) {
      seen.add(at);
      yield at;
    }
  }

  #typeOfChain(before: string, place: TextPlace, lines: Lines): Typed {
    const steps =
      CHAIN.exec(before)?.[1]
        ?.match(new RegExp(STEP, "g"))
        ?.filter((step) => step !== "") ?? [];
    let type: string | undefined;
    for (const [at, step] of steps.entries()) {
      const name = /^\w+/.exec(step)?.[0] ?? "";
      const on = at === 0 ? classAt(place.filePath, place.row, lines) : type;
      if (at === 0) {
        const cast = /^Cast<\s*(\w+)\s*>/.exec(step)?.[1];
        type = cast ?? (name === "this" ? on : this.#typeOf(name, place, lines));
      } else type = this.#typeOfMember(type ?? "", name);
      if (step.endsWith("]")) type = /^TArray<\s*(.*?)\s*>$/.exec(type ?? "")?.[1];
      if (!type) return { type: undefined, lost: on !== undefined && this.#isOpen(on) };
    }
    return { type, lost: false };
  }

  #typeOfMember(type: string, name: string): string | undefined {
    for (const each of this.#chain(type)) {
      const members = this.#members.get(each);
      const found = members?.get(name) ?? members?.get(`Get${name}`);
      if (found) return found;
    }
    return undefined;
  }

  /** Type of a local, parameter or field. */
  #typeOf(name: string, { filePath, row }: TextPlace, lines: Lines): string | undefined {
    const text = lines(filePath);
    const declared = new RegExp(String.raw`\b${TYPE}\s+${name}\b\s*(?:[;=,):(]|$)`);
    const inferred = new RegExp(String.raw`\bauto\s+${name}\s*=\s*(?:Cast<\s*(\w+)\s*>|(\w+)::Get(?:OrCreate)?)\s*\(`);
    for (let at = row, end = Math.max(0, row - FUNCTION_LINES); at >= end; at--) {
      const line = (text[at] ?? "").replace(/\/\/.*/, "");
      if (CLASS.test(line)) break;
      const [, cast, got] = inferred.exec(line) ?? [];
      const found = cast ?? got ?? declared.exec(line)?.[1];
      if (found) return found;
      if (new RegExp(String.raw`\bauto\s+${name}\b`).test(line)) return undefined;
    }
    return this.#typeOfMember(classAt(filePath, row, lines) ?? "", name);
  }
}
