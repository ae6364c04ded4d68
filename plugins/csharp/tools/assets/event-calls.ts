/** Finds the calls that UnityEvents save, with the method that each of them calls. */
import type { Context } from "../../../../core/host/plugin-api.ts";
import type { Directories, EventTarget, HierarchyAnswer, ReferenceQuery } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import type { PersistentCall } from "../../unity/persistent-calls.ts";
import { ASSETS } from "./unread-assets.ts";

export interface EventCall extends PersistentCall {
  path: string;
  target: EventTarget;
}

export async function eventCalls(
  paths: readonly string[],
  service: ScriptService,
  where: Directories,
  context: Context,
): Promise<EventCall[]> {
  if (paths.length === 0) return [];
  const { signal } = context;
  const saved = await context.worker<(PersistentCall[] | undefined)[]>("events", { paths }, { signal });
  const scripts = await scriptsByGuid(
    saved.flatMap((calls) => calls?.map(({ guid }) => guid) ?? []),
    service,
    where,
    context,
  );
  const calls = paths.flatMap((path, at) =>
    (saved[at] ?? []).map((call) => ({ ...call, path, script: scripts.get(call.guid) ?? "" })),
  );
  const targets = await service.ask<EventTarget[]>({ op: "eventTargets", calls }, context);
  return calls.flatMap((call, at) => {
    const target = targets[at];
    return target ? [{ ...call, target }] : [];
  });
}

/** Returns the paths of scripts by the guid in their `.meta` files. */
export async function scriptsByGuid(
  guids: readonly string[],
  service: ScriptService,
  where: Directories,
  { signal }: Context,
): Promise<Map<string, string>> {
  const known = [...new Set(guids)].filter((guid) => guid !== "");
  if (known.length === 0) return new Map();
  const metas = await service.matchesIn(`^guid: (?:${known.join("|")})`, where, { signal, globs: ["*.cs.meta"] });
  return new Map(metas.map(({ path, text }) => [text.slice("guid: ".length), path.replace(/\.meta$/, "")]));
}

/**
 * Returns the assets in which a UnityEvent or an animation calls a method, one of its overrides or a method that it overrides.
 * Animations save only a name, and an event whose target is not known may call the method, so both are included.
 */
export async function assetsCalling(
  query: ReferenceQuery,
  symbolPaths: readonly string[],
  context: Context,
): Promise<string[]> {
  const { name } = query;
  if (!/^[\p{L}_][\p{L}\p{N}_]*$/u.test(name)) return [];
  const service = await context.service<ScriptService>();
  const where = await service.ask<Directories>({ op: "directories" }, context);
  // In an instance, the method's name is the value of an override.
  const pattern = `(?:m_MethodName|functionName|value): (?:[gs]et_)?${name}\\s*$`;
  const found = await service.matchesIn(pattern, where, { signal: context.signal, globs: ASSETS });
  const calling = new Set(found.filter(({ text }) => text.startsWith("functionName")).map(({ path }) => path));
  const calls = await eventCalls([...new Set(found.map(({ path }) => path))], service, where, context);
  const named = calls.filter(({ method }) => method.replace(/^[gs]et_/, "") === name);
  const family = new Set(symbolPaths.map(withoutParameters));
  if (named.some(({ target }) => target.state !== "unknown" && !family.has(withoutParameters(target.symbol_path)))) {
    const request = { op: "hierarchy", query, depth: 100, up: true, down: true } as const;
    const { rows } = await service.ask<HierarchyAnswer>(request, context);
    for (const { symbol_path } of rows) family.add(withoutParameters(symbol_path));
  }
  for (const { path, target } of named)
    if (target.state === "unknown" || family.has(withoutParameters(target.symbol_path))) calling.add(path);
  return [...calling].map((path) => context.workspace.display(path)).sort();
}

function withoutParameters(symbolPath: string): string {
  return symbolPath.replace(/\(.*$/s, "");
}
