/** Finds declarations by name or name path, and returns the best matches first. */
import { didYouMean } from "../../../core/host/plugin-api.ts";
import type { CodeIndex } from "../index/code-index.ts";
import type { IndexedDeclaration, Segment } from "../index/index-part.ts";
import type { NamePath } from "./name-path.ts";

export interface FindOptions {
  query: NamePath;
  exact: boolean;
  kinds: readonly string[];
  /** Returns the path in the form that answers print. */
  display(path: string): string;
  inScope(path: string): boolean;
}

const MANY_NAMES = 200_000;

export function findSymbols(index: CodeIndex, options: FindOptions): IndexedDeclaration[] {
  const { query, exact, kinds, display, inScope } = options;
  const ranks = new Map<Segment, Uint8Array>();
  const found: { rank: number; declaration: IndexedDeclaration; shown: string }[] = [];
  for (const [path, { segment, file }] of index.places) {
    if (!inScope(path)) continue;
    const ofNames = ranks.get(segment) ?? nameRanks(segment, query.name, exact);
    ranks.set(segment, ofNames);
    const [from, to] = segment.range(file);
    for (let at = from; at < to; at++) {
      const rank = ofNames[segment.nameId(at)] ?? 0;
      if (rank === 0) continue;
      const declaration = segment.declaration(at, path);
      const shown = display(path);
      if (kinds.length > 0 && !kinds.includes(declaration.kind)) continue;
      if (isIn(declaration, shown, query))
        found.push({ rank: rank + weightOf(declaration, shown), declaration, shown });
    }
  }
  const asWritten = exact ? found.filter(({ declaration }) => hasSameCase(declaration, query)) : [];
  return (asWritten.length > 0 ? asWritten : found)
    .sort(
      (a, b) =>
        a.rank - b.rank ||
        a.declaration.name.length - b.declaration.name.length ||
        (a.shown < b.shown ? -1 : a.shown > b.shown ? 1 : a.declaration.nameLine - b.declaration.nameLine),
    )
    .map(({ declaration }) => declaration);
}

/** Returns the rank of each name. 0 means that it does not match, and otherwise a lower rank is better. */
function nameRanks(segment: Segment, name: string, exact: boolean): Uint8Array {
  const ranks = new Uint8Array(segment.names);
  if (exact) {
    const id = segment.find(name);
    if (id >= 0 && id < ranks.length) ranks[id] = 10;
    return ranks;
  }
  const wanted = name.toLowerCase();
  for (let id = 0; id < segment.names; id++) {
    const text = segment.shared(id);
    if (text.length < name.length) continue;
    const lower = text.toLowerCase();
    const at = lower.indexOf(wanted);
    if (at < 0) continue;
    if (text === name) ranks[id] = 10;
    else if (lower === wanted) ranks[id] = 20;
    else if (at === 0) ranks[id] = 30;
    else ranks[id] = isWordStart(text, at) ? 40 : 50;
  }
  return ranks;
}

function isWordStart(text: string, at: number): boolean {
  return /[^\p{L}\p{N}]/u.test(text[at - 1] ?? "") || /\p{Lu}/u.test(text[at] ?? "");
}

const TYPES = new Set(["class", "interface", "struct", "enum", "type", "namespace", "module", "object"]);

const HEADER = /\.(?:h|hh|hpp|hxx)$/i;

/**
 * Ranks a declaration. Types come first, followed by functions and the rest, and tests are last. If two are otherwise
 * equal, the one whose file has its name wins, and a definition comes before its header.
 */
function weightOf({ name, kind, containers }: IndexedDeclaration, path: string): number {
  const isAlias = kind === "type";
  const ofKind = TYPES.has(kind) ? (isAlias ? 0.5 : 0) : /function|method|constructor|macro/.test(kind) ? 1 : 2;
  const isNamedAsFile = letters(path.replace(/^.*\//, "").replace(/\..*$/, "")) === letters(name);
  const isPrototype = ofKind === 1 && kind !== "macro" && HEADER.test(path);
  return (
    ofKind +
    (isPrototype ? 0.5 : 0) +
    (containers.length > 0 ? 1 : 0) +
    (isTest(path) ? 5 : 0) -
    (isNamedAsFile ? 0.25 : 0)
  );
}

function letters(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

export function isTest(path: string): boolean {
  return /(^|[/_.-])(tests?|spec|specs|__tests__|testdata|fixtures|examples?|bench(marks)?)([/_.-]|$)/i.test(path);
}

/** Go code often has both `Reader` and `reader`. A path in the right case means only one of them. */
function hasSameCase({ containers }: IndexedDeclaration, query: NamePath): boolean {
  const [own, written] = [containers, query.containers].map((names) => names.join("/").replaceAll(".", "/"));
  return own !== undefined && written !== undefined && (own.endsWith(written) || written.endsWith(own));
}

/** Returns true if the enclosing names, the file and the folders of a declaration end with those in the query. */
export function isIn(declaration: IndexedDeclaration, shown: string, query: NamePath): boolean {
  if (query.file !== undefined && shown !== query.file && !shown.endsWith(`/${query.file}`)) return false;
  if (query.line !== undefined && declaration.nameLine !== query.line) return false;
  const { containers } = query;
  // `a.b.App/render` is a path that includes a package.
  const split = containers.flatMap((each) => each.split("."));
  return (
    isAround(containers, declaration, shown) ||
    (split.length > containers.length && isAround(split, declaration, shown))
  );
}

function isAround(containers: readonly string[], declaration: IndexedDeclaration, shown: string): boolean {
  if (containers.length === 0) return true;
  const around = declaration.containers;
  const own = containers.slice(-around.length || containers.length);
  if (around.length > 0 && own.every((part, at) => same(part, around[around.length - own.length + at]))) {
    const rest = containers.slice(0, containers.length - own.length);
    return rest.length === 0 || isInFile(rest, shown);
  }
  return around.length === 0 && isInFile(containers, shown);
}

/** `flask.app` matches the file `src/flask/app.py`, and `cobra` matches a folder or package. */
function isInFile(parts: readonly string[], shown: string): boolean {
  const folders = shown.replace(/\.\w+$/, "").split("/");
  if (/^(mod|lib|main|index|__init__)$/.test(folders.at(-1) ?? "")) folders.pop();
  const ends = [folders, folders.slice(0, -1)];
  return ends.some((each) => parts.every((part, at) => part === each[each.length - parts.length + at]));
}

function same(a: string, b: string | undefined): boolean {
  return b !== undefined && (a === b || a.toLowerCase() === b.toLowerCase());
}

/** Returns the declared name that is most similar. */
export function nearestDeclared(index: CodeIndex, name: string): string | undefined {
  const names = new Set<string>();
  for (const { segment, file } of index.places.values()) {
    const [from, to] = segment.range(file);
    for (let at = from; at < to && names.size < MANY_NAMES; at++) names.add(segment.shared(segment.nameId(at)));
  }
  return didYouMean(name, [...names]);
}
