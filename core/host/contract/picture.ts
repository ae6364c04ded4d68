/** Describes the images and graph layouts that frontends request. */

export type PictureForm = "png" | "sixel";

export interface EncodedImage extends Pick<SmallImage, "width" | "height" | "of"> {
  /** A PNG as base64, or a complete sixel sequence. */
  data: string;
}

export interface SmallImage {
  width: number;
  height: number;
  /** Row by row with three bytes per pixel. */
  rgb: Uint8Array;
  /** The original size. */
  of: { width: number; height: number };
}

export interface LayoutRequest {
  /** The [width, height] of each node in any unit. */
  boxes: [width: number, height: number][];
  /** Edges between the indexes of nodes. */
  edges: [from: number, to: number][];
  /** The gaps between layers, between the nodes of a layer, and between edges that cross it. */
  gaps: [layer: number, node: number, edge: number];
}

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  /** The top left corners. */
  places: Point[];
  /** The bends of each edge, from its first node to its second. */
  lines: Point[][];
}
