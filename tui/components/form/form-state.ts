/** Implements the state of a form, which is its draft, cursor and caret. */
import type { Json, JsonObject } from "../../../core/host/frontend-api.ts";
import { inSight, LIST_START, type ListMove, type ListState, moveList } from "../list/list-state.ts";
import { edited, insert, type TextEdit, type TextState } from "../text-input/text-input-state.ts";
import { type Draft, draftAt, draftOf, emptyDraft, type Path, withDraft } from "./draft.ts";
import type { Field } from "./field.ts";
import { type FormLine, type FormShape, formLines, isTyped } from "./form-lines.ts";

export interface FormState {
  draft: Draft;
  list: ListState;
  /** The offset of the caret in the text of the current line. */
  caret: number;
  /** True if all optional parameters are shown. */
  more: boolean;
  /** True once the user has tried to run the tool. From then on, we complain about missing values. */
  tried: boolean;
}

export type FormAction =
  | { type: "move"; move: ListMove; height: number }
  | { type: "type"; text: string }
  | { type: "edit"; edit: TextEdit }
  /** Selects the next or previous choice. Toggles are simply flipped. */
  | { type: "cycle"; by: 1 | -1 }
  | { type: "add" }
  | { type: "remove" }
  | { type: "more" }
  | { type: "clear" }
  | { type: "tried"; at: Path | undefined }
  | { type: "fill"; input: JsonObject };

export function emptyForm(shape: FormShape): FormState {
  const draft = emptyDraft(shape.form);
  // The cursor starts on the first field, and not on the examples above it.
  const start = formLines(shape, draft, false).findIndex((line) => line.kind === "field");
  return { draft, list: { ...LIST_START, cursor: Math.max(0, start) }, caret: 0, more: false, tried: false };
}

export function reduceForm(shape: FormShape, state: FormState, action: FormAction): FormState {
  const lines = formLines(shape, state.draft, state.more);
  const line = lines[state.list.cursor];
  switch (action.type) {
    case "move":
      return settle(shape, { ...state, list: moveList(state.list, action.move, lines.length, action.height) });
    case "type":
      return onText(state, line, (text) => insert(text, action.text));
    case "edit":
      return onText(state, line, (text) => edited(text, action.edit));
    case "cycle":
      return line?.kind === "field" ? cycle(state, line.path, line.field, action.by) : state;
    case "add":
      return line?.kind === "add" || (line?.kind === "field" && line.field.kind === "list")
        ? add(shape, state, line.path, line.field as Extract<Field, { kind: "list" }>)
        : state;
    case "remove":
      return remove(shape, state, line);
    case "more": {
      const next = { ...state, more: !state.more };
      return {
        ...next,
        list: inSight(next.list, formLines(shape, next.draft, next.more).length, Number.MAX_SAFE_INTEGER),
      };
    }
    case "clear":
      return { ...emptyForm(shape), more: state.more };
    case "tried":
      return tried(shape, state, action.at);
    case "fill": {
      const draft = draftOf(shape.form, action.input);
      return settle(shape, { ...state, draft, tried: false, list: emptyForm(shape).list });
    }
  }
}

/** Returns undefined unless the cursor is on a line with text. */
export function textUnderCursor(state: FormState, line: FormLine | undefined): TextState | undefined {
  if (line?.kind !== "field" || !isTyped(line)) return undefined;
  const text = draftAt(state.draft, line.path);
  return typeof text === "string" ? { text, caret: Math.min(state.caret, text.length) } : undefined;
}

function onText(state: FormState, line: FormLine | undefined, change: (text: TextState) => TextState): FormState {
  const before = textUnderCursor(state, line);
  if (!before || line?.kind !== "field") return state;
  const { text, caret } = change(before);
  return { ...state, draft: text === before.text ? state.draft : withDraft(state.draft, line.path, text), caret };
}

function cycle(state: FormState, path: Path, field: Field, by: 1 | -1): FormState {
  const choices: (Json | undefined)[] =
    field.kind === "toggle" ? [true, false] : field.kind === "choice" ? [...field.choices] : [];
  if (choices.length === 0) return state;
  // Optional parameters can also be left unset.
  if (!field.required) choices.unshift(undefined);
  const current = draftAt(state.draft, path) as { choice: Json | undefined } | undefined;
  const at = choices.indexOf(current?.choice);
  const next = choices[(at + by + choices.length) % choices.length];
  return { ...state, draft: withDraft(state.draft, path, { choice: next }) };
}

function add(shape: FormShape, state: FormState, path: Path, field: Extract<Field, { kind: "list" }>): FormState {
  const items = (draftAt(state.draft, path) ?? []) as Draft[];
  const draft = withDraft(state.draft, path, [...items, emptyDraft(field.item)]);
  const target = [...path, items.length].join("/");
  const lines = formLines(shape, draft, state.more);
  const at = lines.findIndex((line) => line.kind === "field" && line.path.join("/") === target);
  // The heading of a group does not take any text, so we go to its first field.
  const cursor = field.item.kind === "group" ? at + 1 : at;
  return settle(shape, { ...state, draft, list: { ...state.list, cursor: Math.max(0, cursor) } });
}

function remove(shape: FormShape, state: FormState, line: FormLine | undefined): FormState {
  if (line?.kind !== "field") return state;
  // In a list, the whole item is removed.
  const end = line.path.findLastIndex((part) => typeof part === "number");
  if (end < 0) return state;
  const list = line.path.slice(0, end);
  const items = draftAt(state.draft, list) as Draft[];
  const draft = withDraft(
    state.draft,
    list,
    items.filter((_, index) => index !== line.path[end]),
  );
  return settle(shape, { ...state, draft });
}

/** Reports the missing values, and moves the cursor to the first one. */
function tried(shape: FormShape, state: FormState, at: Path | undefined): FormState {
  if (!at) return { ...state, tried: true };
  const find = (more: boolean) =>
    formLines(shape, state.draft, more).findIndex(
      (line) => line.kind === "field" && line.path.join("/") === at.join("/"),
    );
  const more = state.more || find(false) < 0;
  return settle(shape, { ...state, tried: true, more, list: { ...state.list, cursor: Math.max(0, find(more)) } });
}

/** Moves the cursor to an existing line, with the caret at its end. */
function settle(shape: FormShape, state: FormState): FormState {
  const lines = formLines(shape, state.draft, state.more);
  const list = { ...state.list, cursor: Math.max(0, Math.min(state.list.cursor, lines.length - 1)) };
  const line = lines[list.cursor];
  const text = line?.kind === "field" ? draftAt(state.draft, line.path) : undefined;
  return { ...state, list, caret: typeof text === "string" ? text.length : 0 };
}
