/** A rectangle on the screen. */

/** 0-based, frame included. */
export interface Rect {
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Without the frame and the column of padding on either side. */
export function inner(rect: Rect): Rect {
  return {
    x: rect.x + 2,
    y: rect.y + 1,
    width: Math.max(1, rect.width - 4),
    height: Math.max(1, rect.height - 2),
  };
}
