/** Asks again when a file changes that is shown: the answer, the source beside it, what the home screen found. */

import { currentVisit } from "../state/trail.ts";
import type { Home } from "./home.ts";
import type { Previews } from "./previews.ts";
import type { Core } from "./session-context.ts";
import type { Calls } from "./tool-runner.ts";

export interface Freshness {
  /** After every change of the state. */
  look(): void;
  changed(paths: readonly string[]): void;
  close(): void;
}

/** Rows whose files are watched: those near the cursor are among the first, and nobody reads more at once. */
const ROWS = 2000;
const FILES = 200;
/** From the last change of what is shown to the watch on it, ms. */
const REST = 60;

export function createFreshness(core: Core, calls: Calls, home: Home, previews: Previews): Freshness {
  let key: readonly unknown[] = [];
  let files: readonly string[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;

  function shownFiles(): string[] {
    const { trail, screen, home: asked, place, overlay } = core.state();
    const paths = new Set<string>();
    if (place) paths.add(place.absolute);
    if (overlay?.kind === "reader") paths.add(overlay.place.absolute);
    const lists =
      screen === "home" ? asked.sections.map(({ view }) => view.rows) : [currentVisit(trail)?.view.rows ?? []];
    for (const rows of lists) {
      for (let index = 0; index < Math.min(rows.length, ROWS) && paths.size < FILES; index++) {
        const { location } = rows[index]!;
        if (location) paths.add(location.absolute);
      }
    }
    return [...paths];
  }

  return {
    look() {
      const { trail, screen, home: asked, place } = core.state();
      const next = [screen, currentVisit(trail)?.view, asked.sections, place?.absolute];
      if (next.every((each, index) => each === key[index])) return;
      key = next;
      // Holding a key watches nothing.
      clearTimeout(timer);
      timer = setTimeout(() => {
        files = shownFiles();
        core.ports.watch(files);
      }, REST);
    },
    close: () => clearTimeout(timer),
    changed(paths) {
      const shown = new Set(files);
      if (!paths.some((path) => shown.has(path))) return;
      previews.again();
      const { screen, trail } = core.state();
      if (screen === "home") home.ask();
      const at = currentVisit(trail);
      if (screen === "explore" && at?.status === "done") calls.again(at);
    },
  };
}
