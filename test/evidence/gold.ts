/** C# tasks with answers by the compiler, using Roslyn's resolution of every name. */
import { readFileSync } from "node:fs";
import { gunzipSync } from "node:zlib";
import { flat, placesOf, type Task } from "./task.ts";

type Token = [path: number, line: number, column: number, kind: string, state: string, symbols: number[]];
type Symbol = [
  kind: string,
  name: string,
  namespace: string,
  container: string,
  places: number[][],
  related: number[],
  extra: string,
];

export interface Gold {
  corpus: { commit: string; root: string };
  paths: string[];
  files: number[];
  inactive: Record<string, [first: number, last: number][]>;
  symbols: Symbol[];
  declarations: [path: number, line: number, column: number, symbol: number][];
  uses: number[];
  tokens: Record<string, Token[]>;
  hierarchy: { type: number; all: number[] }[];
  callers: { method: number; callers: Calls; through?: Calls }[];
}
type Calls = [member: number, places: [path: number, line: number, column: number, kind: string][]][];

const JUDGE = "Roslyn";
const KINDS: Record<string, string> = {
  "Method.Ordinary": "method",
  Property: "property",
  Field: "field",
  "NamedType.Class": "class",
  "NamedType.Struct": "struct",
  "NamedType.Enum": "enum",
  "NamedType.Interface": "interface",
  Event: "event",
  "Field.EnumMember": "enumMember",
};

export const readGold = (file: string): Gold => JSON.parse(gunzipSync(readFileSync(file)).toString()) as Gold;

/** Deterministic for a given seed. */
export function shuffled<T>(all: readonly T[], seed: number): T[] {
  let state = seed;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  return all
    .map((each) => ({ each, at: random() }))
    .sort((a, b) => a.at - b.at)
    .map(({ each }) => each);
}

export class GoldTasks {
  readonly #gold: Gold;
  readonly #corpus: string;
  readonly #near = new Map<number, Set<number>>();
  readonly #declared: Set<number>;
  readonly #count = new Map<string, number>();

  constructor(corpus: string, gold: Gold) {
    this.#gold = gold;
    this.#corpus = corpus;
    const link = (a: number, b: number) => (this.#near.get(a) ?? this.#near.set(a, new Set()).get(a)!).add(b);
    gold.symbols.forEach(([, , , , , related], index) => {
      for (const other of related) {
        link(index, other);
        link(other, index);
      }
    });
    this.#declared = new Set(gold.declarations.map(([, , , symbol]) => symbol));
    for (const symbol of this.#declared)
      this.#count.set(this.#called(symbol), (this.#count.get(this.#called(symbol)) ?? 0) + 1);
  }

  /** Declarations without overloads and with 3 to 60 uses. In half of the tasks, the name is ambiguous. */
  uses(count: number, seed: number): Task[] {
    const { uses, symbols, tokens } = this.#gold;
    const wanted = uses.filter((symbol) => {
      const lines = this.#lines(symbol).length;
      return KINDS[symbols[symbol]![0]] && lines >= 3 && lines <= 60 && this.#count.get(this.#called(symbol)) === 1;
    });
    const shared = (symbol: number) =>
      (tokens[symbols[symbol]![1]] ?? []).some(([, , , , state, ids]) => state === "sym" && !ids.includes(symbol));
    const mixed = shuffled(wanted, seed);
    const half = Math.ceil(count / 2);
    const picked = [
      ...mixed.filter(shared).slice(0, half),
      ...mixed.filter((each) => !shared(each)).slice(0, count - half),
    ];
    return picked.map((symbol) => ({
      kind: "uses",
      corpus: this.#corpus,
      asks: `Every use of ${this.#shown(symbol)}`,
      judge: JUDGE,
      about: this.#about(symbol),
      required: placesOf(this.#lines(symbol)),
      allowed: placesOf(this.#undecided(symbol)),
    }));
  }

  declared(count: number, seed: number): Task[] {
    const { uses, symbols } = this.#gold;
    const wanted = uses.filter(
      (each) => symbols[each]![0] === "Method.Ordinary" && this.#count.get(this.#called(each)) === 1,
    );
    return shuffled(wanted, seed)
      .slice(0, count)
      .map((symbol) => ({
        kind: "declared",
        corpus: this.#corpus,
        asks: `Where ${this.#shown(symbol)} is declared`,
        judge: JUDGE,
        about: this.#about(symbol),
        required: placesOf(this.#declarations(symbol)),
      }));
  }

  derived(count: number, seed: number): Task[] {
    const { hierarchy, symbols } = this.#gold;
    const unique = new Map<string, number>();
    for (const { type } of hierarchy) unique.set(symbols[type]![1], (unique.get(symbols[type]![1]) ?? 0) + 1);
    const wanted = hierarchy.filter(
      ({ type, all }) =>
        all.length >= 2 && all.length <= 40 && this.#declared.has(type) && unique.get(symbols[type]![1]) === 1,
    );
    return shuffled(wanted, seed)
      .slice(0, count)
      .map(({ type, all }) => ({
        kind: "derived",
        corpus: this.#corpus,
        asks: `Every type that derives from or implements ${this.#shown(type)}, at any depth`,
        judge: JUDGE,
        about: this.#about(type),
        required: [...new Set(all.map((each) => symbols[each]![1]))].sort(),
      }));
  }

  callers(count: number, seed: number): Task[] {
    const { callers, symbols } = this.#gold;
    const places = (calls: Calls = []) => calls.flatMap(([, at]) => at.map(([path, line]) => this.#place(path, line)));
    const wanted = callers.filter(
      ({ method, callers: calls }) =>
        symbols[method]![0] === "Method.Ordinary" &&
        calls.length >= 2 &&
        calls.length <= 30 &&
        this.#count.get(this.#called(method)) === 1,
    );
    return shuffled(wanted, seed)
      .slice(0, count)
      .map(({ method, callers: calls, through }) => ({
        kind: "callers",
        corpus: this.#corpus,
        asks: `Every call of ${this.#shown(method)}`,
        judge: JUDGE,
        about: this.#about(method),
        required: placesOf([...new Set(places(calls))]),
        allowed: placesOf([...new Set([...places(through), ...this.#undecided(method)])]),
      }));
  }

  #place(path: number, line: number): string {
    return `${this.#gold.paths[path]}:${line}`;
  }

  #called(symbol: number): string {
    const [, name, namespace, container] = this.#gold.symbols[symbol]!;
    return [namespace, container, name].join("|");
  }

  #shown(symbol: number): string {
    const [, name, , container] = this.#gold.symbols[symbol]!;
    return container ? `${container.replaceAll("/", ".")}.${name}` : name;
  }

  #about(symbol: number): Task["about"] {
    const [kind, name, namespace, container] = this.#gold.symbols[symbol]!;
    return {
      name,
      kind: KINDS[kind] ?? "type",
      ...(container ? { container } : {}),
      ...(namespace ? { namespace } : {}),
    };
  }

  /** Lines that refer to the declaration, including its own. */
  #lines(symbol: number): string[] {
    const tokens = this.#gold.tokens[this.#gold.symbols[symbol]![1]] ?? [];
    const mine = tokens.filter(([, , , , state, ids]) => state === "sym" && ids.includes(symbol));
    return [...new Set(mine.map(([path, line]) => this.#place(path, line)))];
  }

  /** Lines the compiler knows nothing about, and lines of related overrides and implementations. */
  #undecided(symbol: number): string[] {
    const family = new Set<number>();
    const todo = [symbol];
    for (let next = todo.pop(); next !== undefined; next = todo.pop()) {
      if (family.has(next)) continue;
      family.add(next);
      todo.push(...(this.#near.get(next) ?? []));
    }
    const tokens = this.#gold.tokens[this.#gold.symbols[symbol]![1]] ?? [];
    const open = tokens.filter(([, , , , state, ids]) => state !== "sym" || ids.some((id) => family.has(id)));
    const elsewhere = Object.values(this.#gold.tokens).flatMap((all) =>
      all.filter(([, , , , , ids]) => ids.includes(symbol)),
    );
    const mine = new Set(this.#lines(symbol));
    return [...new Set([...open, ...elsewhere].map(([path, line]) => this.#place(path, line)))].filter(
      (place) => !mine.has(place),
    );
  }

  #declarations(symbol: number): string[] {
    const found = this.#gold.declarations.filter(([, , , declared]) => declared === symbol);
    return found.map(([path, line]) => this.#place(path, line));
  }

  /** True if the compiler has a verdict: the file was judged and the code isn't excluded. */
  isJudged(path: string, line: number): boolean {
    const index = this.#gold.paths.indexOf(path);
    if (!this.#gold.files.includes(index)) return false;
    return !(this.#gold.inactive[index] ?? []).some(([first, last]) => line >= first && line <= last);
  }
}

/** Also allows other lines with the name for which there's no verdict. */
export function allowUnjudged(task: Task, tasks: GoldTasks, hits: string[]): Task {
  const open = hits.filter((hit) => {
    const at = hit.lastIndexOf(":");
    return !tasks.isJudged(hit.slice(0, at), Number(hit.slice(at + 1)));
  });
  const required = new Set(flat(task.required));
  const allowed = new Set([...flat(task.allowed), ...open].filter((place) => !required.has(place)));
  return { ...task, allowed: placesOf(allowed) };
}
