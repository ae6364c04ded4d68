/** A rectangular part of the screen. */

/** The position starts at 0. The frame is included. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Returns the area inside the frame, without a column of padding on each side. */
export function inner(rect: Rect): Rect {
  return {
    x: rect.x + 2,
    y: rect.y + 1,
    width: Math.max(1, rect.width - 4),
    height: Math.max(1, rect.height - 2),
  };
}
