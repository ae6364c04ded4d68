/** Draws the components' lines on the terminal. Ink only lays out: for drawing it would split every character of the screen in each frame, and write lines relative to its own idea of the cursor. */
import type { DOMElement } from "ink";
import { asciiOf } from "../text/ascii.ts";
import { blankRow, type CellRow, overlay, parseLine } from "./cells.ts";
import type { PictureLayer } from "./picture-layer.ts";
import { screenChange } from "./screen-diff.ts";
import { createStyles } from "./styles.ts";

/** The painted lines of each box that has some. */
export type PaintedBoxes = Map<DOMElement, readonly string[]>;

export interface Surface {
  readonly boxes: PaintedBoxes;
  /** Sends changes; while the terminal has not taken the earlier output, it waits and then sends the newest. */
  draw(): void;
  /** After foreign output: the next frame draws everything. */
  forget(): void;
  /** Draws nothing until it ends, and removes the picture. */
  pause(): void;
  resume(): void;
}

export interface SurfaceOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string, done: () => void): unknown;
  /** It shows nothing else. */
  readonly ascii?: boolean;
  /** The picture over the cells. */
  readonly layer?: PictureLayer;
}

/** The terminal shows a frame whole, or not yet. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
/** Styles of pictures are many; all are forgotten before they fill the memory. */
const MOST_STYLES = 8192;

interface Segment {
  x: number;
  text: string;
}

interface ComposedFrame {
  columns: number;
  segments: readonly Segment[][];
  rows: CellRow[];
}

export function createSurface(output: SurfaceOutput): Surface {
  const { layer } = output;
  const boxes: PaintedBoxes = new Map();
  let styles = createStyles();
  let lastFrame: ComposedFrame | undefined;
  let lines = new Map<string, CellRow>();
  let sending = false;
  let wanted = false;
  let paused = false;

  /** Lines of the frame before are at hand: most are drawn again, elsewhere. */
  function parse(text: string, parsed: Map<string, CellRow>): CellRow {
    const cells = lines.get(text) ?? parsed.get(text) ?? parseLine(output.ascii ? asciiOf(text) : text, styles);
    parsed.set(text, cells);
    return cells;
  }

  function compose(columns: number, height: number): ComposedFrame {
    const segments = segmentsOf(boxes, height);
    const parsed = new Map<string, CellRow>();
    const known = lastFrame?.columns === columns && lastFrame.rows.length === height ? lastFrame : undefined;
    const rows = segments.map((parts, index) => {
      const before = known?.segments[index];
      if (before && sameSegments(before, parts)) return known!.rows[index]!;
      const row = blankRow(columns, styles);
      for (const { x, text } of parts) overlay(row, x, parse(text, parsed));
      return row;
    });
    // Lines of unchanged rows are reused; they may move in the next frame.
    for (const parts of segments) for (const { text } of parts) if (lines.has(text)) parsed.set(text, lines.get(text)!);
    lines = parsed;
    return { columns, segments, rows };
  }

  function draw() {
    if (paused) return;
    if (sending) {
      wanted = true;
      return;
    }
    if (styles.size > MOST_STYLES) forget();
    const { columns, rows } = output;
    const next = compose(columns, rows);
    const known = lastFrame?.columns === columns && lastFrame.rows.length === rows ? lastFrame.rows : undefined;
    const before = layer?.before(known === undefined) ?? "";
    const change = screenChange(known, next.rows, styles, layer?.allowsMoves() ?? true);
    const after = layer?.after((first, last) => !known || differ(known, next.rows, first, last)) ?? "";
    lastFrame = next;
    const frame = before + change + after;
    if (frame === "") return;
    sending = true;
    output.write(BEGIN + frame + END, () => {
      sending = false;
      if (!wanted) return;
      wanted = false;
      draw();
    });
  }

  function forget() {
    lastFrame = undefined;
    lines = new Map();
    styles = createStyles();
  }

  return {
    boxes,
    draw,
    forget,
    pause() {
      paused = true;
      const left = layer?.leave();
      if (left) output.write(left, () => {});
    },
    resume() {
      paused = false;
      forget();
    },
  };
}

/** Whether one of these lines is another. */
function differ(before: readonly CellRow[], after: readonly CellRow[], first: number, last: number): boolean {
  for (let row = first; row <= last; row++) if (before[row] !== after[row]) return true;
  return false;
}

function sameSegments(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every(({ x, text }, index) => x === b[index]!.x && text === b[index]!.text);
}

/** The painted lines of each screen line; later ones are on top. */
function segmentsOf(boxes: PaintedBoxes, height: number): Segment[][] {
  const segments: Segment[][] = Array.from({ length: height }, () => []);
  const visit = (node: DOMElement, left: number, top: number) => {
    const x = left + (node.yogaNode?.getComputedLeft() ?? 0);
    const y = top + (node.yogaNode?.getComputedTop() ?? 0);
    const lines = boxes.get(node) ?? [];
    for (let index = 0; index < lines.length; index++) {
      const text = lines[index]!;
      if (text !== "") segments[y + index]?.push({ x, text });
    }
    for (const child of node.childNodes) if (child.nodeName !== "#text") visit(child, x, y);
  };
  // All hang on the same root.
  const [first] = boxes.keys();
  if (first) visit(rootOf(first), 0, 0);
  return segments;
}

function rootOf(node: DOMElement): DOMElement {
  let root = node;
  while (root.parentNode) root = root.parentNode;
  return root;
}
