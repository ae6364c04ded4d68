/** The interface of a view's renderer: rows in, lines out. One file per kind; `mod.ts` lists them. */
import type { ChartKind, Media, Row, View, ViewKind } from "../../core/host/frontend-api.ts";
import type { Line, Span } from "../text/line.ts";
import type { ImageLoader } from "./image-loader.ts";
import type { LayoutLoader } from "./layout-loader.ts";
import type { Picture } from "./picture-window.ts";

export interface Sort {
  column: string;
  descending: boolean;
}

/** How an answer can be drawn. */
export type RendererName = Exclude<ViewKind, "chart"> | ChartKind | "image";

/** The user's changes to the drawing of a result. */
export interface Arrangement {
  /** Keys of folded lines. */
  folded: ReadonlySet<string>;
  sort?: Sort;
  /** The choice among several drawings of an answer. */
  renderer?: RendererName;
  /** Changes of column widths, in characters. */
  widths: Readonly<Record<string, number>>;
  /** Hunks of a plan that are deselected. */
  leftOut?: ReadonlySet<number>;
}

export interface RenderInput {
  view: View;
  arrangement: Arrangement;
  /** Columns of the pane. */
  width: number;
  /** Formats a path for display, relative to its root. */
  shorten(path: string): string;
  /** Lines of code as spans; plain until the highlighter has loaded. */
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  /** Pictures of the answer that can be shown. */
  media: readonly Media[];
  image: ImageLoader["image"];
  encoded: ImageLoader["encoded"];
  /** False: the terminal has no colors, or they are off. */
  colored: boolean;
  /** False: the terminal's font has no Braille. */
  braille: boolean;
  /** Positions of a graph's nodes. */
  layout: LayoutLoader["layout"];
  /** The language of a file by its ending. */
  languageOf(path: string): string | undefined;
}

/** A drawn view: lines are made on demand, so that ten thousand rows cost no more than the forty on the screen. */
export interface RenderedView {
  count: number;
  /** Lines that stay above when the rest scrolls. */
  head: Line[];
  line(index: number): Line;
  /** The row of a line, for jumps, preview and the editor. */
  row(index: number): Row | undefined;
  /** The line's text for searching, if it is cheaper than the line. */
  text?(index: number): string;
  /** The key that folds or unfolds at this line. */
  fold?(index: number): string | undefined;
  /** Set for two-dimensional views, whose lines are the items. */
  picture?: Picture;
  /** The columns that a table can be sorted by. */
  columns?: string[];
}

export type Renderer = (input: RenderInput) => RenderedView;
