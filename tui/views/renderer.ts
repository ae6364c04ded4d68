/**
 * The interface of all renderers, which turn an answer's rows into lines. A renderer doesn't produce all lines up
 * front: it says how many there are and renders those that are on screen. There's one file per kind of view, and
 * `mod.ts` lists them.
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

/** User tweaks to a view. */
export interface Arrangement {
  /** Keys of folded lines. */
  folded: ReadonlySet<string>;
  sort?: Sort;
  /** If there's a choice. */
  renderer?: RendererName;
  /** Deltas, in characters. */
  widths: Readonly<Record<string, number>>;
  /** Deselected hunks. */
  leftOut?: ReadonlySet<number>;
}

export interface RenderInput {
  view: View;
  arrangement: Arrangement;
  /** In columns. */
  width: number;
  /** Relative to its root. */
  shorten(path: string): string;
  /** Plain until the highlighter is ready. */
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  /** Those we can show. */
  media: readonly Media[];
  image: ImageLoader["image"];
  encoded: ImageLoader["encoded"];
  /** Off on terminals without colors, or if turned off. */
  colored: boolean;
  /** Does the font have Braille? */
  braille: boolean;
  /** Node positions. */
  layout: LayoutLoader["layout"];
  /** By extension. */
  languageOf(path: string): string | undefined;
}

/** Lazy: lines are made on demand. Ten thousand rows cost no more than the forty on screen. */
export interface RenderedView {
  count: number;
  /** Header lines, which don't scroll with the rest. */
  head: Line[];
  line(index: number): Line;
  /** For jumps, preview and editor. */
  row(index: number): Row | undefined;
  /** Shortcut for searching, if there's a faster way than rendering. */
  text?(index: number): string;
  fold?(index: number): string | undefined;
  /** 2D views only. Their lines are the items. */
  picture?: Picture;
  /** Sortable columns. */
  columns?: string[];
}

export type Renderer = (input: RenderInput) => RenderedView;
