/** The thread that holds the index: answers requests one after another, and parses in the background between them. */
import { JigError, type Json, type JsonObject, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { type UnityNames, unityNames } from "../engine/unity-names.ts";
import { encodeSegment, outlined } from "../index/encode-segment.ts";
import { ScriptIndex } from "../index/script-index.ts";
import { openSegment } from "../index/segment.ts";
import { type IndexedSymbol, SymbolStore, TYPE_KINDS } from "../index/symbol-store.ts";
import { KIND, KINDS } from "../outline/declaration-table.ts";
import type { HeaderDetails } from "../outline/header-details.ts";
import { assemblyGraph } from "../project/assembly-graph.ts";
import type { FileScope } from "../project/scopes.ts";
import { shareBuild } from "./build-with-progress.ts";
import { callStep } from "./call-steps.ts";
import { type CachedDetails, containerOf, DeclarationHeaders, describeSymbol, FileDetails } from "./describe-symbol.ts";
import { parseNamePath, type SortKey, SymbolHits, sortKey } from "./find-symbols.ts";
import { indexStatus } from "./index-status.ts";
import { localFunctions } from "./local-functions.ts";
import { referencePage } from "./reference-pages.ts";
import { calleesAnswer, hierarchyAnswer, rolesOf, withUnknownBase } from "./relations.ts";
import type { Directories, FindRequest, IndexAnswer, IndexRequest, NeedText, ScriptFiles } from "./requests.ts";
import { suggestion } from "./suggestion.ts";
import { unusedDeclarations } from "./unused.ts";

/** Up to this many unknown files are parsed before an answer rather than looked through for the name first. */
const PARSE_AT_ONCE = 48;
/** A file that is written again and again is answered for as it was. */
const MOST_ATTEMPTS = 5;
/** The threads that build must not start while an answer is being sent. */
const BUILD_AFTER_MS = 30;

export default async function answer(request: IndexRequest, context: WorkerContext): Promise<IndexAnswer> {
  const index = await context.keep("index", () => new ScriptIndex(context));
  // The second half of one call answers from what its first half saw.
  if (!("candidates" in request && request.candidates)) {
    await index.refresh();
    if (request.op !== "status") await shareBuild(index, context);
  }
  const result = await index.during(() => answerTo(index, request, context));
  if (!isNeed(result)) buildSoon(index, context);
  return result;
}

async function answerTo(index: ScriptIndex, request: IndexRequest, context: WorkerContext): Promise<IndexAnswer> {
  switch (request.op) {
    case "status":
      return await indexStatus(index, request.wait, context);
    case "directories":
      return directoriesOf(index);
    case "files":
      return scriptFiles(index, request.scope);
    case "symbols":
      return await symbolsOf(index, request.path, context);
    case "structure":
      return await structureOf(index, request.path, context);
    case "find":
      return await find(index, request, context);
    case "hierarchy":
      return await withUnknownBase(index, request, await hierarchyAnswer(index, request, context), context);
    case "callees":
      return await calleesAnswer(index, request.query, context);
    case "callStep": {
      const answer = await callStep(index, request, context);
      return Array.isArray(answer) ? { needText: true, words: answer, ...directoriesOf(index) } : answer;
    }
    case "suggest":
      return { hint: (index.pending.size === 0 && suggestion(index.store, request)) || "" };
    case "unused":
      return await unusedDeclarations(index, request, context);
    case "assemblies":
      return assemblyGraph(await index.assemblies(), index.files.paths);
    case "assembliesOf": {
      const assemblies = await index.assemblies();
      const definitions = Object.fromEntries(assemblies.all().map(({ name, path }) => [name, path]));
      return { names: request.paths.map((path) => assemblies.of(path)), definitions };
    }
    case "roles":
      return await rolesOf(index, request.places, context);
    case "refs":
      return (
        (await referencePage(index, request, context)) ?? {
          needText: true,
          // `[Foo]` means `FooAttribute`.
          words: [request.query.name.replace(/(?<=.)Attribute$/, "")],
          ...directoriesOf(index),
        }
      );
  }
}

function isNeed(answer: IndexAnswer): answer is NeedText {
  return typeof answer === "object" && answer !== null && "needText" in answer;
}

/** Starts the background build once the answer is on its way; an error in it shows up when somebody waits for it. */
function buildSoon(index: ScriptIndex, { clock }: WorkerContext): void {
  const { builder } = index;
  if (index.pending.size === 0) builder.publishSoon();
  else if (!builder.building)
    void clock
      .sleep(BUILD_AFTER_MS)
      .then(() => builder.build())
      .catch(() => {});
}

function directoriesOf(index: ScriptIndex): Directories {
  return { directories: [...index.directories], skip: index.skip, generation: index.generation };
}

function scriptFiles(index: ScriptIndex, scope: FileScope): ScriptFiles {
  const { paths, sizes, mtimesMs } = index.files;
  const inScope = paths.flatMap((path, at) =>
    index.includes(path, scope) ? [{ at, display: index.display(path) }] : [],
  );
  inScope.sort((a, b) => (a.display < b.display ? -1 : 1));
  return {
    paths: inScope.map(({ at }) => paths[at]!),
    displays: inScope.map(({ display }) => display),
    sizes: Float64Array.from(inScope, ({ at }) => sizes[at]!),
    mtimesMs: Float64Array.from(inScope, ({ at }) => mtimesMs[at]!),
    directories: [...index.directories],
    skip: index.skip,
  };
}

async function symbolsOf(index: ScriptIndex, path: string, context: WorkerContext): Promise<Json> {
  // Unity's role of a type depends on bases in other files.
  if (index.pending.size <= PARSE_AT_ONCE) await index.ensure([...index.pending.keys()]);
  const text = await textAsIndexed(index, path, context);
  const details = new FileDetails(text);
  const engine = await unityNames(context);
  const store = index.store.files.has(path) ? index.store : storeOf(path, text);
  const symbols = store.ofFile(path).map((handle) => {
    const found = store.symbol(handle);
    const header = details.header(found);
    if (store === index.store) return describe(index, found, header, engine);
    return describeSymbol(store, found, header, engine, () => []);
  });
  const problem = store.files.get(path)?.problem ?? "";
  const functions = await localFunctions(context, details);
  const all = [...symbols, ...functions].sort((a, b) => Number(a.startLine) - Number(b.startLine));
  return { symbols: all, ...(problem === "" ? {} : { degraded: problem }) };
}

async function structureOf(index: ScriptIndex, path: string, context: WorkerContext): Promise<Json> {
  const text = await textAsIndexed(index, path, context);
  const store = index.store.files.has(path) ? index.store : storeOf(path, text);
  const rows = store.ofFile(path).map((handle): JsonObject => {
    const { name, kind, containers, startLine, endLine } = store.symbol(handle);
    return { name, kind: KINDS[kind]!, container: containerOf(containers), startLine, endLine };
  });
  for (const { name, kind, container, startLine, endLine } of await localFunctions(context, new FileDetails(text)))
    rows.push({ name, kind, container, startLine, endLine } as JsonObject);
  return rows.sort((a, b) => Number(a.startLine) - Number(b.startLine));
}

/** Of a file that no sweep meets, for it lies in no root. */
function storeOf(path: string, text: string): SymbolStore {
  const store = new SymbolStore();
  const segment = openSegment(encodeSegment([{ path, size: 0, mtimeMs: 0, ...outlined(text) }]));
  if (segment) store.add(segment);
  return store;
}

/** A file's text in the state that the index has: one that changes between the two is indexed again. */
async function textAsIndexed(index: ScriptIndex, path: string, context: WorkerContext): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    await index.ensure([path]);
    const { text, size, mtimeMs } = await context.files.readText(path);
    const known = index.store.files.get(path);
    if (!known || (known.size === size && known.mtimeMs === mtimeMs) || attempt === MOST_ATTEMPTS) return text;
    await index.refresh();
  }
}

async function find(index: ScriptIndex, request: FindRequest, context: WorkerContext): Promise<Json | NeedText> {
  const { name } = parseNamePath(request.name);
  if (index.pending.size > 0) {
    if (index.pending.size <= PARSE_AT_ONCE) await index.ensure([...index.pending.keys()]);
    else if (!request.candidates)
      return { needText: true, words: [name.replace(/^.*operator\s.*/, "operator")], ...directoriesOf(index) };
    else await index.ensure(request.candidates);
  }
  const display = (path: string) => index.display(path);
  const hits = await hitsOf(index, request, context);
  const page: IndexedSymbol[] = [];
  let more = false;
  for (const found of hits.after(positionOf(request.startAfter, name))) {
    more = page.length === request.pageSize;
    if (more) break;
    page.push(found);
  }
  const details = await context.keep("details", () => new Map<string, CachedDetails>());
  const headers = new DeclarationHeaders(index.store, context.files, details);
  const engine = await unityNames(context);
  const results: JsonObject[] = [];
  for (const found of page)
    results.push({ path: display(found.path), symbol: describe(index, found, await headers.of(found), engine) });
  const hint = hits.total === 0 && index.pending.size === 0 ? missHint(index, request, name) : undefined;
  const cursors = page.map((found) => cursorOf(found, display));
  return {
    results,
    cursors,
    files: [...new Set(page.map((found) => found.path))],
    total: hits.total,
    ...(hint ? { hint } : {}),
    ...(more ? { cursor: cursors.at(-1)! } : {}),
  };
}

/** Kept for the page that follows: thousands of hits are gathered and sorted once. */
async function hitsOf(index: ScriptIndex, request: FindRequest, context: WorkerContext): Promise<SymbolHits> {
  const cached = await context.keep("symbol hits", () => new Map<string, SymbolHits>());
  const { name, exact, kinds, scope } = request;
  const key = JSON.stringify([name, exact, kinds, scope, index.generation]);
  const known = index.pending.size === 0 ? cached.get(key) : undefined;
  if (known) return known;
  const hits = new SymbolHits(index.store, {
    ...request,
    inScope: (path) => index.includes(path, scope),
    display: (path) => index.display(path),
  });
  cached.clear();
  if (index.pending.size === 0) cached.set(key, hits);
  return hits;
}

/** What to ask instead, where nothing was found. */
function missHint(index: ScriptIndex, request: FindRequest, name: string): string | undefined {
  const total = (change: Partial<FindRequest>, everywhere = false) =>
    new SymbolHits(index.store, {
      ...request,
      ...change,
      inScope: (path) => everywhere || index.includes(path, request.scope),
      display: (path) => path,
    }).total;
  const otherScopes = request.scope === "all" ? 0 : total({}, true);
  if (otherScopes > 0) return `${otherScopes} in other scopes: pass scope all`;
  if (request.kinds.length > 0 && total({ kinds: [] }) > 0)
    return `${total({ kinds: [] })} of other kinds: leave kind out`;
  if (request.exact && total({ exact: false }) > 0)
    return `${total({ exact: false })} without exact, which compares the whole name, case-sensitive`;
  const plain = request.name.replace(/[*?]/g, "");
  if (plain !== request.name) {
    const count = plain === "" ? 0 : total({ name: plain, exact: false }, true);
    return count > 0
      ? `${count} hold ${plain}: write a part of the name without wildcards`
      : "There are no wildcards: write a part of the name";
  }
  if (/\.cs$/i.test(request.name)) return "That is a path: script_symbols_get lists its declarations";
  const { containers } = parseNamePath(request.name);
  const near = suggestion(index.store, { name, containers, kinds: request.kinds });
  if (near !== undefined) return near;
  const alone = index.store.byName(name, true).length;
  return alone > 0
    ? `${alone} named ${name} stand elsewhere or are other overloads: ask for the name alone`
    : undefined;
}

/** The place in the order that a cursor stands for, whether its symbol is still there or not. */
function positionOf(cursor: string, wanted: string): SortKey | undefined {
  if (cursor === "") return undefined;
  const [name, kind, path, line, column] = cursor.split("|");
  if (column === undefined || !/^\d+$/.test(column)) {
    throw new JigError("INVALID_ARGUMENT", `Invalid cursor ${JSON.stringify(cursor)}`, {
      hint: "Pass the cursor of the page before, unchanged",
    });
  }
  return sortKey(
    { name: name!, kind: Number(kind), path: path!, nameLine: Number(line), nameColumn: Number(column) },
    wanted,
  );
}

function cursorOf(found: IndexedSymbol, display: (path: string) => string): string {
  return [found.name, found.kind, display(found.path), found.nameLine, found.nameColumn].join("|");
}

function describe(
  index: ScriptIndex,
  found: IndexedSymbol,
  header: HeaderDetails | undefined,
  engine: UnityNames,
): JsonObject {
  return describeSymbol(index.store, found, header, engine, (one) => otherParts(index, one));
}

/** The other parts of a partial declaration. */
function otherParts(index: ScriptIndex, found: IndexedSymbol): JsonObject[] {
  if (found.kind === KIND.method || found.kind === KIND.property) return [];
  const { store } = index;
  const arity = store.arity(found.handle);
  return (TYPE_KINDS.has(found.kind) ? store.typesNamed(found.name) : store.byName(found.name, true))
    .map((handle) => store.symbol(handle))
    .filter((one) => one.kind === found.kind && one.namespace === found.namespace && store.arity(one.handle) === arity)
    .filter((one) => one.containers.join("/") === found.containers.join("/"))
    .filter((one) => one.path !== found.path || one.nameLine !== found.nameLine)
    .map((one) => ({ path: index.display(one.path), startLine: one.startLine, endLine: one.endLine }));
}
