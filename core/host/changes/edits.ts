/** Validates, sorts and applies the edits of a text. */
import { diffArrays } from "diff";
import type { TextEdit } from "../contract/changes.ts";
import { JigError } from "../contract/errors.ts";
import { withNewline } from "./editable-text.ts";

/** After this many steps we stop computing a diff and replace everything. */
const MAX_DIFF_STEPS = 2000;

/**
 * Sorts edits, converts their line endings, and removes those that change nothing. @throws INVALID_ARGUMENT if a range is
 * invalid or overlaps with another
 */
export function orderedEdits(text: string, edits: readonly TextEdit[], newline: string, path: string): TextEdit[] {
  const refuse = (what: string) => new JigError("INVALID_ARGUMENT", `An edit of ${JSON.stringify(path)} ${what}`);
  const ordered: TextEdit[] = [];
  let end = 0;
  for (const edit of edits.toSorted((one, other) => one.start - other.start || one.end - other.end)) {
    const isRange = Number.isSafeInteger(edit.start) && Number.isSafeInteger(edit.end) && edit.start >= 0;
    if (isRange && edit.end < edit.start)
      throw refuse(`has the range ${edit.start}-${edit.end}, which ends before it starts`);
    if (!isRange || edit.end > text.length)
      throw refuse(`has the range ${edit.start}-${edit.end}, but the text ends at ${text.length}`);
    if (edit.start < end) throw refuse(`overlaps another one at ${edit.start}`);
    if (splitsPair(text, edit.start) || splitsPair(text, edit.end) || !edit.text.isWellFormed())
      throw refuse("splits a character");
    end = edit.end;
    const replacement = withNewline(edit.text, newline);
    if (text.slice(edit.start, edit.end) !== replacement) ordered.push({ ...edit, text: replacement });
  }
  return ordered;
}

/** Computes a diff as edits of lines. Line endings and the final newline remain as in the old text. */
export function editsTo(text: string, target: string, newline: string): TextEdit[] {
  const wanted = withFinalNewline(withNewline(target, newline), text, newline);
  const [old, next] = [linesOf(text), linesOf(wanted)];
  const edits: TextEdit[] = [];
  const changes = diffArrays(old, next, { maxEditLength: MAX_DIFF_STEPS }) ?? [
    { value: old, removed: true, added: false },
    { value: next, removed: false, added: true },
  ];
  let at = 0;
  let open: TextEdit | undefined;
  for (const { value, added, removed } of changes) {
    const piece = value.join("");
    if (!added && !removed) {
      open = undefined;
      at += piece.length;
      continue;
    }
    if (!open) {
      open = { start: at, end: at, text: "" };
      edits.push(open);
    }
    if (added) open.text += piece;
    else {
      at += piece.length;
      open.end = at;
    }
  }
  return edits;
}

function withFinalNewline(text: string, like: string, newline: string): string {
  if (text === "" || like === "") return text;
  if (like.endsWith("\n")) return text.endsWith("\n") ? text : text + newline;
  return text.endsWith("\n") ? text.slice(0, text.endsWith("\r\n") ? -2 : -1) : text;
}

/** @param edits must be sorted */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  let from = 0;
  let changed = "";
  for (const edit of edits) {
    changed += text.slice(from, edit.start) + edit.text;
    from = edit.end;
  }
  return changed + text.slice(from);
}

/** Returns the lines including their endings, without an empty line after a final newline. */
export function linesOf(text: string): string[] {
  return text === "" ? [] : text.split(/(?<=\n)/);
}

function splitsPair(text: string, at: number): boolean {
  return at > 0 && at < text.length && /^[\ud800-\udbff][\udc00-\udfff]$/.test(text.slice(at - 1, at + 1));
}
