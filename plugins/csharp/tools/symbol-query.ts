/** Finds the target of a query and then its uses. It is shared by all tools that take a declaration. */
import { type Context, type JsonObject, parsePosition } from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import type {
  LocalFunctionAnswer,
  LocalFunctionRequest,
  NeedText,
  ReferencePage,
  ReferenceQuery,
  RefsRequest,
  SuggestRequest,
  SymbolAtAnswer,
  SymbolAtRequest,
} from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { parseSymbolPath } from "../symbol-paths/parse-symbol-path.ts";
import { indexedName } from "../symbol-paths/resolve-path.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";
import { kindsOf } from "./script-symbol-find.ts";

export interface SymbolInput {
  name: string;
  /** A position like `path:line:column`, which can be given instead of a name. */
  at?: string | undefined;
  path: string;
  kind?: string | undefined;
  container: string;
  namespace: string;
  scope?: FileScope;
  includeText?: boolean;
}

export async function symbolQuery(input: SymbolInput, context: Context): Promise<ReferenceQuery> {
  const query = await anySymbolQuery(input, context);
  const { local } = query;
  if (local)
    throw scriptError(
      "SYMBOL_NOT_FOUND",
      "SYMBOL_NOT_FOUND",
      `${JSON.stringify(local.name)} ${input.at === undefined ? "" : `at ${input.at} `}is a ${local.kind}: this tool works on types and members`,
      { hint: "script_refs_find lists the uses of locals and parameters too" },
    );
  return query;
}

/** Resolves a query that accepts types, members and local functions. */
export async function callableQuery(input: SymbolInput, context: Context): Promise<ReferenceQuery> {
  const query = await anySymbolQuery(input, context);
  return query.local && query.local.kind !== "local function" ? await symbolQuery(input, context) : query;
}

/** Resolves a query that accepts any symbol, including local variables, parameters and labels. */
export async function anySymbolQuery(input: SymbolInput, context: Context): Promise<ReferenceQuery> {
  const meant = input.at === undefined ? await symbolNamed(input, context) : await symbolAt(input.at, input, context);
  const written = meant.word;
  if ("local" in meant) return { ...(await queryOf(meant.local.name, input, context)), local: meant.local, written };
  return { ...(await queryOf(meant.symbolPath, input, context)), written };
}

async function queryOf(written: string, input: SymbolInput, context: Context): Promise<ReferenceQuery> {
  if (/[^.]\.cs$/i.test(written))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${JSON.stringify(written)} is a path, not a name`, {
      hint: `Write the name of a declaration in it, such as ${JSON.stringify(/([^/\\]+)\.cs$/i.exec(written)?.[1] ?? "Player")}; path selects the file`,
    });
  const parsed = parseSymbolPath(written);
  const name = indexedName(parsed);
  if (name === "")
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", `${JSON.stringify(input.name)} contains no name`, {
      hint: "Write the name of a declaration, such as Move or Player/Move",
    });
  if (/[*?]/.test(name) && !name.includes("operator"))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Names have no wildcards: ${JSON.stringify(name)}`, {
      hint: `script_symbol_find finds all names that contain ${JSON.stringify(name.replace(/[*?]/g, ""))}`,
    });
  if (!/^(?:[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*|<Main>\$|(?:(?:im|ex)plicit )?operator .+)$/u.test(name))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid identifier ${JSON.stringify(name)}`, {
      hint: "Write a name or a symbol path, such as Move or Game.Player/Move(int); script_search finds text",
    });
  return {
    name,
    symbol: written,
    scope: input.scope ?? "all",
    path: input.path === "" ? "" : (await resolveScript(context, input.path)).absolute,
    line: 0,
    column: 0,
    kinds: kindsOf(input.kind),
    container: input.container,
    namespace: input.namespace,
    includeText: input.includeText ?? false,
  };
}

/** Resolves a symbol path. Its last part may be a local function. */
async function symbolNamed({ name, container, kind }: SymbolInput, context: Context): Promise<SymbolAtAnswer> {
  const symbolPath = name.trim();
  if (container !== "" || kind !== undefined || parseSymbolPath(symbolPath).outer.length === 0) return { symbolPath };
  const service = await context.service<ScriptService>();
  const request: LocalFunctionRequest = { op: "localFunction", symbol: symbolPath };
  const { local } = await service.ask<LocalFunctionAnswer>(request, context);
  return local ? { local } : { symbolPath };
}

async function symbolAt(at: string, { name }: SymbolInput, context: Context): Promise<SymbolAtAnswer> {
  if (name !== "")
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"name" and "at" cannot be used together', {
      hint: "Write one of them",
    });
  const { path, line, column } = parsePosition(at);
  const { absolute } = await resolveScript(context, path);
  const service = await context.service<ScriptService>();
  const request: SymbolAtRequest = { op: "symbolAt", path: absolute, line, column };
  return await service.ask<SymbolAtAnswer>(request, context);
}

/**
 * Returns a page of uses. If the index thread requests it, this first searches the text for the name to find the files that
 * matter.
 */
export async function referencesOf(request: RefsRequest, context: Context): Promise<ReferencePage> {
  const service = await context.service<ScriptService>();
  const answer = await service.ask<ReferencePage | NeedText>(request, context);
  if (!("needText" in answer)) return answer;
  const candidates = await service.filesWith(answer.words, answer, { signal: context.signal, ignoreCase: false });
  return await service.ask<ReferencePage>({ ...request, candidates }, context);
}

/** Returns all uses at once, without any surrounding lines. */
export async function allReferences(query: ReferenceQuery, context: Context): Promise<ReferencePage> {
  const page = { pageSize: 1_000_000, counts: "matches" as const, perFile: 1_000_000, startAfter: "" };
  return await referencesOf({ op: "refs", query, page, snippetContext: 0 }, context);
}

/** The number of declarations that we list as text. The others are merely counted. */
const MAX_SHOWN = 6;

/** Returns the declarations of an answer. Their number is limited, because hundreds of declarations may share a name. */
export function shownTargets({ targets, targetCount }: Pick<ReferencePage, "targets" | "targetCount">): JsonObject {
  const more = targetCount - targets.length;
  if (more <= 0 && targets.length <= MAX_SHOWN) return { targets };
  const shown = targets.slice(0, MAX_SHOWN);
  const count = targetCount - shown.length;
  const alsoNamed = `and ${count} others with that name: use container, namespace or path to choose one`;
  return { targets: shown, targetCount, alsoNamed };
}

/** Information about a name that is not declared. */
interface Miss extends Pick<ReferencePage, "candidates" | "note" | "hint"> {
  rows: number;
}

/** Returns a note if the engine or a package has the name. Throws SYMBOL_NOT_FOUND if we don't know the name at all. */
export async function notFound(query: ReferenceQuery, miss: Miss, context: Context): Promise<JsonObject> {
  const { note, hint, candidates = [], rows } = miss;
  if (note !== undefined && (rows > 0 || hint === undefined)) return { note, ...(hint === undefined ? {} : { hint }) };
  const { outer } = parseSymbolPath(query.symbol);
  const containers = [...query.container.split(/[/.+]/), ...outer.map(({ name }) => name)].filter(
    (part) => part !== "",
  );
  const service = await context.service<ScriptService>();
  const request: SuggestRequest = { op: "suggest", name: query.name, containers, kinds: query.kinds };
  const meant = await service.ask<{ hint: string; candidates: string[] }>(request, context);
  const all = [...new Set([...candidates, ...meant.candidates])];
  const type = containers.at(-1);
  const message = type ? `No script declares ${query.name} in ${type}` : `No script declares ${query.symbol}`;
  const known = hint?.startsWith(meant.hint) ? [hint] : [meant.hint, hint];
  const advice = known.filter(Boolean).join(". ").replaceAll("?. ", "? ");
  throw scriptError("SYMBOL_NOT_FOUND", "SYMBOL_NOT_FOUND", message, {
    ...(advice === "" ? {} : { hint: advice }),
    details: { candidates: all.slice(0, 20) },
  });
}
