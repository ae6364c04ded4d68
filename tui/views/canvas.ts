/**
 * Provides a grid of characters to draw on. Frames that touch each other share their lines, other lines are made of Braille
 * dots, and text is on top.
 */
import { type Line, type Span, span, type Tone, widthOf } from "../text/line.ts";
import type { Area, PaneSize } from "./picture-window.ts";

const UP = 1;
const DOWN = 2;
const LEFT = 4;
const RIGHT = 8;
/** The index consists of the bits for the directions above. */
const LINES = " ╵╷│╴┘┐┤╶└┌├─┴┬┼";
const HEAVY = " ╹╻┃╸┛┓┫╺┗┏┣━┻┳╋";
/** The dots of Braille by column and row. */
const DOTS = [
  [0x01, 0x02, 0x04, 0x40],
  [0x08, 0x10, 0x20, 0x80],
];
const BRAILLE = 0x2800;
/** The right half of a wide character. */
const TAKEN = "";

export class Canvas {
  readonly width: number;
  readonly height: number;
  readonly #text: (string | undefined)[];
  readonly #tones: Tone[];
  readonly #frames: Uint8Array;
  readonly #heavy: Uint8Array;
  readonly #dots: Uint8Array;
  readonly #dotTones: Tone[];

  /** The font of the Linux console has no Braille, so lines have one dot in each character instead. */
  readonly #braille: boolean;

  constructor({ width, height }: PaneSize, braille = true) {
    this.#braille = braille;
    const cells = width * height;
    this.width = width;
    this.height = height;
    this.#text = Array(cells);
    this.#tones = Array<Tone>(cells).fill("muted");
    this.#dotTones = Array<Tone>(cells).fill("muted");
    this.#frames = new Uint8Array(cells);
    this.#heavy = new Uint8Array(cells);
    this.#dots = new Uint8Array(cells);
  }

  /** Draws a frame along the outermost characters. Adjacent frames share their lines. */
  frame({ x, y, width, height }: Area, tone: Tone, heavy = false): void {
    const [right, bottom] = [x + width - 1, y + height - 1];
    for (let at = x; at <= right; at++) {
      const bits = (at > x ? LEFT : 0) | (at < right ? RIGHT : 0);
      this.#line(at, y, bits, tone, heavy);
      this.#line(at, bottom, bits, tone, heavy);
    }
    for (let at = y; at <= bottom; at++) {
      const bits = (at > y ? UP : 0) | (at < bottom ? DOWN : 0);
      this.#line(x, at, bits, tone, heavy);
      this.#line(right, at, bits, tone, heavy);
    }
  }

  #line(x: number, y: number, bits: number, tone: Tone, heavy: boolean): void {
    const cell = this.#cell(x, y);
    if (cell === undefined) return;
    this.#frames[cell]! |= bits;
    if (heavy) this.#heavy[cell]! |= bits;
    if (heavy || this.#heavy[cell] === 0) this.#tones[cell] = tone;
    this.#text[cell] = undefined;
    this.#dots[cell] = 0;
  }

  clear({ x, y, width, height }: Area): void {
    for (let row = y; row < y + height; row++) {
      for (let column = x; column < x + width; column++) {
        const cell = this.#cell(column, row);
        if (cell === undefined) continue;
        this.#text[cell] = undefined;
        this.#dots[cell] = 0;
        this.#frames[cell] = 0;
        this.#heavy[cell] = 0;
      }
    }
  }

  /** Writes text, which is clipped and must be clean. */
  write(x: number, y: number, text: string, tone: Tone): void {
    let at = x;
    for (const { segment } of new Intl.Segmenter().segment(text)) {
      const wide = widthOf(segment);
      const cell = this.#cell(at, y);
      const last = this.#cell(at + wide - 1, y);
      if (wide > 0 && cell !== undefined && last !== undefined) {
        this.#text[cell] = segment;
        this.#tones[cell] = tone;
        for (let more = cell + 1; more <= last; more++) this.#text[more] = TAKEN;
      }
      at += wide;
    }
  }

  /** Draws a straight line. In Braille, a character has 2×4 dots. The coordinates are in characters. */
  dots(from: { x: number; y: number }, to: { x: number; y: number }, tone: Tone): void {
    let [x, y] = [Math.round(from.x * 2), Math.round(from.y * 4)];
    const [endX, endY] = [Math.round(to.x * 2), Math.round(to.y * 4)];
    const [wide, high] = [Math.abs(endX - x), Math.abs(endY - y)];
    const [stepX, stepY] = [Math.sign(endX - x), Math.sign(endY - y)];
    for (let error = wide - high; ; ) {
      this.#dot(x, y, tone);
      if (x === endX && y === endY) return;
      const twice = 2 * error;
      if (twice > -high) {
        error -= high;
        x += stepX;
      }
      if (twice < wide) {
        error += wide;
        y += stepY;
      }
    }
  }

  #dot(x: number, y: number, tone: Tone): void {
    const cell = this.#cell(x >> 1, y >> 2);
    if (cell === undefined) return;
    this.#dots[cell]! |= DOTS[x & 1]![y & 3]!;
    this.#dotTones[cell] = tone;
  }

  #cell(x: number, y: number): number | undefined {
    return x >= 0 && y >= 0 && x < this.width && y < this.height ? y * this.width + x : undefined;
  }

  lines(): Line[] {
    return Array.from({ length: this.height }, (_, y): Line => {
      const spans: Span[] = [];
      let run = "";
      let tone: Tone = "muted";
      for (let x = 0; x < this.width; x++) {
        const cell = y * this.width + x;
        const [text, its] = this.#cellText(cell);
        if (its !== tone && text !== " " && text !== TAKEN) {
          if (run !== "") spans.push(span(run, tone));
          run = "";
          tone = its;
        }
        run += text;
      }
      const rest = run.trimEnd();
      if (rest !== "") spans.push(span(rest, tone));
      return { spans };
    });
  }

  #cellText(cell: number): [text: string, tone: Tone] {
    const text = this.#text[cell];
    if (text !== undefined) return [text, this.#tones[cell]!];
    const [frame, heavy] = [this.#frames[cell]!, this.#heavy[cell]!];
    if (heavy > 0) return [HEAVY[heavy]!, this.#tones[cell]!];
    if (frame > 0) return [LINES[frame]!, this.#tones[cell]!];
    const dots = this.#dots[cell]!;
    if (dots === 0) return [" ", "muted"];
    return [this.#braille ? String.fromCharCode(BRAILLE + dots) : "·", this.#dotTones[cell]!];
  }
}
