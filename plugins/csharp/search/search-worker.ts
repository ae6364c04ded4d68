/**
 * Contains the jobs that a worker runs for a search, which find the matching lines in a batch of files and extract snippets.
 * Because a slow regular expression can't be interrupted, we announce each file beforehand. The main thread can then stop us
 * and continue with the next file.
 */
import { ifThere, JigError, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { MAX_SCRIPT_BYTES } from "../index/outline-worker.ts";
import { readOutline } from "../outline/read-outline.ts";
import { Lines } from "../text/lines.ts";
import { compilePattern, enclosingMember, matchingLines, type SearchSpec, snippetOf } from "./matcher.ts";

export interface MatchJob {
  job: "match";
  spec: SearchSpec;
  paths: string[];
}

export interface SnippetJob {
  job: "snippets";
  path: string;
  lines: number[];
  context: number;
  /** True if the snippet should be the whole member instead of context lines. */
  full: boolean;
}

/** Either announces the file with this index or contains its lines, which are undefined if the pattern took too long. */
export type MatchMessage = { begun: number } | { index: number; lines: number[] | undefined };

export type Snippet = {
  /** The line that matches. If `endLine` is set, the snippet is a whole member and this is its first line. */
  line: number;
  endLine?: number;
  snippet: string;
};

/** The snippets, together with the index of the snippet for each match. */
export interface Snippets {
  snippets: Snippet[];
  of: number[];
}

export default async function search(
  job: MatchJob | SnippetJob,
  context: WorkerContext,
): Promise<Snippets | undefined> {
  if (job.job === "snippets") return await snippets(job, context);
  const matches = compilePattern(job.spec);
  for (const [index, path] of job.paths.entries()) {
    if (context.signal.aborted) return undefined;
    const file = await ifThere(context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES }));
    context.emit({ begun: index } satisfies MatchMessage);
    if (!file) continue;
    const lines = linesOrTimeout(file.text, job.spec, matches);
    if (lines?.length !== 0) context.emit({ index, lines } satisfies MatchMessage);
    // We yield every few files so that cancellations can get through.
    if (index % 64 === 63) await context.clock.sleep(0);
  }
  return undefined;
}

function linesOrTimeout(...parts: Parameters<typeof matchingLines>): number[] | undefined {
  try {
    return matchingLines(...parts);
  } catch (error) {
    if (error instanceof JigError && error.code === "TIMEOUT") return undefined;
    throw error;
  }
}

async function snippets({ path, lines, context: around, full }: SnippetJob, context: WorkerContext): Promise<Snippets> {
  const { text } = await context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES });
  const table = new Lines(text);
  if (!full) {
    const snippets = lines.map((line) => ({ line, snippet: snippetOf(table, line, around).text }));
    return { snippets, of: lines.map((_, index) => index) };
  }
  const { declarations } = readOutline(text);
  const snippets: Snippet[] = [];
  const numbers = new Map<string, number>();
  const of = lines.map((line) => {
    const { startLine, endLine } = enclosingMember(text, table, declarations, line) ?? {
      startLine: line,
      endLine: line,
    };
    // All matches in one member share its text.
    const name = `${startLine}-${endLine}`;
    const number = numbers.get(name) ?? snippets.length;
    if (number === snippets.length) {
      numbers.set(name, number);
      const snippet = table.slice(startLine, endLine).replaceAll("\r\n", "\n");
      snippets.push({ line: startLine, endLine, snippet });
    }
    return number;
  });
  return { snippets, of };
}
