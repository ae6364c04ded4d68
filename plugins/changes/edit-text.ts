/** Tool `edit_text`: plans an exact text replacement in one or more files. */
import {
  type Context,
  type FileChange,
  JigError,
  type Outcome,
  type PlanNote,
  type TextEdit,
} from "../../core/host/plugin-api.ts";
import type { EditInput } from "./edit-schema.ts";

/** How many matches to list if there are too many. */
const MAX_LINES = 10;

export default async function editText(input: EditInput, context: Context): Promise<Outcome> {
  const { old, new: text, paths, count, every = false } = input;
  if (every && count !== undefined) throw new JigError("INVALID_ARGUMENT", "every and count cannot be used together");
  const files: FileChange[] = [];
  const conflicts: PlanNote[] = [];
  const places: PlanNote[] = [];
  let found = 0;
  for (const path of new Set(paths)) {
    const { text: whole, hash } = await context.changes.read(path);
    const edits = editsOf(whole, old, text);
    found += edits.length;
    if (!every && count === undefined && edits.length !== 1) conflicts.push({ path, why: notOnce(whole, edits) });
    places.push({ path, why: `${times(edits.length)}${linesOf(whole, edits)}` });
    if (edits.length > 0) files.push({ path, hash, edits });
  }
  if (count !== undefined && found !== count) {
    conflicts.push({ why: `the text occurs ${times(found)}, not ${count}` }, ...places);
  }
  if (every && found === 0) conflicts.push({ why: "the text does not occur in any of the files" });
  const title = `Replace ${shown(old)} by ${shown(text)}`;
  return await context.changes.propose({ title, files, conflicts });
}

/** Adapts line endings to the file. */
function editsOf(whole: string, old: string, text: string): TextEdit[] {
  const wanted = whole.includes("\r\n") ? old.replace(/\r?\n/g, "\r\n") : old.replaceAll("\r\n", "\n");
  const edits: TextEdit[] = [];
  for (let at = whole.indexOf(wanted); at >= 0; at = whole.indexOf(wanted, at + wanted.length))
    edits.push({ start: at, end: at + wanted.length, text });
  return edits;
}

function notOnce(whole: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return "the text does not occur";
  return `the text occurs ${times(edits.length)}${linesOf(whole, edits)}: include more of the surrounding text, or use count or every`;
}

function times(count: number): string {
  return count === 1 ? "once" : `${count} times`;
}

function linesOf(whole: string, edits: readonly TextEdit[]): string {
  if (edits.length === 0) return "";
  const lines = edits.slice(0, MAX_LINES).map(({ start }) => whole.slice(0, start).split("\n").length);
  return ` (${lines.length === 1 ? "line" : "lines"} ${lines.join(", ")}${edits.length > MAX_LINES ? " …" : ""})`;
}

function shown(text: string): string {
  const line = text.replace(/\s+/g, " ").trim();
  return JSON.stringify(line.length > 60 ? `${line.slice(0, 60).toWellFormed()}…` : line);
}
