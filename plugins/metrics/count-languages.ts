/** Worker job for `jig tokei`: counts lines of many files. Embedded code in other languages is counted separately. */
import type { WorkerContext } from "../../core/host/plugin-api.ts";
import { embeddedIn } from "./embedded-code.ts";
import { createLineScanner } from "./line-scanner.ts";
import { languageNamed, languageOf } from "./metrics-languages.ts";

export interface LineTotals {
  code: number;
  comments: number;
  blanks: number;
}

/** Missing for files that are binary, unreadable, or in an unknown language. */
export interface CountedLines extends LineTotals {
  path: string;
  language: string;
  /** Keyed by language. */
  embedded: Record<string, LineTotals>;
}

/** Lines in these languages never count as code. */
const PROSE = new Set(["Markdown", "MDX", "Plain Text"]);
/** Anything larger is data. */
const MAX_BYTES = 64 * 1024 * 1024;

export default async function countLanguages(
  { paths }: { paths: string[] },
  context: WorkerContext,
): Promise<CountedLines[]> {
  const counted: CountedLines[] = [];
  for (const path of paths) {
    context.signal.throwIfAborted();
    const read = await context.files.readText(path, { maxBytes: MAX_BYTES }).catch(() => undefined);
    if (!read || (!read.encoding.startsWith("utf-16") && read.text.slice(0, 8000).includes("\0"))) continue;
    const language = languageOf(path, read.text.slice(0, 200))?.name;
    if (language !== undefined) counted.push({ path, language, ...countText(read.text, language) });
  }
  return counted;
}

function countText(text: string, language: string): Omit<CountedLines, "path" | "language"> {
  const { rest, parts } = embeddedIn(text, language);
  const embedded: Record<string, LineTotals> = {};
  for (const part of parts) {
    // Doc comments may contain examples, which count as comments of the outer language.
    const inner = countText(part.text, part.language);
    for (const totals of [inner, ...Object.values(inner.embedded)]) add(embedded, part.language, totals);
  }
  return { ...totalsOf(rest, language), embedded };
}

/** Like tokei: a blank line in a multi-line string is code, in a block comment it's a comment. */
function totalsOf(text: string, language: string): LineTotals {
  const totals = { code: 0, comments: 0, blanks: 0 };
  const lines = text.split(/\r\n|\n|\r/);
  if (lines.at(-1) === "") lines.pop();
  const rules = languageNamed(language) ?? { name: "" };
  const scanner = createLineScanner(rules, lines);
  const spans = rules.long !== undefined || rules.verbatim !== undefined;
  const prose = PROSE.has(language);
  for (const line of lines) {
    const inString = scanner.inString() && spans;
    const inComment = scanner.inComment();
    const kind = scanner.next(line);
    if (kind === "blank" && !inString && !inComment) totals.blanks++;
    else if (kind === "comment" || prose || (kind === "blank" && inComment)) totals.comments++;
    else totals.code++;
  }
  return totals;
}

function add(embedded: Record<string, LineTotals>, name: string, { code, comments, blanks }: LineTotals): void {
  const sum = Object.hasOwn(embedded, name) ? embedded[name] : undefined;
  embedded[name] = {
    code: (sum?.code ?? 0) + code,
    comments: (sum?.comments ?? 0) + comments,
    blanks: (sum?.blanks ?? 0) + blanks,
  };
}
