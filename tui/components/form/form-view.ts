/** Renders a form with one line for each field. An error is shown below its field. */
import type { Json } from "../../../core/host/frontend-api.ts";
import { cut, type Line, line, pad, type Span, span, widthOf } from "../../text/line.ts";
import { drawInput } from "../text-input/text-input.ts";
import { type Draft, draftAt, type Fault, type Path } from "./draft.ts";
import type { Field } from "./field.ts";
import type { FormLine, FormShape } from "./form-lines.ts";
import { type FormState, textUnderCursor } from "./form-state.ts";

export interface FormDrawing {
  shape: FormShape;
  lines: readonly FormLine[];
  state: FormState;
  faults: readonly Fault[];
  focused: boolean;
  width: number;
}

/** The minimum width of a value, in columns. */
const LEAST = 8;

/** A rendered line, together with the form line that it is for. */
export interface FormRow {
  line: Line;
  at: number;
}

export function drawForm(drawing: FormDrawing): FormRow[] {
  const labels = labelWidth(drawing.lines, drawing.width);
  return drawing.lines.flatMap((each, at): FormRow[] => {
    const cursor = at === drawing.state.list.cursor;
    const rows: FormRow[] = [
      { line: { ...drawLine(each, drawing, labels, cursor), ...marker(drawing, cursor, each) }, at },
    ];
    const fault = each.kind === "field" ? shownFault(drawing, each.path, cursor) : undefined;
    if (fault) rows.push({ line: line(span(`${" ".repeat(2 + indentOf(each))}↳ ${fault}`, "error")), at });
    return rows;
  });
}

function marker({ focused }: FormDrawing, cursor: boolean, each: FormLine): Pick<Line, "cursor"> {
  // While the user is editing, there is a caret instead.
  if (!cursor || !focused || (each.kind === "field" && isText(each.field))) return {};
  return { cursor: "strong" };
}

function drawLine(each: FormLine, drawing: FormDrawing, labels: number, cursor: boolean): Line {
  const lead = span(cursor ? "▌ " : "  ", drawing.focused ? "accent" : "muted");
  switch (each.kind) {
    case "presets":
      return line(lead, span("examples…", "key"));
    case "more":
      return line(lead, span(each.open ? "▾ fewer options" : `▸ ${each.hidden} more options`, "muted"));
    case "run":
      return line(lead, span("[ Run ]", "success"));
    case "add":
      return line(lead, " ".repeat(each.depth * 2), span(`+ ${each.label}`, "muted"));
    case "field": {
      const indent = indentOf(each);
      const star = each.field.required && each.depth === 0 ? "*" : "";
      // Deep nesting may move the value to the right, but not out of the pane.
      const free = drawing.width - indent - LEAST - 4;
      const space = Math.max(3, labels - indent - 2, Math.min(widthOf(each.label), free));
      const label = [
        span(" ".repeat(indent)),
        span(pad(each.label, space), cursor ? "title" : "plain"),
        span(pad(star, 2), "accent"),
      ];
      return line(
        lead,
        ...label,
        ...valueSpans(each, drawing, cursor, Math.max(3, drawing.width - indent - space - 4)),
      );
    }
  }
}

function valueSpans(
  each: Extract<FormLine, { kind: "field" }>,
  drawing: FormDrawing,
  cursor: boolean,
  space: number,
): Span[] {
  const { field, path } = each;
  const draft = draftAt(drawing.state.draft, path);
  switch (field.kind) {
    case "group":
      return [];
    case "list": {
      const count = (draft as Draft[] | undefined)?.length ?? 0;
      const none = cursor && drawing.focused ? "none, ⏎ adds" : "none";
      return [span(cut(count === 0 ? none : `${count} ${count === 1 ? "item" : "items"}`, space), "muted")];
    }
    case "toggle":
    case "choice":
      return choiceSpans(field, draft as { choice: unknown } | undefined, space);
    default: {
      const typed = cursor && drawing.focused ? textUnderCursor(drawing.state, each) : undefined;
      if (typed && typed.text !== "") return drawInput(typed, space);
      const hint = path.length === 1 ? drawing.shape.hints?.[field.key] : undefined;
      if (typed) return [...drawInput(typed, 2), span(cut(placeholder(field, hint), space - 1), "muted")];
      const text = typeof draft === "string" ? draft : "";
      return text === "" ? [span(cut(placeholder(field, hint), space), "muted")] : [span(cut(text, space), "string")];
    }
  }
}

function choiceSpans(field: Field, draft: { choice: unknown } | undefined, space: number): Span[] {
  const { choice } = draft ?? { choice: undefined };
  if (field.kind === "toggle") {
    const box = (choice ?? field.default) === true ? "[x] yes" : "[ ] no";
    if (choice !== undefined) return [span(cut(box, space), "string")];
    const why = field.default === undefined ? "[ ] not set" : `${box} by default`;
    return [span(widthOf(why) <= space ? why : cut(box, space), "muted")];
  }
  const text = choice === undefined ? (field.default === undefined ? "not set" : shown(field.default)) : shown(choice);
  return [
    span("‹ ", "muted"),
    span(cut(text, space - 4), choice === undefined ? "muted" : "string"),
    span(" ›", "muted"),
  ];
}

/** Returns the default value, or the one from the example. */
function placeholder(field: Field, hint: Json | undefined): string {
  if (field.default !== undefined && field.default !== "") return shown(field.default);
  if (hint !== undefined && hint !== "") return `e.g. ${shown(hint)}`;
  if (field.kind === "number") return "number";
  return field.kind === "json" ? "JSON" : "text";
}

function shown(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value);
}

/** Invalid values are reported immediately, whereas missing ones are only reported after an attempt to run. */
function shownFault({ faults, state }: FormDrawing, path: Path, cursor: boolean): string | undefined {
  const fault = faults.find((each) => each.path.join("/") === path.join("/"));
  if (!fault) return undefined;
  const empty = draftAt(state.draft, path) === "";
  if (empty) return state.tried ? fault.message : undefined;
  return cursor && !state.tried && fault.message.startsWith("At least") ? undefined : fault.message;
}

function isText(field: Field): boolean {
  return field.kind === "text" || field.kind === "number" || field.kind === "json";
}

function indentOf(each: FormLine): number {
  return "depth" in each ? each.depth * 2 : 0;
}

/** Returns the width of the longest label, limited so that there is enough room for the text. */
function labelWidth(lines: readonly FormLine[], width: number): number {
  const longest = Math.max(
    0,
    ...lines.map((each) => (each.kind === "field" ? widthOf(each.label) + indentOf(each) + 3 : 0)),
  );
  return Math.min(longest, Math.max(10, Math.floor(width * 0.6)));
}

/** Returns the visible lines. If the form is taller than the pane, they are centered on the cursor. */
export function formWindow(
  rows: readonly FormRow[],
  cursor: number,
  height: number,
): { top: number; rows: readonly FormRow[] } {
  const at = rows.findIndex((row) => row.at === cursor);
  const top = Math.max(0, Math.min(at - Math.floor(height / 2), rows.length - height));
  return { top, rows: rows.slice(top, top + height) };
}
