/**
 * Detects whether the terminal can show pictures in pixels. We send queries for Kitty's protocol, the device attributes (for
 * sixel) and the size of a character, and take the replies from the input whenever they arrive. We don't wait, and there is no
 * timeout. Until a reply arrives, pictures are drawn in characters, and this simply continues if the terminal never replies.
 */
import { createSequenceFilter } from "./sequence-filter.ts";

export const PICTURE_SETTINGS = ["auto", "kitty", "sixel", "blocks"] as const;
export type PictureSetting = (typeof PICTURE_SETTINGS)[number];

export interface Pixels {
  protocol: "kitty" | "sixel";
  /** The size of one character in pixels. */
  cell: { width: number; height: number };
}

export interface PixelSupport {
  /** Returns undefined if pictures should be drawn in characters. */
  pixels(): Pixels | undefined;
  /** The output to send when our screen appears. It is empty if there is nothing to find out. */
  questions: string;
  /** The output to send when the size of a cell may have changed. */
  sizeQuestion: string;
  /** Takes the replies out of the input. */
  filter(chunk: string): string;
}

/** The smallest common cell. A picture that is too small is better than one that leaves its pane. */
const USUAL_CELL = { width: 6, height: 12 };
/** A size that is larger than this can't be right. */
const LARGEST_CELL = 200;

/** The query for Kitty, which is a picture of one pixel that isn't displayed. */
const ASK_KITTY = "\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\";
/** The query for device attributes. A 4 among them means that sixel is supported. */
const ASK_KIND = "\u001b[c";
/** The query for the sizes of the cell and the window. xterm doesn't tell us the former, and others don't know the latter. */
const ASK_SIZE = "\u001b[16t\u001b[?2;1;0S";

const ANSWER =
  /\u001b_Gi=31[;,]([^\u001b]{0,200})\u001b\\|\u001b\[\?([\d;]{1,80})c|\u001b\[6;(\d{1,5};\d{1,5})t|\u001b\[\?2;([\d;]{1,40})S/g;
/** A reply that was split across reads. */
const BROKEN = /\u001b(?:_Gi=31[^\u001b]{0,200}\u001b?|\[\?[\d;]{0,80}|\[6;[\d;]{0,11})$/;

export function createPixelSupport(
  setting: PictureSetting,
  env: Readonly<Record<string, string | undefined>>,
  screen: { columns: number; rows: number },
  changed: () => void,
): PixelSupport {
  const { TERM = "dumb" } = env;
  const isOff = setting === "blocks" || TERM === "dumb" || Boolean(env.NO_COLOR);
  // tmux and screen would make the Kitty query their title.
  const isInside = Boolean(env.TMUX || env.STY) || /^(tmux|screen)/.test(TERM);
  // These two would print it.
  const types = TERM === "linux" || env.TERM_PROGRAM === "Apple_Terminal";
  let kitty = setting === "kitty" && !isInside;
  let sixel = setting === "sixel";
  let cell: Pixels["cell"] | undefined;
  /**
   * This is derived from the size of the window. Terminals may report less than they have, which can make pictures smaller but
   * never larger.
   */
  let share: Pixels["cell"] | undefined = setting === "auto" ? undefined : USUAL_CELL;

  const hear = (kittySays?: string, kind?: string, size?: string, whole?: string) => {
    if (kittySays === "OK" && setting === "auto") kitty = true;
    if (kind !== undefined && setting === "auto") sixel = kind.split(";").slice(1).includes("4");
    const [height = 0, width = 0] = (size ?? "").split(";").map(Number);
    cell = cellOf(width, height) ?? cell;
    // The first number is a status.
    const [fault, across = 0, down = 0] = (whole ?? "1").split(";").map(Number);
    if (fault === 0) share = cellOf(across / screen.columns, down / screen.rows) ?? share;
    changed();
  };
  const asksKitty = setting === "auto" && !isInside && !types;
  return {
    pixels() {
      const known = cell ?? share;
      if (isOff || !known || !(kitty || sixel)) return undefined;
      return { protocol: kitty ? "kitty" : "sixel", cell: known };
    },
    questions: isOff ? "" : `${asksKitty ? ASK_KITTY : ""}${ASK_SIZE}${setting === "auto" ? ASK_KIND : ""}`,
    sizeQuestion: isOff ? "" : ASK_SIZE,
    filter: createSequenceFilter(ANSWER, BROKEN, hear),
  };
}

/** Returns the size in whole pixels, or undefined if it is obviously wrong. */
function cellOf(width: number, height: number): Pixels["cell"] | undefined {
  const cell = { width: Math.floor(width), height: Math.floor(height) };
  return Object.values(cell).every((each) => each > 0 && each <= LARGEST_CELL) ? cell : undefined;
}
