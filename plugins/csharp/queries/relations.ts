/** Finds relations between declarations. All of them need the complete index, but no text search. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { kindName } from "../outline/declaration-table.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import type { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { isRemoteCall, isSavedInside, testMark, unityRole } from "../unity/unity-role.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { buildWithProgress } from "./build-with-progress.ts";
import { calleesOf } from "./callees.ts";
import { externalNamesakes, externalTarget } from "./external-targets.ts";
import { type DescribeType, derivedFromExternal, hierarchyOf } from "./hierarchy.ts";
import { localAgain, localFunction, localTargets } from "./local-references.ts";
import type {
  CalleesAnswer,
  CallRow,
  HierarchyAnswer,
  HierarchyRequest,
  LocalName,
  ReferenceQuery,
  RelationAnswer,
  Role,
} from "./requests/requests.ts";
import {
  namePath,
  namesakes,
  symbolPathsOf,
  targetDeclarations,
  targetHint,
  targetRows,
} from "./target-declarations.ts";

export async function hierarchyAnswer(
  index: ScriptIndex,
  { query, depth, up, down }: HierarchyRequest,
  context: WorkerContext,
  describe?: DescribeType,
): Promise<HierarchyAnswer> {
  await buildWithProgress(index, context);
  const session = await AnalysisSession.open(index, context);
  const paths = await symbolPathsOf(index, context);
  const declarations = await targetDeclarations(index, query, paths);
  const known = declarations.length === 0 ? await externalTarget(session, query, context) : undefined;
  if (known) {
    const { arity } = parseSymbolPath(query.symbol).last;
    const rows = await derivedFromExternal(session, paths, { ...known, arity }, down ? depth : 0, describe);
    return { targets: [], targetCount: 0, rows, note: known.note };
  }
  const rows = await hierarchyOf(session, paths, declarations, { depth, up, down }, describe);
  const answer = await relationAnswer(index, query, declarations, rows, paths);
  const isUsed = () => session.withFiles(() => session.model.derivedFromExternal(query.name).length > 0);
  const note = declarations.length > 0 ? externalNamesakes(session, query, declarations) : undefined;
  return note !== undefined && (await isUsed()) ? { ...answer, note } : answer;
}

export async function calleesAnswer(
  index: ScriptIndex,
  query: ReferenceQuery,
  context: WorkerContext,
): Promise<CalleesAnswer> {
  await buildWithProgress(index, context);
  const session = await AnalysisSession.open(index, context);
  const paths = await symbolPathsOf(index, context);
  if (query.local) return await calleesOfFunction(session, paths, query.local, context);
  const declarations = await targetDeclarations(index, query, paths);
  const rows: CallRow[] = [];
  for (const declaration of declarations) rows.push(...(await calleesOf(session, paths, declaration)));
  return await relationAnswer(index, query, declarations, rows, paths);
}

async function calleesOfFunction(
  session: AnalysisSession,
  paths: SymbolPaths,
  name: LocalName,
  context: WorkerContext,
): Promise<CalleesAnswer> {
  const found = await localFunction(session, name, context);
  const rows = await calleesOf(session, paths, found.member, found);
  return { targets: await localTargets(session, await localAgain(session, name), paths), targetCount: 1, rows };
}

async function relationAnswer<Row>(
  index: ScriptIndex,
  { name }: ReferenceQuery,
  declarations: readonly IndexedSymbol[],
  rows: Row[],
  paths: SymbolPaths,
): Promise<RelationAnswer<Row>> {
  const answer = { ...(await targetRows(index, declarations, paths)), rows };
  if (declarations.length > 0) return answer;
  const hint = await targetHint(index, name, paths);
  return { ...answer, ...(hint === undefined ? {} : { hint }), candidates: await namesakes(index, name, paths) };
}

/** Determines kinds, and callers outside of the scripts. */
export async function rolesOf(
  index: ScriptIndex,
  places: readonly { path: string; line: number; name?: string }[],
  context: WorkerContext,
): Promise<Role[]> {
  await index.ensure([...new Set(places.map(({ path }) => path))]);
  const { store } = index;
  const engine = await unityNames(context);
  const paths = await symbolPathsOf(index, context);
  const roles: Role[] = [];
  for (const { path, line, name } of places) {
    const here = store.ofFile(path).filter((each) => store.symbol(each).nameLine === line);
    // There may be many declarations on this line.
    const handle = here.find((each) => store.name(each) === name) ?? here[0];
    if (!handle) {
      roles.push({ symbol: "", symbol_path: "", kind: "", unity: "" });
      continue;
    }
    const found = store.symbol(handle);
    const header = await paths.headers.of(found);
    const unity = unityRole(store, found, header, engine) ?? (header && isRemoteCall(header.attributes) ? "rpc" : "");
    const test = header && testMark(header.attributes);
    roles.push({
      symbol: namePath(found),
      symbol_path: await paths.of(found),
      kind: kindName(found.kind),
      unity,
      ...(test === undefined ? {} : { test }),
      ...(unity === "serialized" && isSavedInside(store, found, engine) ? { isInside: true } : {}),
    });
  }
  return roles;
}

/** Tries to interpret the name as that of an external base. If no type derives from such a base, the given answer is returned. */
export async function withUnknownBase(
  index: ScriptIndex,
  { query: { name, symbol, container, namespace }, depth, down }: HierarchyRequest,
  answer: HierarchyAnswer,
  context: WorkerContext,
  describe?: DescribeType,
): Promise<HierarchyAnswer> {
  const isKnown = answer.targets.length > 0 || answer.note !== undefined || index.store.byName(name, true).length > 0;
  if (isKnown || !down || container !== "" || namespace !== "") return answer;
  const session = await AnalysisSession.open(index, context);
  const base = { name, arity: parseSymbolPath(symbol).last.arity, namespaces: [] };
  const rows = await derivedFromExternal(session, await symbolPathsOf(index, context), base, depth, describe);
  if (rows.length === 0) return answer;
  return {
    targets: [],
    targetCount: 0,
    rows,
    note: `${name} is not declared in any script or assembly here: these types name it as their base`,
  };
}
