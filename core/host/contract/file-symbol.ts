/** Symbols of a file, for tools of every language. */

/** A symbol of a file in any language that a plugin contributes. Lines from 1. */
export interface FileSymbol {
  name: string;
  kind: string;
  container: string | null;
  startLine: number;
  endLine: number;
}
