/**
 * Implements the worker `engine`, a single thread that has the whole state. It handles requests in order, and those that wait
 * share one refresh.
 */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import { editMembers, type MemberEdit } from "../edits/edit-members.ts";
import { Engine } from "../engine/engine.ts";
import type { NativeSource } from "../engine/native-source.ts";
import { ByteReader } from "../native/byte-reader.ts";
import type { DatabaseChunk } from "../native/debug-database.ts";
import { toChunk } from "../native/unreal-cache.ts";
import { type CallHierarchyRequest, callHierarchy } from "./call-hierarchy.ts";
import { classHierarchy, type HierarchyRequest } from "./class-hierarchy.ts";
import { type DiagnosticsRequest, fileDiagnostics } from "./diagnostics.ts";
import { cppName, derivedNames } from "./editor-names.ts";
import { findReferences, QuestionUses, type ReferencesRequest } from "./find-references.ts";
import { type HoverRequest, hover } from "./hover.ts";
import { nearPaths } from "./near-paths.ts";
import { type RenameRequest, rename } from "./rename.ts";
import { type ResolveNamed, type ResolveRequest, resolveSymbol } from "./resolve-symbol.ts";
import { fileOutline } from "./script-outline.ts";
import {
  type PatternMatches,
  SearchIndexes,
  type SearchRequest,
  searchCandidates,
  searchSymbols,
} from "./search-symbols.ts";
import { type MembersAnswer, type MembersRequest, typeMembers } from "./type-members.ts";

export type EngineRequest =
  | { op: "search"; request: SearchRequest; chosen?: PatternMatches | undefined }
  | { op: "candidates"; request: SearchRequest; by: "label" | "signature"; chosen?: PatternMatches | undefined }
  | { op: "members"; request: MembersRequest }
  | { op: "hierarchy"; request: HierarchyRequest }
  | { op: "references"; request: ReferencesRequest }
  | { op: "resolve"; request: ResolveRequest | ResolveNamed }
  | { op: "hover"; request: HoverRequest }
  | { op: "rename"; request: RenameRequest }
  | { op: "edit"; edits: MemberEdit[] }
  | { op: "calls"; request: CallHierarchyRequest }
  | { op: "diagnostics"; request: DiagnosticsRequest }
  /** Suggestions for a path that doesn't exist. */
  | { op: "near"; filePath: string }
  /** Only reports the source of the engine types, without a refresh. */
  | { op: "native" }
  /** The type database of the editor (JSON in the encoding of FString). It remains in use after the editor has been closed. */
  | { op: "editor"; parts: Uint8Array[]; floatIsFloat64: boolean | undefined }
  /** Counts how many of these classes are declared by our scripts and by the engine. */
  | { op: "declared"; names: string[] }
  /** The names of a class and all of its subclasses. */
  | { op: "derived"; name: string }
  /** The names that the editor uses for a C++ declaration. */
  | { op: "cpp"; name: string }
  /** The time of the last change to any script, in milliseconds since 1970. */
  | { op: "newest" }
  /** Work in the background, which binds files for a while and saves the index without a refresh. */
  | { op: "ahead"; budgetMs: number }
  | { op: "save" };

const WITHOUT_REFRESH = new Set<EngineRequest["op"]>(["ahead", "editor", "native", "save"]);

export interface EngineAnswer {
  data: unknown;
  native: NativeSource;
  files: number;
  /** True if there is more work for `ahead`. */
  unfinished: boolean;
  /** True if another process is doing the work, so we have to wait for it. */
  waits?: boolean;
}

interface EngineState {
  engine: Engine;
  indexes: SearchIndexes;
  uses: QuestionUses;
  /** Resolves when all requests so far are done. */
  last: Promise<unknown>;
  /** The requests that arrived after the current refresh started. */
  waiting: Promise<void> | undefined;
  /** The calls that receive its progress. */
  readonly watching: Set<WorkerContext>;
  /** Set by the first request for references. Binding all files takes memory that other sessions don't need. */
  bindsAhead: boolean;
}

export default async function answer(input: EngineRequest, context: WorkerContext): Promise<EngineAnswer> {
  const state = await context.keep<EngineState>("engine", () => ({
    engine: new Engine(context),
    indexes: new SearchIndexes(),
    uses: new QuestionUses(),
    last: Promise.resolve(),
    waiting: undefined,
    watching: new Set(),
    bindsAhead: false,
  }));
  const countsUses = input.op === "members" && input.request.includeUses;
  if (input.op === "references" || input.op === "calls" || countsUses) state.bindsAhead = true;
  if (input.op === "editor") {
    const chunks = chunksOf(input.parts);
    // Data that can't be read must not replace good data.
    if (chunks.length > 0) state.engine.editorSent(chunks, input.floatIsFloat64);
  }
  if (input.op === "references" && state.engine.isBound)
    return await enqueue(state, () => speculate(state, input, context));
  if (!WITHOUT_REFRESH.has(input.op)) await refreshed(state, context);
  return await enqueue(state, () => answerRequest(state, input, context));
}

/** Computes an answer while the refresh is running. It is valid if nothing has changed, and otherwise we start again. */
async function speculate(state: EngineState, input: EngineRequest, context: WorkerContext): Promise<EngineAnswer> {
  const { engine } = state;
  const sweeping = engine.sweep(context);
  const early = await answerRequest(state, input, context).then(
    (answer) => ({ answer }),
    (error: unknown) => ({ error }),
  );
  if (await engine.refresh(context, (progress) => context.emit(progress), sweeping))
    return await answerRequest(state, input, context);
  if ("answer" in early) return early.answer;
  throw early.error;
}

function membersOf(engine: Engine, request: MembersRequest, context: WorkerContext): Promise<MembersAnswer> {
  const { path } = request;
  return path === undefined
    ? typeMembers(engine, request, context)
    : fileOutline(engine, { ...request, path }, context);
}

export interface DeclaredCounts {
  scripts: number;
  native: number;
}

function declared(engine: Engine, names: readonly string[]): DeclaredCounts {
  const count: DeclaredCounts = { scripts: 0, native: 0 };
  for (const name of names) {
    const types = engine.table.typesNamed(name);
    if (types.some((type) => type.isScript)) count.scripts++;
    else if (types.length > 0) count.native++;
  }
  return count;
}

/** Parts that aren't valid are skipped. */
function chunksOf(parts: Uint8Array[]): DatabaseChunk[] {
  return parts.flatMap((part) => {
    try {
      return toChunk(new ByteReader(part).string());
    } catch {
      return [];
    }
  });
}

/** Waits for a refresh that starts after this call. Callers at the same time share it. */
async function refreshed(state: EngineState, context: WorkerContext): Promise<void> {
  const { engine, watching } = state;
  watching.add(context);
  state.waiting ??= enqueue(state, async () => {
    state.waiting = undefined;
    await engine.refresh(context, (progress) => {
      for (const each of watching) each.emit(progress);
    });
  });
  await state.waiting.finally(() => watching.delete(context));
}

function enqueue<Result>(state: EngineState, work: () => Promise<Result>): Promise<Result> {
  const result = state.last.then(work);
  state.last = result.catch(() => undefined);
  return result;
}

async function answerRequest(state: EngineState, input: EngineRequest, context: WorkerContext): Promise<EngineAnswer> {
  const { engine, indexes, uses } = state;
  const done = (data: unknown, unfinished = engine.unsaved || state.bindsAhead): EngineAnswer => ({
    data,
    native: engine.native,
    files: engine.files.size,
    unfinished,
  });
  switch (input.op) {
    case "search":
      return done(await searchSymbols(engine, indexes, input.request, input.chosen, context));
    case "candidates":
      return done(searchCandidates(engine, indexes, input.request, input.by, input.chosen));
    case "members":
      return done(await membersOf(engine, input.request, context));
    case "hierarchy":
      return done(await classHierarchy(engine, input.request, context));
    case "references":
      return done(await findReferences(engine, uses, input.request, context));
    case "resolve":
      return done(await resolveSymbol(engine, input.request, context));
    case "hover":
      return done(await hover(engine, input.request, context));
    case "rename":
      return done(await rename(engine, input.request, context));
    case "edit":
      return done(await editMembers(engine, input.edits, context));
    case "calls":
      return done(await callHierarchy(engine, input.request, context));
    case "diagnostics":
      return done(await fileDiagnostics(engine, input.request, context));
    case "near":
      return done(nearPaths(engine, input.filePath, context));
    case "native":
      await engine.refreshNative(context);
      return done(null, false);
    case "editor":
      return done(null);
    case "declared":
      return done(declared(engine, input.names), false);
    case "derived":
      return done(derivedNames(engine, input.name), false);
    case "cpp":
      return done(cppName(engine, input.name), false);
    case "newest":
      return done(
        [...engine.files.values()].reduce((newest, file) => Math.max(newest, file.mtimeMs), 0),
        false,
      );
    case "ahead": {
      const left = state.bindsAhead ? await engine.bindAhead(context, input.budgetMs) : 0;
      if (left === 0) await engine.save(false);
      return { ...done(null, left !== 0), waits: left === "waits" };
    }
    case "save":
      await engine.save(true);
      return done(null, false);
  }
}
