/** Determines the effect of a call. It is that of the tool, unless an argument raises it. */

import type { JsonObject } from "../contract/outcome.ts";
import type { Effect } from "../contract/plugin-schema.ts";

/** The declared effects of a tool. */
interface Effects {
  effect: Effect;
  parameterEffects?: Readonly<Record<string, Effect>> | undefined;
}

/** The weakest comes first. */
export const EFFECTS: readonly Effect[] = ["read", "write", "execute"];

/** Any parameter that is neither missing nor false raises the effect. */
export function effectOfCall({ effect: own, parameterEffects = {} }: Effects, input: JsonObject): Effect {
  let effect = own;
  for (const [name, raised] of Object.entries(parameterEffects)) {
    const given = input[name];
    if (given === undefined || given === null || given === false || given === "") continue;
    if (EFFECTS.indexOf(raised) > EFFECTS.indexOf(effect)) effect = raised;
  }
  return effect;
}
