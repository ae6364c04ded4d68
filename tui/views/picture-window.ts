/** Two-dimensional views. They have a window, and a selected item that arrow keys change. */
import type { EncodedImage, Point } from "../../core/host/frontend-api.ts";
import type { Line } from "../text/line.ts";

export type Direction = "left" | "right" | "up" | "down";

/** The size of the pane in characters. */
export interface PaneSize {
  width: number;
  height: number;
}

/** A value that is computed on another thread, `waiting`, or the reason why it is missing. */
export type Loadable<T> = T | "waiting" | (string & {});

export interface Picture {
  /**
   * Renders the window at the full height of the pane. Its last line describes the selected item. `scroll` is the
   * previous position.
   */
  lines(cursor: number, scroll: Point, pane: PaneSize): Line[];
  /**
   * Returns the picture in pixels, which is at the top left of the window. Undefined if everything is drawn in
   * characters.
   */
  pixels?(cursor: number, pane: PaneSize): EncodedImage | undefined;
  /** Returns the next item in a direction, or the same item if there is no other. */
  toward(cursor: number, direction: Direction, pane: PaneSize): number;
  /** Returns the scroll position at which the item is visible. */
  inSight(cursor: number, scroll: Point, pane: PaneSize): Point;
  /** Returns the item at a position in the window. */
  at(x: number, y: number, cursor: number, scroll: Point, pane: PaneSize): number | undefined;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the nearest area in a direction. Areas straight ahead are preferred. */
export function nearest(areas: readonly (Area | undefined)[], from: number, direction: Direction): number {
  const start = areas[from];
  if (!start)
    return Math.max(
      0,
      areas.findIndex((area) => area !== undefined),
    );
  let best = from;
  let least = Number.POSITIVE_INFINITY;
  areas.forEach((area, index) => {
    if (!area || index === from) return;
    const ahead = gap(start, area, direction);
    if (ahead === undefined) return;
    const isLevel = direction === "left" || direction === "right";
    // A row of the terminal is about as high as two columns are wide.
    const aside = isLevel
      ? 2 * between(start.y, start.height, area.y, area.height)
      : between(start.x, start.width, area.x, area.width);
    const middle = isLevel
      ? Math.abs(start.y + start.height / 2 - area.y - area.height / 2)
      : Math.abs(start.x + start.width / 2 - area.x - area.width / 2);
    const far = ahead * (isLevel ? 1 : 2) + aside * 3 + middle / 100;
    if (far >= least) return;
    least = far;
    best = index;
  });
  return best;
}

/** Returns the distance to an area that is ahead, or undefined if it is not ahead. */
function gap(a: Area, b: Area, direction: Direction): number | undefined {
  const ahead = {
    left: a.x - (b.x + b.width),
    right: b.x - (a.x + a.width),
    up: a.y - (b.y + b.height),
    down: b.y - (a.y + a.height),
  }[direction];
  return ahead >= 0 ? ahead : undefined;
}

/** Returns the gap between two intervals, which is 0 if they overlap. */
function between(a: number, lengthA: number, b: number, lengthB: number): number {
  return Math.max(0, b - (a + lengthA) + 1, a - (b + lengthB) + 1);
}

/**
 * Returns the scroll offset of a one-dimensional window. It does not change if the interval is already visible.
 * Otherwise the interval is centered.
 */
export function windowOn(at: number, length: number, scroll: number, space: number, whole: number): number {
  const inSight = at >= scroll && at + length <= scroll + space;
  const first = inSight ? scroll : Math.min(at, Math.round(at + (length - space) / 2));
  return Math.max(0, Math.min(first, whole - space));
}
