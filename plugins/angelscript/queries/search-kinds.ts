/** What a search can be narrowed to; the manifest needs no more of the index than this. */

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
