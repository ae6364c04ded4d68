/** The lines of the tab in sight, kept until something they depend on changes. */
import { inner } from "../components/rect.ts";
import { type Line, line, type Span, span } from "../text/line.ts";
import { json, jsonView } from "../views/json.ts";
import { RENDERERS } from "../views/mod.ts";
import type { Drawn, RenderInput } from "../views/renderer.ts";
import { text } from "../views/text.ts";
import { MODEL_BUDGET } from "./calls.ts";
import { layoutOf } from "./layout.ts";
import type { ExplorerState } from "./state.ts";
import { currentVisit, placeOf, type Visit } from "./visit.ts";

export interface DrawingParts {
  shorten(path: string): string;
  highlight(lines: readonly string[], language: string | undefined): Span[][];
  languageOf(path: string): string | undefined;
  /** Changes when colours became available. */
  colours(): number;
}

export type Drawing = (state: ExplorerState) => Drawn | undefined;

export function createDrawing(parts: DrawingParts): Drawing {
  let key: unknown[] = [];
  let drawn: Drawn | undefined;
  return (state) => {
    const visit = currentVisit(state.trail);
    if (!visit) return undefined;
    const kind = state.catalogue.tools.find((tool) => tool.name === visit.tool)?.view ?? "json";
    const { arrangement } = placeOf(visit);
    const width = resultWidth(state);
    const next = [visit.id, visit.tab, dataOf(visit), arrangement, width, kind, parts.colours()];
    if (drawn && next.every((each, index) => each === key[index])) return drawn;
    key = next;
    const input: RenderInput = { ...parts, view: visit.view, arrangement, width };
    drawn = draw(visit, kind, input);
    return drawn;
  };
}

/** Columns inside the result pane, or of the whole screen where it is not in sight. */
export function resultWidth(state: ExplorerState): number {
  const { panes } = layoutOf(state.columns, state.rows, state.focus, state.zoomed);
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

function draw(visit: Visit, kind: keyof typeof RENDERERS, input: RenderInput): Drawn {
  const rows = (lines: string[]) => ({ rows: lines.map((each) => ({ text: each })) });
  switch (visit.tab) {
    case "result":
      return RENDERERS[isMessage(visit) ? "text" : kind](input);
    case "model":
      return { ...text({ ...input, view: rows((visit.model?.text ?? "").split("\n")) }), head: [meter(visit)] };
    case "json":
      return json({ ...input, view: visit.outcome ? jsonView(visit.outcome.value) : rows([]) });
    case "timing":
      return text({ ...input, view: rows(timing(visit)) });
  }
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
