/** Every token of a name in the scope, sorted into certain, possible and other uses of the declarations asked for. */
import { basename } from "node:path";
import type { JsonObject, WorkerContext } from "../../../core/host/plugin-api.ts";
import { unityNames } from "../engine/unity-names.ts";
import { nearestName, SymbolHits } from "../index/find.ts";
import type { Reference, ReferenceQuery } from "../index/requests.ts";
import type { ScriptIndex } from "../index/script-index.ts";
import type { Found } from "../index/store.ts";
import { MAX_SCRIPT_BYTES } from "../outline/outline-worker.ts";
import { KIND, KINDS } from "../outline/symbols.ts";
import type { Assemblies } from "../project/assemblies.ts";
import { type Grammar, loadGrammar } from "../syntax/grammar.ts";
import { Lines } from "../text/lines.ts";
import { candidatesIn, otherWords } from "./candidates.ts";
import { Classifier } from "./classify-token.ts";
import { Model, NeedFile } from "./model.ts";
import { outwards, SourceFile, type Using } from "./source-file.ts";
import { collectTargets, type Targets } from "./targets.ts";

/** The thread stays answerable: after this long it lets others in. */
const SLICE_MS = 40;
/** Files kept parsed between calls. */
const MAX_KEPT = 2000;

interface Kept {
  file: SourceFile;
  size: number;
  mtimeMs: number;
}

/** Every use, by file in the order of the printed paths. */
export interface FoundReferences {
  /** Every script was indexed while it was looked for. */
  complete: boolean;
  files: { path: string; display: string; references: Reference[] }[];
  certain: number;
  possible: number;
  other: number;
  targets: JsonObject[];
  hint?: string;
  warnings: string[];
}

/** `candidates` are the files whose text holds the name. */
export async function findReferences(
  index: ScriptIndex,
  query: ReferenceQuery,
  candidates: readonly string[],
  context: WorkerContext,
): Promise<FoundReferences> {
  const grammar = await context.keep("grammar", () => loadGrammar(context.assets));
  return await new ReferenceSearch(index, query, context, grammar).run(candidates);
}

class ReferenceSearch {
  readonly #index: ScriptIndex;
  readonly #query: ReferenceQuery;
  readonly #context: WorkerContext;
  readonly #grammar: Grammar;
  readonly #files = new Map<string, SourceFile>();
  /** By assembly. */
  readonly #globalUsings = new Map<string, Using[]>();
  #assemblies!: Assemblies;
  #model!: Model;
  #since = 0;

  constructor(index: ScriptIndex, query: ReferenceQuery, context: WorkerContext, grammar: Grammar) {
    this.#index = index;
    this.#query = query;
    this.#context = context;
    this.#grammar = grammar;
  }

  async run(candidates: readonly string[]): Promise<FoundReferences> {
    const index = this.#index;
    await index.ensure(candidates);
    this.#since = this.#context.clock.monotonic();
    this.#assemblies = await index.assemblies();
    const engine = await unityNames(this.#context);
    this.#model = new Model({
      engine,
      store: index.store,
      files: this.#files,
      complete: index.pending.size === 0,
      sees: (from, to) => this.#assemblies.sees(from, to),
      assemblyOf: (path) => this.#assemblies.of(path),
    });
    await this.#readGlobalUsings();
    const declarations = this.#asked();
    const targets = await this.#needing(() =>
      collectTargets(this.#model, declarations, (path) => this.#assemblies.of(path)),
    );
    const result: FoundReferences = {
      complete: this.#model.complete,
      files: [],
      certain: 0,
      possible: 0,
      other: 0,
      targets: declarations.slice(0, 50).map((found) => ({
        path: index.display(found.path),
        line: found.nameLine,
        kind: KINDS[found.kind]!,
        symbol: namePath(found),
      })),
      warnings: [],
    };
    const hint = declarations.length === 0 ? this.#hint() : undefined;
    if (hint !== undefined) result.hint = hint;
    if (index.pending.size > 0)
      result.warnings.push(
        "The index is not whole yet: what needs declarations of other files is possible, not certain",
      );
    const initializers = await this.#needing(() => initializerFiles(this.#model, targets));
    const paths = [...new Set([...candidates, ...initializers])].filter((path) =>
      index.includes(path, this.#query.scope),
    );
    paths.sort((a, b) => (index.display(a) < index.display(b) ? -1 : 1));
    for (const path of paths) await this.#file(path, targets, result);
    return result;
  }

  /** `global using` counts for every file of its assembly, so those files are read before any other. */
  async #readGlobalUsings(): Promise<void> {
    for (const { path, globalUsings } of this.#index.store.files.values()) {
      if (!globalUsings) continue;
      const file = await this.#load(path).catch(() => undefined);
      const usings = file?.usings.filter((each) => each.isGlobal) ?? [];
      if (file) this.#globalUsings.set(file.assembly, [...(this.#globalUsings.get(file.assembly) ?? []), ...usings]);
    }
    for (const file of this.#files.values()) file.inherited = this.#globalUsings.get(file.assembly) ?? [];
  }

  /** What may have been meant where no declaration fits. */
  #hint(): string | undefined {
    const { store } = this.#index;
    const { name } = this.#query;
    const named = store.byName(name, true).map((place) => store.found(place));
    const known = [...new Set(named.map((one) => `${KINDS[one.kind]} ${namePath(one)}`))].slice(0, 10);
    if (known.length > 0) return `Of that name there are: ${known.join(", ")}`;
    const near = this.#index.pending.size === 0 ? nearestName(store, name) : undefined;
    return near === undefined ? undefined : `Did you mean ${near}?`;
  }

  /** The declarations that the request names; all of that name where it says no more. */
  #asked(): Found[] {
    const { name, kinds, path, scope } = this.#query;
    let { container, namespace } = this.#query;
    const index = this.#index;
    const hits = new SymbolHits(index.store, {
      name,
      exact: true,
      kinds,
      inScope: () => true,
      display: (each) => index.display(each),
    });
    const all = [...hits.after(undefined)];
    if (path !== "") {
      const here = all.find((found) => found.path === path);
      if (here) {
        container ||= here.containers.join("/");
        namespace ||= here.namespace;
        const wanted = container;
        return all.filter(
          (found) =>
            (found.path === path || wanted !== "") &&
            standsIn(found, wanted, namespace) &&
            found.containers.length === (wanted === "" ? 0 : found.containers.length),
        );
      }
    }
    const fitting = all.filter((found) => standsIn(found, container, namespace));
    return fitting.filter((found) => container !== "" || namespace !== "" || index.includes(found.path, scope));
  }

  async #file(path: string, targets: Targets, result: FoundReferences): Promise<void> {
    const display = this.#index.display(path);
    let file: SourceFile;
    try {
      file = await this.#load(path);
    } catch (error) {
      result.warnings.push(`${display} was not read: ${error instanceof Error ? error.message : String(error)}`);
      return;
    }
    const { name, includeText } = this.#query;
    const references: Reference[] = [];
    const lines = new Lines(file.text);
    const classifier = new Classifier(this.#model, file, targets, name);
    const other = await this.#needing(() => otherWords(this.#model, file, targets, name));
    for (const candidate of candidatesIn(file.text, name, other, includeText)) {
      const verdict = await this.#needing(() => classifier.classify(candidate));
      const { certainty } = verdict;
      if (candidate.as === "name" && certainty === "other") result.other++;
      if (certainty === "other") continue;
      if (candidate.as !== "text") result[certainty]++;
      // An identifier begins at its `@`.
      const offset = file.text.charAt(candidate.offset - 1) === "@" ? candidate.offset - 1 : candidate.offset;
      const line = lines.at(offset);
      const column = offset - lines.start(line) + 1;
      const { kind, via } = verdict;
      const symbol = symbolAt(file, offset);
      references.push({ line, column, kind, certainty, symbol, ...(via ? { via } : {}) });
      await this.#breathe();
    }
    if (references.length > 0) result.files.push({ path, display, references });
    await this.#breathe();
  }

  /** Runs what needs files, again and again, until it has them. */
  async #needing<Answer>(ask: () => Answer): Promise<Answer> {
    for (;;) {
      try {
        return ask();
      } catch (need) {
        if (!(need instanceof NeedFile)) throw need;
        await this.#load(need.path);
      }
    }
  }

  async #load(path: string): Promise<SourceFile> {
    const loaded = this.#files.get(path);
    if (loaded) return loaded;
    const known = this.#index.store.files.get(path);
    const kept = await this.#context.keep("source files", () => new Map<string, Kept>());
    const before = kept.get(path);
    const assembly = this.#assemblies.of(path);
    if (
      before &&
      known &&
      before.size === known.size &&
      before.mtimeMs === known.mtimeMs &&
      before.file.assembly === assembly
    ) {
      return this.#keep(path, before.file);
    }
    const { text } = await this.#context.files.readText(path, { maxBytes: MAX_SCRIPT_BYTES });
    const file = new SourceFile(path, text, assembly, this.#grammar);
    this.#keep(path, file);
    if (kept.size > MAX_KEPT) kept.clear();
    if (known) kept.set(path, { file, size: known.size, mtimeMs: known.mtimeMs });
    return file;
  }

  #keep(path: string, file: SourceFile): SourceFile {
    file.inherited = this.#globalUsings.get(file.assembly) ?? [];
    this.#files.set(path, file);
    return file;
  }

  async #breathe(): Promise<void> {
    if (this.#context.clock.monotonic() - this.#since < SLICE_MS) return;
    await this.#context.clock.sleep(0);
    this.#context.signal.throwIfAborted();
    this.#since = this.#context.clock.monotonic();
  }
}

/** Files with parts of classes below one whose constructors are asked for: `base(…)` does not name it. */
function initializerFiles(model: Model, targets: Targets): string[] {
  const owners = targets.members
    .filter(({ declaration }) => declaration.kind === KIND.constructor)
    .map(({ owner }) => owner);
  return [...new Set(owners)].flatMap((owner) =>
    [owner, ...model.directlyDerived(owner)].flatMap((type) => type.parts.map(({ path }) => path)),
  );
}

function standsIn(found: Found, container: string, namespace: string): boolean {
  if (namespace !== "" && found.namespace !== namespace) return false;
  if (container === "") return true;
  const parts = container
    .split(/[/.+]/)
    .filter((part) => part !== "")
    .map((part) => part.replace(/[<`].*$/, ""));
  const outer = [...found.namespace.split(".").filter((part) => part !== ""), ...found.containers];
  return found.containers.length > 0 && parts.every((part, at) => outer[outer.length - parts.length + at] === part);
}

function namePath(found: Found): string {
  const path = [...found.containers, found.name].join("/");
  return found.namespace === "" ? path : `${found.namespace}.${path}`;
}

/** The member or type around an offset as a name path. */
function symbolAt(file: SourceFile, offset: number): string {
  const names: string[] = [];
  let namespace = "";
  for (const at of outwards(file, file.declarationAt(offset))) {
    const { kind, name } = file.declarations[at]!;
    if (KINDS[kind] === "namespace") namespace = namespace === "" ? name : `${name}.${namespace}`;
    else names.unshift(name);
  }
  if (names.length === 0) return namespace || basename(file.path);
  return names.join("/");
}
