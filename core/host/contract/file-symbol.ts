/** Describes the symbols of files, for tools that are not about a particular language. */

/** A symbol from any plugin that contributes languages. Lines are 1-based. */
export interface FileSymbol {
  name: string;
  kind: string;
  container: string | null;
  startLine: number;
  endLine: number;
}
