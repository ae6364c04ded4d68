/**
 * Refreshes the view when files on the screen change. This can be the answer, the source next to it, or the results on the home
 * screen. There is a limit on the number of rows whose files are watched. While the view is still changing, for example because
 * a key is held down, we don't set up any watches.
 */

import { planIn } from "../state/plan-review.ts";
import { currentEntry } from "../state/trail.ts";
import type { HomeSearch } from "./home-search.ts";
import type { PreviewLoader } from "./preview-loader.ts";
import type { SessionContext } from "./session-context.ts";
import type { ToolRunner } from "./tool-runner.ts";

export interface AutoRefresh {
  /** This should be called after each change of the state. */
  watchShown(): void;
  changed(paths: readonly string[]): void;
  close(): void;
}

/** The maximum number of rows whose files we watch. */
const ROWS = 2000;
const FILES = 200;
/** The time in ms for which the view must not have changed before we watch anything. */
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
      // A key may be held down.
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
      // Plans don't refresh, because a plan was made for the previous content of the files.
      const isPlan = planIn(at) !== undefined || (at && context.tool(at.tool)?.plan === true);
      if (screen === "explore" && at?.status === "done" && !isPlan) runner.rerun(at);
    },
  };
}
