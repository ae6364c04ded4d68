/** Lists the verbs of `angelscript_edit`. */

export const EDIT_VERBS = [
  ...(["replace", "body", "before", "after", "append", "delete"] as const),
  ...(["override", "cases", "handler"] as const),
] as const;
export type EditVerb = (typeof EDIT_VERBS)[number];
export type PlacedVerb = Exclude<EditVerb, "override" | "cases" | "handler">;
