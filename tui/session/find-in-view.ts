/** Implements `/`, which searches an answer, a source or a list. `n` and `N` go to the next and previous match. */
import { moveList } from "../components/list/list-state.ts";
import { type TextState, textOfInput } from "../components/text-input/text-input-state.ts";
import { resultHeight, screenHeight } from "../layout/geometry.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { readerLines } from "../state/source-reader.ts";
import { currentEntry, currentTabState } from "../state/trail.ts";
import { placesIn, textOfLine } from "../text/find-text.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";

export interface FindInView {
  /** Opens the search prompt. */
  open(): void;
  type(change: (text: TextState) => TextState): void;
  accept(): void;
  cancel(): void;
  next(by: 1 | -1): void;
}

/** The lines to search, and the current position. */
interface Target {
  count: number;
  cursor: number;
  text(index: number): string;
  go(index: number): void;
}

/** The limit for one search in ms, because views can be very long. */
const PATIENCE = 250;

export function createFindInView(context: SessionContext): FindInView {
  function target(): Target | undefined {
    const state = context.state();
    const { overlay, screen } = state;
    if (overlay?.kind === "reader") {
      const lines = readerLines(overlay, state.preview);
      const height = screenHeight(state);
      const go = (to: number) =>
        context.update({ overlay: { ...overlay, list: moveList(overlay.list, { to }, lines.length, height) } });
      return { count: lines.length, cursor: overlay.list.cursor, text: (at) => lines[at] ?? "", go };
    }
    if (screen !== "explore" && screen !== "home") {
      const lines = screenLines(state, context.keys);
      const last = Math.max(0, lines.length - screenHeight(state));
      const text = (at: number) => (lines[at] ? textOfLine(lines[at]) : "");
      const go = (to: number) => context.update({ list: { cursor: to, top: Math.min(to, last) } });
      return { count: lines.length, cursor: state.list.cursor, text, go };
    }
    const entry = currentEntry(state.trail);
    const rendered = context.rendered();
    if (!entry || !rendered) return undefined;
    const height = resultHeight(state, rendered);
    return {
      count: rendered.count,
      cursor: currentTabState(entry).list.cursor,
      text: (at) => rendered.text?.(at) ?? textOfLine(rendered.line(at)),
      go: (to) =>
        changeTabState(context, (tabState) => ({
          ...tabState,
          list: moveList(tabState.list, { to }, rendered.count, height),
        })),
    };
  }

  /** Searches and wraps around. Returns "patience" if it took too long. */
  function search({ count, text }: Target, wanted: string, start: number, by: 1 | -1): number | "patience" | undefined {
    const until = performance.now() + PATIENCE;
    for (let step = 0; step < count; step++) {
      const at = (((start + by * step) % count) + count) % count;
      if (placesIn(text(at), wanted).length > 0) return at;
      if (step % 1000 === 999 && performance.now() > until) return "patience";
    }
    return undefined;
  }

  function go(wanted: string, start: number, by: 1 | -1): void {
    const shown = target();
    if (!shown || wanted === "") return;
    const found = search(shown, wanted, start, by);
    if (typeof found === "number") shown.go(found);
    else
      context.notify(
        "warning",
        found ? `"${wanted}" was not found in the next lines: press n to continue` : `"${wanted}" was not found`,
      );
  }

  return {
    open() {
      context.update({ find: { text: "", typing: true, from: target()?.cursor ?? 0 }, notice: undefined });
    },
    type(change) {
      const { find } = context.state();
      if (!find) return;
      const { text } = change(textOfInput(find.text));
      // On an empty prompt, backspace closes it.
      if (text === "" && find.text === "") return context.update({ find: undefined });
      context.update({ find: { ...find, text }, notice: undefined });
      go(text, find.from, 1);
    },
    accept() {
      const { find } = context.state();
      if (find) context.update({ find: find.text === "" ? undefined : { ...find, typing: false } });
    },
    cancel() {
      const { find } = context.state();
      if (find) target()?.go(find.from);
      context.update({ find: undefined });
    },
    next(by) {
      const { find } = context.state();
      if (find) go(find.text, (target()?.cursor ?? 0) + by, by);
    },
  };
}
