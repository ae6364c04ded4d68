/** Returns the lines of a declaration including its docs, from the current version of the file. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { AnalysisSession } from "../queries/analysis-session.ts";
import { buildWithProgress } from "../queries/build-with-progress.ts";
import { localFunction } from "../queries/local-references.ts";
import type { DeclarationLines, LocalName, ReferenceQuery } from "../queries/requests/requests.ts";
import { symbolNotFound, symbolPathsOf, targetDeclarations, targetRows } from "../queries/target-declarations.ts";
import { Lines } from "../text/lines.ts";

/** @throws SYMBOL_NOT_FOUND, SYMBOL_AMBIGUOUS */
export async function declarationLines(
  index: ScriptIndex,
  query: ReferenceQuery,
  textOf: (path: string) => Promise<string>,
  context: WorkerContext,
): Promise<DeclarationLines> {
  await buildWithProgress(index, context);
  if (query.local) return await functionLines(index, query.local, textOf, context);
  let paths = await symbolPathsOf(index, context);
  let declarations = await targetDeclarations(index, query, paths);
  const { targets, targetCount } = await targetRows(index, declarations, paths);
  if (targetCount > 1) {
    const candidates = targets.map(({ symbol_path }) => String(symbol_path));
    throw new JigError("SYMBOL_AMBIGUOUS", `${JSON.stringify(query.symbol)} matches ${targetCount} declarations`, {
      hint: `Pass one of ${candidates.join(", ")}`,
      details: { candidates },
    });
  }
  const [first] = declarations;
  if (!first) throw await symbolNotFound(index, query, paths);
  // Reading a changed file indexes it again.
  const path = query.path === "" ? first.path : query.path;
  const text = await textOf(path);
  paths = await symbolPathsOf(index, context);
  declarations = await targetDeclarations(index, query, paths);
  const own = declarations.find((each) => each.path === path);
  if (!own)
    throw new JigError("SYMBOL_NOT_FOUND", `${index.display(path)} no longer declares ${query.symbol}`, {
      hint: "The file changed in the meantime: try again",
    });
  const lines = new Lines(text);
  const symbolPath = await paths.of(own);
  const whole = { ...query, symbol: symbolPath, path: "", container: "", namespace: "" };
  const parts = await targetDeclarations(index, whole, paths);
  const others = parts.filter((each) => each.path !== own.path || each.startLine !== own.startLine);
  const startLine = documentedFrom(lines, own);
  return {
    path,
    startLine,
    endLine: own.endLine,
    symbol_path: symbolPath,
    parts: others.map((each) => `${index.display(each.path)}:${each.startLine}-${each.endLine}`),
  };
}

/** Returns the lines of a local function. It has a single declaration, which isn't in the index. */
async function functionLines(
  index: ScriptIndex,
  local: LocalName,
  textOf: (path: string) => Promise<string>,
  context: WorkerContext,
): Promise<DeclarationLines> {
  const lines = new Lines(await textOf(local.path));
  const found = await localFunction(await AnalysisSession.open(index, context), local, context);
  const startLine = lines.at(found.start);
  return {
    path: local.path,
    startLine: documentedFrom(lines, { startLine }),
    endLine: lines.at(found.end - 1),
    symbol_path: found.symbolPath,
    parts: [],
  };
}

function documentedFrom(lines: Lines, { startLine }: Pick<IndexedSymbol, "startLine">): number {
  let from = startLine;
  while (from > 1 && /^\s*\/\/\//.test(lines.line(from - 1))) from--;
  return from;
}
