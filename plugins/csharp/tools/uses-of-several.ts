/** Finds the uses of several symbols, which are given by name or are all members of a type or file. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import type {
  Directories,
  NeedText,
  SetUsesAnswer,
  SetUsesRequest,
  SymbolUse,
  SymbolUses,
} from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { namedMethods } from "./assets/named-methods.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";
import { notFound, type SymbolInput, symbolQuery } from "./symbol-query.ts";

export interface SeveralInput extends SymbolInput {
  names?: string[] | undefined;
  members: boolean;
  scope: FileScope;
  pageSize: number;
  startAfter: string;
}

/** The cursor is the number of rows that come before it. */
const CURSOR = /^#(\d+)$/;

export async function usesOfSeveral(input: SeveralInput, context: Context): Promise<Outcome> {
  const { names = [], members } = input;
  const request = await requestOf(input, context);
  const answer = await ask(request, context);
  const missing = answer.misses.map((at) => names[at] ?? input.name);
  if (answer.symbols.length === 0) {
    const [query] = request.queries;
    if (query) await notFound(query, { rows: 0 }, context);
    throw scriptError("SYMBOL_NOT_FOUND", "SYMBOL_NOT_FOUND", `${input.path} declares nothing`);
  }
  const from = firstRow(input.startAfter);
  const uses = answer.symbols.flatMap((symbol) => usesOf(symbol));
  const rows = members ? await memberRows(answer.symbols, context) : answer.symbols.flatMap(unitsOf);
  const unused = members ? answer.symbols.filter(isUnused).length : 0;
  const page = rows.slice(from, from + input.pageSize);
  const cursors = page.map((_, at) => `#${from + at + 1}`);
  const more = from + page.length < rows.length ? cursors.at(-1) : undefined;
  const service = await context.service<ScriptService>();
  const without = members ? [] : answer.symbols.filter((symbol) => usesOf(symbol).length === 0).map(withoutUse);
  const shown = members
    ? { members: page as JsonObject[], unused }
    : { symbols: grouped(page as Unit[]), ...(without.length > 0 ? { withoutUse: without } : {}) };
  return {
    value: {
      success: true,
      results: [],
      ...shown,
      total: uses.length,
      certain: uses.filter(({ certainty }) => certainty === "certain").length,
      possible: uses.filter(({ certainty }) => certainty === "possible").length,
      other: answer.symbols.reduce((sum, { other }) => sum + other, 0),
      totalFiles: new Set(uses.map(({ path }) => path)).size,
      targets: [],
      targetCount: answer.symbols.length,
      ...(missing.length > 0 ? { hint: `No script declares ${missing.join(", ")}` } : {}),
      ...(answer.warnings.length > 0 ? { warnings: answer.warnings.slice(0, 20) } : {}),
      ...(more === undefined ? {} : { cursor: more }),
      ...(await service.unread()),
    },
    cursors,
    files: [...new Set(uses.map(({ absolute }) => absolute))],
    ...(more === undefined ? {} : { next: { startAfter: more } }),
  };
}

/** A use of a symbol, or just the symbol if it does not have any. */
interface Unit {
  of: SymbolUses;
  use?: SymbolUse;
}

function unitsOf(of: SymbolUses): Unit[] {
  const uses = usesOf(of);
  return uses.length === 0 ? [{ of }] : uses.map((use) => ({ of, use }));
}

/** Formats a symbol without uses, along with other ways in which it may be reached. */
function withoutUse({ symbol_path, isUnnamed, reached }: SymbolUses): string {
  const why = isUnnamed ? "not used by name, so not searched for" : reached;
  return why === "" ? symbol_path : `${symbol_path} (${why})`;
}

function grouped(page: readonly Unit[]): JsonObject[] {
  const groups = new Map<SymbolUses, JsonObject[]>();
  for (const { of, use } of page) {
    const rows = groups.get(of) ?? [];
    groups.set(of, rows);
    if (use) rows.push(rowOf(use));
  }
  return [...groups].map(([symbol, uses]) => {
    const { symbol_path, kind, path, line, reached, isUnnamed } = symbol;
    const count = usesOf(symbol).length;
    const note = isUnnamed ? "is not used by name, so its uses are not searched for" : count === 0 ? reached : "";
    return { symbol_path, kind, path, line, count, ...(note === "" ? {} : { reached: note }), uses };
  });
}

function rowOf({ path, line, column, kind, certainty, symbol, symbol_path, via, text }: SymbolUse): JsonObject {
  const related = via === undefined ? {} : { via };
  return { path, line, column, kind, certainty, symbol, symbol_path, text, ...related };
}

async function requestOf(input: SeveralInput, context: Context): Promise<SetUsesRequest> {
  const { names, members, name, at, scope, path } = input;
  if (names && (name !== "" || at !== undefined))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", '"names" cannot be combined with "name" or "at"', {
      hint: "Pass all of them in names",
    });
  const isFile = members && name === "" && at === undefined && !names;
  if (isFile && path === "")
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", '"members" needs a type or a file', {
      hint: "Write name, names, at or path",
    });
  const written = isFile ? [] : (names ?? [name]);
  const queries = [];
  for (const each of written) queries.push(await symbolQuery({ ...input, name: each }, context));
  const files = isFile ? [(await resolveScript(context, path)).absolute] : [];
  return { op: "setUses", queries, files, members, scope };
}

async function ask(request: SetUsesRequest, context: Context): Promise<SetUsesAnswer> {
  const { signal, progress } = context;
  const service = await context.service<ScriptService>();
  const answer = await service.ask<SetUsesAnswer | NeedText>(request, { signal, progress });
  if (!("needText" in answer)) return answer;
  const candidates = await service.filesWith(answer.words, answer, { signal, ignoreCase: false, wholeWord: true });
  return await service.ask<SetUsesAnswer>({ ...request, candidates }, { signal, progress });
}

function firstRow(cursor: string): number {
  if (cursor === "") return 0;
  const found = CURSOR.exec(cursor);
  if (found) return Number(found[1]);
  throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(cursor)}`, {
    hint: "Pass the cursor of the previous page, unchanged",
  });
}

/** Returns the uses that aren't declarations. */
function usesOf({ uses }: Pick<SymbolUses, "uses">): SymbolUse[] {
  return uses.filter(({ kind }) => kind !== "declaration");
}

function isUnused(symbol: SymbolUses): boolean {
  return !symbol.isUnnamed && symbol.reached === "" && usesOf(symbol).length === 0;
}

/** Returns one row for each member. Those without uses come first. */
async function memberRows(symbols: readonly SymbolUses[], context: Context): Promise<JsonObject[]> {
  const named = symbols.some(isUnused) ? await methodsInAssets(context) : new Set<string>();
  const isNamed = ({ kind, symbol_path }: SymbolUses) => kind === "method" && named.has(nameOf(symbol_path));
  for (const symbol of symbols)
    if (isUnused(symbol) && isNamed(symbol)) symbol.reached = "an event or animation in an asset refers to it";
  const order = [...symbols].sort((a, b) => Number(isUnused(b)) - Number(isUnused(a)));
  return order.map((symbol) => {
    const uses = usesOf(symbol);
    const byKind = new Map<string, Map<string, number[]>>();
    const sure = [...uses].sort((a, b) => Number(b.certainty === "certain") - Number(a.certainty === "certain"));
    for (const { kind, symbol: user, line, certainty } of sure) {
      const how = certainty === "certain" ? kind : `${certainty} ${kind}`;
      const users = byKind.get(how) ?? new Map<string, number[]>();
      byKind.set(how, users.set(user, [...(users.get(user) ?? []), line]));
    }
    const each = <T>(of: (users: Map<string, number[]>) => T): Record<string, T> =>
      Object.fromEntries([...byKind].map(([kind, users]) => [kind, of(users)]));
    const { path, line, kind, symbol_path, isUnnamed, reached } = symbol;
    return {
      symbol_path,
      kind,
      path,
      line,
      ...(isUnnamed ? {} : { uses: uses.length }),
      possible: uses.filter(({ certainty }) => certainty === "possible").length,
      files: new Set(uses.map((use) => use.path)).size,
      users: each((users) => [...users.keys()]),
      lines: each((users) => [...users.values()]),
      ...(reached === "" ? {} : { reached }),
    };
  });
}

function nameOf(symbolPath: string): string {
  return symbolPath.replace(/\(.*$/s, "").replace(/^.*[/.]/s, "");
}

async function methodsInAssets(context: Context): Promise<Set<string>> {
  const service = await context.service<ScriptService>();
  return await namedMethods(service, await service.ask<Directories>({ op: "directories" }, context), context);
}
