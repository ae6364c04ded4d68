/** Converts declarations to the rows of an answer, including their symbol paths. */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { CodeIndex } from "../index/code-index.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { symbolPaths } from "../outline/symbol-paths.ts";

export function symbolRow(declaration: IndexedDeclaration, path: string, symbolPath: string): JsonObject {
  const { name, kind, containers, nameLine, column, endLine, signature, documentation } = declaration;
  return {
    symbol_path: symbolPath,
    name,
    kind,
    container: containers.length > 0 ? containers.join("/") : null,
    path,
    line: nameLine,
    column,
    end_line: endLine,
    signature,
    ...(documentation === "" ? {} : { documentation }),
  };
}

/** Returns symbol paths as the outline of a file prints them. */
export class SymbolPaths {
  readonly #index: CodeIndex;
  readonly #display: (path: string) => string;
  readonly #byFile = new Map<string, ReadonlyMap<string, string>>();

  constructor(index: CodeIndex, display: (path: string) => string) {
    this.#index = index;
    this.#display = display;
  }

  of({ path, nameLine, column }: IndexedDeclaration): string {
    const known = this.#byFile.get(path) ?? this.#ofFile(path);
    this.#byFile.set(path, known);
    return known.get(`${nameLine}:${column}`) ?? path;
  }

  #ofFile(path: string): ReadonlyMap<string, string> {
    const place = this.#index.places.get(path);
    const all = place?.segment.declarations(place.file, path) ?? [];
    const paths = symbolPaths(this.#display(path), all);
    return new Map(all.map(({ nameLine, column }, at) => [`${nameLine}:${column}`, paths[at] ?? path]));
  }
}
