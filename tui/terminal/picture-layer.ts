/**
 * The picture that lies on the explorer's screen, in step with what Ink writes: put where lines leave room for it, put
 * again where a frame went over it, and gone before a frame needs its place.
 */
import type { Pixels } from "./pixels.ts";

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
  /** What Ink writes, with what the picture needs before and after it. */
  around(frame: string): string;
  /** What brings the screen up to date without a frame. */
  update(): string;
  /** What takes the picture away. */
  leave(): string;
}

/** The most of a picture in one sequence. */
const CHUNK = 4096;
/** The explorer's screen begins, or is left. */
const SCREEN = /\u001b\[\?1049([hl])/;
/** What takes some of a picture away, wherever it is. */
const ERASES = /\u001b\[[0-3]?J/;
/** Modes and the like: nothing that is seen. */
const BARE = /^(?:\u001b\[[?>]?[\d;]*[a-zA-Z])*$/;

/** `id`: the picture's name in the terminal. `first` is sent when the screen begins, before anything is seen on it. */
export function createPictureLayer(id: number, wanted: () => PlacedPicture | undefined, first: string): PictureLayer {
  let shown: PlacedPicture | undefined;
  let isOpen = false;
  let rest = first;
  const leave = () => {
    const gone = shown;
    shown = undefined;
    return gone ? removed(gone, id) : "";
  };
  const away = () => (shown && !isSame(shown, wanted()) ? leave() : "");
  const put = (over: boolean) => {
    const next = isOpen ? wanted() : undefined;
    if (!next || (isSame(shown, next) && !(over && next.protocol === "sixel"))) return "";
    shown = next;
    return placed(next, id);
  };
  return {
    around(frame) {
      const screen = SCREEN.exec(frame)?.[1];
      if (screen) {
        isOpen = screen === "h";
        const asked = isOpen ? rest : "";
        if (isOpen) rest = "";
        return leave() + frame + asked;
      }
      if (BARE.test(frame)) return frame;
      const before = ERASES.test(frame) ? leave() : away();
      return before + frame + put(shown !== undefined && touches(frame, shown));
    },
    update: () => away() + put(false),
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

/** Whether a frame writes to a row of the picture. Frames begin at the first row, and say of each line nothing or what it becomes. */
function touches(frame: string, { y, rows }: PlacedPicture): boolean {
  const start = /^(?:\u001b\[\d+;1H)?\u001b\[\d+A/.exec(frame)?.[0];
  if (start === undefined) return true;
  const lines = frame.slice(start.length).split(/\n|\u001b\[E/);
  return lines.slice(y, y + rows).some((each) => each !== "");
}

const at = (x: number, y: number) => `\u001b[${y + 1};${x + 1}H`;
/** Where the cursor was, it is again. */
const kept = (text: string) => `\u001b7${text}\u001b8`;

function placed({ protocol, data, x, y }: PlacedPicture, id: number): string {
  if (protocol === "sixel") return kept(at(x, y) + data);
  const count = Math.max(1, Math.ceil(data.length / CHUNK));
  const parts = Array.from({ length: count }, (_, part) => {
    // A PNG, to be shown at the cursor, which stays; its answer is not wanted.
    const says = part === 0 ? `a=T,f=100,t=d,i=${id},p=1,C=1,` : "";
    return `\u001b_G${says}q=2,m=${part < count - 1 ? 1 : 0};${data.slice(part * CHUNK, (part + 1) * CHUNK)}\u001b\\`;
  });
  return kept(at(x, y) + parts.join(""));
}

function removed({ protocol, x, y, columns, rows }: PlacedPicture, id: number): string {
  if (protocol === "kitty") return `\u001b_Ga=d,d=I,i=${id},q=2\u001b\\`;
  // Blanks take the place of pixels, as the lines below have it.
  const blanks = Array.from({ length: rows }, (_, row) => `${at(x, y + row)}\u001b[${columns}X`);
  return kept(`\u001b[m${blanks.join("")}`);
}
