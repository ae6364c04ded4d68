/** Implements `script_project_check` for Unity, which means the targets of UnityEvents and the fields that Unity saves. */
import type { Context, JsonObject } from "../../../../core/host/plugin-api.ts";
import type { FileScope } from "../../project/scopes.ts";
import type { Directories, EventTarget, SavedField } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import { eventCalls } from "../assets/event-calls.ts";
import { unreadAssets } from "../assets/unread-assets.ts";

export interface Checked {
  results: JsonObject[];
  notes: string[];
}

/** Returns the targets of events, starting with those whose method is missing. */
export async function events(name: string, service: ScriptService, context: Context): Promise<Checked> {
  const { signal, workspace } = context;
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const paths = (await service.assetsWith("m_MethodName", where, signal)).sort();
  const rows = new Map<string, JsonObject & { count: number }>();
  const declarations = new Map<string, string>();
  for (const { path, line, isOverride, target } of await eventCalls(paths, service, where, context)) {
    const { symbol_path, state: found, ...place } = target;
    // An override may change the target without saving the target's type.
    const state = found === "missing" && isOverride ? "unknown" : found;
    if (name !== "" && !symbol_path.includes(name)) continue;
    const asset = workspace.display(path);
    const key = `${state} ${symbol_path} ${asset} ${isOverride}`;
    const known = rows.get(key);
    if (known) known.count++;
    else {
      if (place.path !== undefined) declarations.set(symbol_path, `declared at ${place.path}:${place.line}`);
      rows.set(key, {
        kind: KIND_OF[state],
        symbol: symbol_path,
        symbol_path,
        path: asset,
        line,
        count: 1,
        ...(isOverride ? { why: "by an override" } : {}),
        certainty: state === "unknown" || state === "renamed" ? "possible" : "certain",
      });
    }
  }
  const order = Object.values(KIND_OF);
  const results = [...rows.values()].sort((a, b) => order.indexOf(String(a.kind)) - order.indexOf(String(b.kind)));
  // Several assets may call one method, so only the first row names its declaration.
  for (const row of results) {
    const declared = declarations.get(String(row.symbol_path));
    if (declared === undefined || !declarations.delete(String(row.symbol_path))) continue;
    row.why = row.why === undefined ? declared : `${declared}, ${row.why}`;
  }
  const many = (kind: string) => results.filter((row) => row.kind === kind).length;
  const unread = await unreadAssets(service, where, context);
  return { results, notes: [`${order.map((kind) => `${many(kind)} ${kind}`).join(", ")}`, ...unread.notes] };
}

/** The kinds in the order in which they are listed. */
const KIND_OF: Readonly<Record<EventTarget["state"], string>> = {
  missing: "missing target",
  unknown: "target not known",
  renamed: "target of a moved type",
  exists: "target",
  engine: "target of the engine",
};

export async function serialized(
  scope: FileScope,
  type: string,
  service: ScriptService,
  context: Context,
): Promise<Checked> {
  const fields = await service.ask<SavedField[]>({ op: "savedFields", scope, type }, context);
  return {
    results: fields.map(({ type: why, symbol_path, ...row }) => ({ ...row, symbol: symbol_path, symbol_path, why })),
    notes: [
      "Unity's serialization rules: public or [SerializeField], of a type that Unity saves, in an object that Unity saves",
    ],
  };
}
