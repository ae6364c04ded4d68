/** Finds local functions by their symbol path, for example `Outer()/Local`. */
import { JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND } from "../outline/declaration-table.ts";
import type { SourceFile } from "../semantics/source-file.ts";
import { functionChain, LOCAL_FUNCTION, LocalFunctionPaths } from "../symbol-paths/local-function-path.ts";
import { type ParsedPath, parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { matchingDeclarations } from "../symbol-paths/resolve-path.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { childOf, descendants } from "../syntax/syntax-node.ts";
import { Lines } from "../text/lines.ts";
import { AnalysisSession } from "./analysis-session.ts";
import type { LocalFunctionAnswer, LocalFunctionRequest, LocalName } from "./requests/requests.ts";
import { namePath, symbolPathsOf } from "./target-declarations.ts";

/**
 * Finds a local function by its symbol path. The result is empty if the path means something else.
 * @throws SYMBOL_AMBIGUOUS if several functions match
 */
export async function localFunctionAt(
  index: ScriptIndex,
  { symbol }: LocalFunctionRequest,
  context: WorkerContext,
): Promise<LocalFunctionAnswer> {
  const path = parseSymbolPath(symbol);
  if (!mayBeLocal(index, path)) return {};
  const paths = await symbolPathsOf(index, context);
  const session = await AnalysisSession.open(index, context);
  const found = new Map<string, LocalName>();
  for (let at = path.outer.length - 1; at >= 0 && found.size === 0; at--) {
    const last = path.outer[at];
    if (!last) continue;
    const member: ParsedPath = {
      ...path,
      text: "",
      last,
      outer: path.outer.slice(0, at),
      overload: undefined,
      place: undefined,
    };
    const chain = [...path.outer.slice(at + 1), path.last].map(({ name }) => name).join("/");
    for (const one of await matchingDeclarations(paths, member, hasBody))
      for (const place of await functionsOf(session, one, chain)) {
        // Declarations in both branches of an #if share the body after it.
        if (isPlaced(index, place, path))
          found.set(`${index.display(place.path)}:${place.line}:${place.column}`, place);
      }
  }
  const [local] = found.values();
  if (found.size < 2) return local ? { local } : {};
  const candidates = [...found.keys()];
  throw new JigError("SYMBOL_AMBIGUOUS", `${symbol} matches ${found.size} local functions`, {
    hint: `Pass one of ${candidates.join(", ")} as at`,
    details: { candidates },
  });
}

/** Returns true if the container has no member with that name. */
function mayBeLocal({ store }: ScriptIndex, { last: { name }, outer }: ParsedPath): boolean {
  const around = outer.at(-1)?.name;
  if (around === undefined || !/^[\p{L}_]/u.test(name)) return false;
  return !store.byName(name, true).some((handle) => {
    const { containers, namespace } = store.symbol(handle);
    return around === (containers.at(-1) ?? namespace.slice(namespace.lastIndexOf(".") + 1));
  });
}

function hasBody({ kind }: IndexedSymbol): boolean {
  return !TYPE_KINDS.has(kind) && kind !== KIND.namespace;
}

async function functionsOf(session: AnalysisSession, member: IndexedSymbol, chain: string): Promise<LocalName[]> {
  const file = await session.load(member.path);
  const at = session.model.store.indexOf(member.handle);
  const name = chain.slice(chain.lastIndexOf("/") + 1);
  const { start, end } = file.declaration(at);
  if (!file.text.slice(start, end).includes(name)) return [];
  const lines = new Lines(file.text);
  const found = new Map<number, LocalName>();
  for (const pass of file.passesOf(start)) {
    for (const node of descendants(file.tree(at, pass))) {
      const named = node.type === LOCAL_FUNCTION ? childOf(node, "name") : undefined;
      if (!named || functionChain(node, file.text).join("/") !== chain) continue;
      const line = lines.at(named.start);
      const column = named.start - lines.start(line) + 1;
      const place = { name, kind: "local function", isArgumentName: false, path: file.path, line, column };
      found.set(named.start, place);
    }
  }
  return [...found.values()];
}

function isPlaced(index: ScriptIndex, { path, line }: LocalName, { place }: ParsedPath): boolean {
  return place === undefined || (place.line === line && (place.path === path || place.path === index.display(path)));
}

export interface LocalFunction {
  start: number;
  end: number;
  symbolPath: string;
  /** The name path in its printed form. */
  symbol: string;
  /** The member around the function. */
  member: IndexedSymbol;
}

/** Returns the local function whose name is at this offset. */
export async function functionIn(
  session: AnalysisSession,
  file: SourceFile,
  offset: number,
  paths: SymbolPaths,
): Promise<LocalFunction | undefined> {
  const { store } = session.model;
  const index = file.declarationAt(offset);
  const handle = store.ofFile(file.path)[index];
  if (!handle) return undefined;
  const member = store.symbol(handle);
  for (const pass of file.passesOf(offset)) {
    const tree = file.tree(index, pass);
    for (const node of descendants(tree)) {
      if (node.type !== LOCAL_FUNCTION || childOf(node, "name")?.start !== offset) continue;
      const place = { path: session.index.display(file.path), line: new Lines(file.text).at(offset) };
      const spelled = new LocalFunctionPaths(await paths.of(member), tree, file.text);
      const symbol = [namePath(member), ...functionChain(node, file.text)].join("/");
      return { start: node.start, end: node.end, symbolPath: spelled.of(node, place), symbol, member };
    }
  }
  return undefined;
}
