/** The layouts of graphs, asked for once and kept as long as their rows: they are made on another thread and arrive later. */
import { type GraphLayout, type LayoutRequest, type Row, toJigError } from "../../core/host/frontend-api.ts";

export type Placed = GraphLayout | "waiting" | (string & {});

export interface Layouts {
  /** The layout, `waiting`, or why there is none. */
  layout(rows: readonly Row[], request: LayoutRequest): Placed;
  /** Changes when one arrived. */
  version(): number;
}

export function createLayouts(make: (request: LayoutRequest) => Promise<GraphLayout>, arrived: () => void): Layouts {
  const made = new WeakMap<readonly Row[], Map<string, Placed>>();
  let version = 0;
  return {
    version: () => version,
    layout(rows, request) {
      const ofRows = made.get(rows) ?? new Map<string, Placed>();
      made.set(rows, ofRows);
      // The same rows stand closer together where there is little room.
      const key = String(request.gaps);
      const known = ofRows.get(key);
      if (known !== undefined) return known;
      const settle = (placed: Placed) => {
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
