/** Implements a minimal editor with multiple lines for the raw JSON input. It has one caret and no selection. */
import type { JsonObject } from "../../../core/host/frontend-api.ts";
import { edited, insert, type TextEdit } from "../text-input/text-input-state.ts";

export interface RawState {
  lines: readonly string[];
  row: number;
  /** The column in UTF-16 units. */
  column: number;
}

export type RawEdit = TextEdit | "up" | "down" | "break" | { text: string };

export function editRaw(state: RawState, edit: RawEdit): RawState {
  const { lines, row, column } = state;
  const current = lines[row] ?? "";
  const onLine = (next: { text: string; caret: number }): RawState => ({
    lines: lines.map((each, index) => (index === row ? next.text : each)),
    row,
    column: next.caret,
  });
  if (typeof edit === "object") return onLine(insert({ text: current, caret: column }, edit.text));
  switch (edit) {
    case "break": {
      const indent = /^\s*/.exec(current)?.[0] ?? "";
      const deeper = /[[{]\s*$/.test(current.slice(0, column)) ? "  " : "";
      const next = indent + deeper;
      const split = [current.slice(0, column), next + current.slice(column).trimStart()];
      return { lines: [...lines.slice(0, row), ...split, ...lines.slice(row + 1)], row: row + 1, column: next.length };
    }
    case "up":
    case "down": {
      const to = Math.max(0, Math.min(row + (edit === "up" ? -1 : 1), lines.length - 1));
      return { lines, row: to, column: Math.min(column, lines[to]?.length ?? 0) };
    }
    case "cut-left":
      if (column > 0 || row === 0) break;
      return joined(state, row - 1);
    case "cut-right":
      if (column < current.length || row === lines.length - 1) break;
      return joined(state, row);
    case "left":
      if (column > 0 || row === 0) break;
      return { lines, row: row - 1, column: lines[row - 1]!.length };
    case "right":
      if (column < current.length || row === lines.length - 1) break;
      return { lines, row: row + 1, column: 0 };
  }
  return onLine(edited({ text: current, caret: column }, edit));
}

/** Inserts text that may contain line breaks. */
export function pasteRaw({ lines, row, column }: RawState, text: string): RawState {
  const current = lines[row] ?? "";
  const pasted = (current.slice(0, column) + text + current.slice(column)).split(/\r\n?|\n/);
  const before = (current.slice(0, column) + text).split(/\r\n?|\n/);
  return {
    lines: [...lines.slice(0, row), ...pasted, ...lines.slice(row + 1)],
    row: row + before.length - 1,
    column: before.at(-1)!.length,
  };
}

function joined({ lines }: RawState, at: number): RawState {
  const [first, second] = [lines[at] ?? "", lines[at + 1] ?? ""];
  return { lines: [...lines.slice(0, at), first + second, ...lines.slice(at + 2)], row: at, column: first.length };
}

export function rawValue(lines: readonly string[]): { value?: JsonObject; fault?: string } {
  try {
    const value: unknown = JSON.parse(lines.join("\n"));
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return { value: value as JsonObject };
    return { fault: "The input must be an object: { … }" };
  } catch (error) {
    return { fault: `Not JSON yet: ${error instanceof Error ? error.message : String(error)}` };
  }
}
