/**
 * Draws to the terminal. We only use Ink for the layout, since its renderer splits up every character on the screen for each
 * frame. Components paint their lines into boxes, which we compose into rows of cells. Then we send the difference to the
 * previous frame. Screens that don't need a layout don't use Ink at all, and are drawn below its boxes.
 */
import type { DOMElement } from "ink";
import { asciiOf } from "../text/ascii.ts";
import { blankRow, type CellRow, overlay, parseLine } from "./cells.ts";
import type { PictureLayer } from "./picture-layer.ts";
import { screenChange } from "./screen-diff.ts";
import { createStyles } from "./styles.ts";

export interface PlacedLines {
  x: number;
  y: number;
  lines: readonly string[];
}

/** The painted lines of each box. */
export type PaintedBoxes = Map<DOMElement, readonly string[]>;

export interface Surface {
  readonly boxes: PaintedBoxes;
  /**
   * Sends the difference to the previous frame. If the terminal is still busy with the previous output, we wait and send the
   * latest frame, without those in between. `base` is drawn below the boxes.
   */
  draw(base?: readonly PlacedLines[]): void;
  /** Makes the next frame draw everything, because other programs have written to the terminal. */
  forget(): void;
  /** Stops drawing until `resume` is called. This also removes the picture. */
  pause(): void;
  resume(): void;
  /** Changes to another stream of the same terminal. */
  redirect(output: SurfaceOutput): void;
}

export interface SurfaceOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string, done: () => void): unknown;
  readonly ascii?: boolean;
  /** The layer on top of the cells. */
  readonly layer?: PictureLayer | undefined;
}

/** With synchronized output, the terminal never shows half of a frame. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
/** Pictures use many styles, so we clear the table at this size. */
const MAX_STYLES = 8192;

interface Segment {
  x: number;
  text: string;
}

interface ComposedFrame {
  columns: number;
  segments: readonly Segment[][];
  rows: CellRow[];
  /** True if the line is neither truncated nor of uncertain width. */
  isPlain: boolean;
}

export function createSurface(first: SurfaceOutput): Surface {
  let output = first;
  const boxes: PaintedBoxes = new Map();
  let styles = createStyles();
  let lastFrame: ComposedFrame | undefined;
  let lines = new Map<string, CellRow>();
  let sending = false;
  let wanted: readonly PlacedLines[] | undefined;
  let paused = false;

  /** Parses a line. Because most lines don't change between frames, those of the previous frame are cached. */
  function parse(text: string, parsed: Map<string, CellRow>): CellRow {
    const cells = lines.get(text) ?? parsed.get(text) ?? parseLine(output.ascii ? asciiOf(text) : text, styles);
    parsed.set(text, cells);
    return cells;
  }

  function compose(columns: number, height: number, base: readonly PlacedLines[]): ComposedFrame {
    const segments = segmentsOf(boxes, height, base);
    const parsed = new Map<string, CellRow>();
    const known = lastFrame?.columns === columns && lastFrame.rows.length === height ? lastFrame : undefined;
    let isPlain = true;
    const rows = segments.map((parts, index) => {
      const before = known?.segments[index];
      if (before && sameSegments(before, parts)) return known!.rows[index]!;
      const row = blankRow(columns, styles);
      for (const { x, text } of parts) {
        const cells = parse(text, parsed);
        if (cells.disputed || x + cells.texts.length > columns) isPlain = false;
        overlay(row, x, cells);
      }
      return row;
    });
    // We keep the lines of rows that haven't changed, because they may move in the next frame.
    for (const parts of segments) for (const { text } of parts) if (lines.has(text)) parsed.set(text, lines.get(text)!);
    lines = parsed;
    return { columns, segments, rows, isPlain };
  }

  function draw(base: readonly PlacedLines[] = []) {
    if (paused) return;
    if (sending) {
      wanted = base;
      return;
    }
    if (styles.size > MAX_STYLES) forget();
    const { columns, rows } = output;
    const next = compose(columns, rows, base);
    const known = lastFrame?.columns === columns && lastFrame.rows.length === rows ? lastFrame.rows : undefined;
    const { layer } = output;
    const before = layer?.before(known === undefined) ?? "";
    const change =
      known || !next.isPlain ? screenChange(known, next.rows, styles, layer?.allowsMoves() ?? true) : wholeScreen(next);
    const after = layer?.after((first, last) => !known || differ(known, next.rows, first, last)) ?? "";
    lastFrame = next;
    const frame = before + change + after;
    if (frame === "") return;
    sending = true;
    output.write(BEGIN + frame + END, () => {
      sending = false;
      const latest = wanted;
      wanted = undefined;
      if (latest) draw(latest);
    });
  }

  /** This is faster than comparing cells to blanks. */
  function wholeScreen({ segments }: ComposedFrame): string {
    const sent = segments.flatMap((parts, row) =>
      parts.map(({ x, text }) => `\u001b[${row + 1};${x + 1}H${output.ascii ? asciiOf(text) : text}`),
    );
    return `\u001b[m\u001b[2J${sent.join("")}`;
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
      const left = output.layer?.leave();
      if (left) output.write(left, () => {});
    },
    resume() {
      paused = false;
      forget();
    },
    redirect(next) {
      output = next;
    },
  };
}

function differ(before: readonly CellRow[], after: readonly CellRow[], first: number, last: number): boolean {
  for (let row = first; row <= last; row++) if (before[row] !== after[row]) return true;
  return false;
}

function sameSegments(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every(({ x, text }, index) => x === b[index]!.x && text === b[index]!.text);
}

/** Returns the segments by line of the screen. Later ones are on top. */
function segmentsOf(boxes: PaintedBoxes, height: number, base: readonly PlacedLines[]): Segment[][] {
  const segments: Segment[][] = Array.from({ length: height }, () => []);
  for (const { x, y, lines } of base) {
    for (const [index, text] of lines.entries()) if (text !== "") segments[y + index]?.push({ x, text });
  }
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
  // All of them have the same root.
  const [first] = boxes.keys();
  if (first) visit(rootOf(first), 0, 0);
  return segments;
}

function rootOf(node: DOMElement): DOMElement {
  let root = node;
  while (root.parentNode) root = root.parentNode;
  return root;
}
