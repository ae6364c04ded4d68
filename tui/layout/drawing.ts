/** The lines of the tab in sight, kept until something they depend on changes. */
import type { Media, ViewKind } from "../../core/host/frontend-api.ts";
import { inner } from "../components/rect.ts";
import type { ExplorerState } from "../state/explorer-state.ts";
import { layoutOf } from "../state/panes.ts";
import { currentVisit, MODEL_BUDGET, placeOf, type Visit } from "../state/trail.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import { isShown } from "../views/image.ts";
import type { Images } from "../views/images.ts";
import { json, jsonView } from "../views/json.ts";
import type { Layouts } from "../views/layouts.ts";
import { drawingsOf, RENDERERS } from "../views/mod.ts";
import type { Drawing as DrawingName, Drawn, RenderInput } from "../views/renderer.ts";
import { text } from "../views/text.ts";

export interface DrawingParts extends Layouts, Images {
  coloured: boolean;
  braille: boolean;
  shorten(path: string): string;
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  languageOf(path: string): string | undefined;
  /** Changes when colours became available. */
  colours(): number;
}

/** The lines, and how else they can be drawn. */
export interface Shown extends Drawn {
  drawing?: DrawingName;
  drawings: readonly DrawingName[];
}

export type Drawing = (state: ExplorerState) => Shown | undefined;

export function createDrawing(parts: DrawingParts): Drawing {
  let key: unknown[] = [];
  let drawn: Shown | undefined;
  return (state) => {
    const visit = currentVisit(state.trail);
    if (!visit) return undefined;
    const kind = state.catalogue.tools.find((tool) => tool.name === visit.tool)?.view ?? "json";
    const { arrangement } = placeOf(visit);
    const width = resultWidth(state);
    const next = [visit.id, visit.tab, dataOf(visit), arrangement, width, kind, parts.colours(), parts.version()];
    if (drawn && next.every((each, index) => each === key[index])) return drawn;
    key = next;
    const input: RenderInput = { ...parts, view: visit.view, media: mediaOf(visit), arrangement, width };
    drawn = draw(visit, kind, input);
    return drawn;
  };
}

/** Columns inside the result pane, or of the whole screen where it is not in sight. */
export function resultWidth(state: ExplorerState): number {
  const { panes } = layoutOf(state);
  return inner(panes.result ?? { x: 0, y: 0, width: state.columns, height: state.rows }).width;
}

function dataOf(visit: Visit): unknown {
  switch (visit.tab) {
    case "result":
      return visit.view;
    case "model":
      return visit.model ?? visit.outcome;
    case "json":
      return visit.outcome;
    case "timing":
      return visit;
  }
}

function draw(visit: Visit, kind: ViewKind, input: RenderInput): Shown {
  const rows = (lines: string[]) => ({ rows: lines.map((each) => ({ text: each })) });
  switch (visit.tab) {
    case "result":
      return result(isMessage(visit) ? "text" : kind, input);
    case "model": {
      const answer = text({ ...input, view: rows((visit.model?.text ?? "").split("\n")) });
      return { ...answer, head: [meter(visit)], drawings: [] };
    }
    case "json":
      return { ...json({ ...input, view: visit.outcome ? jsonView(visit.outcome.value) : rows([]) }), drawings: [] };
    case "timing":
      return { ...text({ ...input, view: rows(timing(visit)) }), drawings: [] };
  }
}

function mediaOf({ outcome }: Visit): readonly Media[] {
  return (outcome?.media ?? []).filter(isShown);
}

function result(kind: ViewKind, input: RenderInput): Shown {
  const drawings = drawingsOf(kind, input.view, input.media);
  const { drawing: wanted } = input.arrangement;
  const drawing = wanted && drawings.includes(wanted) ? wanted : drawings[0]!;
  return { ...RENDERERS[drawing](input), drawing, drawings };
}

/** A failure that is only a message is read best as wrapped text, whatever the tool answers when it works. */
function isMessage({ status, view }: Visit): boolean {
  return status === "failed" && view.rows.every((row) => !row.cells && !row.location && !row.depth);
}

/** What the answer costs a model. */
function meter({ model }: Visit): Line {
  if (!model) return line(span("Fitting the answer to MCP's budget…", "muted"));
  const tokens = model.tokens === undefined ? "counting tokens…" : `${model.tokens.toLocaleString("en")} tokens`;
  return line(
    span(`${model.characters.toLocaleString("en")} characters · ${tokens}`, "accent"),
    span(`  over MCP, ${MODEL_BUDGET.toLocaleString("en")} at most`, "muted"),
  );
}

function timing(visit: Visit): string[] {
  const since = (at: number | undefined) => (at === undefined ? "–" : `${at - visit.startedAt} ms`);
  const size = visit.outcome ? JSON.stringify(visit.outcome.value).length.toLocaleString("en") : "–";
  return [
    `started         ${new Date(visit.startedAt).toISOString()}`,
    `first rows      ${since(visit.firstRowsAt)}`,
    `answer          ${since(visit.answeredAt)}`,
    `rows drawn      ${since(visit.endedAt)}`,
    `rows            ${visit.view.rows.length.toLocaleString("en")}`,
    `answer as JSON  ${size} characters`,
    `state           ${visit.status}`,
  ];
}
