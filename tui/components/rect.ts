/** A part of the screen. */

/** With its frame. Coordinates count from 0. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Inside the frame and one column of air on both sides. */
export function inner(rect: Rect): Rect {
  return {
    x: rect.x + 2,
    y: rect.y + 1,
    width: Math.max(1, rect.width - 4),
    height: Math.max(1, rect.height - 2),
  };
}
