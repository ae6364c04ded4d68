/** Renders the visible tab. The result is cached until something changes that it depends on. */
import type { Media, ViewKind } from "../../core/host/frontend-api.ts";
import { inner } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import { currentEntry, currentTabState, MODEL_BUDGET, type TrailEntry } from "../state/trail.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import { isShown } from "../views/image.ts";
import type { ImageLoader } from "../views/image-loader.ts";
import { json, jsonView } from "../views/json.ts";
import type { LayoutLoader } from "../views/layout-loader.ts";
import { RENDERERS, renderersOf } from "../views/mod.ts";
import type { RendererName as DrawingName, RenderedView, RenderInput } from "../views/renderer.ts";
import { text } from "../views/text.ts";

export interface ResultRendererOptions extends LayoutLoader, ImageLoader {
  colored: boolean;
  braille: boolean;
  shorten(path: string): string;
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  languageOf(path: string): string | undefined;
  /** Returns a number that changes once the highlighter has been loaded. */
  colorVersion(): number;
}

/** The lines, plus the alternatives for this answer. */
export interface RenderedResult extends RenderedView {
  renderer?: DrawingName;
  renderers: readonly DrawingName[];
}

export type ResultRenderer = (state: ExplorerState) => RenderedResult | undefined;

export function createResultRenderer(parts: ResultRendererOptions): ResultRenderer {
  let key: unknown[] = [];
  let rendered: RenderedResult | undefined;
  return (state) => {
    const entry = currentEntry(state.trail);
    if (!entry) return undefined;
    const kind = state.catalog.tools.find((tool) => tool.name === entry.tool)?.view ?? "json";
    const { arrangement } = currentTabState(entry);
    const width = resultWidth(state);
    const next = [entry.id, entry.tab, dataOf(entry), arrangement, width, kind, parts.colorVersion(), parts.version()];
    if (rendered && next.every((each, index) => each === key[index])) return rendered;
    key = next;
    const input: RenderInput = { ...parts, view: entry.view, media: mediaOf(entry), arrangement, width };
    rendered = draw(entry, kind, input);
    return rendered;
  };
}

/** Returns the width of the result pane, or of the whole screen if the pane is hidden. */
function resultWidth(state: ExplorerState): number {
  const { panes } = layoutOf(state);
  return inner(panes.result ?? { x: 0, y: 0, width: state.columns, height: state.rows }).width;
}

function dataOf(entry: TrailEntry): unknown {
  switch (entry.tab) {
    case "result":
      return entry.view;
    case "model":
      return entry.model ?? entry.outcome;
    case "json":
      return entry.outcome;
    case "timing":
      return entry;
  }
}

function draw(entry: TrailEntry, kind: ViewKind, input: RenderInput): RenderedResult {
  const rows = (lines: string[]) => ({ rows: lines.map((each) => ({ text: each })) });
  switch (entry.tab) {
    case "result":
      return result(isMessage(entry) ? "text" : kind, input);
    case "model": {
      const answer = text({ ...input, view: rows((entry.model?.text ?? "").split("\n")) });
      return { ...answer, head: [meter(entry)], renderers: [] };
    }
    case "json":
      return { ...json({ ...input, view: entry.outcome ? jsonView(entry.outcome.value) : rows([]) }), renderers: [] };
    case "timing":
      return { ...text({ ...input, view: rows(timing(entry)) }), renderers: [] };
  }
}

function mediaOf({ outcome }: TrailEntry): readonly Media[] {
  return (outcome?.media ?? []).filter(isShown);
}

function result(kind: ViewKind, input: RenderInput): RenderedResult {
  const renderers = renderersOf(kind, input.view, input.media);
  const { renderer: wanted } = input.arrangement;
  const renderer = wanted && renderers.includes(wanted) ? wanted : renderers[0]!;
  return { ...RENDERERS[renderer](input), renderer, renderers };
}

/** A failure that is just a message is shown as wrapped text, whatever view the tool has. */
function isMessage({ status, view }: TrailEntry): boolean {
  return status === "failed" && view.rows.every((row) => !row.cells && !row.location && !row.depth);
}

/** Shows how many tokens this answer costs a model. */
function meter({ model }: TrailEntry): Line {
  if (!model) return line(span("Fitting the answer into MCP's budget…", "muted"));
  const tokens = model.tokens === undefined ? "counting tokens…" : `${model.tokens.toLocaleString("en")} tokens`;
  return line(
    span(`${model.characters.toLocaleString("en")} characters · ${tokens}`, "accent"),
    span(`  over MCP, ${MODEL_BUDGET.toLocaleString("en")} at most`, "muted"),
  );
}

function timing(entry: TrailEntry): string[] {
  const since = (at: number | undefined) => (at === undefined ? "–" : `${at - entry.startedAt} ms`);
  const size = entry.outcome ? JSON.stringify(entry.outcome.value).length.toLocaleString("en") : "–";
  return [
    `started         ${new Date(entry.startedAt).toISOString()}`,
    `first rows      ${since(entry.firstRowsAt)}`,
    `answer          ${since(entry.answeredAt)}`,
    `rows drawn      ${since(entry.endedAt)}`,
    `rows            ${entry.view.rows.length.toLocaleString("en")}`,
    `answer as JSON  ${size} characters`,
    `state           ${entry.status}`,
  ];
}
