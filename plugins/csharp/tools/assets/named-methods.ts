/** Finds the methods that assets name, as targets of UnityEvents, overrides in instances, or animation events. */
import type { Context } from "../../../../core/host/plugin-api.ts";
import type { Directories } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import type { PersistentCall } from "../../unity/persistent-calls.ts";
import { ASSETS } from "./unread-assets.ts";

export async function namedMethods(service: ScriptService, where: Directories, context: Context): Promise<Set<string>> {
  const options = { signal: context.signal, globs: ASSETS };
  const plain = await service.matchesIn("(?:m_MethodName|functionName): \\S+", where, options);
  const names = new Set(plain.map(({ text }) => text.slice(text.indexOf(": ") + 2)));
  // In an instance, the new name is on the line after the property's path.
  const overrides = await service.matchesIn("propertyPath: .*\\.m_MethodName\\s*$", where, options);
  const paths = [...new Set(overrides.map(({ path }) => path))];
  if (paths.length === 0) return names;
  const saved = await context.worker<(PersistentCall[] | undefined)[]>("events", { paths }, { signal: context.signal });
  for (const { method } of saved.flatMap((calls) => calls ?? [])) names.add(method);
  return names;
}
