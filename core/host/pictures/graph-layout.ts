/**
 * Computes a layered layout of a graph from left to right. It has its own thread, because the library takes a second for 200
 * nodes.
 */
import type { WorkerModule } from "../contract/define.ts";
import type { GraphLayout, LayoutRequest, Point } from "../contract/picture.ts";

export const LAYOUT_WORKER = "layout";

interface Box extends Point {
  width: number;
  height: number;
}

export async function layoutGraph({ boxes, edges, gaps }: LayoutRequest): Promise<GraphLayout> {
  const { graphlib, layout } = await import("@dagrejs/dagre");
  const graph = new graphlib.Graph();
  graph.setGraph({ rankdir: "LR", ranksep: gaps[0], nodesep: gaps[1], edgesep: gaps[2], ranker: "tight-tree" });
  boxes.forEach(([width, height], index) => {
    graph.setNode(String(index), { width, height });
  });
  for (const [from, to] of edges) graph.setEdge(String(from), String(to), {});
  layout(graph);
  const places = boxes.map(([width, height], index): Point => {
    const { x = 0, y = 0 } = graph.node(String(index));
    return { x: x - width / 2, y: y - height / 2 };
  });
  const boxAt = (index: number): Box => {
    const [width, height] = boxes[index] ?? [0, 0];
    return { ...(places[index] ?? { x: 0, y: 0 }), width, height };
  };
  const lines = edges.map(([from, to]): Point[] => {
    const { points = [] }: { points?: Point[] } = graph.edge(String(from), String(to));
    const inner = points.slice(1, -1).map(({ x, y }) => ({ x, y }));
    const [start, end] = [boxAt(from), boxAt(to)];
    const isBack = end.x < start.x;
    return [side(start, !isBack), ...inner, side(end, isBack)];
  });
  const { width = 0, height = 0 } = graph.graph();
  return { width, height, places, lines };
}

/** Returns the middle of the right or left side of a node. */
function side({ x, y, width, height }: Box, right: boolean): Point {
  return { x: right ? x + width : x, y: y + height / 2 };
}

export const layoutWorker: WorkerModule = { default: async (request: LayoutRequest) => await layoutGraph(request) };
