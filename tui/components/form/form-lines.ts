/** Returns the lines of a form in the order of the cursor. */
import type { Json } from "../../../core/host/frontend-api.ts";
import { type Draft, draftAt, emptyDraft, type Path } from "./draft.ts";
import type { Field } from "./field.ts";

export type FormLine =
  | { kind: "presets" }
  | { kind: "field"; path: Path; field: Field; depth: number; label: string; removable: boolean }
  | { kind: "add"; path: Path; field: Extract<Field, { kind: "list" }>; depth: number; label: string }
  | { kind: "more"; hidden: number; open: boolean }
  | { kind: "run" };

export interface FormShape {
  form: Extract<Field, { kind: "group" }>;
  presets: boolean;
  /** For tools that search as you type, this is the parameter that triggers a run. */
  live?: string;
  /** An example value for each parameter. */
  hints?: Readonly<Record<string, Json>>;
}

/** The number of optional parameters that are listed before "more". Those that have a value are always listed. */
const FEW = 6;

export function formLines({ form, presets, live }: FormShape, draft: Draft, more: boolean): FormLine[] {
  const lines: FormLine[] = presets ? [{ kind: "presets" }] : [];
  const values = draft as Record<string, Draft>;
  const first = form.fields.filter((field) => field.required || field.key === live);
  const rest = form.fields.filter((field) => !first.includes(field));
  // It would be pointless to fold a single line, since "more" takes a line as well.
  const folds = rest.length > FEW + 1;
  const shown = rest.filter((field, index) => {
    if (!folds || more) return true;
    return index < FEW || isGiven(field, values[field.key] ?? emptyDraft(field));
  });
  for (const field of [...first, ...shown]) lines.push(...linesOf(field, [field.key], draft, 0, field.title, false));
  if (folds) lines.push({ kind: "more", hidden: rest.length - shown.length, open: more });
  lines.push({ kind: "run" });
  return lines;
}

function linesOf(field: Field, path: Path, draft: Draft, depth: number, label: string, removable: boolean): FormLine[] {
  const lines: FormLine[] = [{ kind: "field", path, field, depth, label, removable }];
  const own = draftAt(draft, path) ?? emptyDraft(field);
  if (field.kind === "group") {
    for (const each of field.fields)
      lines.push(...linesOf(each, [...path, each.key], draft, depth + 1, each.title, false));
  }
  if (field.kind === "list") {
    (own as Draft[]).forEach((_, index) => {
      lines.push(...linesOf(field.item, [...path, index], draft, depth + 1, `${index + 1}`, true));
    });
    // On an empty list, Enter adds the first item.
    if ((own as Draft[]).length > 0) {
      lines.push({ kind: "add", path, field, depth: depth + 1, label: `add to ${label}` });
    }
  }
  return lines;
}

function isGiven(field: Field, draft: Draft): boolean {
  switch (field.kind) {
    case "choice":
    case "toggle":
      return (draft as { choice: unknown }).choice !== undefined;
    case "list":
      return (draft as Draft[]).length > 0;
    case "group":
      return field.fields.some((each) => isGiven(each, (draft as Record<string, Draft>)[each.key] ?? emptyDraft(each)));
    default:
      return draft !== "";
  }
}

/** Returns true if letters are typed into the line. */
export function isTyped(line: FormLine | undefined): boolean {
  return line?.kind === "field" && ["text", "number", "json"].includes(line.field.kind);
}
