/**
 * Keeps a picture in pixels consistent with the frames. Pixels are on top of the cells, and the terminal doesn't know which of
 * them belong to us. After a frame has written over a part of the picture, we have to draw it again. Before a frame uses the
 * space for something else, the picture has to be removed.
 */
import type { Pixels } from "./pixel-support.ts";

export interface PlacedPicture {
  protocol: Pixels["protocol"];
  /** The data, which is a PNG as Base64, or sixels. */
  data: string;
  /** The position in characters, counted from 0. */
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export interface PictureLayer {
  /**
   * Returns whether the terminal may move lines at the moment. If there is a picture on them, it depends on the terminal
   * whether the picture moves along or stays, and xterm even brings back sixels that had been erased. With a picture on the
   * screen, we therefore draw the lines again instead.
   */
  allowsMoves(): boolean;
  /** Returns the output before a frame. `anew` means that the frame clears the whole screen. */
  before(anew: boolean): string;
  /** Returns what to write after a frame. `wrote` tells whether the frame touched any of those lines, numbered from 0. */
  after(wrote: (first: number, last: number) => boolean): string;
  leave(): string;
}

/** The number of bytes in each sequence. */
const CHUNK = 4096;

/** Creates the layer. `id` is the name that the terminal has for the picture. */
export function createPictureLayer(id: number, wanted: () => PlacedPicture | undefined): PictureLayer {
  let shown: PlacedPicture | undefined;
  /** True if there were sixels since the last time the screen was cleared. */
  let hadSixels = false;
  const leave = () => {
    const gone = shown;
    shown = undefined;
    return gone ? removed(gone, id) : "";
  };
  return {
    allowsMoves: () => shown === undefined && !hadSixels,
    before(anew) {
      if (anew) hadSixels = false;
      return anew || (shown && !isSame(shown, wanted())) ? leave() : "";
    },
    after(wrote) {
      const next = wanted();
      if (!next) return "";
      const isOver = next.protocol === "sixel" && wrote(next.y, next.y + next.rows - 1);
      if (isSame(shown, next) && !isOver) return "";
      shown = next;
      hadSixels ||= next.protocol === "sixel";
      return placed(next, id);
    },
    leave,
  };
}

function isSame(a: PlacedPicture | undefined, b: PlacedPicture | undefined): boolean {
  return (
    a !== undefined &&
    b !== undefined &&
    (["protocol", "data", "x", "y", "columns", "rows"] as const).every((each) => a[each] === b[each])
  );
}

const at = (x: number, y: number) => `\u001b[${y + 1};${x + 1}H`;
const restoringCursor = (text: string) => `\u001b7${text}\u001b8`;

function placed({ protocol, data, x, y }: PlacedPicture, id: number): string {
  if (protocol === "sixel") return restoringCursor(at(x, y) + data);
  const count = Math.max(1, Math.ceil(data.length / CHUNK));
  const parts = Array.from({ length: count }, (_, part) => {
    // Kitty sends and shows a PNG. C=1 leaves the cursor in place, and q=2 suppresses replies.
    const says = part === 0 ? `a=T,f=100,t=d,i=${id},p=1,C=1,` : "";
    return `\u001b_G${says}q=2,m=${part < count - 1 ? 1 : 0};${data.slice(part * CHUNK, (part + 1) * CHUNK)}\u001b\\`;
  });
  return restoringCursor(at(x, y) + parts.join(""));
}

function removed({ protocol, x, y, columns, rows }: PlacedPicture, id: number): string {
  if (protocol === "kitty") return `\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`;
  // Blanks overwrite pixels.
  const blanks = Array.from({ length: rows }, (_, row) => `${at(x, y + row)}\u001b[${columns}X`);
  return restoringCursor(`\u001b[m${blanks.join("")}`);
}
