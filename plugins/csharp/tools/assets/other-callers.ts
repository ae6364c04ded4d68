/** Names the callers that are not in scripts, which are Unity, UnityEvents and animations. */
import { type Context, ifThere, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Role } from "../../queries/requests/requests.ts";
import type { ScriptService } from "../../queries/service.ts";
import { ROLE_NOTES } from "../../unity/role-notes.ts";

const CALLED_BY: ReadonlySet<string> = new Set(["message", "engineCalled", "rpc"]);

interface OtherCallers {
  assets?: string[];
  note?: string;
}

/** Says how Unity calls the targets, which the scripts do not show. */
export async function unityNotes(targets: readonly JsonObject[], context: Context): Promise<string[]> {
  const service = await context.service<ScriptService>();
  const places: { path: string; line: number; name: string }[] = [];
  for (const { path, line, symbol } of targets) {
    const script = await ifThere(context.workspace.resolve(String(path)));
    const name = String(symbol).replace(/^.*\//s, "");
    if (script) places.push({ path: script.absolute, line: Number(line), name });
  }
  const roles = await service.ask<Role[]>({ op: "roles", places }, context);
  const notes = roles.flatMap(({ unity }) => (CALLED_BY.has(unity) ? (ROLE_NOTES[unity] ?? []) : []));
  return [...new Set(notes)];
}

/** Names a symbol without calls, with its other callers. */
export function withoutCall(name: string, { assets, note }: OtherCallers): string {
  const reasons = [
    ...(assets === undefined ? [] : [`in an event or animation of ${assets.join(", ")}`]),
    ...(note === undefined ? [] : [note]),
  ];
  return reasons.length === 0 ? name : `${name} (${reasons.join("; ")})`;
}
