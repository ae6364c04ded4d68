/** Describes a folder by its files and their declarations, which are ranked by how many other files use their names. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { CodeIndex } from "../index/code-index.ts";
import { symbolPaths } from "../outline/symbol-paths.ts";
import { partnersOf } from "../uses/uses-languages.ts";
import { isTest } from "./find-symbols.ts";

/** Maximum and minimum number of declarations to show per file. The more files there are, the fewer are shown. */
const MAX_PER_FILE = 12;
const MIN_PER_FILE = 1;
const MAX_PER_MAP = 36;
/** Weight of a member relative to its type. */
const OF_MEMBER = 0.2;
/** Maximum number of files without declarations to list. */
const MAX_NAMED = 10;
/** Shorter names are too ambiguous to be counted. */
const SHORTEST = 3;

/** `users` counts the files of this index. */
export function folderMap(
  index: CodeIndex,
  users: NameUsers,
  folder: string,
  display: (path: string) => string,
): JsonObject {
  const places = [...index.places].flatMap(([path, place]) => {
    if (!path.startsWith(`${folder}/`)) return [];
    const shown = display(path);
    return [{ ...place, path, shown, isTest: isTest(shown) }];
  });
  const sources = places.filter((each) => !each.isTest).length;
  const most = Math.max(MIN_PER_FILE, Math.min(MAX_PER_FILE, Math.floor(MAX_PER_MAP / Math.max(1, sources))));
  const files = places
    .map(({ segment, file, path, shown: display, isTest }) => {
      const declarations = segment.declarations(file, path);
      const ranked = declarations.map((declaration, at) => {
        const files = users.of(declaration.name, path);
        // A name that is declared many times says little about each of the declarations. Members follow their type.
        const weight = declaration.containers.length > 0 ? OF_MEMBER : 1;
        return { declaration, at, files, score: ((1 + files) * weight) / users.declaring(declaration.name, path) };
      });
      const best = ranked.toSorted((a, b) => b.score - a.score).slice(0, isTest ? 1 : most);
      const paths = best.length > 0 ? symbolPaths(display, declarations) : [];
      const shown = best
        .sort((a, b) => a.declaration.nameLine - b.declaration.nameLine)
        .map((each) => ({ ...each, symbolPath: paths[each.at] ?? path }));
      const score = ranked.reduce((sum, each) => sum + each.score, 0) * (isTest ? 0.001 : 1);
      return { path: display, shown, total: declarations.length, score };
    })
    .sort((a, b) => b.score - a.score || (a.path < b.path ? -1 : 1));
  const symbols = files.flatMap(({ path, shown, total }) =>
    shown.map(({ declaration, symbolPath, files: used }, at) => ({
      path,
      symbol_path: symbolPath,
      kind: declaration.kind,
      signature: declaration.signature,
      line: declaration.nameLine,
      end_line: declaration.endLine,
      used_in_files: used,
      ...(at === shown.length - 1 && total > shown.length ? { more_in_file: total - shown.length } : {}),
    })),
  );
  const empty = files.filter(({ total }) => total === 0).map(({ path }) => path);
  return {
    symbols,
    total: symbols.length,
    files: files.length,
    ...(empty.length > 0 ? { files_without_declarations: empty.length, without_declarations: namesOf(empty) } : {}),
  };
}

/** Lists the files without declarations, which only call macros, contain statements or export other modules. */
function namesOf(empty: readonly string[]): string {
  const names = empty.slice(0, MAX_NAMED).join(", ");
  return `Without declarations: ${names}${empty.length > MAX_NAMED ? ` and ${empty.length - MAX_NAMED} more` : ""}`;
}

/**
 * Counts the files that contain a name as a word, and the declarations with that name. Only languages that can refer to
 * it are counted.
 */
export class NameUsers {
  readonly #index: CodeIndex;
  readonly #declaring = new Map<string, number>();
  readonly #users = new Map<string, ReadonlyMap<string, number>>();
  readonly #partners = new Map<string, string>();

  constructor(index: CodeIndex) {
    this.#index = index;
    for (const [segment, paths] of index.current) {
      const byPartners = new Map<string, Uint32Array>();
      for (const [file, path] of paths.entries()) {
        if (path === undefined) continue;
        const partners = this.#partnersOf(path);
        const counts = byPartners.get(partners) ?? new Uint32Array(segment.names);
        byPartners.set(partners, counts);
        const [from, to] = segment.range(file);
        for (let at = from; at < to; at++) {
          const name = segment.nameId(at);
          counts[name] = (counts[name] ?? 0) + 1;
        }
      }
      for (const [partners, counts] of byPartners)
        for (const [id, count] of counts.entries()) {
          if (count === 0) continue;
          const key = `${partners}:${segment.shared(id)}`;
          this.#declaring.set(key, (this.#declaring.get(key) ?? 0) + count);
        }
    }
  }

  #partnersOf(path: string): string {
    let partners = this.#partners.get(path);
    if (partners === undefined) {
      partners = partnersOf(this.#index.languageOf(path)?.id ?? "");
      this.#partners.set(path, partners);
    }
    return partners;
  }

  declaring(name: string, path: string): number {
    return this.#declaring.get(`${this.#partnersOf(path)}:${name}`) ?? 1;
  }

  /** Returns the number of files with the word, not counting the one that declares it. */
  of(name: string, path: string): number {
    if (name.length < SHORTEST) return 0;
    let users = this.#users.get(name);
    if (users === undefined) {
      users = this.#index.countWith(name, (each) => this.#partnersOf(each));
      this.#users.set(name, users);
    }
    return Math.max(0, (users.get(this.#partnersOf(path)) ?? 0) - 1);
  }
}
