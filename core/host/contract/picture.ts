/** Types for images and graph layouts that frontends request. */

export type PictureForm = "png" | "sixel";

export interface EncodedImage extends Pick<SmallImage, "width" | "height" | "of"> {
  /** A PNG in base64, or a complete sixel sequence. */
  data: string;
}

export interface SmallImage {
  width: number;
  height: number;
  /** Three bytes per pixel, row by row. */
  rgb: Uint8Array;
  /** Size of the original image. */
  of: { width: number; height: number };
}

export interface LayoutRequest {
  /** Width and height of each node, in any unit. */
  boxes: [width: number, height: number][];
  /** Edges as indexes of nodes. */
  edges: [from: number, to: number][];
  /** Space between two layers, between two nodes of a layer, and between two edges that cross it. */
  gaps: [layer: number, node: number, edge: number];
}

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  /** Top left corner of each node. */
  places: Point[];
  /** Bends of each edge, in order from its first node to its second. */
  lines: Point[][];
}
