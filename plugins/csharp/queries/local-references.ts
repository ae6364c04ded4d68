/** Finds the uses of a local variable, parameter, type parameter or label. */
import { JigError, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import type { LocalSymbol } from "../positions/local-symbol.ts";
import { isArgumentNamedIn, localUses } from "../positions/local-uses.ts";
import { meaningAt } from "../positions/meaning-at.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { ensureWithProgress } from "./build-with-progress.ts";
import { functionIn, type LocalFunction } from "./local-function-at.ts";
import type { FoundReferences } from "./references.ts";
import type { LocalName, ReferenceQuery } from "./requests/requests.ts";
import { namePath, symbolPathsOf } from "./target-declarations.ts";

/** Returns a name by which later requests can find the symbol again. */
export async function localName(session: AnalysisSession, symbol: LocalSymbol): Promise<LocalName> {
  const [{ path, offset }] = symbol.places;
  const file = await session.load(path);
  const lines = new Lines(file.text);
  const line = lines.at(offset);
  const column = offset - lines.start(line) + 1;
  return { name: symbol.name, kind: symbol.kind, isArgumentName: symbol.isArgumentName, path, line, column };
}

/** @param candidates files with the name in them. Calls may use a parameter's name for an argument. */
export async function findLocalReferences(
  index: ScriptIndex,
  query: ReferenceQuery & { local: LocalName },
  candidates: readonly string[],
  context: WorkerContext,
): Promise<FoundReferences> {
  const { local } = query;
  await ensureWithProgress(index, [...candidates, local.path], context);
  const session = await AnalysisSession.open(index, context);
  const symbol = await localAgain(session, local);
  const files = [...new Set(symbol.places.map(({ path }) => path))];
  for (const path of symbol.isArgumentName ? candidates : []) {
    if (files.includes(path) || !index.includes(path, query.scope)) continue;
    const { text } = await session.load(path);
    if (isArgumentNamedIn(text, local.name)) files.push(path);
  }
  files.sort((a, b) => (index.display(a) < index.display(b) ? -1 : 1));
  const result: FoundReferences = {
    complete: session.model.complete,
    files: [],
    certain: 0,
    possible: 0,
    other: 0,
    targets: await localTargets(session, symbol, await symbolPathsOf(index, context)),
    targetCount: 1,
    warnings: [],
  };
  for (const path of files) {
    const file = await session.load(path);
    const lines = new Lines(file.text);
    const uses = await session.inSteps(localUses(session.model, file, symbol));
    const references = uses.map(({ offset, kind, certainty }) => {
      result[certainty]++;
      const from = file.text.charAt(offset - 1) === "@" ? offset - 1 : offset;
      const line = lines.at(from);
      const declaration = file.declarationAt(from);
      const around = index.store.ofFile(path)[declaration];
      const symbolLine = declaration < 0 ? 0 : lines.at(file.declaration(declaration).nameStart);
      const named = around ? namePath(index.store.symbol(around)) : "";
      const place = { line, column: from - lines.start(line) + 1, kind, certainty };
      return { ...place, symbol: named, symbol_path: "", symbolLine, declaration };
    });
    if (references.length > 0) result.files.push({ path, display: index.display(path), references });
  }
  return result;
}

/** Finds the symbol again, because files may have changed in the meantime. */
export async function localAgain(
  session: AnalysisSession,
  { path, line, column, name }: LocalName,
): Promise<LocalSymbol> {
  const file = await session.load(path);
  const lines = new Lines(file.text);
  const at = line <= lines.count ? lines.start(line) + column - 1 : 0;
  const offset = file.text.charAt(at) === "@" ? at + 1 : at;
  const { locals } = await session.withFiles(() => meaningAt(session.model, file, offset));
  const found = locals.find((each) => each.name === name);
  if (!found)
    throw new JigError("SYMBOL_NOT_FOUND", `${name} is no longer at ${session.index.display(path)}:${line}:${column}`, {
      hint: "The file has changed: read it again",
    });
  return found;
}

/**
 * Finds the local function again in the current text of its file.
 * @throws SYMBOL_NOT_FOUND if it no longer exists
 */
export async function localFunction(
  session: AnalysisSession,
  name: LocalName,
  context: WorkerContext,
): Promise<LocalFunction> {
  const [{ path, offset }] = (await localAgain(session, name)).places;
  const file = await session.load(path);
  const found = await functionIn(session, file, offset, await symbolPathsOf(session.index, context));
  if (!found)
    throw new JigError(
      "SYMBOL_NOT_FOUND",
      `${name.name} at ${session.index.display(path)}:${name.line} is not a function`,
    );
  return found;
}

/** Returns the target for an answer, with the declaring identifier and the symbol path around it. */
export async function localTargets(
  session: AnalysisSession,
  symbol: LocalSymbol,
  paths: SymbolPaths,
): Promise<JsonObject[]> {
  const { index } = session;
  const places: string[] = [];
  for (const place of symbol.places) {
    const { path, line, column } = await localName(session, { ...symbol, places: [place] });
    places.push(`${index.display(path)}:${line}:${column}`);
  }
  const [first = "", ...parts] = places;
  const { path, line } = await localName(session, symbol);
  const around = await enclosing(session, symbol);
  const row: JsonObject = {
    path: index.display(path),
    line,
    kind: symbol.kind,
    symbol: around ? `${namePath(around)}/${symbol.name}` : symbol.name,
    local: around ? `${namePath(around)}/${symbol.name}` : symbol.name,
    at: first,
  };
  if (around) row.in = await paths.of(around);
  const [place] = symbol.places;
  const found =
    symbol.kind === "local function"
      ? await functionIn(session, await session.load(path), place.offset, paths)
      : undefined;
  if (found) {
    row.symbol_path = found.symbolPath;
    row.symbol = found.symbol;
    delete row.local;
  }
  return [parts.length > 0 ? { ...row, parts } : row];
}

async function enclosing(session: AnalysisSession, symbol: LocalSymbol): Promise<IndexedSymbol | undefined> {
  const [{ path, offset }] = symbol.places;
  const { store } = session.model;
  const file = await session.load(path);
  const handle = store.ofFile(path)[file.declarationAt(offset)];
  return handle && store.symbol(handle);
}
