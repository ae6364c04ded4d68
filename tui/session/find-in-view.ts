/** `/` in what is shown: the lines of an answer, a source, a list; `n` and `N` go on. */
import { moveList } from "../components/list/list-state.ts";
import { type TextState, textOfInput } from "../components/text-input/text-input-state.ts";
import { resultHeight, screenHeight } from "../layout/geometry.ts";
import { screenLines } from "../layout/screen-lines.ts";
import { linesRead } from "../state/source-reader.ts";
import { currentVisit, placeOf } from "../state/trail.ts";
import { placesIn, textOfLine } from "../text/find-text.ts";
import type { Core } from "./session-context.ts";
import type { Performer } from "./tool-commands.ts";

export interface Finder {
  /** Begins to take a text. */
  open(): void;
  /** The text changes. */
  type(change: (text: TextState) => TextState): void;
  keep(): void;
  drop(): void;
  next(by: 1 | -1): void;
}

/** What is searched: lines, and the one where somebody stands. */
interface Target {
  count: number;
  cursor: number;
  text(index: number): string;
  go(index: number): void;
}

/** A frame must not wait for a search of millions of lines, ms. */
const PATIENCE = 250;

export function createFinder(core: Core, changeVisit: Performer["changeVisit"]): Finder {
  function target(): Target | undefined {
    const state = core.state();
    const { overlay, screen } = state;
    if (overlay?.kind === "reader") {
      const lines = linesRead(state);
      const height = screenHeight(state);
      const go = (to: number) =>
        core.update({ overlay: { ...overlay, list: moveList(overlay.list, { to }, lines.length, height) } });
      return { count: lines.length, cursor: overlay.list.cursor, text: (at) => lines[at] ?? "", go };
    }
    if (screen !== "explore" && screen !== "home") {
      const lines = screenLines(state, core.keys);
      const last = Math.max(0, lines.length - screenHeight(state));
      const text = (at: number) => (lines[at] ? textOfLine(lines[at]) : "");
      const go = (to: number) => core.update({ list: { cursor: to, top: Math.min(to, last) } });
      return { count: lines.length, cursor: state.list.cursor, text, go };
    }
    const visit = currentVisit(state.trail);
    const drawn = core.drawn();
    if (!visit || !drawn) return undefined;
    const height = resultHeight(state, drawn);
    return {
      count: drawn.count,
      cursor: placeOf(visit).list.cursor,
      text: (at) => drawn.text?.(at) ?? textOfLine(drawn.line(at)),
      go: (to) => changeVisit((place) => ({ ...place, list: moveList(place.list, { to }, drawn.count, height) })),
    };
  }

  /** The first line from `start` on that has it, round the end; "patience" where that took too long. */
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
    else core.say("warning", found ? `"${wanted}" is not in the next lines: n searches on` : `"${wanted}" is not here`);
  }

  return {
    open() {
      core.update({ find: { text: "", typing: true, from: target()?.cursor ?? 0 }, notice: undefined });
    },
    type(change) {
      const { find } = core.state();
      if (!find) return;
      const { text } = change(textOfInput(find.text));
      // Nothing is left to take away.
      if (text === "" && find.text === "") return core.update({ find: undefined });
      core.update({ find: { ...find, text }, notice: undefined });
      go(text, find.from, 1);
    },
    keep() {
      const { find } = core.state();
      if (find) core.update({ find: find.text === "" ? undefined : { ...find, typing: false } });
    },
    drop() {
      const { find } = core.state();
      if (find) target()?.go(find.from);
      core.update({ find: undefined });
    },
    next(by) {
      const { find } = core.state();
      if (find) go(find.text, (target()?.cursor ?? 0) + by, by);
    },
  };
}
