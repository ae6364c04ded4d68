/** A declaration in an outline. */

export interface Declaration {
  name: string;
  /** A kind of LSP (`class`, `method`, `enumMember` …), or `type`, `macro`, `heading` or `key`. */
  kind: string;
  /** The names of the enclosing declarations, outermost first. A receiver or an `impl` counts as one. */
  containers: readonly string[];
  /** Lines and columns start at 1. Columns are in UTF-16 units. */
  nameLine: number;
  nameColumn: number;
  startLine: number;
  endLine: number;
  /** The offsets of its signature in the text. */
  head: { start: number; end: number };
  /** The first line of its documentation, or "". */
  documentation: string;
  /** True if further declarations of the name in the same scope are the same symbol. */
  isOverload?: boolean;
}

export interface FileOutline {
  declarations: Declaration[];
  /** The number of lines that the grammar could not read. */
  unread: number;
}
