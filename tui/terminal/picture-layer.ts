/**
 * Keeps the picture on the screen in step with the frames: draws it, draws it again after a frame overwrote it, and removes
 * it before a frame needs its place.
 */
import type { Pixels } from "./pixel-support.ts";

export interface PlacedPicture {
  protocol: Pixels["protocol"];
  /** Base64 of a PNG, or sixels. */
  data: string;
  /** The characters that it covers, from 0. */
  x: number;
  y: number;
  columns: number;
  rows: number;
}

export interface PictureLayer {
  /** Whether lines may be moved: a picture on them would move along, or stay; and xterm then shows sixels again that were erased. */
  allowsMoves(): boolean;
  /** Output before a frame; `anew`: it clears the whole screen. */
  before(anew: boolean): string;
  /** Output after a frame; `wrote`: whether it wrote to one of these lines, counted from 0. */
  after(wrote: (first: number, last: number) => boolean): string;
  /** Output that removes the picture. */
  leave(): string;
}

/** Maximum payload of one sequence, in bytes. */
const CHUNK = 4096;

/** `id`: the picture's name in the terminal. */
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
/** Restores the cursor. */
const restoringCursor = (text: string) => `\u001b7${text}\u001b8`;

function placed({ protocol, data, x, y }: PlacedPicture, id: number): string {
  if (protocol === "sixel") return restoringCursor(at(x, y) + data);
  const count = Math.max(1, Math.ceil(data.length / CHUNK));
  const parts = Array.from({ length: count }, (_, part) => {
    // Kitty's protocol: transmit a PNG and show it, do not move the cursor (C=1), send no reply (q=2).
    const says = part === 0 ? `a=T,f=100,t=d,i=${id},p=1,C=1,` : "";
    return `\u001b_G${says}q=2,m=${part < count - 1 ? 1 : 0};${data.slice(part * CHUNK, (part + 1) * CHUNK)}\u001b\\`;
  });
  return restoringCursor(at(x, y) + parts.join(""));
}

function removed({ protocol, x, y, columns, rows }: PlacedPicture, id: number): string {
  if (protocol === "kitty") return `\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`;
  // Overwrites the pixels with blanks.
  const blanks = Array.from({ length: rows }, (_, row) => `${at(x, y + row)}\u001b[${columns}X`);
  return restoringCursor(`\u001b[m${blanks.join("")}`);
}
