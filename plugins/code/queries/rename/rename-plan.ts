/** A rename in the form in which the index thread returns it. */
import type { ScopedFile } from "../../uses/scoped-file.ts";

/** The maximum number of characters of a line to show in a note. */
const MAX_TEXT = 200;

export interface RenamePlace {
  path: string;
  line: number;
  column: number;
  /** The new text at this place. */
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
  /** Uses that may refer to something else. */
  possible: RenameNote[];
  conflicts: RenameNote[];
  /** Reasons why the rename may be incomplete. They are conflicts unless the caller accepts possible uses. */
  doubts: RenameNote[];
  /** Comments and strings that contain the word. */
  words: RenameNote[];
  /** A file that must have the name of its type. */
  file?: { from: string; to: string };
}

/** Creates a note on a place in a file. `start` is an offset in the text. */
export function noteAt({ path, lines }: ScopedFile, start: number, why: string): RenameNote {
  const { line, column } = lines.at(start);
  return { path, line, column, text: lines.line(line).trim().slice(0, MAX_TEXT), why };
}
