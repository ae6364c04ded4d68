/**
 * Refreshes the view when files on screen change, be it the answer, the source next to it, or the home screen's
 * results. There's a limit on the number of rows whose files are watched. While the view is still changing, e.g.
 * because a key is being held down, we don't set up any watches.
 */

import { currentEntry } from "../state/trail.ts";
import type { HomeSearch } from "./home-search.ts";
import type { PreviewLoader } from "./preview-loader.ts";
import type { SessionContext } from "./session-context.ts";
import type { ToolRunner } from "./tool-runner.ts";

export interface AutoRefresh {
  /** Call after each state change. */
  watchShown(): void;
  changed(paths: readonly string[]): void;
  close(): void;
}

/** Watch the files of this many rows at most. */
const ROWS = 2000;
const FILES = 200;
/** In ms. Don't watch anything until the view has settled. */
const REST = 60;

export function createAutoRefresh(
  context: SessionContext,
  runner: ToolRunner,
  homeSearch: HomeSearch,
  previewLoader: PreviewLoader,
): AutoRefresh {
  let key: readonly unknown[] = [];
  let files: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function shownFiles(): string[] {
    const { trail, screen, home, place, overlay } = context.state();
    const paths = new Set<string>();
    if (place) paths.add(place.absolute);
    if (overlay?.kind === "reader") paths.add(overlay.place.absolute);
    const lists =
      screen === "home" ? home.sections.map(({ view }) => view.rows) : [currentEntry(trail)?.view.rows ?? []];
    for (const rows of lists) {
      for (let index = 0; index < Math.min(rows.length, ROWS) && paths.size < FILES; index++) {
        const { location } = rows[index]!;
        if (location) paths.add(location.absolute);
      }
    }
    return [...paths];
  }

  return {
    watchShown() {
      const { trail, screen, home, place } = context.state();
      const next = [screen, currentEntry(trail)?.view, home.sections, place?.absolute];
      if (next.every((each, index) => each === key[index])) return;
      key = next;
      // E.g. a key is being held down.
      clearTimeout(timer);
      timer = setTimeout(() => {
        files = shownFiles();
        context.ports.watch(files);
      }, REST);
    },
    close: () => clearTimeout(timer),
    changed(paths) {
      const shown = new Set(files);
      if (!paths.some((path) => shown.has(path))) return;
      previewLoader.reload();
      const { screen, trail } = context.state();
      if (screen === "home") homeSearch.ask();
      const at = currentEntry(trail);
      // Plans don't refresh. A plan was made for the files as they were.
      if (screen === "explore" && at?.status === "done" && !context.tool(at.tool)?.plan) runner.rerun(at);
    },
  };
}
