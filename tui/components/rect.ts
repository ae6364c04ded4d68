/** A part of the screen. */

/** Includes the frame. Coordinates start at 0. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the area inside the frame, less one column of padding on each side. */
export function inner(rect: Rect): Rect {
  return {
    x: rect.x + 2,
    y: rect.y + 1,
    width: Math.max(1, rect.width - 4),
    height: Math.max(1, rect.height - 2),
  };
}
