/** Tables written by the shared oracle's judge. */
import { readFileSync } from "node:fs";
import { join } from "node:path";

export interface JudgedSymbol {
  kind: string;
  isOverride: boolean;
  name: string;
  places: string[];
  related: number[];
}

export interface JudgedToken {
  /** Without the column. */
  place: string;
  column: number;
  text: string;
  kind: string;
  isBound: boolean;
  /** What the compiler offers if it can't decide. */
  isOffered: boolean;
  member: number;
  ids: number[];
}

/** What the compiler said about a folder. */
export class Judged {
  readonly symbols: readonly JudgedSymbol[];
  readonly tokens: readonly JudgedToken[];
  readonly #inactive: Map<string, [number, number][]>;
  readonly #near = new Map<number, Set<number>>();

  constructor(folder: string) {
    this.symbols = rowsOf(join(folder, "symbols.tsv")).map(
      ([, kind = "", name = "", , container = "", declared = "", related = "", , extra = ""]): JudgedSymbol => ({
        kind,
        isOverride: /\boverride\b/.test(extra),
        // Constructors are named after their type.
        name: /^Method\.(?:Static)?Constructor$/.test(kind) ? (container.split("/").at(-1) ?? "") : name,
        places: list(declared),
        related: list(related).map(Number),
      }),
    );
    this.tokens = rowsOf(join(folder, "tokens.tsv")).map(
      ([path, line, column, text = "", kind = "", state = "", member = "", ids = ""]): JudgedToken => ({
        place: `${path}:${line}`,
        column: Number(column),
        text,
        kind,
        // If the arguments of `new` can't be bound, the compiler only knows the type.
        isBound: state === "sym" && !(kind === "new" && !ids.includes("|")),
        isOffered: state === "group" || state.startsWith("cand"),
        member: member === "" ? -1 : Number(member),
        ids: list(ids).map(Number),
      }),
    );
    const inactive = rowsOf(join(folder, "inactive.tsv"));
    this.#inactive = new Map();
    for (const [path = "", from, to] of inactive)
      this.#inactive.set(path, [...(this.#inactive.get(path) ?? []), [Number(from), Number(to)]]);
    for (const [at, { related }] of this.symbols.entries())
      for (const other of related) {
        this.#near.set(at, (this.#near.get(at) ?? new Set()).add(other));
        this.#near.set(other, (this.#near.get(other) ?? new Set()).add(at));
      }
  }

  isActive(place: string): boolean {
    const [path = "", line] = place.split(/:(?=\d+$)/);
    return !this.#inactive.get(path)?.some(([from, to]) => from <= Number(line) && Number(line) <= to);
  }

  /** Everything related by overriding or implementing, through any number of steps. */
  family(of: number): Set<number> {
    const seen = new Set([of]);
    for (const each of seen) for (const other of this.#near.get(each) ?? []) seen.add(other);
    return seen;
  }
}

/** Tab-separated fields by line. */
export function rowsOf(file: string): string[][] {
  return readFileSync(file, "utf8")
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t"));
}

function list(text: string): string[] {
  return text === "" ? [] : text.split("|");
}
