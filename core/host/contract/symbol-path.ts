/**
 * Defines how symbols are written in all languages, which is a symbol path with an optional location. A position can be used in
 * place of a name.
 */
import { JigError } from "./errors.ts";

export interface SymbolPlace {
  path: string;
  /** The 1-based line. */
  line: number;
}

export interface SymbolPosition extends SymbolPlace {
  /** The 1-based column in UTF-16 units. */
  column: number;
}

/**
 * Returns a text such as `Game.Player @Assets/Player.cs:12`. A location is only needed if several declarations have the same
 * path.
 */
export function withPlace(symbolPath: string, { path, line }: SymbolPlace): string {
  return `${symbolPath} @${path}:${line}`;
}

/** Splits a symbol path from its optional location, which is the inverse of `withPlace`. */
export function splitPlace(written: string): { symbolPath: string; place?: SymbolPlace } {
  const [, symbolPath, path, line] = /^(.*\S)\s+@(\S.*):(\d+)$/s.exec(written.trim()) ?? [];
  if (symbolPath === undefined || path === undefined) return { symbolPath: written.trim() };
  return { symbolPath, place: { path, line: Number(line) } };
}

/** The form that compilers use, as in `a.rs:12:7: error …` or `a.cs(12,7): error …`. */
const POSITION = /^(\S.*?)(?::(\d+):(\d+)|\((\d+),(\d+)\))(?::.*)?$/s;

/**
 * Parses a position.
 * @param at - `path:line:column`, or any compiler message that begins with a position
 * @throws INVALID_ARGUMENT
 */
export function parsePosition(at: string): SymbolPosition {
  const [, path, ...groups] = POSITION.exec(at.trim()) ?? [];
  const numbers = groups.filter((each) => each !== undefined);
  const [line = 0, column = 0] = numbers.map(Number);
  if (path === undefined || line < 1 || column < 1) {
    throw new JigError("INVALID_ARGUMENT", `${JSON.stringify(at)} is not a position`, {
      hint: "Write path:line:column, counted from 1, such as src/player.cs:12:17",
    });
  }
  return { path, line, column };
}
