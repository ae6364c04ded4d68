/** Keeps the state of the fuzzy picker. It is pure: keys go in, and lines come out. */
import cliTruncate from "cli-truncate";
import { createMatcher } from "../../host/frontend-api.ts";
import type { Style } from "../style.ts";

export interface Choice {
  /** The line that is displayed. */
  text: string;
  /** The range of the name in `text`. The default is everything after the last slash. */
  name?: readonly [number, number];
  /** The text that is printed if it is chosen. */
  print: string;
}

interface PickState {
  query: string;
  /** An index into the filtered items. */
  cursor: number;
  marked: ReadonlySet<Choice>;
}

export type PickEnd = { chosen: Choice[] } | "left";

export interface PickList {
  /** Returns a value when the picker is done. */
  press(key: string): PickEnd | undefined;
  /** Returns exactly `rows` lines with `columns` columns at most. */
  draw(rows: number, columns: number, style: Style): string[];
}

const UP = new Set(["\x1b[A", "\x1bOA", "\x10", "\x0b"]);
const DOWN = new Set(["\x1b[B", "\x1bOB", "\x0e", "\n"]);
const PAGE = 10;
/** In UTF-16 units. */
const MAX_QUERY = 1000;

export function createPickList(title: string, choices: readonly Choice[]): PickList {
  let state: PickState = { query: "", cursor: 0, marked: new Set() };
  let left: readonly Choice[] = choices;
  let first = 0;
  const matcher = createMatcher(choices, ({ text, name }) => ({ text, ...(name && { name }) }));

  /** Text beyond the longest query is dropped, so that a large paste costs no more than a line. */
  function type(text: string): void {
    const query = (state.query + text).slice(0, MAX_QUERY).toWellFormed();
    if (query !== state.query) search(query);
  }

  function search(query: string): void {
    left = matcher.match(query).best.map(({ item }) => item);
    state = { ...state, query, cursor: 0 };
  }

  function move(by: number): void {
    state = { ...state, cursor: Math.max(0, Math.min(left.length - 1, state.cursor + by)) };
  }

  return {
    press(key) {
      const current = left[state.cursor];
      if (key === "\r") {
        const chosen = choices.filter((choice) => state.marked.has(choice));
        return chosen.length > 0 ? { chosen } : current ? { chosen: [current] } : undefined;
      }
      if (key === "\x1b" || key === "\x03" || key === "\x07") return "left";
      if (UP.has(key)) move(-1);
      else if (DOWN.has(key)) move(1);
      else if (key === "\x1b[5~") move(-PAGE);
      else if (key === "\x1b[6~") move(PAGE);
      else if (key === "\x1b[H" || key === "\x1b[1~") move(-left.length);
      else if (key === "\x1b[F" || key === "\x1b[4~") move(left.length);
      else if (key === "\t" && current) {
        const marked = new Set(state.marked);
        if (!marked.delete(current)) marked.add(current);
        state = { ...state, marked };
        move(1);
      } else if (key === "\x7f" || key === "\b") search([...state.query].slice(0, -1).join(""));
      else if (key === "\x15") search("");
      else if (key === "\x17") search(state.query.replace(/\S*\s*$/, ""));
      else if (!/\p{C}/u.test(key)) type(key);
      return undefined;
    },
    draw(rows, columns, style) {
      const height = Math.max(1, rows - 2);
      first = Math.max(0, Math.min(first, state.cursor, left.length - height), state.cursor - height + 1);
      const marks = state.marked.size > 0 ? `, ${state.marked.size} marked` : "";
      const head = `${title}  ${left.length}/${choices.length}${marks}  tab marks, enter prints, esc quits`;
      const fitted = (text: string) => cliTruncate(text, Math.max(1, columns - 1));
      const shown = left.slice(first, first + height).map((choice, index) => {
        const isCurrent = first + index === state.cursor;
        const mark = state.marked.has(choice) ? "*" : " ";
        return style.paint(fitted(`${isCurrent ? ">" : " "}${mark} ${choice.text}`), isCurrent ? "title" : undefined);
      });
      const blank = Array.from({ length: height - shown.length }, () => "");
      return [style.paint(fitted(head), "muted"), fitted(`> ${state.query}`), ...shown, ...blank].slice(0, rows);
    },
  };
}
