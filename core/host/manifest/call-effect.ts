/** What a call may do: the effect of its tool, raised by its arguments. */

import type { Effect } from "../contract/define.ts";
import type { JsonObject } from "../contract/outcome.ts";
import type { ToolManifest } from "./normalize.ts";

/** From the weakest to the strongest. */
export const EFFECTS: readonly Effect[] = ["read", "write", "execute"];

/** A parameter that raises it counts where it is given and not false. */
export function effectOfCall(tool: Pick<ToolManifest, "effect" | "parameterEffects">, input: JsonObject): Effect {
  let effect = tool.effect;
  for (const [name, raised] of Object.entries(tool.parameterEffects)) {
    const given = input[name];
    if (given === undefined || given === null || given === false || given === "") continue;
    if (EFFECTS.indexOf(raised) > EFFECTS.indexOf(effect)) effect = raised;
  }
  return effect;
}
