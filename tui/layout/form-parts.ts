/** Divides the form pane into text at the top, rows, and help at the bottom. */
import type { ToolInfo } from "../../core/host/frontend-api.ts";
import { readDraft } from "../components/form/draft.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { type FormLine, formLines } from "../components/form/form-lines.ts";
import type { FormState } from "../components/form/form-state.ts";
import { drawForm, type FormRow } from "../components/form/form-view.ts";
import type { Rect } from "../components/rect.ts";
import { type Line, line, span, wrapAtMost } from "../text/line.ts";

export interface FormParts {
  state: FormState;
  lines: FormLine[];
  rows: FormRow[];
  head: Line[];
  /** The number of lines for rows. */
  body: number;
  foot: Line[];
}

/** The maximum number of lines for the help of a field. If there is little space, it also applies to the tool's description. */
const MAX_HELP = 3;

export function formParts(
  tool: ToolInfo,
  shape: FormShape,
  form: FormState,
  { width, height, focused }: Pick<Rect, "width" | "height"> & { focused: boolean },
): FormParts {
  const lines = formLines(shape, form.draft, form.more);
  const { faults } = readDraft(shape.form, form.draft);
  const rows = drawForm({ shape, lines, state: form, faults, focused, width });
  const warning = unlisted(tool, width, height);
  // The lines are reserved permanently, because otherwise the rows would jump while the user moves between fields.
  const tall = height >= TALL_FORM;
  const help = height >= TALL_FORM * 2 ? MAX_HELP + 2 : MAX_HELP;
  const free = Math.min(height - warning.length - rows.length - help - 2, Math.floor(height * 0.3));
  const about = tall ? aboutLines(tool.description, width, Math.max(MAX_HELP, free)) : [];
  const left = height - warning.length - about.length - rows.length;
  const foot = helpLines(lines[form.list.cursor], tool, width, tall ? help : MAX_HELP, tall ? help + 1 : left);
  const head = [...about, ...warning];
  return { state: form, lines, rows, head, foot, body: Math.max(1, height - head.length - foot.length) };
}

/** Forms of at least this height show the tool's description. */
export const TALL_FORM = 12;

function aboutLines(text: string, width: number, most: number): Line[] {
  return [...wrapAtMost(text, width, most).map((each) => line(span(each, "muted"))), line()];
}

function unlisted(tool: ToolInfo, width: number, height: number): Line[] {
  if (!tool.hidden || height < 8) return [];
  return [
    ...wrapAtMost(tool.hidden.reason, width, MAX_HELP).map((each) => line(span(each, "warning"))),
    ...wrapAtMost(`→ ${tool.hidden.fix}`, width, 2).map((each) => line(span(each, "accent"))),
    line(),
  ];
}

function helpLines(at: FormLine | undefined, tool: ToolInfo, width: number, most: number, space: number): Line[] {
  if (space < 1 || (at?.kind !== "field" && at?.kind !== "add")) return [];
  const { field } = at;
  const live = at.path.length === 1 && field.key === tool.liveParameter ? "Runs as you type. " : "";
  const help = `${live}${field.help}`.trim();
  const text = help === "" ? `${field.title}: ${kindOf(field.kind)}` : help;
  const lines = wrapAtMost(text, width, Math.min(most, space));
  const air = lines.length < space ? [line()] : [];
  return [...air, ...lines.map((each) => line(span(each, "muted")))];
}

function kindOf(kind: string): string {
  return kind === "toggle" ? "yes or no" : kind === "json" ? "any JSON" : kind === "group" ? "the fields below" : kind;
}
