/** A declaration as an outline gives it. */

export interface Declaration {
  name: string;
  /** One of LSP's words (`class`, `method`, `enumMember` …), or `type`, `macro`, `heading`, `key`. */
  kind: string;
  /** Names of the declarations around it, outermost first; a receiver or an `impl` counts as one. */
  containers: readonly string[];
  /** Lines and columns count from 1, columns in UTF-16 units. */
  nameLine: number;
  nameColumn: number;
  startLine: number;
  endLine: number;
  /** Offsets of its signature in the text. */
  head: { start: number; end: number };
  /** The first line of its documentation, "" for none. */
  documentation: string;
  /** Further declarations of the name in the same scope are the same symbol. */
  isOverload?: boolean;
}

export interface FileOutline {
  declarations: Declaration[];
  /** Lines that the grammar could not read. */
  unread: number;
}
