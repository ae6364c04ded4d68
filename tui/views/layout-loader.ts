/** Loads the layouts of graphs from another thread, and caches them for as long as their rows exist. */
import { type GraphLayout, type LayoutRequest, type Row, toJigError } from "../../core/host/frontend-api.ts";
import type { Loadable } from "./picture-window.ts";

export interface LayoutLoader {
  /** Returns the layout, `waiting`, or the reason why there is no layout. */
  layout(rows: readonly Row[], request: LayoutRequest): Loadable<GraphLayout>;
  /** Returns a number that is increased when a layout arrives. */
  version(): number;
}

export function createLayoutLoader(
  make: (request: LayoutRequest) => Promise<GraphLayout>,
  arrived: () => void,
): LayoutLoader {
  const made = new WeakMap<readonly Row[], Map<string, Loadable<GraphLayout>>>();
  let version = 0;
  return {
    version: () => version,
    layout(rows, request) {
      const ofRows = made.get(rows) ?? new Map<string, Loadable<GraphLayout>>();
      made.set(rows, ofRows);
      // Small panes have smaller gaps.
      const key = String(request.gaps);
      const known = ofRows.get(key);
      if (known !== undefined) return known;
      const settle = (placed: Loadable<GraphLayout>) => {
        ofRows.set(key, placed);
        version++;
        arrived();
      };
      ofRows.set(key, "waiting");
      void make(request).then(settle, (error) => settle(toJigError(error, "lay out the graph").advice));
      return "waiting";
    },
  };
}
