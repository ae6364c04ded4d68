/** A rename as the index thread answers it. */
import type { ScopedFile } from "../../uses/scoped-file.ts";

/** More of a line says little in a note. */
const MOST_TEXT = 200;

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

/** A note on a place of a file, with its line. `start`: an offset in the text. */
export function noteAt({ path, lines }: ScopedFile, start: number, why: string): RenameNote {
  const { line, column } = lines.at(start);
  return { path, line, column, text: lines.line(line).trim().slice(0, MOST_TEXT), why };
}
