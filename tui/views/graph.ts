/** Draws graphs. Nodes are boxes in layers from left to right, and edges are lines in Braille between them. */
import {
  type Graph,
  type GraphLayout,
  graphOf,
  graphRequest,
  type LayoutRequest,
  type Point,
} from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cut, type Line, line, lineWidth, span, type Tone, widthOf } from "../text/line.ts";
import { Canvas } from "./canvas.ts";
import { type Area, type Direction, nearest, type PaneSize, type Picture, windowOn } from "./picture-window.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";
import { toneOf } from "./text.ts";

/** Names get more than this if three boxes fit next to each other. */
const MIN_NAME = 28;
const BOXES_IN_SIGHT = 3;
/**
 * The columns between layers, the rows between nodes, and the rows between edges. If there were fewer, you couldn't distinguish
 * the edges.
 */
const GAPS = { framed: [6, 1, 0.5], bare: [6, 0, 0.5] } as const satisfies Record<string, LayoutRequest["gaps"]>;
/** If there are more nodes than this, we leave out the frames, because plain words only take a third of the rows. */
const FRAMED = { nodes: 16, width: 50 };

export function graph({ view, width, shorten, layout, braille }: RenderInput): RenderedView {
  const whole = graphOf(view.rows);
  const longest = Math.max(MIN_NAME, Math.floor(width / BOXES_IN_SIGHT) - GAPS.framed[0] - 4);
  const names = whole.nodes.map(({ name }) => cut(clean(shorten(name)), longest, "start"));
  const framed = whole.nodes.length <= FRAMED.nodes && width >= FRAMED.width;
  const request = graphRequest(whole, () => [1, 1], [...GAPS[framed ? "framed" : "bare"]]);
  request.boxes = names.map((name) => [widthOf(name) + (framed ? 4 : 2), framed ? 3 : 1]);
  const placed = layout(view.rows, request);
  const rowOf = (index: number) => view.rows[whole.nodes[index]?.row ?? -1];
  const rendered: RenderedView = {
    count: whole.nodes.length,
    head: [],
    line: (index) => (names[index] === undefined ? line() : line(names[index])),
    row: rowOf,
    text: (index) => whole.nodes[index]?.name ?? "",
  };
  if (placed === "waiting") return { ...rendered, picture: saying("Laying out the graph…", "muted") };
  if (typeof placed === "string") return { ...rendered, picture: saying(placed, "error") };
  const toneAt = (index: number): Tone => toneOf(rowOf(index) ?? { tone: "muted" });
  return { ...rendered, picture: pictureOf({ graph: whole, names, framed, braille, toneAt }, placed, request) };
}

interface Shown {
  graph: Graph;
  names: readonly string[];
  framed: boolean;
  braille: boolean;
  toneAt(index: number): Tone;
}

function pictureOf(shown: Shown, layout: GraphLayout, { boxes }: LayoutRequest): Picture {
  const { graph, names } = shown;
  const areas = layout.places.map(
    ({ x, y }, index): Area => ({
      x: Math.round(x),
      y: Math.round(y),
      width: boxes[index]![0],
      height: boxes[index]![1],
    }),
  );
  const whole = { width: Math.round(layout.width), height: Math.round(layout.height) };
  const lines = layout.lines.map((points, index) => edgeLine(points, areas, graph.edges[index]!));
  const inSight = (cursor: number, scroll: Point, { width, height }: PaneSize): Point => {
    const area = areas[cursor] ?? { x: 0, y: 0, width: 0, height: 0 };
    return {
      x: windowOn(area.x, area.width, scroll.x, width, whole.width),
      y: windowOn(area.y, area.height, scroll.y, Math.max(1, height - 1), whole.height),
    };
  };
  return {
    inSight,
    lines(cursor, scroll, pane) {
      const from = inSight(cursor, scroll, pane);
      const canvas = new Canvas({ width: pane.width, height: Math.max(1, pane.height - 1) }, shown.braille);
      const touches = ({ from: a, to: b }: Graph["edges"][number]) => a === cursor || b === cursor;
      // The edges of the selected node come last, so that they are on top.
      for (const own of [false, true]) {
        graph.edges.forEach((edge, index) => {
          if (touches(edge) === own) drawEdge(canvas, lines[index]!, from, toneOfEdge(edge.circular, own));
        });
      }
      areas.forEach((area, index) => {
        const moved = { ...area, x: area.x - from.x, y: area.y - from.y };
        drawNode(canvas, moved, names[index]!, shown.framed, index === cursor ? "chosen" : shown.toneAt(index));
      });
      for (const own of [false, true]) {
        graph.edges.forEach((edge, index) => {
          if (touches(edge) === own) drawHead(canvas, lines[index]!, from, toneOfEdge(edge.circular, own));
        });
      }
      return [...canvas.lines(), status(graph, cursor, pane.width, hidden(whole, from, pane))];
    },
    toward(cursor, direction) {
      const along = neighbors(graph, cursor, areas, direction);
      const areasOf =
        along.length > 0 ? areas.map((area, at) => (at === cursor || along.includes(at) ? area : undefined)) : areas;
      return nearest(areasOf, cursor, direction);
    },
    at(x, y, cursor, scroll, pane) {
      const from = inSight(cursor, scroll, pane);
      const found = areas.findIndex(
        (area) =>
          x + from.x >= area.x &&
          x + from.x < area.x + area.width &&
          y + from.y >= area.y &&
          y + from.y < area.y + area.height,
      );
      return found < 0 ? undefined : found;
    },
  };
}

/** Returns the neighbors. Left and right follow edges, as long as there are any. */
function neighbors({ edges }: Graph, cursor: number, areas: readonly Area[], direction: Direction): number[] {
  if (direction === "up" || direction === "down") return [];
  const own = areas[cursor];
  const tied = edges.flatMap(({ from, to }) => (from === cursor ? [to] : to === cursor ? [from] : []));
  return tied.filter((at) => own && (direction === "left" ? areas[at]!.x < own.x : areas[at]!.x > own.x));
}

interface EdgeLine {
  points: Point[];
  /** An arrowhead, which is true if it points to the left. */
  head: Point;
  back: boolean;
}

/** Draws an edge from side to side through the bends of the layout. The coordinates are in characters. */
function edgeLine(points: readonly Point[], areas: readonly Area[], { from, to }: Graph["edges"][number]): EdgeLine {
  const [a, b] = [areas[from]!, areas[to]!];
  const back = b.x < a.x;
  const middle = ({ y, height }: Area) => y + Math.floor(height / 2) + 0.5;
  const start: Point = { x: back ? a.x - 0.5 : a.x + a.width, y: middle(a) };
  const head: Point = { x: back ? b.x + b.width : b.x - 1, y: Math.floor(middle(b)) };
  const end: Point = { x: back ? head.x + 1 : head.x - 0.5, y: middle(b) };
  return { points: [start, ...points.slice(1, -1), end], head, back };
}

function drawEdge(canvas: Canvas, { points }: EdgeLine, { x, y }: Point, tone: Tone): void {
  for (let at = 1; at < points.length; at++) {
    const [from, to] = [points[at - 1]!, points[at]!];
    canvas.dots({ x: from.x - x, y: from.y - y }, { x: to.x - x, y: to.y - y }, tone);
  }
}

function drawHead(canvas: Canvas, { head, back }: EdgeLine, { x, y }: Point, tone: Tone): void {
  canvas.write(head.x - x, head.y - y, back ? "◂" : "▸", tone);
}

function toneOfEdge(circular: boolean, own: boolean): Tone {
  return circular ? "error" : own ? "accent" : "muted";
}

function drawNode(canvas: Canvas, area: Area, name: string, framed: boolean, tone: Tone | "chosen"): void {
  canvas.clear(area);
  const chosen = tone === "chosen";
  if (!framed) {
    canvas.write(area.x, area.y, chosen ? `▐${name}▌` : ` ${name} `, chosen ? "accent" : tone);
    return;
  }
  canvas.frame(area, chosen ? "accent" : "muted", chosen);
  canvas.write(area.x + 2, area.y + 1, name, chosen ? "accent" : tone);
}

function status({ nodes, edges, left }: Graph, cursor: number, width: number, more: string): Line {
  const into = edges.filter(({ to }) => to === cursor).length;
  const out = edges.filter(({ from }) => from === cursor).length;
  const circular = edges.some((edge) => edge.circular && (edge.from === cursor || edge.to === cursor));
  const rest = left > 0 ? ` · ${left.toLocaleString("en")} nodes are not drawn` : "";
  const counts = line(
    span(`  ${into} in, ${out} out`, "muted"),
    ...(circular ? [span(" · in a cycle", "error")] : []),
    span(rest, "warning"),
    span(more, "muted"),
  );
  const name = nodes[cursor]?.name ?? "";
  return { spans: [span(cut(name, Math.max(8, width - lineWidth(counts)), "start"), "title"), ...counts.spans] };
}

/** Returns the directions in which there is more to see. */
function hidden(whole: PaneSize, from: Point, { width, height }: PaneSize): string {
  const ways = [
    from.x > 0 ? "←" : "",
    from.y > 0 ? "↑" : "",
    from.y + height - 1 < whole.height ? "↓" : "",
    from.x + width < whole.width ? "→" : "",
  ].join("");
  return ways === "" ? "" : ` · more ${ways}`;
}

function saying(text: string, tone: Tone): Picture {
  return {
    lines: (_, __, { height }) =>
      Array.from({ length: height }, (_, at) => (at === 0 ? line(span(text, tone)) : line())),
    toward: (cursor) => cursor,
    inSight: (_, scroll) => scroll,
    at: () => undefined,
  };
}
