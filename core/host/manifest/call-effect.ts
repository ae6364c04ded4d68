/** A call's effect: the tool's, unless an argument raises it. */

import type { JsonObject } from "../contract/outcome.ts";
import type { Effect } from "../contract/plugin-schema.ts";

/** The effects of a tool, as declared. */
interface Effects {
  effect: Effect;
  parameterEffects?: Readonly<Record<string, Effect>> | undefined;
}

/** Weakest first */
export const EFFECTS: readonly Effect[] = ["read", "write", "execute"];

/** Any parameter that is neither absent nor false raises the effect. */
export function effectOfCall({ effect: own, parameterEffects = {} }: Effects, input: JsonObject): Effect {
  let effect = own;
  for (const [name, raised] of Object.entries(parameterEffects)) {
    const given = input[name];
    if (given === undefined || given === null || given === false || given === "") continue;
    if (EFFECTS.indexOf(raised) > EFFECTS.indexOf(effect)) effect = raised;
  }
  return effect;
}
