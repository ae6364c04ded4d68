/** The layouts of graphs, asked for once and kept as long as their rows: they are made on another thread and arrive later. */
import { type GraphLayout, type LayoutRequest, type Row, toJigError } from "../../core/host/door-api.ts";

export type Placed = GraphLayout | "waiting" | (string & {});

export interface Layouts {
  /** The layout, `waiting`, or why there is none. */
  layout(rows: readonly Row[], request: LayoutRequest): Placed;
  /** Changes when one arrived. */
  version(): number;
}

export function createLayouts(make: (request: LayoutRequest) => Promise<GraphLayout>, arrived: () => void): Layouts {
  const made = new WeakMap<readonly Row[], Placed>();
  let version = 0;
  const settle = (rows: readonly Row[], placed: Placed) => {
    made.set(rows, placed);
    version++;
    arrived();
  };
  return {
    version: () => version,
    layout(rows, request) {
      const known = made.get(rows);
      if (known !== undefined) return known;
      made.set(rows, "waiting");
      void make(request).then(
        (layout) => settle(rows, layout),
        (error) => settle(rows, toJigError(error, "lay the graph out").advice),
      );
      return "waiting";
    },
  };
}
