/** Fills a page of search results up to its limit in bytes. The compact format is described in docs/contracts/csharp.md. */
import { Buffer } from "node:buffer";
import { type Context, errorMessage, type JsonObject, TimeSlice } from "../../../core/host/plugin-api.ts";
import type { ScanFile, ScanResult } from "./search-driver.ts";
import { cursorAt, type FileSlice, fileSlices, hasMore, lineRanges, type PageLimits } from "./search-pages.ts";
import type { Snippet, SnippetJob, Snippets } from "./search-worker.ts";

export interface AnswerOptions extends PageLimits {
  detail: "metadata" | "snippets" | "full";
  snippetContext: number;
  maxBytes: number;
}

type MatchedFile = ScanResult["matched"][number];

/** A result, along with the matches that it is for. */
interface Entry {
  entry: JsonObject;
  share: FileSlice<MatchedFile>;
}

const MAX_NAMED = 20;
/** If the matches of a file have more text than this many bytes, they are split up so that a page can end between them. */
const ENTRY_BYTES = 6000;

/** Yields each result together with the cursor that follows it. */
export async function searchAnswer(
  context: Context,
  result: ScanResult,
  options: AnswerOptions,
): Promise<{ answer: JsonObject; cursors: string[] }> {
  const pathTable: string[] = [];
  const results: JsonObject[] = [];
  const cursors: string[] = [];
  let last: FileSlice<MatchedFile> | undefined;
  let truncated = false;
  let bytes = 200;
  const slice = new TimeSlice(context);
  for (const whole of fileSlices(result.matched, options)) {
    await slice.check();
    const fileId = pathTable.length;
    let named = byteLength(whole.file.display) + 2;
    for (const { entry, share } of await entriesOf(context, whole, fileId, options)) {
      const size = byteLength(entry) + named;
      truncated = bytes + size > options.maxBytes;
      if (truncated && last) break;
      // The entry is too large for any page, so we drop its text and only keep the lines.
      if (truncated) delete entry.snippets;
      if (named > 0) pathTable.push(whole.file.display);
      named = 0;
      bytes += size;
      results.push(entry);
      cursors.push(cursorAt(share));
      last = share;
      if (truncated) break;
    }
    if (truncated) break;
  }
  const total = result.matched.reduce((sum, file) => sum + file.lines.length, 0);
  const answer: JsonObject = { success: true, pathTable, results, total, totalFiles: result.matched.length };
  if (last && (truncated || hasMore(result.matched, last, options))) answer.cursor = cursorAt(last);
  if (truncated) Object.assign(answer, { truncated: true, reason: "maxBytes" });
  return { answer: { ...answer, ...scanWarnings(result) }, cursors };
}

/** Returns warnings about files that were not searched, or not completely. */
export function scanWarnings({ timedOut, unsearched }: ScanResult): JsonObject {
  const said: JsonObject = {};
  if (timedOut.length > 0) said.errors = timedOut.slice(0, MAX_NAMED).map(timeoutOf);
  if (timedOut.length > MAX_NAMED) said.timedOutFiles = timedOut.length;
  if (unsearched > 0) {
    Object.assign(said, { truncated: true, reason: "timeout", unsearchedFiles: unsearched });
  }
  return said;
}

function timeoutOf(file: ScanFile): JsonObject {
  return {
    path: file.display,
    code: "REGEX_TIMEOUT",
    error: "The pattern took more than 500 ms on this file; its matches are missing",
  };
}

/** Converts the matches in a file to one or more results. */
async function entriesOf(
  context: Context,
  share: FileSlice<MatchedFile>,
  fileId: number,
  options: AnswerOptions,
): Promise<Entry[]> {
  const { file, from, to } = share;
  const lines = file.lines.slice(from, to);
  const found = options.detail === "metadata" ? undefined : await snippetsOf(context, file, lines, options);
  const parts = found ? portions(found) : [{ lines: lines.length, snippets: undefined }];
  let at = 0;
  return parts.map(({ lines: count, snippets }) => {
    const part = { file, from: from + at, to: from + at + count };
    const entry: JsonObject = { fileId, lineRanges: lineRanges(lines.slice(at, at + count)) };
    at += count;
    // The last part includes the number of matches that are still to come.
    if (part.to === to && file.lines.length > to) entry.more = file.lines.length - to;
    if (snippets) entry.snippets = snippets;
    return { entry, share: part };
  });
}

async function snippetsOf(
  context: Context,
  { file }: MatchedFile,
  lines: number[],
  options: AnswerOptions,
): Promise<Snippets | undefined> {
  const job: SnippetJob = {
    job: "snippets",
    path: file.path,
    lines,
    context: options.snippetContext,
    full: options.detail === "full",
  };
  return await context.worker<Snippets>("search", job, { signal: context.signal }).catch((error) => {
    context.signal.throwIfAborted();
    context.log.debug(`No snippets for ${file.display}: ${errorMessage(error)}`);
    return undefined;
  });
}

/** Splits the snippets into groups of about `ENTRY_BYTES`, each with its number of matches. */
function portions({ snippets, of }: Snippets): { lines: number; snippets: Snippet[] }[] {
  const parts: { lines: number; snippets: Snippet[] }[] = [];
  let part = { lines: 0, snippets: [] as Snippet[] };
  let bytes = 0;
  let first = 0;
  for (const index of of) {
    const snippet = snippets[index]!;
    // This match is also in an earlier member of the same part.
    if (index < first || index >= first + part.snippets.length) {
      const size = byteLength(snippet);
      if (part.lines > 0 && bytes + size > ENTRY_BYTES) {
        parts.push(part);
        part = { lines: 0, snippets: [] };
        bytes = 0;
        first = index;
      }
      part.snippets.push(snippet);
      bytes += size;
    }
    part.lines++;
  }
  return part.lines > 0 ? [...parts, part] : parts;
}

/** Returns the size of a value when sent as JSON. */
export function byteLength(value: unknown): number {
  return Buffer.byteLength(JSON.stringify(value));
}
