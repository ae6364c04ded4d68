/** Questions about how declarations hang together: they need the whole index, and no text looked for first. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { IndexedSymbol } from "../index/symbol-store.ts";
import { KINDS } from "../outline/declaration-table.ts";
import { isRemoteCall, unityRole } from "../unity/unity-role.ts";
import { AnalysisSession } from "./analysis-session.ts";
import { buildWithProgress } from "./build-with-progress.ts";
import { calleesOf } from "./callees.ts";
import { DeclarationHeaders } from "./describe-symbol.ts";
import { externalTarget } from "./external-targets.ts";
import { derivedFromExternal, hierarchyOf } from "./hierarchy.ts";
import type {
  CalleesAnswer,
  CallRow,
  HierarchyAnswer,
  HierarchyRequest,
  ReferenceQuery,
  RelationAnswer,
  Role,
} from "./requests.ts";
import { namePath, targetDeclarations, targetHint, targetRows } from "./target-declarations.ts";

export async function hierarchyAnswer(
  index: ScriptIndex,
  { query, depth, up, down }: HierarchyRequest,
  context: WorkerContext,
): Promise<HierarchyAnswer> {
  await buildWithProgress(index, context);
  const session = await AnalysisSession.open(index, context);
  const declarations = await targetDeclarations(index, query);
  const known = declarations.length === 0 ? await externalTarget(session, query, context) : undefined;
  if (known) {
    const rows = await derivedFromExternal(session, known.name, down ? depth : 0);
    return { targets: [], rows, note: known.note };
  }
  return await relationAnswer(
    index,
    query,
    declarations,
    await hierarchyOf(session, declarations, { depth, up, down }),
  );
}

export async function calleesAnswer(
  index: ScriptIndex,
  query: ReferenceQuery,
  context: WorkerContext,
): Promise<CalleesAnswer> {
  await buildWithProgress(index, context);
  const session = await AnalysisSession.open(index, context);
  const declarations = await targetDeclarations(index, query);
  const rows: CallRow[] = [];
  for (const declaration of declarations) rows.push(...(await calleesOf(session, declaration)));
  return await relationAnswer(index, query, declarations, rows);
}

async function relationAnswer<Row>(
  index: ScriptIndex,
  { name }: ReferenceQuery,
  declarations: readonly IndexedSymbol[],
  rows: Row[],
): Promise<RelationAnswer<Row>> {
  const hint = declarations.length === 0 ? await targetHint(index, name) : undefined;
  return { targets: targetRows(index, declarations), rows, ...(hint === undefined ? {} : { hint }) };
}

/** What declarations are, and who calls them that no script names. */
export async function rolesOf(
  index: ScriptIndex,
  places: readonly { path: string; line: number }[],
  context: WorkerContext,
): Promise<Role[]> {
  const { store } = index;
  const engine = await unityNames(context);
  const headers = new DeclarationHeaders(store, context.files);
  const roles: Role[] = [];
  for (const { path, line } of places) {
    const handle = store.ofFile(path).find((each) => store.symbol(each).nameLine === line);
    if (!handle) {
      roles.push({ symbol: "", kind: "", unity: "" });
      continue;
    }
    const found = store.symbol(handle);
    const header = await headers.of(found);
    const unity = unityRole(store, found, header, engine) ?? (header && isRemoteCall(header.attributes) ? "rpc" : "");
    roles.push({ symbol: namePath(found), kind: KINDS[found.kind]!, unity });
  }
  return roles;
}

/** The answer, or the one given where nothing names it as a base. */
export async function withUnknownBase(
  index: ScriptIndex,
  { query: { name, container, namespace }, depth, down }: HierarchyRequest,
  answer: HierarchyAnswer,
  context: WorkerContext,
): Promise<HierarchyAnswer> {
  const isKnown = answer.targets.length > 0 || answer.note !== undefined || index.store.byName(name, true).length > 0;
  if (isKnown || !down || container !== "" || namespace !== "") return answer;
  const rows = await derivedFromExternal(await AnalysisSession.open(index, context), name, depth);
  if (rows.length === 0) return answer;
  return {
    targets: [],
    rows,
    note: `${name} is declared nowhere here, in no script and no assembly: these name it as their base`,
  };
}
