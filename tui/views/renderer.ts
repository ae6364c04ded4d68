/** The interface of the renderers, which convert rows to lines. There is one file per kind, and `mod.ts` lists them. */
import type { ChartKind, Media, Row, View, ViewKind } from "../../core/host/frontend-api.ts";
import type { Line, Span } from "../text/line.ts";
import type { ImageLoader } from "./image-loader.ts";
import type { LayoutLoader } from "./layout-loader.ts";
import type { Picture } from "./picture-window.ts";

export interface Sort {
  column: string;
  descending: boolean;
}

/** The ways in which an answer can be rendered. */
export type RendererName = Exclude<ViewKind, "chart"> | ChartKind | "image";

/** The user's changes to how a result is rendered. */
export interface Arrangement {
  /** The keys of folded lines. */
  folded: ReadonlySet<string>;
  sort?: Sort;
  /** The selected renderer, if an answer has several. */
  renderer?: RendererName;
  /** Changes to the widths of columns, in characters. */
  widths: Readonly<Record<string, number>>;
  /** The hunks of a plan that are deselected. */
  leftOut?: ReadonlySet<number>;
}

export interface RenderInput {
  view: View;
  arrangement: Arrangement;
  /** The width of the pane in columns. */
  width: number;
  /** Formats a path for display, relative to its root. */
  shorten(path: string): string;
  /** Converts lines of code to spans, which are plain until the highlighter has been loaded. */
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  /** The pictures in the answer that can be shown. */
  media: readonly Media[];
  image: ImageLoader["image"];
  encoded: ImageLoader["encoded"];
  /** False if the terminal has no colors or they are turned off. */
  colored: boolean;
  /** False if the font of the terminal has no Braille. */
  braille: boolean;
  /** Returns the positions of a graph's nodes. */
  layout: LayoutLoader["layout"];
  /** Returns the language of a file by its extension. */
  languageOf(path: string): string | undefined;
}

/**
 * A rendered view. Its lines are created on demand, so that ten thousand rows take no longer than the forty on the
 * screen.
 */
export interface RenderedView {
  count: number;
  /** Lines that stay at the top when the rest scrolls. */
  head: Line[];
  line(index: number): Line;
  /** Returns the row that a line belongs to, for jumps, the preview and the editor. */
  row(index: number): Row | undefined;
  /** Returns the text of a line for searching, if that is faster than rendering the line. */
  text?(index: number): string;
  /** Returns the key that is folded or unfolded at this line. */
  fold?(index: number): string | undefined;
  /** Set for two-dimensional views, whose lines are the items. */
  picture?: Picture;
  /** The columns by which a table can be sorted. */
  columns?: string[];
}

export type Renderer = (input: RenderInput) => RenderedView;
