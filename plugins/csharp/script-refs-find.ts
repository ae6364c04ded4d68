/** `script_refs_find`: who uses a declaration, each use with its kind, the symbol around it, and how sure it is. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/plugin-api.ts";
import { failureView, scriptError } from "./failure.ts";
import { parseNamePath } from "./index/find.ts";
import type { NeedText, Reference, ReferencePage, ReferenceQuery, RefsRequest } from "./index/requests.ts";
import type { ScriptService } from "./index/service.ts";
import { SNIPPET_CONTEXT } from "./input.ts";
import type { Scope } from "./project/project.ts";
import { resolveScript } from "./project/script-path.ts";
import { kindsOf } from "./script-symbol-find.ts";
import { byteLength } from "./search/answer.ts";
import type { PageLimits } from "./search/paging.ts";
import { cutTo, resumable } from "./search/resume.ts";

export interface Input {
  name: string;
  scope: Scope;
  path: string;
  kind?: string | undefined;
  container: string;
  namespace: string;
  snippetContext: number;
  pageSize: number;
  maxMatchesPerFile: number;
  maxBytes: number;
  startAfter: string;
  includeText: boolean;
}

export default async function scriptRefsFind(input: Input, context: Context): Promise<Outcome> {
  const { name, around } = parseNamePath(input.name);
  if (name === "")
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", `${JSON.stringify(input.name)} holds no name`, {
      hint: "Write the name of a declaration, such as Move or Player/Move",
    });
  if (!/^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*$/u.test(name)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${JSON.stringify(name)} is no identifier`, {
      hint: "Write one word, such as Move; operators and indexers are used without their name, script_search finds text",
    });
  }
  const query: ReferenceQuery = {
    name,
    scope: input.scope,
    path: input.path === "" ? "" : (await resolveScript(context, input.path)).absolute,
    kinds: kindsOf(input.kind),
    container: input.container || around.join("/"),
    namespace: input.namespace,
    includeText: input.includeText,
  };
  const limits: PageLimits = {
    pageSize: input.pageSize,
    counts: "matches",
    perFile: input.maxMatchesPerFile,
    startAfter: input.startAfter,
  };
  const page = await pageOf({ op: "refs", query, page: limits, snippetContext: input.snippetContext }, context);
  const { total, certain, possible, other, targets, hint, warnings } = page;
  const { rows, cursors } = rowsOf(page, input);
  return {
    value: resumable(
      {
        success: true,
        ...rows,
        total,
        certain,
        possible,
        other,
        targets,
        ...(targets.length === 0
          ? {
              note: "No declaration of that name fits; words of that name elsewhere are counted as other",
              ...hinted(hint),
            }
          : {}),
        ...(warnings.length > 0 ? { warnings: warnings.slice(0, 20) } : {}),
      },
      cursors,
    ),
  };
}

function hinted(hint: string | undefined): JsonObject {
  return hint === undefined ? {} : { hint };
}

async function pageOf(request: RefsRequest, context: Context): Promise<ReferencePage> {
  const service = await context.service<ScriptService>();
  const answer = await service.ask<ReferencePage | NeedText>(request, context);
  if (!("needText" in answer)) return answer;
  const candidates = await service.filesWith(answer.word, answer, { signal: context.signal, ignoreCase: false });
  return await service.ask<ReferencePage>({ ...request, candidates }, context);
}

/** The rows of a page with their snippets, as many as fit. */
function rowsOf(page: ReferencePage, input: Input): { rows: JsonObject; cursors: string[] } {
  const results: JsonObject[] = [];
  let bytes = 300;
  const cursors: string[] = [];
  let truncated = false;
  for (const file of page.files) {
    for (const [index, reference] of file.references.entries()) {
      const row = rowOf(file.display, reference, file.snippets[index]!);
      const size = byteLength(row) + 1;
      truncated = bytes + size > input.maxBytes;
      if (truncated && results.length > 0) break;
      if (truncated) delete row.snippet;
      bytes += size;
      results.push(row);
      cursors.push(`${file.display}|${reference.line}|${file.from + index}`);
    }
    if (truncated) break;
  }
  const cursor = truncated || page.more ? cursors.at(-1) : undefined;
  const rows = { results, ...(truncated ? { truncated, reason: "maxBytes" } : {}), ...(cursor ? { cursor } : {}) };
  return { rows, cursors };
}

function rowOf(path: string, { line, column, kind, certainty, symbol, via }: Reference, snippet: string): JsonObject {
  return { path, line, column, kind, certainty, symbol, snippet, ...(via ? { via } : {}) };
}

export function view(value: Json, input: JsonObject): View {
  const failed = failureView(value);
  if (failed) return failed;
  const {
    results = [],
    certain,
    possible,
    other,
    cursor,
    note,
    warnings = [],
  } = value as {
    results?: JsonObject[];
    warnings?: string[];
    note?: string;
  } & JsonObject;
  const rows = results.map((one): Row => {
    const path = String(one.path);
    const line = Number(one.line);
    const code = String(one.snippet ?? "").split("\n")[
      Math.min(line - 1, Number(input.snippetContext ?? SNIPPET_CONTEXT))
    ];
    const row: Row = {
      text: `${path}:${line}:${one.column}: ${one.kind} in ${one.symbol}${code ? `: ${code.trim()}` : ""}`,
      location: { absolute: path, display: path, startLine: line, startColumn: Number(one.column) },
      links: [{ rel: "members", tool: "script_symbols_get", input: { path } }],
    };
    return one.certainty === "possible" ? { ...row, tone: "muted" } : row;
  });
  return {
    rows,
    notes: [
      `${certain} certain, ${possible} possible, ${other} of other declarations${cursor ? `; more with startAfter "${cursor}"` : ""}`,
      ...(note ? [note] : []),
      ...warnings,
    ],
  };
}

/** Whole rows are cut from the end. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const answer = value as { results?: Json[] } & JsonObject;
  if (!Array.isArray(answer.results)) return undefined;
  for (let keep = answer.results.length - 1; keep > 0; keep = Math.floor(keep * 0.9)) {
    const cut = cutTo(answer, keep);
    if (JSON.stringify(cut).length <= maxChars) return cut;
  }
  return undefined;
}
