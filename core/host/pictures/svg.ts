/**
 * Draws charts and graphs as SVG. The result is safe to show, because names are escaped as text and there are no scripts, links
 * or external resources.
 */
import type { ChartKind, Row, Size, View } from "../contract/outcome.ts";
import type { GraphLayout, LayoutRequest } from "../contract/picture.ts";
import { type Graph, graphOf } from "./row-graph.ts";
import { type Tile, treemapOf } from "./treemap-layout.ts";

export type PictureKind = ChartKind | "graph";

const INK = "#24292f";
const FAINT = "#656d76";
const LINE = "#8c959f";
const ALARM = "#b3261e";
/** The [fill, stroke] of each group. */
const FILLS: readonly [string, ...string[]] = [
  "#d0e3ff",
  "#d7f0dc",
  "#ffe3c2",
  "#eadcff",
  "#ffd9dc",
  "#d3f1f1",
  "#f2ecc0",
  "#e4e7eb",
];
const FONT = 12;
/** The width of a monospaced character. */
const LETTER = FONT * 0.61;
const PAPER = { width: 960, height: 600 };
const HEAD = 30;
const MARGIN = 12;
const LONGEST_NAME = 40;
const BAR = { height: 18, gap: 4, most: 1000 };

/** Returns the pictures that can be drawn for a view. The first one is preferred. */
export function picturesOf({ rows, chart }: View): PictureKind[] {
  const charts: PictureKind[] = chart?.as === "bars" ? ["bars"] : ["treemap", "bars"];
  const sized = rows.filter(({ size }) => size && size.value > 0).length;
  const linked = rows.some(({ node }) => node?.to || node?.from);
  return [...(sized > 1 ? charts : []), ...(linked ? ["graph" as const] : [])];
}

/**
 * Draws a view as an SVG document.
 * @param layout - Computes the layout, which is only used for graphs
 */
export async function svgOf(
  view: View,
  kind: PictureKind,
  title: string,
  layout: (request: LayoutRequest) => Promise<GraphLayout>,
): Promise<string> {
  if (kind === "graph") {
    const graph = graphOf(view.rows);
    const request = graphRequest(graph, (name) => [textWidth(shown(name)) + 20, 28], [60, 12, 8]);
    return graphSvg(graph, request, await layout(request), view.rows, title);
  }
  const sizes = view.rows.flatMap(({ size }) => (size ? [size] : []));
  const counted = view.chart?.unit === undefined ? title : `${title} · ${view.chart.unit}`;
  return kind === "bars" ? barsSvg(sizes, counted) : treemapSvg(sizes, counted);
}

export function graphRequest(
  { nodes, edges }: Graph,
  box: (name: string) => [width: number, height: number],
  gaps: LayoutRequest["gaps"],
): LayoutRequest {
  return { boxes: nodes.map(({ name }) => box(name)), edges: edges.map(({ from, to }) => [from, to]), gaps };
}

function treemapSvg(sizes: readonly Size[], title: string): string {
  const { width, height } = PAPER;
  const tiles = treemapOf(sizes, {
    width: width - 2 * MARGIN,
    height: height - HEAD - MARGIN,
    aspect: 1,
    frame: { width: 60, height: 40 },
    head: 18,
    inset: 3,
  });
  const colours = new Map<string, string>();
  const colourOf = ({ within = [] }: Size) => {
    const group = within.join("/");
    const colour = colours.get(group) ?? FILLS[colours.size % FILLS.length] ?? FILLS[0];
    colours.set(group, colour);
    return colour;
  };
  const parts = tiles.map((tile) => {
    const size = sizes[tile.item];
    return size ? tileSvg(tile, size, colourOf(size)) : "";
  });
  return document(width, height, title, `<g transform="translate(${MARGIN} ${HEAD})">${parts.join("\n")}</g>`);
}

function tileSvg({ x, y, width, height, group }: Tile, { name, value }: Size, colour: string): string {
  if (group !== undefined) {
    const label = width >= 60 && height >= 40 ? text(x + 4, y + 13, fitting(group, width - 8), FAINT) : "";
    return `${rect({ x, y, width, height }, "none", LINE)}${label}`;
  }
  const about = `<title>${escaped(`${name}: ${value.toLocaleString("en")}`)}</title>`;
  const label = height >= FONT + 4 ? text(x + 4, y + 14, fitting(name, width - 8)) : "";
  const more = height >= 2 * FONT + 8 ? text(x + 4, y + 30, fitting(value.toLocaleString("en"), width - 8), FAINT) : "";
  return `<g>${about}${rect({ x, y, width, height }, colour, "#ffffff")}${label}${more}</g>`;
}

function barsSvg(all: readonly Size[], title: string): string {
  const sizes = all.slice(0, BAR.most);
  const most = sizes.reduce((top, { value }) => Math.max(top, value), 1);
  const named = sizes.map(({ within = [], name, value }) => ({ name: shown([...within, name].join("/")), value }));
  const lead = named.reduce((widest, { name }) => Math.max(widest, textWidth(name)), 0) + 2 * MARGIN;
  const room = PAPER.width - lead - 90;
  const bars = named.map(({ name, value }, index) => {
    const y = HEAD + index * (BAR.height + BAR.gap);
    const width = (room * value) / most;
    const bar = rect({ x: lead, y, width, height: BAR.height }, FILLS[0], "#0550ae");
    const number = text(lead + width + 6, y + 13, value.toLocaleString("en"), FAINT);
    return `${text(MARGIN, y + 13, name)}${bar}${number}`;
  });
  const left = all.length - sizes.length;
  const end = HEAD + sizes.length * (BAR.height + BAR.gap) + FONT;
  if (left > 0) bars.push(text(MARGIN, end, `and ${left.toLocaleString("en")} more`, FAINT));
  return document(PAPER.width, end + MARGIN, title, bars.join("\n"));
}

function graphSvg(
  { nodes, edges, left }: Graph,
  { boxes }: LayoutRequest,
  { width, height, places, lines }: GraphLayout,
  rows: readonly Row[],
  title: string,
): string {
  const paths = lines.map((points, index) => {
    const [first, ...rest] = points.map(({ x, y }) => `${round(x)} ${round(y)}`);
    if (first === undefined) return "";
    const circular = edges[index]?.circular;
    const stroke = circular ? ALARM : LINE;
    return `<path d="M ${first} ${rest.map((point) => `L ${point}`).join(" ")}" fill="none" stroke="${stroke}" marker-end="url(#${circular ? "alarm" : "arrow"})"/>`;
  });
  const drawn = nodes.map(({ name, row }, index) => {
    const { x, y } = places[index] ?? { x: 0, y: 0 };
    const [w, h] = boxes[index] ?? [0, 0];
    const isKnown = row !== undefined && rows[row]?.tone !== "muted";
    const box = rect({ x, y, width: w, height: h }, isKnown ? FILLS[0] : "#ffffff", LINE, 4);
    return `<g><title>${escaped(name)}</title>${box}${text(x + 10, y + 18, shown(name), isKnown ? INK : FAINT)}</g>`;
  });
  const heads = [
    ["arrow", LINE],
    ["alarm", ALARM],
  ].map(
    ([id, colour]) =>
      `<marker id="${id}" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" markerHeight="7" orient="auto"><path d="M 0 0 L 8 4 L 0 8 z" fill="${colour}"/></marker>`,
  );
  const said =
    left > 0 ? text(MARGIN, HEAD + height + 16, `${left.toLocaleString("en")} more are not drawn`, FAINT) : "";
  const inside = `<defs>${heads.join("")}</defs><g transform="translate(${MARGIN} ${HEAD})">${paths.join("\n")}\n${drawn.join("\n")}</g>${said}`;
  const least = textWidth(title) + 2 * MARGIN;
  return document(Math.max(least, width + 2 * MARGIN), height + HEAD + MARGIN + (left > 0 ? 20 : 0), title, inside);
}

function document(width: number, height: number, title: string, inside: string): string {
  const [w, h] = [Math.ceil(width), Math.ceil(height)];
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${w}" height="${h}" viewBox="0 0 ${w} ${h}" font-family="ui-monospace, Menlo, Consolas, monospace" font-size="${FONT}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${w}" height="${h}" fill="#ffffff"/>`,
    text(MARGIN, 19, fitting(title, width - 2 * MARGIN)),
    inside,
    "</svg>\n",
  ].join("\n");
}

interface Box {
  x: number;
  y: number;
  width: number;
  height: number;
}

function rect({ x, y, width, height }: Box, fill: string, stroke: string, radius = 0): string {
  const corner = radius > 0 ? ` rx="${radius}"` : "";
  return `<rect x="${round(x)}" y="${round(y)}" width="${round(width)}" height="${round(height)}"${corner} fill="${fill}" stroke="${stroke}"/>`;
}

function text(x: number, y: number, said: string, fill = INK): string {
  return said === "" ? "" : `<text x="${round(x)}" y="${round(y)}" fill="${fill}">${escaped(said)}</text>`;
}

function round(number: number): string {
  return String(Math.round(number * 10) / 10);
}

/** Replaces characters that XML doesn't allow or that would change the direction of the text. */
function escaped(said: string): string {
  return said
    .toWellFormed()
    .replace(
      /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\u200e\u200f\u202a-\u202e\u2066-\u2069\ufffe\uffff]/g,
      "\ufffd",
    )
    .replaceAll("&", "&amp;")
    .replaceAll("<", "&lt;")
    .replaceAll(">", "&gt;")
    .replaceAll('"', "&quot;")
    .replaceAll("'", "&#39;");
}

const WIDE =
  /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\u{1f300}-\u{1faff}\u{20000}-\u{3fffd}]/u;

function columnsOf(said: string): number {
  return [...said].reduce((sum, letter) => sum + (WIDE.test(letter) ? 2 : 1), 0);
}

function textWidth(said: string): number {
  return columnsOf(said) * LETTER;
}

function shown(name: string): string {
  return fitting(name, LONGEST_NAME * LETTER);
}

/** Cuts the end of a text so that it fits into a width. */
function fitting(said: string, width: number): string {
  const room = Math.floor(width / LETTER);
  if (room < 2) return "";
  if (columnsOf(said) <= room) return said;
  let used = 1;
  let kept = "";
  for (const letter of said) {
    used += WIDE.test(letter) ? 2 : 1;
    if (used > room) break;
    kept += letter;
  }
  return `${kept}…`;
}
