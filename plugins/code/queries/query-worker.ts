/** The thread that holds the index: answers requests one after another. */
import type { JsonObject, WorkerContext } from "../../../core/host/plugin-api.ts";
import { CodeIndex } from "../index/code-index.ts";
import type { IndexedDeclaration } from "../index/index-part.ts";
import { symbolPaths } from "../outline/symbol-paths.ts";
import type { FindRequest, IndexRequest } from "./ask-index.ts";
import { findSymbols, nearestDeclared } from "./find-symbols.ts";
import { folderMap } from "./folder-map.ts";
import { parseNamePath } from "./name-path.ts";

export default async function answer(request: IndexRequest, context: WorkerContext): Promise<JsonObject> {
  const index = await context.keep("index", () => new CodeIndex(context));
  await index.refresh((progress) => context.emit(progress));
  const display = (path: string) => context.workspace.display(path);
  return request.op === "find" ? find(index, request, display) : folderMap(index, request.within, display);
}

function find(index: CodeIndex, request: FindRequest, display: (path: string) => string): JsonObject {
  const { name, exact, kinds, within } = request;
  const query = parseNamePath(name);
  const inScope = (path: string) => within === undefined || path === within || path.startsWith(`${within}/`);
  const paths = new SymbolPaths(index, display);
  const found = findSymbols(index, { query, exact: exact || query.file !== undefined, kinds, display, inScope });
  return {
    results: found.map((each) => symbolRow(each, display(each.path), paths.of(each))),
    total: found.length,
    ...unreadNote(index),
    ...(found.length === 0 ? missHint(index, request) : {}),
  };
}

function symbolRow(declaration: IndexedDeclaration, path: string, symbolPath: string): JsonObject {
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

/** Symbol paths as the outline of their file prints them. */
class SymbolPaths {
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

/** Counts files that were not read, by reason. */
function unreadNote({ files }: CodeIndex): { unread?: string } {
  const reasons = [
    ...(files.large.length > 0 ? [`${files.large.length} over 1 MB`] : []),
    ...(files.generated.length > 0 ? [`${files.generated.length} generated or minified`] : []),
  ];
  return reasons.length > 0 ? { unread: `Files not read: ${reasons.join(", ")}` } : {};
}

function missHint(index: CodeIndex, { name, exact, kinds, within }: FindRequest): { hint?: string } {
  const query = parseNamePath(name);
  const count = (change: { exact?: boolean; kinds?: string[]; everywhere?: boolean; bare?: boolean }) =>
    findSymbols(index, {
      query: change.bare ? { name: query.name, containers: [] } : query,
      exact: change.exact ?? exact,
      kinds: change.kinds ?? kinds,
      display: (path) => path,
      inScope: (path) => change.everywhere === true || within === undefined || path.startsWith(within),
    }).length;
  const elsewhere = within === undefined ? 0 : count({ everywhere: true });
  if (elsewhere > 0) return { hint: `${elsewhere} outside that path: leave path out` };
  const others = kinds.length > 0 ? count({ kinds: [] }) : 0;
  if (others > 0) return { hint: `${others} of other kinds: leave kind out` };
  const loose = exact ? count({ exact: false }) : 0;
  if (loose > 0) return { hint: `${loose} without exact, which compares the whole name` };
  const bare = query.containers.length > 0 ? count({ bare: true, kinds: [] }) : 0;
  if (bare > 0) return { hint: `${bare} named ${query.name} are declared elsewhere: ask for the name alone` };
  const near = nearestDeclared(index, query.name);
  return near === undefined ? {} : { hint: `Did you mean ${near}?` };
}
