/** Groups edits into the hunks of a unified diff. */
import type { Hunk, TextEdit } from "../contract/changes.ts";
import { applyEdits, linesOf } from "./edits.ts";

/** A hunk that doesn't have its number yet. `edits` contains indexes. */
export interface FileHunk extends Omit<Hunk, "hunk"> {
  edits: number[];
}

/** The number of context lines around a change, which is the same as for diff -u. */
const CONTEXT = 3;
/** For longer lines, only the part around the change is shown. */
const MAX_LINE = 500;
/** The number of characters before the change that are shown of a long line. */
const LEAD = 100;

/** `added` replaces the old lines from `from` to `to` (exclusive). */
interface Change {
  from: number;
  to: number;
  added: string[];
  edits: number[];
}

/** Changes so close to each other that their context overlaps, with the old lines that they cover. */
interface Group {
  from: number;
  to: number;
  changes: Change[];
}

/** @param edits must be sorted */
export function hunksOf(text: string, edits: readonly TextEdit[]): FileHunk[] {
  const old = linesOf(text);
  const changes = changesOf(text, old, edits);
  const groups: Group[] = [];
  for (const change of changes) {
    const group = groups.at(-1);
    if (group && change.from - group.to <= CONTEXT * 2) {
      group.changes.push(change);
      group.to = change.to;
    } else groups.push({ from: change.from, to: change.to, changes: [change] });
  }
  let grown = 0;
  return groups.map((group) => {
    const hunk = hunkOf(old, group, grown);
    grown += hunk.insertions - hunk.deletions;
    return hunk;
  });
}

/** Returns the hunk for a new file. There is always only one, since every line is an addition. */
export function newFileHunk(text: string): FileHunk {
  return hunkOf([], { from: 0, to: 0, changes: [{ from: 0, to: 0, added: linesOf(text), edits: [] }] }, 0);
}

/** Returns the hunk for a deleted file. The text of a binary file is undefined, so the hunk only shows that it was deleted. */
export function deletedFileHunk(text: string | undefined): FileHunk {
  if (text === undefined) return { line: 1, text: "binary file deleted", insertions: 0, deletions: 0, edits: [] };
  const old = linesOf(text);
  const all = { from: 0, to: old.length };
  return hunkOf(old, { ...all, changes: [{ ...all, added: [], edits: [] }] }, 0);
}

function changesOf(text: string, old: readonly string[], edits: readonly TextEdit[]): Change[] {
  const starts = [0];
  let length = 0;
  for (const line of old) {
    length += line.length;
    starts.push(length);
  }
  // Without a final newline, the last line includes the end of the text.
  if (text !== "" && !text.endsWith("\n")) starts[old.length] = text.length + 1;
  const changes: Change[] = [];
  let block: (Change & { texts: TextEdit[] }) | undefined;
  const close = () => {
    if (!block) return;
    const [start = 0, end = text.length] = [starts[block.from], starts[block.to]];
    const moved = block.texts.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start }));
    const added = linesOf(applyEdits(text.slice(start, end), moved));
    const change = trimmed(old, { from: block.from, to: block.to, added, edits: block.edits });
    if (change) changes.push(change);
  };
  for (const [index, edit] of edits.entries()) {
    const { from, to } = linesTouched(starts, old.length, edit);
    if (block && from <= block.to) {
      block.to = Math.max(block.to, to);
      block.edits.push(index);
      block.texts.push(edit);
      continue;
    }
    close();
    block = { from, to, added: [], edits: [index], texts: [edit] };
  }
  close();
  return changes;
}

/** Returns the range of lines that an edit changes. It is empty if the edit only inserts whole lines. */
function linesTouched(starts: readonly number[], count: number, edit: TextEdit): { from: number; to: number } {
  const from = lineAt(starts, edit.start);
  const last = lineAt(starts, edit.end);
  const endsAtStart = edit.end === starts[last];
  const isWhole = edit.text === "" ? edit.start === starts[from] : edit.text.endsWith("\n");
  if (last >= count) return { from, to: count };
  return { from, to: endsAtStart && isWhole ? last : last + 1 };
}

/** Returns the line that contains an offset. After a final newline, it is the one after the last line. */
function lineAt(starts: readonly number[], place: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if ((starts[middle] ?? 0) <= place) low = middle;
    else high = middle - 1;
  }
  return low;
}

/** Removes the lines that are the same at both ends. It returns undefined if nothing is left. */
function trimmed(old: readonly string[], { from, to, added, edits }: Change): Change | undefined {
  let [first, last, end] = [from, to, added.length];
  let start = 0;
  while (first < last && start < end && old[first] === added[start]) [first, start] = [first + 1, start + 1];
  while (last > first && end > start && old[last - 1] === added[end - 1]) [last, end] = [last - 1, end - 1];
  return first === last && start === end ? undefined : { from: first, to: last, added: added.slice(start, end), edits };
}

function hunkOf(old: readonly string[], group: Group, grown: number): FileHunk {
  const { changes } = group;
  const from = Math.max(0, group.from - CONTEXT);
  const to = Math.min(old.length, group.to + CONTEXT);
  const lines: string[] = [];
  let [insertions, deletions] = [0, 0];
  let at = from;
  const keep = (until: number) => {
    for (const line of old.slice(at, until)) lines.push(...shown(" ", line));
  };
  for (const change of changes) {
    keep(change.from);
    const gone = old.slice(change.from, change.to);
    lines.push(...gone.flatMap((line, index) => shown("-", line, change.added[index])));
    lines.push(...change.added.flatMap((line, index) => shown("+", line, gone[index])));
    at = change.to;
    insertions += change.added.length;
    deletions += gone.length;
  }
  keep(to);
  const [before, after] = [to - from, to - from + insertions - deletions];
  // In a header, an empty range means the line before it.
  const header = `@@ -${range(from, before)} +${range(from + grown, after)} @@`;
  const edits = changes.flatMap((change) => change.edits);
  return { line: from + 1, text: [header, ...lines].join("\n"), insertions, deletions, edits };
}

function range(from: number, count: number): string {
  const start = count === 0 ? from : from + 1;
  return count === 1 ? `${start}` : `${start},${count}`;
}

/** Returns a line with its mark. For a long line, it is only the part around the first difference from `other`. */
function shown(mark: " " | "-" | "+", line: string, other = ""): string[] {
  const text = line.replace(/\r?\n$/, "");
  const end = line.endsWith("\n") ? [] : ["\\ No newline at end of file"];
  if (text.length <= MAX_LINE) return [mark + text, ...end];
  let same = 0;
  while (same < text.length && text[same] === other[same]) same++;
  const from = mark === " " ? 0 : Math.max(0, Math.min(same - LEAD, text.length - MAX_LINE));
  const rest = text.length - from - MAX_LINE;
  const cut = `${from > 0 ? `…[${from}]` : ""}${text.slice(from, from + MAX_LINE).toWellFormed()}${rest > 0 ? `…[${rest}]` : ""}`;
  return [mark + cut, ...end];
}
