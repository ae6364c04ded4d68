/** Contains all renderers. To add one, write the file and list it here. */
import { type Media, picturesOf, type View, type ViewKind } from "../../core/host/frontend-api.ts";
import { bars } from "./bars.ts";
import { diff } from "./diff.ts";
import { graph } from "./graph.ts";
import { image } from "./image.ts";
import { json } from "./json.ts";
import { log } from "./log.ts";
import { matches } from "./matches.ts";
import type { Renderer, RendererName } from "./renderer.ts";
import { source } from "./source.ts";
import { table } from "./table.ts";
import { text } from "./text.ts";
import { tree } from "./tree.ts";
import { treemap } from "./treemap.ts";

export const RENDERERS: Readonly<Record<RendererName, Renderer>> = {
  text,
  matches,
  table,
  tree,
  source,
  log,
  json,
  diff,
  bars,
  treemap,
  graph,
  image,
};

/** Returns the renderers, starting with the one that the tool prefers. Charts need sizes, and graphs need edges. */
export function renderersOf(kind: ViewKind, view: View, media: readonly Media[] = []): RendererName[] {
  if (media.length > 0) return ["image", ...renderersOf(kind, view)];
  const pictures = picturesOf(view);
  if (kind !== "chart" && kind !== "graph") return [kind, ...pictures];
  const plain = plainRenderer(view);
  const first = pictures.filter((each) => (each === "graph") === (kind === "graph"));
  return [...first, plain, ...pictures.filter((each) => !first.includes(each))];
}

function plainRenderer({ rows, columns }: View): RendererName {
  // Rows that are already formatted have no cells.
  if (columns && rows.some(({ cells }) => cells)) return "table";
  if (rows.some(({ depth }) => depth)) return "tree";
  return rows.some(({ location }) => location) ? "matches" : "text";
}
