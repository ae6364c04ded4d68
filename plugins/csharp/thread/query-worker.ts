/** Runs on the index thread. We answer the requests in order, and parse files in the background when there is no request. */
import type { Json, JsonObject, WorkerContext } from "../../../core/host/plugin-api.ts";
import { declarationLines } from "../edits/declaration-lines.ts";
import { editFile, editTarget } from "../edits/edit-file.ts";
import { unityNames } from "../engine/unity-names.ts";
import { encodeSegment, outlined } from "../index/encode-segment.ts";
import { ScriptIndex } from "../index/script-index.ts";
import { openSegment } from "../index/segment.ts";
import { type IndexedSymbol, SymbolStore } from "../index/symbol-store.ts";
import { KINDS } from "../outline/declaration-table.ts";
import { localFunctions } from "../positions/local-functions.ts";
import { assemblyGraph } from "../project/assembly-graph.ts";
import type { FileScope } from "../project/scopes.ts";
import { shareBuild } from "../queries/build-with-progress.ts";
import { containerOf, describeSymbol } from "../queries/describe-symbol.ts";
import { localFunctionAt } from "../queries/local-function-at.ts";
import { referencePage } from "../queries/reference-pages.ts";
import { calleesAnswer, hierarchyAnswer, rolesOf, withUnknownBase } from "../queries/relations.ts";
import type { IndexAnswer, IndexRequest, NeedText, ScriptFiles, Unread } from "../queries/requests/requests.ts";
import { symbolAt } from "../queries/symbol-at.ts";
import { directoriesOf, find, otherParts, PARSE_AT_ONCE, suggestionOf } from "../queries/symbol-search.ts";
import { symbolPathsOf } from "../queries/target-declarations.ts";
import { renameSet } from "../rename/rename-set.ts";
import { callStep } from "../sets/call-steps.ts";
import { eventTargets } from "../sets/event-targets.ts";
import { membersOfType } from "../sets/hierarchy-members.ts";
import { savedFields } from "../sets/saved-fields.ts";
import { setUses } from "../sets/set-uses.ts";
import { unusedDeclarations } from "../sets/unused.ts";
import { changedDeclarations } from "../since/changed-declarations.ts";
import { FileDetails } from "../symbol-paths/declaration-headers.ts";
import { SymbolPaths } from "../symbol-paths/write-symbol-path.ts";
import { indexStatus } from "./index-status.ts";

export { PARSING as brief } from "../index/outline-parsing.ts";

/** If a file keeps changing, we settle for its earlier state after this many attempts. */
const MAX_ATTEMPTS = 5;
/** The delay before a background build in ms. Without it, the build would start while an answer is being sent. */
const BUILD_AFTER_MS = 30;

/** A request that concerns more than a single file, and thus needs the index. */
type IndexedRequest = Exclude<IndexRequest, { op: "structure" }>;

export default async function answer(request: IndexRequest, context: WorkerContext): Promise<IndexAnswer> {
  // `map` sends this request for every file. With a sweep for each of them, that would take minutes.
  if (request.op === "structure") return await structureOf(request.path, context);
  const index = await context.keep("index", () => new ScriptIndex(context));
  // The second half of a call must see the same state as the first half.
  if (!("candidates" in request && request.candidates)) {
    await index.refresh();
    if (request.op !== "status") await shareBuild(index, context);
  }
  const result = await index.during(() => answerTo(index, request, context));
  context.emit({ unread: index.unread } satisfies Unread);
  if (!isNeed(result)) buildSoon(index, context);
  return result;
}

async function answerTo(index: ScriptIndex, request: IndexedRequest, context: WorkerContext): Promise<IndexAnswer> {
  switch (request.op) {
    case "status":
      return await indexStatus(index, request.wait, context);
    case "directories":
      return directoriesOf(index);
    case "files":
      return scriptFiles(index, request.scope);
    case "symbols":
      return await symbolsOf(index, request.path, context);
    case "find":
      return await find(index, request, context);
    case "hierarchy": {
      const describe = request.members ? membersOfType : undefined;
      const answer = await hierarchyAnswer(index, request, context, describe);
      return await withUnknownBase(index, request, answer, context, describe);
    }
    case "callees":
      return await calleesAnswer(index, request.query, context);
    case "callStep": {
      const answer = await callStep(index, request, context);
      return Array.isArray(answer) ? { needText: true, words: answer, ...directoriesOf(index) } : answer;
    }
    case "setUses": {
      const answer = await setUses(index, request, context);
      return Array.isArray(answer) ? { needText: true, words: answer, ...directoriesOf(index) } : answer;
    }
    case "suggest":
      return await suggestionOf(index, request, context);
    case "localFunction":
      return await localFunctionAt(index, request, context);
    case "symbolAt":
      return await symbolAt(index, request, context);
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
    case "declarationLines":
      return await declarationLines(index, request.query, (path) => textAsIndexed(index, path, context), context);
    case "editTarget":
      return await editTarget(index, request.query, context);
    case "editFile":
      return await editFile(index, request, context);
    case "declarationChanges":
      return await changedDeclarations(index, request, context);
    case "eventTargets":
      return await eventTargets(index, request, context);
    case "savedFields":
      return await savedFields(index, request, context);
    case "renameSet": {
      const { name } = request.query;
      if (request.candidates) return await renameSet(index, request, request.candidates, context);
      return { needText: true, words: [name.replace(/(?<=.)Attribute$/, "")], ...directoriesOf(index) };
    }
    case "refs":
      return (
        (await referencePage(index, request, context)) ?? {
          needText: true,
          // An attribute `[Foo]` can mean the class `FooAttribute`.
          words: [request.query.name.replace(/(?<=.)Attribute$/, "")],
          ...directoriesOf(index),
        }
      );
  }
}

function isNeed(answer: IndexAnswer): answer is NeedText {
  return typeof answer === "object" && answer !== null && "needText" in answer;
}

/**
 * Starts a background build after the answer has been sent. If it fails, then the next call that waits for it receives the
 * error.
 */
function buildSoon(index: ScriptIndex, { clock }: WorkerContext): void {
  const { builder } = index;
  if (index.pending.size === 0) builder.publishSoon();
  else if (!builder.building)
    void clock
      .sleep(BUILD_AFTER_MS)
      .then(() => builder.build())
      .catch(() => {});
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
  // The role of a type in Unity depends on its bases, which may be in other files.
  if (index.pending.size <= PARSE_AT_ONCE) await index.ensure([...index.pending.keys()]);
  const text = await textAsIndexed(index, path, context);
  const details = new FileDetails(text);
  const engine = await unityNames(context);
  const store = index.store.files.has(path) ? index.store : storeOf(path, text);
  const isIndexed = store === index.store;
  const paths = isIndexed ? await symbolPathsOf(index, context) : pathsWithin(store, details);
  const symbols: JsonObject[] = [];
  const handles = store.ofFile(path);
  for (const handle of handles) {
    const found = store.symbol(handle);
    const partOf = isIndexed ? (one: IndexedSymbol) => otherParts(index, one) : () => [];
    symbols.push(describeSymbol(store, found, details.header(found), engine, await paths.of(found), partOf));
  }
  const problem = store.files.get(path)?.problem ?? "";
  const functions = await localFunctions(context, details, {
    display: index.display(path),
    async pathOf(declaration) {
      const handle = handles[declaration];
      return handle && (await paths.of(store.symbol(handle)));
    },
  });
  const all = [...symbols, ...functions].sort((a, b) => Number(a.startLine) - Number(b.startLine));
  return { symbols: all, ...(problem === "" ? {} : { degraded: problem }) };
}

function pathsWithin(store: SymbolStore, details: FileDetails): SymbolPaths {
  return new SymbolPaths({
    store,
    headers: { of: (found) => Promise.resolve(details.header(found)) },
    display: (path) => path,
    assemblyOf: () => "",
  });
}

async function structureOf(path: string, context: WorkerContext): Promise<Json> {
  const { text } = await context.files.readText(path);
  const store = storeOf(path, text);
  const rows = store.ofFile(path).map((handle): JsonObject => {
    const { name, kind, containers, startLine, endLine } = store.symbol(handle);
    return { name, kind: KINDS[kind], container: containerOf(containers), startLine, endLine };
  });
  for (const { name, kind, container, startLine, endLine } of await localFunctions(context, new FileDetails(text)))
    rows.push({ name, kind, container, startLine, endLine });
  return rows.sort((a, b) => Number(a.startLine) - Number(b.startLine));
}

/** Creates a store for a single file outside of the roots, which no sweep will ever find. */
function storeOf(path: string, text: string): SymbolStore {
  const store = new SymbolStore();
  const segment = openSegment(encodeSegment([{ path, size: 0, mtimeMs: 0, ...outlined(text) }]));
  if (segment) store.add(segment);
  return store;
}

/** Returns the text of a file in the version that is indexed. If the file changes in the meantime, we index it again. */
async function textAsIndexed(index: ScriptIndex, path: string, context: WorkerContext): Promise<string> {
  for (let attempt = 1; ; attempt++) {
    await index.ensure([path]);
    const { text, size, mtimeMs } = await context.files.readText(path);
    const known = index.store.files.get(path);
    if (!known || (known.size === size && known.mtimeMs === mtimeMs) || attempt === MAX_ATTEMPTS) return text;
    await index.refresh();
  }
}
