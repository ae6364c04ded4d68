/**
 * Detects whether the terminal can show pictures in pixels. We query Kitty's protocol, the device attributes (for
 * sixel) and the size of a character, and pick the replies out of the input whenever they come. There's no waiting and
 * no timeout: until a reply has arrived pictures are drawn in characters, and a terminal that never replies just keeps
 * doing that.
 */
import { createSequenceFilter } from "./sequence-filter.ts";

export const PICTURE_SETTINGS = ["auto", "kitty", "sixel", "blocks"] as const;
export type PictureSetting = (typeof PICTURE_SETTINGS)[number];

export interface Pixels {
  protocol: "kitty" | "sixel";
  /** One character, in pixels. */
  cell: { width: number; height: number };
}

export interface PixelSupport {
  /** Undefined means characters. */
  pixels(): Pixels | undefined;
  /** Sent when our screen comes up. Empty if there's nothing to find out. */
  questions: string;
  /** Sent when the cell size may have changed. */
  sizeQuestion: string;
  /** Takes the replies out of the input. */
  filter(chunk: string): string;
}

/** Smallest common cell. Better a picture that's too small than one that spills out of its pane. */
const USUAL_CELL = { width: 6, height: 12 };
/** Anything larger is bogus. */
const LARGEST_CELL = 200;

/** Kitty's support query: a one-pixel picture that doesn't get displayed. */
const ASK_KITTY = "\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\";
/** Device attributes. A 4 among them means sixel. */
const ASK_KIND = "\u001b[c";
/** Cell size and window size. xterm won't tell us the former, others don't know the latter. */
const ASK_SIZE = "\u001b[16t\u001b[?2;1;0S";

const ANSWER =
  /\u001b_Gi=31[;,]([^\u001b]{0,200})\u001b\\|\u001b\[\?([\d;]{1,80})c|\u001b\[6;(\d{1,5};\d{1,5})t|\u001b\[\?2;([\d;]{1,40})S/g;
/** Reply split across reads. */
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
  // These two print it.
  const types = TERM === "linux" || env.TERM_PROGRAM === "Apple_Terminal";
  let kitty = setting === "kitty" && !isInside;
  let sixel = setting === "sixel";
  let cell: Pixels["cell"] | undefined;
  /**
   * Derived from the window size. Terminals may report less than they have, which makes pictures smaller than they
   * could be, never larger.
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

/** Returns the size in whole pixels, or undefined if it's obviously wrong. */
function cellOf(width: number, height: number): Pixels["cell"] | undefined {
  const cell = { width: Math.floor(width), height: Math.floor(height) };
  return Object.values(cell).every((each) => each > 0 && each <= LARGEST_CELL) ? cell : undefined;
}
