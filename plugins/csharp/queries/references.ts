/** Examines every occurrence of a name in scope and decides whether it is a certain use, a possible use or no use. */
import { basename } from "node:path";
import type { Progress, WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { enclosingDeclarations, type SourceFile } from "../semantics/source-file.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { isBareName } from "../symbol-paths/resolve-path.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { ensureWithProgress } from "./build-with-progress.ts";
import { candidatesAmong, candidatesIn, type FileWords, otherWords } from "./candidate-tokens.ts";
import { TokenClassifier } from "./classify-token.ts";
import { externalNamesakes, externalTarget } from "./external-targets.ts";
import { type Targets, targetSteps } from "./related-members.ts";
import type { Reference, ReferencePage, ReferenceQuery } from "./requests/requests.ts";
import { namesakes, symbolPathsOf, targetDeclarations, targetHint, targetRows } from "./target-declarations.ts";

const UNNAMED: ReadonlySet<number> = new Set([KIND.operator, KIND.indexer]);

/** Up to this number of files, it is faster to index them than to query twice. */
const SOON_BUILT = 500;

/** All uses by file. The files are sorted by their displayed path. */
export interface FoundReferences extends Omit<ReferencePage, "files" | "paths" | "more" | "total"> {
  /** True if every script was indexed at that time. */
  complete: boolean;
  files: { path: string; display: string; references: Reference[] }[];
}

/** The number of files between two progress reports. */
const REPORTED = 64;

function report(done: number, total: number, message: string, context: WorkerContext): void {
  context.emit({ done, total, message } satisfies Progress);
}

/**
 * Finds all uses of the declarations that a query means.
 * @param candidates - Files that contain the name
 */
export async function findReferences(
  index: ScriptIndex,
  query: ReferenceQuery,
  candidates: readonly string[],
  context: WorkerContext,
): Promise<FoundReferences> {
  await ensureWithProgress(index, candidates, context);
  // The uses of an external type depend on declarations in all scripts.
  const mayBuild = index.pending.size > 0 && index.pending.size <= SOON_BUILT;
  if (mayBuild && (await targetDeclarations(index, query, await symbolPathsOf(index, context))).length === 0)
    await index.builder.build();
  const session = await AnalysisSession.open(index, context);
  return await new ReferenceSearch(session, query, context).run(candidates);
}

class ReferenceSearch {
  readonly #context: WorkerContext;
  readonly #session: AnalysisSession;
  readonly #index: ScriptIndex;
  readonly #query: ReferenceQuery;
  readonly #model: SemanticModel;

  constructor(session: AnalysisSession, query: ReferenceQuery, context: WorkerContext) {
    this.#context = context;
    this.#session = session;
    this.#index = session.index;
    this.#model = session.model;
    this.#query = query;
  }

  async run(candidates: readonly string[]): Promise<FoundReferences> {
    const index = this.#index;
    const spelled = await symbolPathsOf(index, this.#context);
    const declarations = await targetDeclarations(index, this.#query, spelled);
    const targets = await this.#session.inSteps(
      targetSteps(this.#model, declarations, (path) => this.#session.assemblies.of(path)),
    );
    const known =
      declarations.length === 0 ? await externalTarget(this.#session, this.#query, this.#context) : undefined;
    targets.external = known;
    const isBare =
      isBareName(parseSymbolPath(this.#query.symbol)) && this.#query.container === "" && this.#query.namespace === "";
    targets.undeclared = declarations.length === 0 && !known && isBare && this.#query.path === "";
    const result: FoundReferences = {
      complete: this.#model.complete,
      files: [],
      certain: 0,
      possible: 0,
      other: 0,
      ...(await targetRows(index, declarations, spelled)),
      warnings: [],
    };
    if (known) result.note = known.note;
    const hint = declarations.length === 0 && !known ? await targetHint(index, this.#query.name, spelled) : undefined;
    if (hint !== undefined) result.hint = hint;
    if (declarations.length === 0 && !known) result.candidates = await namesakes(index, this.#query.name, spelled);
    if (index.pending.size > 0)
      result.warnings.push(
        "The index is not complete yet: uses that depend on declarations in other files are marked possible, not certain",
      );
    if (declarations.length > 0 && declarations.every(({ kind }) => UNNAMED.has(kind)))
      return await this.#withoutName(declarations, result);
    const initializers = await this.#session.withFiles(() => initializerFiles(this.#model, targets));
    const paths = [...new Set([...candidates, ...initializers])].filter(index.around(this.#query.scope, declarations));
    paths.sort((a, b) => (index.display(a) < index.display(b) ? -1 : 1));
    await this.#files(paths, targets, result);
    // No file imports a namespace that is known to have the name, so it must belong to another library.
    if (known && !known.owners && isBare && result.files.length === 0 && result.other > 0) {
      targets.external = undefined;
      targets.undeclared = true;
      result.other = 0;
      await this.#files(paths, targets, result);
    }
    const others = result.other > 0 ? externalNamesakes(this.#session, this.#query, declarations) : undefined;
    if (others !== undefined && declarations.length > 0) result.note = others;
    if (targets.undeclared && result.files.length > 0)
      result.note = `${this.#query.name} is declared outside the sources, if at all: each use is only possible`;
    await this.#countUses(declarations, result, spelled);
    return result;
  }

  /** Assigns uses to one of several declarations, and counts them. */
  async #countUses(declarations: readonly IndexedSymbol[], result: FoundReferences, paths: SymbolPaths): Promise<void> {
    if (result.targetCount < 2) {
      for (const { references } of result.files) for (const use of references) delete use.of;
      return;
    }
    const byKey = new Map<string, string>();
    for (const found of declarations) {
      const index = this.#model.store.indexOf(found.handle);
      const symbolPath = await paths.of(found);
      byKey.set(`${found.path}#${index}`, symbolPath);
      const type = await this.#session.withFiles(() => this.#model.typeAt(this.#model.file(found.path), index));
      if (type) byKey.set(type.key, symbolPath);
    }
    const uses = new Map<string, number>();
    for (const { references } of result.files) {
      for (const use of references) {
        const symbolPath = use.of === undefined ? undefined : byKey.get(use.of);
        if (symbolPath === undefined) delete use.of;
        else use.of = symbolPath;
        if (symbolPath !== undefined) uses.set(symbolPath, (uses.get(symbolPath) ?? 0) + 1);
      }
    }
    for (const target of result.targets) target.uses = uses.get(String(target.symbol_path)) ?? 0;
  }

  /** Operators and indexers aren't used by name, so only declarations can be found. */
  async #withoutName(declarations: readonly IndexedSymbol[], result: FoundReferences): Promise<FoundReferences> {
    for (const { path, nameLine, nameColumn, handle } of declarations) {
      const file = await this.#session.load(path);
      const declaration = this.#model.store.indexOf(handle);
      const { symbol } = symbolAt(file, file.declaration(declaration).nameStart);
      const row: Reference = {
        line: nameLine,
        column: nameColumn,
        kind: "declaration",
        certainty: "certain",
        symbol,
        symbol_path: "",
        symbolLine: nameLine,
        declaration,
      };
      result.files.push({ path, display: this.#index.display(path), references: [row] });
      result.certain++;
    }
    result.warnings.push("Code uses operators and indexers without naming them, so their uses were not searched for");
    return result;
  }

  async #files(paths: readonly string[], targets: Targets, result: FoundReferences): Promise<void> {
    for (const [done, path] of paths.entries()) {
      if (done % REPORTED === 0 && paths.length > REPORTED)
        report(done, paths.length, "binding scripts", this.#context);
      await this.#file(path, targets, result);
    }
  }

  async #file(path: string, targets: Targets, result: FoundReferences): Promise<void> {
    const display = this.#index.display(path);
    let file: SourceFile;
    try {
      file = await this.#session.load(path);
    } catch (error) {
      result.warnings.push(`${display} was not read: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    const { name, includeText } = this.#query;
    const classifier = new TokenClassifier(this.#model, file, targets, name);
    const { references, other } = await usesIn(this.#session, file, { targets, name, includeText, classifier });
    for (const { kind, certainty } of references) if (kind !== "text") result[certainty]++;
    result.other += other;
    if (references.length > 0) result.files.push({ path, display, references });
    await this.#session.checkSlice();
  }
}

export interface UseSearch {
  targets: Targets;
  name: string;
  /** True to include words in comments and strings. */
  includeText: boolean;
  classifier: TokenClassifier;
  /** Shared by searches for different names. */
  words?: FileWords;
  lines?: Lines;
}

/** Returns the uses in a file, and counts words with that name which have another meaning. */
export async function usesIn(
  session: AnalysisSession,
  file: SourceFile,
  { targets, name, includeText, classifier, words, lines = new Lines(file.text) }: UseSearch,
): Promise<{ references: Reference[]; other: number }> {
  const references: Reference[] = [];
  let others = 0;
  const other = await session.withFiles(() => otherWords(session.model, file, targets, name));
  const candidates = words ? candidatesAmong(words, name, other) : candidatesIn(file.text, name, other, includeText);
  for (const candidate of candidates) {
    await session.checkSlice();
    const { certainty, kind, via, of, event } = await session.withFiles(() => classifier.classify(candidate));
    if (candidate.as === "name" && certainty === "other") others++;
    if (certainty === "other") continue;
    // An identifier starts at its `@`.
    const offset = file.text.charAt(candidate.offset - 1) === "@" ? candidate.offset - 1 : candidate.offset;
    const line = lines.at(offset);
    const column = offset - lines.start(line) + 1;
    const { symbol, at } = symbolAt(file, offset);
    const symbolLine = at < 0 ? 0 : lines.at(file.declaration(at).nameStart);
    references.push({
      line,
      column,
      kind,
      certainty,
      symbol,
      symbol_path: "",
      symbolLine,
      declaration: at,
      ...(via === undefined ? {} : { via }),
      ...(of === undefined ? {} : { of }),
      ...(event === undefined ? {} : { event }),
    });
  }
  return { references, other: others };
}

/**
 * Returns the files that may call a constructor with `base(…)` or `this(…)`. A search for the name can't find them, because
 * such a call doesn't contain it.
 */
export function initializerFiles(model: SemanticModel, targets: Targets): string[] {
  const owners = targets.members
    .filter(({ declaration }) => declaration.kind === KIND.constructor)
    .map(({ owner }) => owner);
  return [...new Set(owners)].flatMap((owner) =>
    [owner, ...model.directlyDerived(owner)].flatMap((type) => type.parts.map(({ path }) => path)),
  );
}

/** Returns the member or type around an offset. */
function symbolAt(file: SourceFile, offset: number): { symbol: string; at: number } {
  const names: string[] = [];
  let namespace = "";
  const inner = file.declarationAt(offset);
  for (const at of enclosingDeclarations(file, inner)) {
    const { kind, name } = file.declaration(at);
    if (KINDS[kind] === "namespace") namespace = namespace === "" ? name : `${name}.${namespace}`;
    else names.unshift(name);
  }
  if (names.length === 0) return { symbol: namespace || basename(file.path), at: -1 };
  return { symbol: names.join("/"), at: inner };
}
