/** The effect of a call. It is the tool's effect unless arguments raise it. */

import type { JsonObject } from "../contract/outcome.ts";
import type { Effect } from "../contract/plugin-schema.ts";

/** A tool's declared effects. */
interface Effects {
  effect: Effect;
  parameterEffects?: Readonly<Record<string, Effect>> | undefined;
}

/** Weakest to strongest. */
export const EFFECTS: readonly Effect[] = ["read", "write", "execute"];

/** A parameter raises the effect unless it is absent or false. */
export function effectOfCall({ effect: own, parameterEffects = {} }: Effects, input: JsonObject): Effect {
  let effect = own;
  for (const [name, raised] of Object.entries(parameterEffects)) {
    const given = input[name];
    if (given === undefined || given === null || given === false || given === "") continue;
    if (EFFECTS.indexOf(raised) > EFFECTS.indexOf(effect)) effect = raised;
  }
  return effect;
}
