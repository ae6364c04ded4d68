/**
 * Keeps the picture on the screen in step with the frames. It draws the picture, draws it again after a frame has
 * overwritten it, and removes it before a frame needs its place.
 */
import type { Pixels } from "./pixel-support.ts";

export interface PlacedPicture {
  protocol: Pixels["protocol"];
  /** A PNG in base64, or sixels. */
  data: string;
  /** The position and size in characters, starting at 0. */
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export interface PictureLayer {
  /**
   * Returns whether lines may be moved. A picture on them would move along or stay, and xterm would then show sixels
   * again that were erased.
   */
  allowsMoves(): boolean;
  /** Returns the output before a frame. `anew` is set if the frame clears the whole screen. */
  before(anew: boolean): string;
  /**
   * Returns the output after a frame. `wrote` tests whether the frame wrote to one of these lines, which start at 0.
   */
  after(wrote: (first: number, last: number) => boolean): string;
  /** Returns the output that removes the picture. */
  leave(): string;
}

/** Maximum payload of a sequence, in bytes. */
const CHUNK = 4096;

/** `id` is the name of the picture in the terminal. */
export function createPictureLayer(id: number, wanted: () => PlacedPicture | undefined): PictureLayer {
  let shown: PlacedPicture | undefined;
  /** True if sixels were drawn since the screen was cleared. */
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
/** Restores the position of the cursor after the output. */
const restoringCursor = (text: string) => `\u001b7${text}\u001b8`;

function placed({ protocol, data, x, y }: PlacedPicture, id: number): string {
  if (protocol === "sixel") return restoringCursor(at(x, y) + data);
  const count = Math.max(1, Math.ceil(data.length / CHUNK));
  const parts = Array.from({ length: count }, (_, part) => {
    // In Kitty's protocol, this transmits a PNG and shows it, without moving the cursor (C=1) and without a reply
    // (q=2).
    const says = part === 0 ? `a=T,f=100,t=d,i=${id},p=1,C=1,` : "";
    return `\u001b_G${says}q=2,m=${part < count - 1 ? 1 : 0};${data.slice(part * CHUNK, (part + 1) * CHUNK)}\u001b\\`;
  });
  return restoringCursor(at(x, y) + parts.join(""));
}

function removed({ protocol, x, y, columns, rows }: PlacedPicture, id: number): string {
  if (protocol === "kitty") return `\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`;
  // Overwrite the pixels with blanks.
  const blanks = Array.from({ length: rows }, (_, row) => `${at(x, y + row)}\u001b[${columns}X`);
  return restoringCursor(`\u001b[m${blanks.join("")}`);
}
