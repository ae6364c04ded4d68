/** A rename as the index thread answers it. */
export interface RenamePlace {
  path: string;
  line: number;
  column: number;
  /** The new text there. */
  text: string;
}

export interface RenameNote {
  why: string;
  path?: string;
  line?: number;
  column?: number;
  text?: string;
}

export interface RenameSet {
  name: string;
  places: RenamePlace[];
  /** Uses that may mean something else. */
  possible: RenameNote[];
  conflicts: RenameNote[];
  /** Comments and texts with the word. */
  words: RenameNote[];
  /** A file that must have the name of its type. */
  file?: { from: string; to: string };
}
