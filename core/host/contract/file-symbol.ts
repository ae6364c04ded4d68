/** File symbols, for tools that are not about any particular language. */

/** From any plugin that contributes languages. Lines are 1-based. */
export interface FileSymbol {
  name: string;
  kind: string;
  container: string | null;
  startLine: number;
  endLine: number;
}
