/** The kinds that a search can be limited to; the manifest needs no more of the index than this. */

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
