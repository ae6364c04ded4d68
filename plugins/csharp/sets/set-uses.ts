/** Finds the uses of many declarations in one pass over the files. */
import { ifThere, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { buildWithProgress, grouped } from "../queries/build-with-progress.ts";
import { initializerFiles } from "../queries/references.ts";
import { targetSteps } from "../queries/related-members.ts";
import type { Reference, SetUsesAnswer, SetUsesRequest, SymbolUse, SymbolUses } from "../queries/requests/requests.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";
import { callableOf, inOrder, type Node, usesOf, wordsFor } from "./call-steps.ts";
import { reachedWithoutName } from "./reached-without-name.ts";
import { type SetSymbol, setSymbols } from "./set-symbols.ts";

/** The number of characters of a line that we show. */
const MAX_TEXT = 200;
/** The number of files between two progress reports. */
const TOLD_FILES = 50;

/** The state of the last request, which is kept for its second half and for further pages. */
interface Last {
  key: string;
  generation: string;
  prepared: Prepared;
  answer?: SetUsesAnswer;
}

interface Prepared {
  session: AnalysisSession;
  paths: SymbolPaths;
  symbols: SetSymbol[];
  misses: number[];
  nodes: Node[];
  /** The files that may refer to a symbol by some other word. */
  others: string[];
}

/** Returns the uses. If there are no candidates, this returns the words that candidate files must contain instead. */
export async function setUses(
  index: ScriptIndex,
  { candidates, ...request }: SetUsesRequest,
  context: WorkerContext,
): Promise<SetUsesAnswer | string[]> {
  await buildWithProgress(index, context);
  const memory = await context.keep("set uses", () => new Map<string, Last>());
  const key = JSON.stringify(request);
  let last = memory.get("last");
  if (!last || last.key !== key || last.generation !== index.generation) {
    last = { key, generation: index.generation, prepared: await prepare(index, request, context) };
    memory.set("last", last);
  }
  if (last.answer) return last.answer;
  const { prepared } = last;
  if (!candidates) {
    const words = wordsFor(prepared.nodes);
    if (words.length > 0) return words;
  }
  const declared = prepared.symbols.flatMap(({ parts }) => parts);
  const isIn = index.around(request.scope, declared);
  const paths = inOrder(index, [...(candidates ?? []), ...prepared.others], isIn);
  last.answer = await search(index, prepared, paths, context);
  return last.answer;
}

async function prepare(
  index: ScriptIndex,
  request: Pick<SetUsesRequest, "queries" | "files" | "members">,
  context: WorkerContext,
): Promise<Prepared> {
  const session = await AnalysisSession.open(index, context);
  const paths = await symbolPathsOf(index, context);
  const { symbols, misses } = await setSymbols(session, request, paths);
  const nodes: Node[] = [];
  const others = new Set<string>();
  for (const [at, { parts }] of symbols.entries()) {
    const [first] = parts;
    if (!first || isUnnamed(first.kind)) continue;
    const targets = await session.inSteps(targetSteps(session.model, parts, (path) => session.assemblies.of(path)));
    nodes.push({ at, name: first.name, targets, callable: callableOf(parts) });
    for (const path of targets.homeFiles ?? []) others.add(path);
    for (const path of await session.withFiles(() => initializerFiles(session.model, targets))) others.add(path);
  }
  return { session, paths, symbols, misses, nodes, others: [...others] };
}

function isUnnamed(kind: number): boolean {
  return kind === KIND.operator || kind === KIND.indexer;
}

async function search(
  index: ScriptIndex,
  { session, paths, symbols, misses, nodes }: Prepared,
  files: readonly string[],
  context: WorkerContext,
): Promise<SetUsesAnswer> {
  const names = new Set(nodes.map(({ name }) => name));
  const uses: SymbolUse[][] = symbols.map(() => []);
  const others: number[] = symbols.map(() => 0);
  const warnings: string[] = [];
  for (const [done, path] of files.entries()) {
    if (done % TOLD_FILES === 0 && done > 0)
      context.emit({
        done,
        total: files.length,
        message: `files searched: ${grouped(done)} of ${grouped(files.length)}`,
      });
    const file = await ifThere(session.load(path));
    if (!file) {
      warnings.push(`${index.display(path)} was not read`);
      continue;
    }
    for (const { at, references, other } of await usesOf(session, file, nodes, names)) {
      others[at] = (others[at] ?? 0) + other;
      uses[at]?.push(...(await withTexts(index, file, references, paths)));
    }
    await session.checkSlice();
  }
  const rows: SymbolUses[] = [];
  for (const [at, symbol] of symbols.entries())
    rows.push({
      ...rowOf(index, symbol),
      uses: uses[at] ?? [],
      other: others[at] ?? 0,
      reached: await reachedWithoutName(session, paths, symbol.parts, context),
    });
  return { symbols: rows, misses, warnings };
}

function rowOf(index: ScriptIndex, { symbolPath, parts }: SetSymbol): Omit<SymbolUses, "uses" | "other" | "reached"> {
  const [first] = parts;
  const kind = first?.kind ?? KIND.namespace;
  return {
    symbol_path: symbolPath,
    kind: KINDS[kind] ?? "",
    path: first ? index.display(first.path) : "",
    line: first?.nameLine ?? 0,
    isUnnamed: isUnnamed(kind),
  };
}

/** Returns the line without its indentation. If it is long, only the part around the column is returned. */
function windowed(line: string, column: number): string {
  const text = line.trim();
  if (text.length <= MAX_TEXT) return text;
  const at = column - 1 - (line.length - line.trimStart().length);
  const from = Math.max(0, Math.min(at - MAX_TEXT / 2, text.length - MAX_TEXT));
  const part = text.slice(from, from + MAX_TEXT);
  return `${from > 0 ? "…" : ""}${part}${from + MAX_TEXT < text.length ? "…" : ""}`;
}

async function withTexts(
  index: ScriptIndex,
  file: SourceFile,
  references: readonly Reference[],
  paths: SymbolPaths,
): Promise<SymbolUse[]> {
  const { store } = index;
  const own = store.ofFile(file.path);
  const lines = new Lines(file.text);
  const path = index.display(file.path);
  const uses: SymbolUse[] = [];
  for (const { line, column, kind, certainty, symbol, declaration, via } of references) {
    const around = own[declaration];
    uses.push({
      path,
      absolute: file.path,
      line,
      column,
      kind,
      certainty,
      symbol,
      symbol_path: around ? await paths.of(store.symbol(around)) : symbol,
      text: windowed(lines.line(line), column),
      ...(via === undefined ? {} : { via }),
    });
  }
  return uses;
}
