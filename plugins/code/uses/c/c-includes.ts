/** Determines which files a C or C++ file can see through `#include`. */
import type { NameResolver } from "../uses-rules.ts";

/** Matches an include directive, whose line is masked in the tree. */
const INCLUDE = /^[ \t]*#[ \t]*include[ \t]*["<]([^">\n]+)[">]/gm;

export class CIncludes {
  readonly #resolver: NameResolver;
  readonly #direct = new Map<string, Promise<readonly string[]>>();
  readonly #sights = new Map<string, Promise<ReadonlySet<string>>>();
  #byName: Map<string, string[]> | undefined;

  constructor(resolver: NameResolver) {
    this.#resolver = resolver;
  }

  /** Returns the file and all files that it includes, directly or indirectly. */
  seenFrom(path: string): Promise<ReadonlySet<string>> {
    const seen = this.#sights.get(path) ?? this.#follow(path);
    this.#sights.set(path, seen);
    return seen;
  }

  async #follow(path: string): Promise<ReadonlySet<string>> {
    const seen = new Set([path]);
    for (const each of seen) for (const other of await this.#includedBy(each)) seen.add(other);
    return seen;
  }

  #includedBy(path: string): Promise<readonly string[]> {
    const files = this.#direct.get(path) ?? this.#read(path);
    this.#direct.set(path, files);
    return files;
  }

  async #read(path: string): Promise<readonly string[]> {
    const file = await this.#resolver.file(path);
    if (!file) return [];
    const written = [...file.text.matchAll(INCLUDE)].map(([, path = ""]) => path);
    return written.flatMap((each) => this.#filesOf(each, path));
  }

  /**
   * Returns the file in the same folder, or else every file whose path ends like this, because the search paths are not
   * known.
   */
  #filesOf(written: string, from: string): string[] {
    const parts = written.split("/");
    const ups = parts.filter((part) => part === "..").length;
    const folder = from
      .split("/")
      .slice(0, -1 - ups)
      .join("/");
    const tail = parts.filter((part) => part !== ".." && part !== ".").join("/");
    if (this.#resolver.has(`${folder}/${tail}`)) return [`${folder}/${tail}`];
    this.#byName ??= Map.groupBy([...this.#resolver.folders.values()].flat(), (path) =>
      path.slice(path.lastIndexOf("/") + 1),
    );
    return (this.#byName.get(parts.at(-1) ?? "") ?? []).filter((path) => path.endsWith(`/${tail}`));
  }
}
