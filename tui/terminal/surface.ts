/**
 * Draws the lines of the components on the terminal. Ink only computes the layout, because its renderer would split
 * every character on the screen in each frame. Screens that need no layout are drawn without Ink, below its boxes.
 */
import type { DOMElement } from "ink";
import { asciiOf } from "../text/ascii.ts";
import { blankRow, type CellRow, overlay, parseLine } from "./cells.ts";
import type { PictureLayer } from "./picture-layer.ts";
import { screenChange } from "./screen-diff.ts";
import { createStyles } from "./styles.ts";

/** Painted lines at a position on the screen. */
export interface PlacedLines {
  x: number;
  y: number;
  lines: readonly string[];
}

/** The painted lines in each box. */
export type PaintedBoxes = Map<DOMElement, readonly string[]>;

export interface Surface {
  readonly boxes: PaintedBoxes;
  /**
   * Sends the changes. `base` is drawn below the boxes. If the terminal has not accepted the previous output yet, this
   * waits and then sends the latest frame.
   */
  draw(base?: readonly PlacedLines[]): void;
  /** Redraws everything in the next frame, after other programs have written to the terminal. */
  forget(): void;
  /** Removes the picture, and stops drawing until `resume` is called. */
  pause(): void;
  resume(): void;
  /** Draws the following frames on another output of the same terminal. */
  redirect(output: SurfaceOutput): void;
}

export interface SurfaceOutput {
  readonly columns: number;
  readonly rows: number;
  write(text: string, done: () => void): unknown;
  /** True if the terminal can only show ASCII. */
  readonly ascii?: boolean;
  /** The picture on top of the cells. */
  readonly layer?: PictureLayer | undefined;
}

/** Begin and end synchronized output, so that the terminal only shows whole frames. */
const BEGIN = "\u001b[?2026h";
const END = "\u001b[?2026l";
/** Pictures use many styles, so the table is cleared when it reaches this size. */
const MAX_STYLES = 8192;

interface Segment {
  x: number;
  text: string;
}

interface ComposedFrame {
  columns: number;
  segments: readonly Segment[][];
  rows: CellRow[];
  /** False if the line is cut or contains characters whose width is uncertain. */
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

  /** Returns the cells of a line. Lines of the previous frame are cached, because most do not change. */
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
    // Keep the lines of unchanged rows, because they may move in the next frame.
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

  /** Returns the lines in their painted form, which is faster than comparing cells with blank ones. */
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

/** Returns true if any of these lines differ. */
function differ(before: readonly CellRow[], after: readonly CellRow[], first: number, last: number): boolean {
  for (let row = first; row <= last; row++) if (before[row] !== after[row]) return true;
  return false;
}

function sameSegments(a: readonly Segment[], b: readonly Segment[]): boolean {
  return a.length === b.length && a.every(({ x, text }, index) => x === b[index]!.x && text === b[index]!.text);
}

/** Returns the painted lines for each line of the screen. Later ones are on top. */
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
  // All boxes have the same root.
  const [first] = boxes.keys();
  if (first) visit(rootOf(first), 0, 0);
  return segments;
}

function rootOf(node: DOMElement): DOMElement {
  let root = node;
  while (root.parentNode) root = root.parentNode;
  return root;
}
