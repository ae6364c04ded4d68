/** Pixels as sixels: columns of six pixels in one of at most 256 colors, as DEC's terminals print them. Our own code because the npm package assigns to undeclared globals, which a module may not do. */

/** Color registers of common terminals with sixels. */
const COLOURS = 256;
const BAND = 6;
/** Colours are counted by five bits a part. */
const BITS = 5;
const BINS = 1 << (3 * BITS);

type Parts = [red: number, green: number, blue: number];

interface Palette {
  colours: Parts[];
  /** The palette index of each pixel. */
  indices: Uint8Array;
}

/** `rgb` has three bytes per pixel, row by row. Bits below the last row stay unset. */
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
    for (let x = 0; x < width; x++) {
      const colour = indices[from + x]!;
      const bits = columns.get(colour) ?? new Uint8Array(width);
      bits[x]! |= 1 << row;
      columns.set(colour, bits);
    }
  }
  // Each colour begins at the left again.
  return [...columns].map(([colour, bits]) => `#${colour}${runs(bits)}`).join("$");
}

function runs(bits: Uint8Array): string {
  let text = "";
  for (let from = 0; from < bits.length; ) {
    let to = from + 1;
    while (to < bits.length && bits[to] === bits[from]) to++;
    // Trailing empty columns are omitted.
    if (bits[from] === 0 && to === bits.length) break;
    const letter = String.fromCharCode(63 + bits[from]!);
    text += to - from > 3 ? `!${to - from}${letter}` : letter.repeat(to - from);
    from = to;
  }
  return text;
}

/** The exact colors; undefined if there are too many. */
function exact(rgb: Uint8Array): Palette | undefined {
  const known = new Map<number, number>();
  const colours: Parts[] = [];
  const indices = new Uint8Array(rgb.length / 3);
  for (let at = 0; at < indices.length; at++) {
    const parts: Parts = [rgb[at * 3]!, rgb[at * 3 + 1]!, rgb[at * 3 + 2]!];
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

/** Median cut: splits the colors at their largest difference, and uses the mean of each part. */
function reduced(rgb: Uint8Array): Palette {
  const counts = new Uint32Array(BINS);
  const sums = new Float64Array(BINS * 3);
  const binOf = new Uint16Array(rgb.length / 3);
  const low = 8 - BITS;
  for (let at = 0, from = 0; at < binOf.length; at++, from += 3) {
    const [red, green, blue] = [rgb[from]!, rgb[from + 1]!, rgb[from + 2]!];
    const bin = ((red >> low) << (2 * BITS)) | ((green >> low) << BITS) | (blue >> low);
    binOf[at] = bin;
    counts[bin]!++;
    sums[bin * 3]! += red;
    sums[bin * 3 + 1]! += green;
    sums[bin * 3 + 2]! += blue;
  }
  const used = Array.from(counts.keys()).filter((bin) => counts[bin]! > 0);
  const boxes = [boxOf(used, counts)];
  while (boxes.length < COLOURS) {
    boxes.sort((a, b) => a.weight - b.weight);
    const widest = boxes.pop()!;
    if (widest.weight === 0) {
      boxes.push(widest);
      break;
    }
    boxes.push(...halves(widest, counts).map((bins) => boxOf(bins, counts)));
  }
  const registerOf = new Uint8Array(BINS);
  const colours = boxes.map(({ bins, count }, index): Parts => {
    const sum: Parts = [0, 0, 0];
    for (const bin of bins) {
      registerOf[bin] = index;
      for (let part = 0; part < 3; part++) sum[part]! += sums[bin * 3 + part]!;
    }
    return sum.map((each) => each / count) as Parts;
  });
  const indices = new Uint8Array(binOf.length);
  for (let at = 0; at < indices.length; at++) indices[at] = registerOf[binOf[at]!]!;
  return { colours, indices };
}

interface Box {
  bins: number[];
  /** Pixels in it. */
  count: number;
  /** The part in which its colours differ most, and how much that matters; 0: not at all. */
  part: number;
  weight: number;
}

const partOf = (bin: number, part: number) => (bin >> ((2 - part) * BITS)) & ((1 << BITS) - 1);

function boxOf(bins: number[], counts: Uint32Array): Box {
  let [count, part, widest] = [0, 0, 0];
  for (const bin of bins) count += counts[bin]!;
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

/** Two that are not empty, with about as many pixels each. */
function halves({ bins, part, count }: Box, counts: Uint32Array): [number[], number[]] {
  const sorted = bins.toSorted((a, b) => partOf(a, part) - partOf(b, part));
  let seen = 0;
  let at = 0;
  while (at < sorted.length - 1 && seen + counts[sorted[at]!]! <= count / 2) seen += counts[sorted[at++]!]!;
  const cut = Math.max(1, at);
  return [sorted.slice(0, cut), sorted.slice(cut)];
}
