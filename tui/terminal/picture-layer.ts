/**
 * Keeps a pixel picture in sync with the frames. Pixels are on top of the cells, and the terminal doesn't know which
 * ones belong to us. After a frame has written over a part of the picture we have to draw it again, and before a frame
 * needs the space for something else the picture has to be removed first.
 */
import type { Pixels } from "./pixel-support.ts";

export interface PlacedPicture {
  protocol: Pixels["protocol"];
  /** Base64 PNG or sixels. */
  data: string;
  /** In characters, 0-based. */
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export interface PictureLayer {
  /**
   * Returns whether the terminal may move lines at the moment. If a picture is on them, it depends on the terminal
   * whether the picture moves along or stays, and xterm even brings back sixels that had been erased. With a picture
   * on screen we therefore redraw instead.
   */
  allowsMoves(): boolean;
  /** `anew`: the frame clears the whole screen. */
  before(anew: boolean): string;
  /** `wrote` says whether the frame touched any of these lines (0-based). */
  after(wrote: (first: number, last: number) => boolean): string;
  leave(): string;
}

/** Payload bytes per sequence. */
const CHUNK = 4096;

/** `id`: the terminal's name for the picture. */
export function createPictureLayer(id: number, wanted: () => PlacedPicture | undefined): PictureLayer {
  let shown: PlacedPicture | undefined;
  /** Since the last clear. */
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
    // Kitty: transmit and show a PNG. C=1 keeps the cursor in place, q=2 suppresses replies.
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
