/** The thread that owns the index. It answers one request after another. */
import type { JsonObject, Progress, WorkerContext } from "../../../core/host/plugin-api.ts";
import { Parsers } from "../grammar/parsers.ts";
import type { GuestRequest } from "../guests/read-guests.ts";
import { CodeIndex } from "../index/code-index.ts";
import { Resolver } from "../uses/resolver.ts";
import { TreeStore } from "../uses/tree-store.ts";
import type { FindRequest, ThreadRequest } from "./ask-index.ts";
import { findSymbols } from "./find-symbols.ts";
import { folderMap } from "./folder-map.ts";
import { parseNamePath } from "./name-path.ts";
import { NameRanks } from "./name-ranks.ts";
import { refsAnswer } from "./refs-query.ts";
import { renameAnswer } from "./rename/renamed-places.ts";
import { otherTools, suggestSymbols } from "./suggest-symbols.ts";
import { SymbolPaths, symbolRow } from "./symbol-rows.ts";
import { unreadNote } from "./unread-note.ts";
import { usesSince } from "./uses-since.ts";

/**
 * The maximum number of characters whose trees stay in memory between queries. A tree takes about thirty times as much memory
 * as its text.
 */
const MAX_HELD = 5_000_000;

export default async function answer(request: ThreadRequest, context: WorkerContext): Promise<JsonObject> {
  const index = await context.keep("index", () => new CodeIndex(context));
  index.setGuests(request.guests);
  if (request.op === "guests" || request.op === "take") return await answerGuests(request, index);
  const progress = (progress: Progress) => context.emit(progress);
  const trees =
    request.op === "refs" || request.op === "since" || request.op === "rename"
      ? await context.keep("trees", () => new TreeStore(context))
      : undefined;
  await index.refresh(progress, trees);
  const display = (path: string) => context.workspace.display(path);
  switch (request.op) {
    case "find":
      return await find(index, request, display, context);
    case "map":
      return folderMap(index, await nameRanks(index, context), request.within, display);
    case "refs":
    case "rename":
    case "since": {
      const parsers = await context.keep("parsers", () => new Parsers(context));
      await trees?.refresh(index.files, progress);
      const cached = await context.keep<{ resolver?: Resolver; generation?: object | undefined }>(
        "resolver",
        () => ({}),
      );
      if (cached.generation !== index.generation || (cached.resolver?.size ?? 0) > MAX_HELD) {
        cached.resolver = new Resolver(index, context.files, parsers, trees);
        cached.generation = index.generation;
      }
      const resolver = cached.resolver ?? new Resolver(index, context.files, parsers, trees);
      const parts = {
        resolver,
        paths: new SymbolPaths(index, display),
        display,
        otherTools: () => otherTools(context),
      };
      if (request.op === "rename") return await renameAnswer(request, parts);
      return request.op === "since" ? await usesSince(request, parsers, parts) : await refsAnswer(request, parts);
    }
  }
}

/** The ranks are the same for every folder until a file changes. */
async function nameRanks(index: CodeIndex, context: WorkerContext): Promise<NameRanks> {
  const cached = await context.keep<{ ranks?: NameRanks; generation?: object | undefined }>("ranks", () => ({}));
  if (!cached.ranks || cached.generation !== index.generation) {
    cached.ranks = new NameRanks(index);
    cached.generation = index.generation;
  }
  return cached.ranks;
}

/** Returns the third-party files that have to be read, or stores what their plugins have found in them. */
async function answerGuests(request: GuestRequest, index: CodeIndex): Promise<JsonObject> {
  if (request.op === "take") {
    await index.guests?.take(request.files);
    index.forget();
    return {};
  }
  const wanted = (await index.wantedGuests()).flatMap(({ path, size, mtimeMs }) => {
    const language = index.guests?.languages.of(path);
    return language ? [{ path, size, mtimeMs, language: { plugin: language.plugin, id: language.id } }] : [];
  });
  return { wanted };
}

async function find(
  index: CodeIndex,
  request: FindRequest,
  display: (path: string) => string,
  context: WorkerContext,
): Promise<JsonObject> {
  const { name, exact, kinds, within } = request;
  const query = parseNamePath(name);
  const inScope = (path: string) => within === undefined || path === within || path.startsWith(`${within}/`);
  const paths = new SymbolPaths(index, display);
  const found = findSymbols(index, { query, exact: exact || query.file !== undefined, kinds, display, inScope });
  return {
    results: found.map((each) => symbolRow(each, display(each.path), paths.of(each))),
    total: found.length,
    ...unreadNote(index, display),
    ...(found.length === 0 ? await missed(index, request, paths, display, context) : {}),
  };
}

async function missed(
  index: CodeIndex,
  request: FindRequest,
  paths: SymbolPaths,
  display: (path: string) => string,
  context: WorkerContext,
): Promise<{ hint?: string }> {
  const own = missHint(index, request, paths, display);
  const others = await otherTools(context);
  const hints = [...(own === undefined ? [] : [own]), ...others];
  return hints.length > 0 ? { hint: hints.join(". ") } : {};
}

function missHint(
  index: CodeIndex,
  { name, exact, kinds, within }: FindRequest,
  paths: SymbolPaths,
  display: (path: string) => string,
): string | undefined {
  const query = parseNamePath(name);
  const count = (change: { exact?: boolean; kinds?: string[]; everywhere?: boolean }) =>
    findSymbols(index, {
      query,
      exact: change.exact ?? exact,
      kinds: change.kinds ?? kinds,
      display: (path) => path,
      inScope: (path) => change.everywhere === true || within === undefined || path.startsWith(within),
    }).length;
  const elsewhere = within === undefined ? 0 : count({ everywhere: true });
  if (elsewhere > 0) return `${elsewhere} outside that path: omit path`;
  const others = kinds.length > 0 ? count({ kinds: [] }) : 0;
  if (others > 0) return `${others} of other kinds: omit kind`;
  const loose = exact ? count({ exact: false }) : 0;
  if (loose > 0) return `${loose} without exact, which compares whole names`;
  const near = suggestSymbols(index, query, paths, display);
  return near.length > 0 ? `Did you mean ${near.join(", ")}?` : undefined;
}
