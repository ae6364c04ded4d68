/** Implements the common part of two-dimensional views, which is a window that scrolls and a selection that arrow keys move. */
import type { EncodedImage, Point } from "../../core/host/frontend-api.ts";
import type { Line } from "../text/line.ts";

export type Direction = "left" | "right" | "up" | "down";

/** The size of a pane in characters. */
export interface PaneSize {
  width: number;
  height: number;
}

/** A value from another thread: the value itself, `waiting`, or the reason why it is missing. */
export type Loadable<T> = T | "waiting" | (string & {});

export interface Picture {
  /** Returns lines for the full height, the last of which describes the selection. `scroll` is the previous position. */
  lines(cursor: number, scroll: Point, pane: PaneSize): Line[];
  /** Returns the pixels at the top left of the window, or undefined if everything is in characters. */
  pixels?(cursor: number, pane: PaneSize): EncodedImage | undefined;
  /** Returns `cursor` if there is nothing in that direction. */
  toward(cursor: number, direction: Direction, pane: PaneSize): number;
  /** Returns the scroll position that makes the item visible. */
  inSight(cursor: number, scroll: Point, pane: PaneSize): Point;
  at(x: number, y: number, cursor: number, scroll: Point, pane: PaneSize): number | undefined;
}

export interface Area {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the nearest item. We prefer those that are straight ahead. */
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
    // A row is about as tall as two columns are wide.
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

/** Returns undefined if it isn't ahead. */
function gap(a: Area, b: Area, direction: Direction): number | undefined {
  const ahead = {
    left: a.x - (b.x + b.width),
    right: b.x - (a.x + a.width),
    up: a.y - (b.y + b.height),
    down: b.y - (a.y + a.height),
  }[direction];
  return ahead >= 0 ? ahead : undefined;
}

/** Returns 0 if they overlap. */
function between(a: number, lengthA: number, b: number, lengthB: number): number {
  return Math.max(0, b - (a + lengthA) + 1, a - (b + lengthB) + 1);
}

/** Scrolls in one dimension. It doesn't move if the item is visible, and otherwise centers it. */
export function windowOn(at: number, length: number, scroll: number, space: number, whole: number): number {
  const inSight = at >= scroll && at + length <= scroll + space;
  const first = inSight ? scroll : Math.min(at, Math.round(at + (length - space) / 2));
  return Math.max(0, Math.min(first, whole - space));
}
