/** Types of pictures and of graph layouts, as frontends ask for them. */

export type PictureForm = "png" | "sixel";

export interface EncodedImage extends Pick<SmallImage, "width" | "height" | "of"> {
  /** Base64 of a PNG, or the sixels with what begins and ends them. */
  data: string;
}

export interface SmallImage {
  width: number;
  height: number;
  /** Three bytes a pixel, row by row. */
  rgb: Uint8Array;
  /** Size of the picture itself. */
  of: { width: number; height: number };
}

export interface LayoutRequest {
  /** Width and height of each node, in whatever unit. */
  boxes: [width: number, height: number][];
  /** Numbers of nodes. */
  edges: [from: number, to: number][];
  /** Room between two layers, between two nodes of a layer, and between two edges that pass through it. */
  gaps: [layer: number, node: number, edge: number];
}

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  /** The upper left corner of each node. */
  places: Point[];
  /** The bends of each edge, from the one node's side to the other's. */
  lines: Point[][];
}
