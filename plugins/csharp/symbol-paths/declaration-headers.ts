/** Reads the headers of declarations from files. */
import { type Capabilities, type FileText, ifThere } from "../../../core/host/plugin-api.ts";
import { nameAt } from "../index/encode-segment.ts";
import { UNSETTLED } from "../index/outline-worker.ts";
import { headerOf } from "../index/segment.ts";
import type { IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import type { Declaration } from "../outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";
import { readOutline } from "../outline/read-outline.ts";
import { expandAliases, usingAliases } from "../outline/using-aliases.ts";
import { Lines } from "../text/lines.ts";

/** The declarations in the current text of a file, by the line and column of their names. */
export class FileDetails {
  readonly text: string;
  readonly lines: Lines;
  readonly declarations: Declaration[];
  readonly #byPosition = new Map<string, Declaration>();
  readonly #aliases: ReadonlyMap<string, string>;

  constructor(text: string) {
    this.text = text;
    this.lines = new Lines(text);
    this.#aliases = usingAliases(text);
    this.declarations = readOutline(text).declarations;
    for (const declaration of this.declarations) {
      const line = this.lines.at(declaration.nameStart);
      this.#byPosition.set(
        `${line}:${nameAt(declaration) - this.lines.start(line) + 1}:${declaration.kind}`,
        declaration,
      );
    }
  }

  header(found: IndexedSymbol): HeaderDetails | undefined {
    const declaration = this.#byPosition.get(`${found.nameLine}:${found.nameColumn}:${found.kind}`);
    return declaration?.name === found.name
      ? withAliased(readHeader(this.text, declaration), this.#aliases)
      : undefined;
  }
}

function withAliased(header: HeaderDetails, aliases: ReadonlyMap<string, string>): HeaderDetails {
  return aliases.size === 0 ? header : { ...header, aliased: expandAliases(header.type, aliases) };
}

/** The cached details of a file, which are only valid for this size and modification time. */
export interface CachedDetails {
  size: number;
  mtimeMs: number;
  details: FileDetails;
}

/** The number of files whose details are cached for further pages. */
const MAX_CACHED = 16;

/** Reads the headers of declarations in many files. Each file is read at most once. */
export class DeclarationHeaders {
  readonly #store: SymbolStore;
  readonly #files: Pick<Capabilities["files"], "readText">;
  readonly #texts = new Map<string, FileText | undefined>();
  readonly #aliases = new Map<string, ReadonlyMap<string, string>>();
  /** The details by path, for the files whose headers aren't in the index. */
  readonly #details: Map<string, CachedDetails>;

  constructor(
    store: SymbolStore,
    files: Pick<Capabilities["files"], "readText">,
    details = new Map<string, CachedDetails>(),
  ) {
    this.#store = store;
    this.#files = files;
    this.#details = details;
  }

  /** Returns undefined if the file can't be read, or if it no longer has the declaration at this place. */
  async of(found: IndexedSymbol): Promise<HeaderDetails | undefined> {
    const { path, handle } = found;
    if (!this.#texts.has(path)) this.#texts.set(path, await ifThere(this.#files.readText(path)));
    const file = this.#texts.get(path);
    if (!file) return undefined;
    const known = this.#store.files.get(path);
    const asIndexed = known?.size === file.size && known.mtimeMs === file.mtimeMs;
    // We must not combine a row and a header from different versions. If a file changed recently, its time can't be trusted, so
    // we compare the text.
    if (!asIndexed) return known?.mtimeMs === UNSETTLED ? this.#detailsOf(path, file).header(found) : undefined;
    const segment = this.#store.segments[handle.segment];
    const header = segment && headerOf(segment, handle.at);
    if (header) return withAliased(readHeader(file.text, header), this.#aliasesOf(path, file));
    return this.#detailsOf(path, file).header(found);
  }

  #aliasesOf(path: string, { text }: FileText): ReadonlyMap<string, string> {
    const known = this.#aliases.get(path) ?? usingAliases(text);
    this.#aliases.set(path, known);
    return known;
  }

  #detailsOf(path: string, { text, size, mtimeMs }: FileText): FileDetails {
    const known = this.#details.get(path);
    if (known?.size === size && known.mtimeMs === mtimeMs) return known.details;
    const details = new FileDetails(text);
    this.#details.delete(path);
    this.#details.set(path, { size, mtimeMs, details });
    for (const oldest of [...this.#details.keys()].slice(0, -MAX_CACHED)) this.#details.delete(oldest);
    return details;
  }
}
