/** Images and graph layouts, as requested by frontends. */

export type PictureForm = "png" | "sixel";

export interface EncodedImage extends Pick<SmallImage, "width" | "height" | "of"> {
  /** PNG as base64, or an entire sixel sequence */
  data: string;
}

export interface SmallImage {
  width: number;
  height: number;
  /** Row by row, three bytes a pixel */
  rgb: Uint8Array;
  /** Original size */
  of: { width: number; height: number };
}

export interface LayoutRequest {
  /** [width, height] of every node, in any unit */
  boxes: [width: number, height: number][];
  /** Edges between node indexes */
  edges: [from: number, to: number][];
  /** Gaps between layers, between nodes of a layer, and between edges crossing it */
  gaps: [layer: number, node: number, edge: number];
}

export interface Point {
  x: number;
  y: number;
}

export interface GraphLayout {
  width: number;
  height: number;
  /** Top left corners */
  places: Point[];
  /** Bends of each edge, from its first node to its second */
  lines: Point[][];
}
