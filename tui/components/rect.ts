/** Defines rectangles on the screen. */

/** A rectangle whose coordinates start at 0. It includes the frame. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the inside, without the frame and the column of padding on each side. */
export function inner(rect: Rect): Rect {
  return {
    x: rect.x + 2,
    y: rect.y + 1,
    width: Math.max(1, rect.width - 4),
    height: Math.max(1, rect.height - 2),
  };
}
