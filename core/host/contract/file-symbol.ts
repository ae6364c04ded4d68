/** Symbols of a file, for tools that work with every language. */

/** A symbol in any language that a plugin contributes. Lines count from 1. */
export interface FileSymbol {
  name: string;
  kind: string;
  container: string | null;
  startLine: number;
  endLine: number;
}
