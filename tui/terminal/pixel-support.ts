/**
 * Detects whether the terminal can show pictures in pixels. It sends queries and removes the replies from the input
 * whenever they arrive. It never waits: until there is a reply, pictures are drawn in characters.
 */

export const PICTURE_SETTINGS = ["auto", "kitty", "sixel", "blocks"] as const;
export type PictureSetting = (typeof PICTURE_SETTINGS)[number];

export interface Pixels {
  protocol: "kitty" | "sixel";
  /** The size of a character in pixels. */
  cell: { width: number; height: number };
}

export interface PixelSupport {
  /** Returns undefined if pictures are drawn in characters. */
  pixels(): Pixels | undefined;
  /** Queries to send when the explorer's screen is shown. Empty if no query is necessary. */
  questions: string;
  /** The query to send when the size of characters may have changed. */
  sizeQuestion: string;
  /** Removes the replies to these queries from the input. */
  filter(chunk: string): string;
}

/** The smallest common size, because a picture that is too small is better than one that does not fit into its pane. */
const USUAL_CELL = { width: 6, height: 12 };
/** A reply with a larger size is invalid and is ignored. */
const LARGEST_CELL = 200;

/** Queries support for Kitty's protocol with a picture of one pixel that is not displayed. */
const ASK_KITTY = "\u001b_Gi=31,s=1,v=1,a=q,t=d,f=24;AAAA\u001b\\";
/** Queries the terminal's attributes. The attribute 4 means that sixels are supported. */
const ASK_KIND = "\u001b[c";
/**
 * Queries the size of a character and the size of the window. xterm does not report the first, and other terminals do
 * not know the second.
 */
const ASK_SIZE = "\u001b[16t\u001b[?2;1;0S";

const ANSWER =
  /\u001b_Gi=31[;,]([^\u001b]{0,200})\u001b\\|\u001b\[\?([\d;]{1,80})c|\u001b\[6;(\d{1,5};\d{1,5})t|\u001b\[\?2;([\d;]{1,40})S/g;
/** Matches a reply that is cut off at the end of a read. */
const BROKEN = /\u001b(?:_Gi=31[^\u001b]{0,200}\u001b?|\[\?[\d;]{0,80}|\[6;[\d;]{0,11})$/;

export function createPixelSupport(
  setting: PictureSetting,
  env: Readonly<Record<string, string | undefined>>,
  screen: { columns: number; rows: number },
  changed: () => void,
): PixelSupport {
  const { TERM = "dumb" } = env;
  const isOff = setting === "blocks" || TERM === "dumb" || Boolean(env.NO_COLOR);
  // tmux and screen would take the query for Kitty's protocol as a title.
  const isInside = Boolean(env.TMUX || env.STY) || /^(tmux|screen)/.test(TERM);
  // These two terminals would print the query on the screen.
  const types = TERM === "linux" || env.TERM_PROGRAM === "Apple_Terminal";
  let kitty = setting === "kitty" && !isInside;
  let sixel = setting === "sixel";
  let cell: Pixels["cell"] | undefined;
  /**
   * The size computed from the whole window. A terminal may report less than it has, so pictures can be smaller than
   * necessary, but not larger.
   */
  let share: Pixels["cell"] | undefined = setting === "auto" ? undefined : USUAL_CELL;
  let rest = "";

  const hear = (kittySays?: string, kind?: string, size?: string, whole?: string) => {
    if (kittySays === "OK" && setting === "auto") kitty = true;
    if (kind !== undefined && setting === "auto") sixel = kind.split(";").slice(1).includes("4");
    const [height = 0, width = 0] = (size ?? "").split(";").map(Number);
    cell = cellOf(width, height) ?? cell;
    // The first part is the status of the terminal.
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
    filter(chunk) {
      const text = (rest + chunk).replace(ANSWER, (_, ...heard: (string | undefined)[]) => {
        hear(...heard.slice(0, 4));
        return "";
      });
      rest = BROKEN.exec(text)?.[0] ?? "";
      return rest === "" ? text : text.slice(0, -rest.length);
    },
  };
}

/** Returns undefined if the size is impossible. */
function cellOf(width: number, height: number): Pixels["cell"] | undefined {
  const cell = { width: Math.floor(width), height: Math.floor(height) };
  return Object.values(cell).every((each) => each > 0 && each <= LARGEST_CELL) ? cell : undefined;
}
