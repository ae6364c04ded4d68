/** A declaration as answers show it: what the index knows, and what the file's text says on top. */
import type { Capabilities, FileText, JsonObject } from "../../../core/host/plugin-api.ts";
import type { UnityNames } from "../engine/unity-names.ts";
import { nameAt } from "../index/encode-segment.ts";
import { headerOf, stringOf } from "../index/segment.ts";
import type { IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import { type Declaration, KIND, KINDS, TRAIT } from "../outline/declaration-table.ts";
import { type HeaderDetails, readHeader } from "../outline/header-details.ts";
import { MODIFIER_BIT, modifierNames } from "../outline/keywords.ts";
import { readOutline } from "../outline/read-outline.ts";
import { expandAliases, usingAliases } from "../outline/using-aliases.ts";
import { Lines } from "../text/lines.ts";
import { unityRole } from "../unity/unity-role.ts";

/** The declarations of one file's present text, by the line and column of the name. */
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
    return declaration && withAliased(readHeader(this.text, declaration), this.#aliases);
  }
}

function withAliased(header: HeaderDetails, aliases: ReadonlyMap<string, string>): HeaderDetails {
  return aliases.size === 0 ? header : { ...header, aliased: expandAliases(header.type, aliases) };
}

/** Of a file in the state of that size and time. */
export interface CachedDetails {
  size: number;
  mtimeMs: number;
  details: FileDetails;
}

/** Files whose details are kept for the pages that follow. */
const MAX_CACHED = 16;

/** Headers of declarations in many files: each file is read once, and only the header is looked at. */
export class DeclarationHeaders {
  readonly #store: SymbolStore;
  readonly #files: Pick<Capabilities["files"], "readText">;
  readonly #texts = new Map<string, FileText | undefined>();
  readonly #aliases = new Map<string, ReadonlyMap<string, string>>();
  /** Of files whose headers no row of the index tells, by path. */
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

  /** Undefined where the file cannot be read, or no longer has the declaration there. */
  async of(found: IndexedSymbol): Promise<HeaderDetails | undefined> {
    const { path, handle } = found;
    if (!this.#texts.has(path)) this.#texts.set(path, await this.#files.readText(path).catch(() => undefined));
    const file = this.#texts.get(path);
    if (!file) return undefined;
    const known = this.#store.files.get(path);
    const asIndexed = known?.size === file.size && known.mtimeMs === file.mtimeMs;
    // Never a row of one state of the file with the header of another.
    if (!asIndexed) return undefined;
    const header = headerOf(this.#store.segments[handle.segment]!, handle.at);
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

/** The types around a declaration as answers write them. */
export function containerOf(containers: readonly string[]): string | null {
  return containers.length > 0 ? containers.join("/") : null;
}

/** Fields that say nothing are left out. */
export function describeSymbol(
  store: SymbolStore,
  found: IndexedSymbol,
  header: HeaderDetails | undefined,
  engine: UnityNames,
  symbolPath: string,
  partOf: (found: IndexedSymbol) => JsonObject[],
): JsonObject {
  const segment = store.segments[found.handle.segment]!;
  const { at } = found.handle;
  const traits = store.traits(found.handle);
  const modifiers = store.modifiers(found.handle);
  const bases = store.bases(found.handle);
  const symbol: JsonObject = {
    name: found.name,
    symbol_path: symbolPath,
    kind: KINDS[found.kind]!,
    namespace: found.namespace,
    container: containerOf(found.containers),
    startLine: found.startLine,
    endLine: found.endLine,
    nameLine: found.nameLine,
    nameColumn: found.nameColumn,
  };
  if (header?.signature) symbol.signature = header.signature;
  if (modifiers !== 0 && found.kind !== KIND.enumMember) symbol.modifiers = modifierNames(modifiers);
  if (header && header.attributes.length > 0) symbol.attributes = header.attributes;
  if (bases !== "") symbol.bases = bases;
  const arity = store.arity(found.handle);
  if (arity > 0) symbol.arity = arity;
  if (header?.explicitInterface) symbol.explicitInterface = header.explicitInterface;
  if ((traits & TRAIT.record) !== 0) symbol.isRecord = true;
  if ((traits & TRAIT.extension) !== 0) symbol.isExtension = true;
  const condition = stringOf(segment, segment.columns.condition[at]!);
  if (condition !== "") symbol.condition = condition;
  const role = unityRole(store, found, header, engine);
  if (role) symbol.unity = role;
  if ((modifiers & MODIFIER_BIT.partial) !== 0) {
    const parts = partOf(found);
    if (parts.length > 0) symbol.parts = parts;
  }
  return symbol;
}
