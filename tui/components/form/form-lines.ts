/** Lines of a form, in cursor order. */
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
  /** Set for search-as-you-type tools: the parameter that triggers a run. */
  live?: string;
  /** Example value per parameter. */
  hints?: Readonly<Record<string, Json>>;
}

/** Optional parameters listed before "more". Any that have a value are listed in any case. */
const FEW = 6;

export function formLines({ form, presets, live }: FormShape, draft: Draft, more: boolean): FormLine[] {
  const lines: FormLine[] = presets ? [{ kind: "presets" }] : [];
  const values = draft as Record<string, Draft>;
  const first = form.fields.filter((field) => field.required || field.key === live);
  const rest = form.fields.filter((field) => !first.includes(field));
  // Folding one line away would gain nothing, since "more" takes a line too.
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
    // Enter on an empty list adds the first item.
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

/** True if typing goes into the line. */
export function isTyped(line: FormLine | undefined): boolean {
  return line?.kind === "field" && ["text", "number", "json"].includes(line.field.kind);
}
