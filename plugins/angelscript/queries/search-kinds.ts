/** Lists the search kinds. They have their own file so that the manifest doesn't load the index. */

export const SEARCH_KINDS = [
  "class",
  "struct",
  "enum",
  "delegate",
  "event",
  "method",
  "function",
  "property",
  "globalVariable",
] as const;
export type SearchKind = (typeof SEARCH_KINDS)[number];
