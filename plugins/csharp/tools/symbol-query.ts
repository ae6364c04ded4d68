/** What the tools about declarations share: which declaration is meant, and who uses it. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import type { FileScope } from "../project/scopes.ts";
import { parseNamePath } from "../queries/find-symbols.ts";
import type { FindRequest, NeedText, ReferencePage, ReferenceQuery, RefsRequest } from "../queries/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { splitTop } from "../semantics/type-text.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";
import { kindsOf } from "./script-symbol-find.ts";

export interface SymbolInput {
  name: string;
  path: string;
  kind?: string | undefined;
  container: string;
  namespace: string;
  scope?: FileScope;
  includeText?: boolean;
}

export async function symbolQuery(input: SymbolInput, context: Context): Promise<ReferenceQuery> {
  if (/[^.]\.cs$/i.test(input.name.trim()))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `${JSON.stringify(input.name)} is a path, not a name`, {
      hint: `Write the name of what it declares, such as ${JSON.stringify(/([^/\\]+)\.cs$/i.exec(input.name.trim())?.[1] ?? "Player")}; path says which file is meant`,
    });
  const { name, containers, overload } = parseNamePath(input.name);
  if (name === "")
    throw scriptError("NAME_REQUIRED", "INVALID_ARGUMENT", `${JSON.stringify(input.name)} contains no name`, {
      hint: "Write the name of a declaration, such as Move or Player/Move",
    });
  if (/[*?]/.test(name))
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Names have no wildcards: ${JSON.stringify(name)}`, {
      hint: `script_symbol_find finds all names that hold ${JSON.stringify(name.replace(/[*?]/g, ""))}`,
    });
  if (!/^[\p{L}\p{Nl}_][\p{L}\p{N}\p{M}\p{Pc}]*$/u.test(name)) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `Invalid identifier ${JSON.stringify(name)}`, {
      hint: "Write one word, such as Move; operators and indexers are used without their name, script_search finds text",
    });
  }
  const pinned = await overloadMeant(input, overload, context);
  return {
    name,
    scope: input.scope ?? "all",
    path: pinned?.path ?? (input.path === "" ? "" : (await resolveScript(context, input.path)).absolute),
    line: pinned?.line ?? 0,
    kinds: kindsOf(input.kind),
    container: input.container || containers.join("/"),
    namespace: input.namespace,
    includeText: input.includeText ?? false,
  };
}

interface DeclaredAt {
  path: string;
  line: number;
}

/** Of `Move(int by)` or `Move[1]` the one declaration that fits; undefined where several do, or none. */
async function overloadMeant(
  { name, path, kind, container }: SymbolInput,
  overload: number | undefined,
  context: Context,
): Promise<DeclaredAt | undefined> {
  const written = /\(([^()]+)\)\s*$/.exec(name.trim())?.[1];
  if ((written === undefined && overload === undefined) || path !== "") return undefined;
  const namePath = container === "" ? name : `${container.replaceAll(".", "/")}/${name}`;
  const service = await context.service<ScriptService>();
  const request: FindRequest = {
    op: "find",
    name: namePath,
    exact: true,
    kinds: kindsOf(kind),
    scope: "all",
    pageSize: MOST_FOUND,
    startAfter: "",
  };
  await service.ask({ op: "status", wait: true }, context);
  const { results = [] } = await service.ask<{ results?: Described[] }>(request, context);
  const wanted = written === undefined ? undefined : typesOf(written);
  const fitting = results.filter(({ symbol }) => {
    const list = /\((.*)\)/s.exec(symbol.signature ?? "")?.[1];
    return wanted === undefined || (list !== undefined && typesOf(list) === wanted);
  });
  const [one] = fitting;
  if (!one || fitting.length > 1) return undefined;
  return { path: (await context.workspace.resolve(one.path)).absolute, line: one.symbol.nameLine };
}

interface Described {
  path: string;
  symbol: { nameLine: number; signature?: string };
}

/** `ref int by, List<T> of = null` → `int,List<T>`: namespaces, names and defaults left out. */
function typesOf(list: string): string {
  return splitTop(list)
    .map((parameter) => {
      const words = parameter
        .replace(/=.*$/s, "")
        .replace(/\[[^\]]+\]\s*(?=\w)/g, "")
        .trim()
        .replace(/^(?:(?:this|ref|out|in|params|scoped|readonly)\s+)+/, "")
        .replace(/\s*([<>,?[\]])\s*/g, (_, mark: string) =>
          mark === ">" || mark === "?" || mark === "]" ? `${mark} ` : mark,
        )
        .trim();
      return words.split(/\s+/)[0]!.replace(/(?:\w+(?:\.|::))+/g, "");
    })
    .join(",");
}

/** A page of uses; the text of the name is looked for first. */
export async function referencesOf(request: RefsRequest, context: Context): Promise<ReferencePage> {
  const service = await context.service<ScriptService>();
  const answer = await service.ask<ReferencePage | NeedText>(request, context);
  if (!("needText" in answer)) return answer;
  const candidates = await service.filesWith(answer.words, answer, { signal: context.signal, ignoreCase: false });
  return await service.ask<ReferencePage>({ ...request, candidates }, context);
}

/** Every use, without the text around. */
export async function allReferences(query: ReferenceQuery, context: Context): Promise<ReferencePage> {
  const page = { pageSize: 1_000_000, counts: "matches" as const, perFile: 1_000_000, startAfter: "" };
  return await referencesOf({ op: "refs", query, page, snippetContext: 0 }, context);
}

/** Declarations named at most; and as many as the index gives. */
const MOST_TARGETS = 6;
const MOST_FOUND = 50;

/** Which declarations were meant. An override of many has hundreds of its name: the first ones tell what the answer is about. */
export function shownTargets(targets: JsonObject[]): { targets: JsonObject[]; alsoNamed?: string } {
  const more = targets.length - MOST_TARGETS;
  if (more <= 0) return { targets };
  const count = targets.length < MOST_FOUND ? String(more) : `${more} or more`;
  const alsoNamed = `and ${count} others of that name: container, namespace or path say which one is meant`;
  return { targets: targets.slice(0, MOST_TARGETS), alsoNamed };
}

/** What is said where no declaration fits: what is known of the name all the same, and what may have been meant. */
export async function notFound(
  { name, container, kinds }: ReferenceQuery,
  { note, hint, isType = false }: { note?: string | undefined; hint?: string | undefined; isType?: boolean },
  context: Context,
): Promise<{ note: string; hint?: string }> {
  if (note !== undefined) return { note, ...(hint === undefined ? {} : { hint }) };
  const containers = container.split(/[/.+]/).filter((part) => part !== "");
  const service = await context.service<ScriptService>();
  const meant = await service.ask<{ hint: string }>({ op: "suggest", name, containers, kinds }, context);
  const shown = meant.hint || hint;
  const type = containers.at(-1);
  return {
    note: type
      ? `No script declares ${name} in ${type}`
      : isType
        ? `No script declares ${name}`
        : `No script declares ${name}. A member of the engine or of a package is asked for with its type, as Type/${name}`,
    ...(shown === undefined ? {} : { hint: shown }),
  };
}
