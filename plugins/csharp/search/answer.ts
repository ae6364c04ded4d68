/** Puts one page of a search together within its byte limit, in the compact form of spec 000 §3. */

import { Buffer } from "node:buffer";
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import { cursorAt, hasMore, lineRanges, type PageLimits, type Share, shares } from "./paging.ts";
import type { ScanFile, ScanResult } from "./scan.ts";
import type { Snippet, SnippetJob } from "./search-worker.ts";

export interface AnswerOptions extends PageLimits {
  detail: "metadata" | "snippets" | "full";
  snippetContext: number;
  maxBytes: number;
}

type MatchedFile = ScanResult["matched"][number];

/** Files named in one answer. */
const MAX_NAMED = 20;

/** With the cursor behind each result. */
export async function searchAnswer(
  context: Context,
  result: ScanResult,
  options: AnswerOptions,
): Promise<{ answer: JsonObject; cursors: string[] }> {
  const pathTable: string[] = [];
  const results: JsonObject[] = [];
  const cursors: string[] = [];
  let last: Share<MatchedFile> | undefined;
  let truncated = false;
  let bytes = 200;
  for (const share of shares(result.matched, options)) {
    const entry = await entryOf(context, share, pathTable.length, options);
    const size = byteLength(entry) + byteLength(share.file.display) + 2;
    if (bytes + size > options.maxBytes) {
      truncated = true;
      if (last) break;
      // Even alone it is too big: its lines are said, their text has to be asked for in smaller pieces.
      delete entry.snippets;
    }
    bytes += size;
    pathTable.push(share.file.display);
    results.push(entry);
    cursors.push(cursorAt(share));
    last = share;
    if (truncated) break;
  }
  const total = result.matched.reduce((sum, file) => sum + file.lines.length, 0);
  const answer: JsonObject = { success: true, pathTable, results, total, totalFiles: result.matched.length };
  if (last && (truncated || hasMore(result.matched, last, options))) answer.cursor = cursorAt(last);
  if (truncated) Object.assign(answer, { truncated: true, reason: "maxBytes" });
  return { answer: { ...answer, ...troubles(result) }, cursors };
}

/** What the answer lacks, and why. */
export function troubles({ timedOut, unsearched, changed }: ScanResult): JsonObject {
  const said: JsonObject = {};
  if (timedOut.length > 0) said.errors = timedOut.slice(0, MAX_NAMED).map(timeoutOf);
  if (timedOut.length > MAX_NAMED) said.timedOutFiles = timedOut.length;
  if (unsearched > 0) {
    Object.assign(said, { truncated: true, reason: "timeout", unsearchedFiles: unsearched });
  }
  if (changed.length > 0) said.changed = changed.slice(0, MAX_NAMED);
  return said;
}

function timeoutOf(file: ScanFile): JsonObject {
  return {
    path: file.display,
    code: "REGEX_TIMEOUT",
    error: "The pattern took over 500 ms on this file; its matches are not in the answer",
  };
}

async function entryOf(
  context: Context,
  { file, from, to }: Share<MatchedFile>,
  fileId: number,
  options: AnswerOptions,
): Promise<JsonObject> {
  const lines = file.lines.slice(from, to);
  const entry: JsonObject = { fileId, lineRanges: lineRanges(lines) };
  if (file.lines.length > to) entry.more = file.lines.length - to;
  if (options.detail === "metadata") return entry;
  const job: SnippetJob = {
    job: "snippets",
    path: file.file.path,
    lines,
    context: options.snippetContext,
    full: options.detail === "full",
  };
  const snippets = await context.worker<Snippet[]>("search", job).catch(() => undefined);
  if (snippets) entry.snippets = snippets;
  return entry;
}

/** Bytes of a value as it is sent. */
export function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
