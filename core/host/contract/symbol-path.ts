/** The notation for symbols in all languages: a symbol path with an optional location, or a position instead of a name. */
import { JigError } from "./errors.ts";

export interface SymbolPlace {
  path: string;
  /** From 1. */
  line: number;
}

export interface SymbolPosition extends SymbolPlace {
  /** From 1, in UTF-16 units. */
  column: number;
}

/** Formats `Game.Player @Assets/Player.cs:12`. The location is only added if several declarations share the path. */
export function withPlace(symbolPath: string, { path, line }: SymbolPlace): string {
  return `${symbolPath} @${path}:${line}`;
}

/** Splits off the location. */
export function splitPlace(written: string): { symbolPath: string; place?: SymbolPlace } {
  const [, symbolPath, path, line] = /^(.*\S)\s+@(\S.*):(\d+)$/s.exec(written.trim()) ?? [];
  if (symbolPath === undefined || path === undefined) return { symbolPath: written.trim() };
  return { symbolPath, place: { path, line: Number(line) } };
}

/** Compilers print `a.rs:12:7: error …` or `a.cs(12,7): error …`. */
const POSITION = /^(\S.*?)(?::(\d+):(\d+)|\((\d+),(\d+)\))(?::.*)?$/s;

/** Parses `at`: either `path:line:column` or a compiler message that starts with a position. */
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
