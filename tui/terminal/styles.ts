/** Keeps a table of the styles of cells. Because equal styles are the same object, they can be compared by identity. */

const FLAGS = { bold: "1", dim: "2", italic: "3", underline: "4", inverse: "7", struck: "9" } as const;
type Flag = keyof typeof FLAGS;
const NAMES = Object.keys(FLAGS) as Flag[];
const ON = new Map<string, Flag>(NAMES.map((name) => [FLAGS[name], name]));
const OFF: Readonly<Record<string, readonly Flag[]>> = {
  22: ["bold", "dim"],
  23: ["italic"],
  24: ["underline"],
  27: ["inverse"],
  29: ["struck"],
};

interface Look extends Record<Flag, boolean> {
  /** The SGR parameters, such as `36` or `38;2;1;2;3`. An empty string is the terminal's default. */
  fg: string;
  bg: string;
  /** An OSC 8 link in the form `parameters;address`. */
  link: string;
}

/** A style from the table, so that it can be compared with `===`. */
export interface CellStyle extends Readonly<Look> {
  /** The part of the style that affects a blank. */
  readonly blank: CellStyle;
}

export interface Styles {
  readonly plain: CellStyle;
  readonly size: number;
  /** Applies `CSI … m` to a style. */
  after(style: CellStyle, parameters: string): CellStyle;
  linked(style: CellStyle, link: string): CellStyle;
  change(from: CellStyle, to: CellStyle): string;
  /** This is here because segmenters are expensive to create, and few screens need one. */
  graphemes(text: string): Iterable<{ segment: string }>;
}

export function createStyles(): Styles {
  let segmenter: Intl.Segmenter | undefined;
  const known = new Map<string, CellStyle>();
  const nexts = new Map<CellStyle, Map<string, CellStyle>>();
  const changes = new Map<CellStyle, Map<CellStyle, string>>();

  function intern(look: Look): CellStyle {
    const key = `${NAMES.map((name) => Number(look[name])).join("")}|${look.fg}|${look.bg}|${look.link}`;
    const old = known.get(key);
    if (old) return old;
    const visible: Look = { ...look, bold: false, dim: false, italic: false };
    // The foreground doesn't matter unless something makes it visible on a blank.
    if (!(look.inverse || look.underline || look.struck)) visible.fg = "";
    const isBlank = look.fg === visible.fg && !look.bold && !look.dim && !look.italic;
    const style: Look & { blank?: CellStyle } = { ...look };
    known.set(key, style as CellStyle);
    style.blank = isBlank ? (style as CellStyle) : intern(visible);
    return style as CellStyle;
  }

  const none: Look = {
    ...(Object.fromEntries(NAMES.map((name) => [name, false])) as Record<Flag, boolean>),
    fg: "",
    bg: "",
    link: "",
  };
  const plain = intern(none);

  function parsed(style: CellStyle, parameters: string): CellStyle {
    const look: Look = { ...style };
    const codes = parameters.split(/[;:]/);
    for (let index = 0; index < codes.length; index++) {
      const code = codes[index]!;
      const flag = ON.get(code);
      if (flag) look[flag] = true;
      else if (code === "" || code === "0") Object.assign(look, none, { link: look.link });
      else if (OFF[code]) for (const each of OFF[code]) look[each] = false;
      else if (code === "39") look.fg = "";
      else if (code === "49") look.bg = "";
      else if (code === "38" || code === "48") {
        const length = codes[index + 1] === "2" ? 5 : 3;
        look[code === "38" ? "fg" : "bg"] = codes.slice(index, index + length).join(";");
        index += length - 1;
      } else if (/^(3|9)[0-7]$/.test(code)) look.fg = code;
      else if (/^(4|10)[0-7]$/.test(code)) look.bg = code;
    }
    return intern(look);
  }

  function transition(from: CellStyle, to: CellStyle): string {
    const link = from.link === to.link ? "" : `\u001b]8;${to.link === "" ? ";" : to.link}\u001b\\`;
    const added = (base: Look): string[] => [
      ...NAMES.flatMap((name) => (to[name] && !base[name] ? FLAGS[name] : [])),
      ...(to.fg === base.fg ? [] : [to.fg === "" ? "39" : to.fg]),
      ...(to.bg === base.bg ? [] : [to.bg === "" ? "49" : to.bg]),
    ];
    const off = new Set<string>();
    const base: Look = { ...from };
    for (const [code, flags] of Object.entries(OFF)) {
      if (!flags.some((flag) => from[flag] && !to[flag])) continue;
      off.add(code);
      for (const flag of flags) base[flag] = false;
    }
    const stepwise = [...off, ...added(base)].join(";");
    const anew = ["", ...added(none)].join(";");
    const shorter = stepwise.length <= anew.length ? stepwise : anew;
    const same = stepwise === "";
    return link + (same ? "" : `\u001b[${shorter}m`);
  }

  function cached<K extends object | string, V>(
    maps: Map<CellStyle, Map<K, V>>,
    style: CellStyle,
    key: K,
    make: () => V,
  ): V {
    let map = maps.get(style);
    if (!map) {
      map = new Map();
      maps.set(style, map);
    }
    let value = map.get(key);
    if (value === undefined) {
      value = make();
      map.set(key, value);
    }
    return value;
  }

  return {
    plain,
    get size() {
      return known.size;
    },
    after: (style, parameters) => cached(nexts, style, parameters, () => parsed(style, parameters)),
    linked: (style, link) => cached(nexts, style, `\u001b${link}`, () => intern({ ...style, link })),
    change: (from, to) => (from === to ? "" : cached(changes, from, to, () => transition(from, to))),
    graphemes(text) {
      segmenter ??= new Intl.Segmenter();
      return segmenter.segment(text);
    },
  };
}
