/** Keeps the state of name resolution, which consists of the model and of files that are read on demand. */
import { ifThere, TimeSlice, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { fileProgramUsings } from "../dotnet/implicit-usings.ts";
import { externalNames } from "../engine/external-names.ts";
import { unityNames } from "../engine/unity-names.ts";
import { MAX_SCRIPT_BYTES, UNSETTLED } from "../index/outline-worker.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import { frameworkShapes } from "../libraries/framework-shapes.ts";
import { NeedPackage, packageTypes } from "../libraries/package-types.ts";
import type { Assemblies } from "../project/script-assemblies.ts";
import type { SemanticModel } from "../semantics/semantic-model.ts";
import { SourceFile, type Using } from "../semantics/source-file.ts";
import { NeedFile, WorkspaceModel } from "../semantics/workspace-model.ts";
import { type Grammar, loadGrammar } from "../syntax/grammar.ts";

/** The time slice in milliseconds, for threads with no other calls to serve. */
const WORKING_MS = 40;
/** The number of parsed files that are kept between calls. */
const MAX_CACHED = 2000;

interface CachedFile {
  file: SourceFile;
  size: number;
  mtimeMs: number;
}

export class AnalysisSession {
  readonly index: ScriptIndex;
  readonly model: SemanticModel;
  readonly assemblies: Assemblies;
  readonly #context: WorkerContext;
  readonly #grammar: Grammar;
  readonly #files: Map<string, SourceFile>;
  /** The global usings by assembly. */
  readonly #globalUsings = new Map<string, Using[]>();
  readonly #slice: TimeSlice;

  private constructor(
    index: ScriptIndex,
    context: WorkerContext,
    grammar: Grammar,
    assemblies: Assemblies,
    model: SemanticModel,
    files: Map<string, SourceFile>,
  ) {
    this.index = index;
    this.#context = context;
    this.#grammar = grammar;
    this.assemblies = assemblies;
    this.model = model;
    this.#files = files;
    this.#slice = workingSlice(context);
  }

  /** @param leftOut - The keys of members that calls can't mean, as in a build without them */
  static async open(
    index: ScriptIndex,
    context: WorkerContext,
    leftOut: ReadonlySet<string> = new Set(),
  ): Promise<AnalysisSession> {
    const grammar = await context.keep("grammar", () => loadGrammar(context.assets));
    const engine = await unityNames(context);
    const assemblies = await index.assemblies();
    const files = new Map<string, SourceFile>();
    const model = new WorkspaceModel({
      store: index.store,
      files,
      complete: index.pending.size === 0,
      sees: (from, to) => assemblies.sees(from, to),
      assemblyOf: (path, isPartial) => (isPartial ? assemblies.linkedName(path) : assemblies.of(path)),
      engine,
      external: await externalNames(engine, index.usesEngine, context),
      packages: await packageTypes(await index.compiled(), await frameworkShapes(context), context),
      isDefined: (path, name) => index.symbol(path, name),
      leftOut,
    });
    const session = new AnalysisSession(index, context, grammar, assemblies, model, files);
    await session.#readGlobalUsings();
    return session;
  }

  /** `global using` applies to its whole assembly, so files with one are read first. */
  async #readGlobalUsings(): Promise<void> {
    for (const { path, globalUsings } of this.index.store.files.values()) {
      if (!globalUsings) continue;
      const file = await ifThere(this.load(path));
      const usings = file?.usings.filter((each) => each.isGlobal) ?? [];
      for (const name of file ? this.assemblies.compiling(path) : []) this.#addGlobalUsings(name, usings);
    }
    for (const { name } of this.assemblies.all()) {
      const written = this.assemblies.usings(name);
      if (written.length === 0) continue;
      this.#addGlobalUsings(name, written.map(asGlobal));
    }
    for (const file of this.#files.values()) file.inherited = this.#inheritedBy(file);
  }

  #inheritedBy({ assembly, text }: SourceFile): Using[] {
    const own = fileProgramUsings(text).map((target) => asGlobal({ target, alias: "", isStatic: false }));
    return [...(this.#globalUsings.get(assembly) ?? []), ...own];
  }

  #addGlobalUsings(assembly: string, usings: readonly Using[]): void {
    this.#globalUsings.set(assembly, [...(this.#globalUsings.get(assembly) ?? []), ...usings]);
  }

  /** Runs a query again and again, loading files, until it has everything it needs. */
  async withFiles<Answer>(ask: () => Answer): Promise<Answer> {
    for (;;) {
      try {
        return ask();
      } catch (need) {
        if (need instanceof NeedFile) await this.load(need.path);
        else if (need instanceof NeedPackage && this.model.packages)
          await this.model.packages.load(need, this.#context);
        else throw need;
      }
    }
  }

  /** Does the same in steps. While one of them waits for files, the others run. */
  async inSteps<Answer>(steps: Generator<() => void, Answer, void>): Promise<Answer> {
    for (;;) {
      const { done, value } = steps.next();
      if (done) return value;
      await this.withFiles(value);
      await this.checkSlice();
    }
  }

  async load(path: string): Promise<SourceFile> {
    const loaded = this.#files.get(path);
    if (loaded) return loaded;
    const known = this.index.store.files.get(path);
    const cached = await this.#context.keep("source files", () => new Map<string, CachedFile>());
    const before = cached.get(path);
    const assembly = this.assemblies.of(path);
    if (
      before &&
      known &&
      before.size === known.size &&
      before.mtimeMs === known.mtimeMs &&
      // The time of a file that has just changed can't be trusted.
      known.mtimeMs !== UNSETTLED &&
      before.file.assembly === assembly
    ) {
      return this.#keep(path, before.file);
    }
    const { text } = await this.#context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES });
    const file = new SourceFile(path, text, assembly, this.#grammar);
    this.#keep(path, file);
    if (cached.size > MAX_CACHED) cached.clear();
    if (known) cached.set(path, { file, size: known.size, mtimeMs: known.mtimeMs });
    return file;
  }

  #keep(path: string, file: SourceFile): SourceFile {
    file.inherited = this.#inheritedBy(file);
    this.#files.set(path, file);
    return file;
  }

  async checkSlice(): Promise<void> {
    await this.#slice.check();
  }
}

/** Creates a time slice for analysis. It is longer than usual, because the thread doesn't have to serve other clients. */
export function workingSlice({ clock, signal }: WorkerContext): TimeSlice {
  return new TimeSlice({ ms: WORKING_MS, clock, signal });
}

function asGlobal(using: Pick<Using, "target" | "alias" | "isStatic">): Using {
  return { ...using, isGlobal: true, index: -1, namespace: "" };
}
