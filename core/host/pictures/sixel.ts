/**
 * Encodes sixels. A sixel is a column of six pixels in one of up to 256 colors, and was introduced by the terminals of DEC. We
 * would prefer to use the npm package, but it assigns to undeclared globals, which a module can't do.
 */

/** The number of color registers of a typical sixel terminal. */
const COLOURS = 256;
const BAND = 6;
/** The number of bits per channel when colors are counted. */
const BITS = 5;

type Parts = [red: number, green: number, blue: number];

interface Palette {
  colours: Parts[];
  /** The index in the palette for each pixel. */
  indices: Uint8Array;
}

/** @param rgb three bytes per pixel, row by row. The bits below the last row remain 0. */
export function sixelsOf(rgb: Uint8Array, width: number, height: number): string {
  const { colours, indices } = exact(rgb) ?? reduced(rgb);
  const percent = (part: number) => Math.round((part * 100) / 255);
  const registers = colours.map((parts, index) => `#${index};2;${parts.map(percent).join(";")}`);
  const bands: string[] = [];
  for (let top = 0; top < height; top += BAND) bands.push(band(indices, width, top, Math.min(BAND, height - top)));
  return `\u001bP0;1;0q"1;1;${width};${height}${registers.join("")}${bands.join("-")}\u001b\\`;
}

function band(indices: Uint8Array, width: number, top: number, rows: number): string {
  const columns = new Map<number, Uint8Array>();
  for (let row = 0; row < rows; row++) {
    const from = (top + row) * width;
    for (const [x, colour] of indices.subarray(from, from + width).entries()) {
      const bits = columns.get(colour) ?? new Uint8Array(width);
      bits[x] = (bits[x] ?? 0) | (1 << row);
      columns.set(colour, bits);
    }
  }
  // The character $ returns to the left for the next color.
  return [...columns].map(([colour, bits]) => `#${colour}${runs(bits)}`).join("$");
}

function runs(bits: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bits.length; ) {
    const column = bits[from] ?? 0;
    let to = from + 1;
    while (to < bits.length && bits[to] === column) to++;
    // Empty columns at the end aren't needed.
    if (column === 0 && to === bits.length) break;
    const letter = String.fromCharCode(63 + column);
    text += to - from > 3 ? `!${to - from}${letter}` : letter.repeat(to - from);
    from = to;
  }
  return text;
}

/** Uses the colors of the image without a change. It returns undefined if there are too many. */
function exact(rgb: Uint8Array): Palette | undefined {
  const known = new Map<number, number>();
  const colours: Parts[] = [];
  const indices = new Uint8Array(rgb.length / 3);
  for (let at = 0; at < indices.length; at++) {
    const parts = pixelAt(rgb, at);
    const key = (parts[0] << 16) | (parts[1] << 8) | parts[2];
    let index = known.get(key);
    if (index === undefined) {
      if (colours.length === COLOURS) return undefined;
      index = colours.push(parts) - 1;
      known.set(key, index);
    }
    indices[at] = index;
  }
  return { colours, indices };
}

/**
 * Reduces colors by median cut. They are divided at their largest difference again and again, and finally the mean of each part
 * is used.
 */
function reduced(rgb: Uint8Array): Palette {
  const bins = new Map<number, Bin>();
  const pixels: Bin[] = [];
  const low = 8 - BITS;
  for (let at = 0; at < rgb.length / 3; at++) {
    const [red, green, blue] = pixelAt(rgb, at);
    const code = ((red >> low) << (2 * BITS)) | ((green >> low) << BITS) | (blue >> low);
    const bin = bins.get(code) ?? { code, count: 0, red: 0, green: 0, blue: 0, register: 0 };
    bins.set(code, bin);
    pixels.push(bin);
    bin.count++;
    bin.red += red;
    bin.green += green;
    bin.blue += blue;
  }
  const boxes = [boxOf([...bins.values()].sort((a, b) => a.code - b.code))];
  while (boxes.length < COLOURS) {
    boxes.sort((a, b) => a.weight - b.weight);
    const widest = boxes.at(-1);
    if (!widest || widest.weight === 0) break;
    boxes.pop();
    boxes.push(...halves(widest).map(boxOf));
  }
  const colours = boxes.map(({ bins, count }, index): Parts => {
    let [red, green, blue] = [0, 0, 0];
    for (const bin of bins) {
      bin.register = index;
      red += bin.red;
      green += bin.green;
      blue += bin.blue;
    }
    return [red / count, green / count, blue / count];
  });
  return { colours, indices: Uint8Array.from(pixels, ({ register }) => register) };
}

function pixelAt(rgb: Uint8Array, at: number): Parts {
  const from = at * 3;
  return [rgb[from] ?? 0, rgb[from + 1] ?? 0, rgb[from + 2] ?? 0];
}

/** A set of colors that are counted as the same one. */
interface Bin {
  /** All channels with `BITS` bits each. */
  code: number;
  /** The number of pixels. */
  count: number;
  /** The sum over all pixels. */
  red: number;
  green: number;
  blue: number;
  /** The color register. */
  register: number;
}

interface Box {
  bins: Bin[];
  /** The number of pixels. */
  count: number;
  /** The channel with the largest difference between colors, and that difference. It is 0 if all of them are the same. */
  part: number;
  weight: number;
}

const partOf = ({ code }: Bin, part: number) => (code >> ((2 - part) * BITS)) & ((1 << BITS) - 1);

function boxOf(bins: Bin[]): Box {
  let [count, part, widest] = [0, 0, 0];
  for (const bin of bins) count += bin.count;
  for (let each = 0; each < 3; each++) {
    let [least, most] = [Number.POSITIVE_INFINITY, 0];
    for (const bin of bins) {
      const value = partOf(bin, each);
      if (value < least) least = value;
      if (value > most) most = value;
    }
    if (most - least > widest) [part, widest] = [each, most - least];
  }
  return { bins, count, part, weight: widest * Math.sqrt(count) };
}

/** Divides a box into two parts that are not empty and have about the same number of pixels. */
function halves({ bins, part, count }: Box): [Bin[], Bin[]] {
  const sorted = bins.toSorted((a, b) => partOf(a, part) - partOf(b, part));
  let seen = 0;
  const half = sorted.findIndex((bin) => {
    seen += bin.count;
    return seen > count / 2;
  });
  const cut = Math.max(1, Math.min(half, sorted.length - 1));
  return [sorted.slice(0, cut), sorted.slice(cut)];
}
