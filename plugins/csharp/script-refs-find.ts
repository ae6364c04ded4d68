/** `script_refs_find`: who uses a declaration, each use with its kind, the symbol around it, and how sure it is. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { scriptError } from "./failure.ts";
import type { Directories, FoundReferences, Reference, RefsRequest } from "./index/requests.ts";
import type { ScriptService } from "./index/service.ts";
import type { Scope } from "./project/project.ts";
import { resolveScript } from "./project/script-path.ts";
import { kindsOf } from "./script-symbol-find.ts";
import { byteLength } from "./search/answer.ts";
import { cursorAt, hasMore, type PageLimits, type Share, shares } from "./search/paging.ts";
import type { Snippet, SnippetJob } from "./search/search-worker.ts";

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

/** References of one file, as paging sees them. */
interface FileReferences {
  path: string;
  display: string;
  lines: number[];
  references: Reference[];
}

/** Reference searches kept for paging. */
const KEPT = 8;

export default async function scriptRefsFind(input: Input, context: Context): Promise<Outcome> {
  const name = input.name.trim().replace(/^@/, "");
  if (name === "")
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", "The name is empty", {
      hint: "Write the simple name of a declaration, such as Move",
    });
  if (/[/.]/.test(name)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${JSON.stringify(name)} is not a simple name`, {
      hint: "Write the last part as name and the rest as container (types) and namespace",
    });
  }
  const service = await context.service<ScriptService>();
  const request: RefsRequest = {
    op: "refs",
    name,
    scope: input.scope,
    path: input.path === "" ? "" : (await resolveScript(context, input.path)).absolute,
    kinds: kindsOf(input.kind),
    container: input.container,
    namespace: input.namespace,
    includeText: input.includeText,
    candidates: [],
  };
  const found = await referencesOf(request, service, context);
  const files = byFile(found.references);
  const answer = await page(
    files,
    { pageSize: input.pageSize, counts: "matches", perFile: input.maxMatchesPerFile, startAfter: input.startAfter },
    input,
    context,
  );
  return {
    value: {
      success: true,
      ...answer,
      total: found.references.length,
      certain: found.certain,
      possible: found.possible,
      other: found.other,
      targets: found.targets,
      ...(found.targets.length === 0
        ? { note: "No declaration of that name fits; words of that name elsewhere are counted as other" }
        : {}),
      ...(found.warnings.length > 0 ? { warnings: found.warnings.slice(0, 20) } : {}),
    },
  };
}

async function referencesOf(request: RefsRequest, service: ScriptService, context: Context): Promise<FoundReferences> {
  const where = await service.ask<Directories>({ op: "directories" }, context);
  const key = JSON.stringify(request);
  const kept = service.references.get(key);
  if (kept?.generation === where.generation) return kept.found;
  const candidates = await service.filesWith(request.name, where, { signal: context.signal, ignoreCase: false });
  const found = await service.ask<FoundReferences>({ ...request, candidates }, context);
  service.references.delete(key);
  service.references.set(key, { generation: where.generation, found });
  for (const oldest of [...service.references.keys()].slice(0, -KEPT)) service.references.delete(oldest);
  return found;
}

function byFile(references: readonly Reference[]): FileReferences[] {
  const files = new Map<string, FileReferences>();
  for (const reference of references) {
    const { path, line } = reference;
    const file = files.get(path) ?? { path, display: reference.display, lines: [], references: [] };
    file.lines.push(line);
    file.references.push(reference);
    files.set(path, file);
  }
  return [...files.values()].sort((a, b) => (a.display < b.display ? -1 : 1));
}

async function page(files: FileReferences[], limits: PageLimits, input: Input, context: Context): Promise<JsonObject> {
  const results: JsonObject[] = [];
  let bytes = 300;
  let last: Share<FileReferences> | undefined;
  let truncated = false;
  for (const share of shares(files, limits)) {
    const { file, from } = share;
    const job: SnippetJob = {
      job: "snippets",
      path: file.path,
      lines: file.lines.slice(from, share.to),
      context: input.snippetContext,
      full: false,
    };
    const snippets = await context.worker<Snippet[]>("search", job).catch(() => [] as Snippet[]);
    let to = from;
    for (; to < share.to; to++) {
      const row = rowOf(file, to, snippets[to - from]?.snippet ?? "");
      const size = byteLength(row) + 1;
      if (bytes + size > input.maxBytes && results.length > 0) break;
      if (bytes + size > input.maxBytes) delete row.snippet;
      bytes += size;
      results.push(row);
    }
    if (to > from) last = { file, from, to };
    if (to < share.to) {
      truncated = true;
      break;
    }
  }
  const more = last !== undefined && hasMore(files, last, limits);
  return {
    results,
    ...(truncated ? { truncated: true, reason: "maxBytes" } : {}),
    ...(more ? { cursor: cursorAt(last!) } : {}),
  };
}

function rowOf(file: FileReferences, at: number, snippet: string): JsonObject {
  const { line, column, kind, certainty, symbol, via } = file.references[at]!;
  const row: JsonObject = { path: file.display, line, column, kind, certainty, symbol, snippet };
  if (via) row.via = via;
  return row;
}

export function view(value: Json): View {
  const { results = [], certain, possible, other, cursor } = value as { results?: JsonObject[] } & JsonObject;
  const rows = results.map((one): Row => {
    const path = String(one.path);
    const row: Row = {
      text: `${path}:${one.line}: ${one.kind} in ${one.symbol}`,
      location: { absolute: path, display: path, startLine: Number(one.line), startColumn: Number(one.column) },
      links: [{ rel: "members", tool: "script_symbols_get", input: { path } }],
    };
    return one.certainty === "possible" ? { ...row, tone: "muted" } : row;
  });
  return {
    rows,
    notes: [
      `${certain} certain, ${possible} possible, ${other} of other declarations${cursor ? "; more with startAfter" : ""}`,
    ],
  };
}

/** Whole rows are cut from the end. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const answer = value as { results?: Json[] } & JsonObject;
  if (!Array.isArray(answer.results)) return undefined;
  for (let keep = answer.results.length - 1; keep > 0; keep = Math.floor(keep * 0.9)) {
    const cut = {
      ...answer,
      results: answer.results.slice(0, keep),
      truncated: true,
      reason: `answer size; ask again with pageSize ${keep}`,
    };
    if (JSON.stringify(cut).length <= maxChars) return cut;
  }
  return undefined;
}
