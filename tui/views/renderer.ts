/**
 * Defines the interface of all renderers, which turn the rows of an answer into lines. A renderer doesn't produce all lines in
 * advance. It returns their number and renders those that are on the screen. Each kind of view has one file, and `mod.ts` lists
 * them.
 */
import type { ChartKind, Media, Row, View, ViewKind } from "../../core/host/frontend-api.ts";
import type { Line, Span } from "../text/line.ts";
import type { ImageLoader } from "./image-loader.ts";
import type { LayoutLoader } from "./layout-loader.ts";
import type { Picture } from "./picture-window.ts";

export interface Sort {
  column: string;
  descending: boolean;
}

export type RendererName = Exclude<ViewKind, "chart"> | ChartKind | "image";

/** The changes that the user made to a view. */
export interface Arrangement {
  /** The keys of the lines that are folded. */
  folded: ReadonlySet<string>;
  sort?: Sort;
  /** The renderer, if there is a choice. */
  renderer?: RendererName;
  /** The changes of widths in characters. */
  widths: Readonly<Record<string, number>>;
  /** The hunks that aren't selected. */
  leftOut?: ReadonlySet<number>;
}

export interface RenderInput {
  view: View;
  arrangement: Arrangement;
  /** The width in columns. */
  width: number;
  /** Returns the path relative to its root. */
  shorten(path: string): string;
  /** Highlights lines. They have no colors until the highlighter is ready. */
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  /** The media that we can show. */
  media: readonly Media[];
  image: ImageLoader["image"];
  encoded: ImageLoader["encoded"];
  /** False on terminals without colors, or if colors are turned off. */
  colored: boolean;
  /** True if the font has Braille. */
  braille: boolean;
  /** Returns the positions of nodes. */
  layout: LayoutLoader["layout"];
  /** Returns the language by extension. */
  languageOf(path: string): string | undefined;
}

/** A view that renders its lines on demand, so that ten thousand rows cost no more than the forty on the screen. */
export interface RenderedView {
  count: number;
  /** The lines of the header, which don't scroll with the others. */
  head: Line[];
  line(index: number): Line;
  /** Returns the row for jumps, the preview and the editor. */
  row(index: number): Row | undefined;
  /** Returns the text for a search, if there is a faster way than rendering. */
  text?(index: number): string;
  fold?(index: number): string | undefined;
  /** Only set for two-dimensional views, whose lines are the items. */
  picture?: Picture;
  /** The columns that can be sorted. */
  columns?: string[];
}

export type Renderer = (input: RenderInput) => RenderedView;
