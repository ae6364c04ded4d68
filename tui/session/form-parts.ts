/** The form pane as it stands on the screen: what is said above, the rows, the help below. Pure. */
import type { ToolInfo } from "../../core/host/mod.ts";
import { readDraft } from "../components/form/draft.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { type FormLine, formLines } from "../components/form/form-lines.ts";
import type { FormState } from "../components/form/form-state.ts";
import { drawForm, type FormRow } from "../components/form/form-view.ts";
import { cut, type Line, line, span, wrap } from "../text/line.ts";
import type { Rect } from "./layout.ts";

export interface FormParts {
  state: FormState;
  lines: FormLine[];
  rows: FormRow[];
  head: Line[];
  /** Lines for rows. */
  body: number;
  foot: Line[];
}

/** Lines of the tool's description and of a field's help, at most. */
const SAID = 3;

export function formParts(
  tool: ToolInfo,
  shape: FormShape,
  form: FormState,
  { width, height, focused }: Pick<Rect, "width" | "height"> & { focused: boolean },
): FormParts {
  const lines = formLines(shape, form.draft, form.more);
  const { faults } = readDraft(shape.form, form.draft);
  const rows = drawForm({ lines, state: form, faults, focused, width });
  const tall = height >= 12;
  const head = [...(tall ? said(tool.description, width) : []), ...unlisted(tool, width, height)];
  const foot = tall ? helpLines(lines[form.list.cursor], tool, width) : [];
  return { state: form, lines, rows, head, foot, body: Math.max(1, height - head.length - foot.length) };
}

function said(text: string, width: number): Line[] {
  return [...short(text, width, SAID).map((each) => line(span(each, "muted"))), line()];
}

/** At most so many lines; more is marked. */
function short(text: string, width: number, most: number): string[] {
  const lines = wrap(text, width);
  return lines.length <= most ? lines : [...lines.slice(0, most - 1), cut(`${lines[most - 1]} …`, width)];
}

function unlisted(tool: ToolInfo, width: number, height: number): Line[] {
  if (!tool.unlisted || height < 8) return [];
  return [
    ...short(tool.unlisted.reason, width, SAID).map((each) => line(span(each, "warning"))),
    ...short(`→ ${tool.unlisted.fix}`, width, 2).map((each) => line(span(each, "accent"))),
    line(),
  ];
}

/** What the field under the cursor is for. */
function helpLines(at: FormLine | undefined, tool: ToolInfo, width: number): Line[] {
  if (at?.kind !== "field" && at?.kind !== "add") return [];
  const { field } = at;
  const live = at.path.length === 1 && field.key === tool.live ? "Runs as you type. " : "";
  const help = `${live}${field.help}`.trim();
  const lines = short(help === "" ? `${field.title}: ${kindOf(field.kind)}` : help, width, SAID);
  return [line(), ...lines.map((each) => line(span(each, "muted")))];
}

function kindOf(kind: string): string {
  return kind === "toggle" ? "yes or no" : kind === "json" ? "any JSON" : kind;
}
