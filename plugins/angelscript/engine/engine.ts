/** Keeps files, symbol table and bound uses on one worker thread. `refresh` reads changes on disk. */
import { JigError, type Sweep, type WorkerContext } from "../../../core/host/plugin-api.ts";
import { nameKey, UseList, unresolvedTarget } from "../binding/bound-uses.ts";
import { bindFile } from "../binding/file-binder.ts";
import { Lookup } from "../binding/lookup.ts";
import type { SemanticErrors } from "../binding/semantic-errors.ts";
import { SymbolKeys } from "../binding/symbol-keys.ts";
import type { TypeUse } from "../binding/type-use.ts";
import { SymbolTable } from "../database/symbol-table.ts";
import { wordNumber } from "../lexer/file-words.ts";
import { Names } from "../lexer/interned-names.ts";
import { tokenize } from "../lexer/lexer.ts";
import { TokenBuffers } from "../lexer/tokens.ts";
import type { DatabaseChunk } from "../native/debug-database.ts";
import { parseFile } from "../parser/declaration-parser.ts";
import { IndexedFile, MAX_SCRIPT_BYTES, rootOf, unboundIn } from "./indexed-file.ts";
import { currentNative, type EditorTypes, type LoadedNative, type NativeSource } from "./native-source.ts";
import type { BoundText, OpenFile } from "./opened-file.ts";
import { FEW, type Parsed, parseFiles } from "./parse-files.ts";
import { type Report, SavedIndex } from "./saved-index.ts";
import { decodeSource } from "./source-text.ts";
import { compareSurfaces, forgetUses, noChange, type SurfaceChange } from "./surface-changes.ts";
import { changedIn, type SweepReply, type SweepRequest, unpackSweep } from "./sweep-worker.ts";

/** The number of names in an interner after which we start a new one. */
const ENOUGH_NAMES = 60_000;
/** The lookup cache is cleared after binding this many files. */
const FORGET_AFTER = 1500;
/** The uses are saved again after we have bound this share of the files. */
const WORTH_SAVING = 0.02;

export class Engine {
  keys = new SymbolKeys();
  files = new Map<string, IndexedFile>();
  #table: SymbolTable | undefined;
  #lookup: Lookup | undefined;
  #native: LoadedNative | undefined;
  #names = new Names();
  readonly #uses = new UseList();
  readonly #buffers = new TokenBuffers();
  #loaded = false;
  #lastSweep: { number: number; sweep: Sweep } | undefined;
  /** The sweep that `files` is based on. It is undefined if a file couldn't be read. */
  #swept: Sweep | undefined;
  #unsaved = false;
  readonly #saved: SavedIndex;
  #usesLoaded: Promise<void> | undefined;
  /** The number of files that were bound since the uses were last saved. */
  #boundUnsaved = 0;
  #boundSince = 0;
  #editor: EditorTypes | undefined;

  constructor(context: WorkerContext) {
    this.#saved = new SavedIndex(context);
  }

  get table(): SymbolTable {
    this.#table ??= new SymbolTable(this.files.values(), this.#native!.library);
    return this.#table;
  }

  get lookup(): Lookup {
    this.#lookup ??= new Lookup(this.table);
    return this.#lookup;
  }

  get native(): NativeSource {
    return this.#native?.source ?? { kind: "baseline", types: 0 };
  }

  get unsaved(): boolean {
    return this.#unsaved;
  }

  /** Receives type data from a running editor, which takes precedence over all other sources. */
  editorSent(chunks: DatabaseChunk[], floatIsFloat64: boolean | undefined): void {
    this.#editor = { chunks, floatIsFloat64: floatIsFloat64 ?? true, number: (this.#editor?.number ?? 0) + 1 };
  }

  /** This runs on another thread so that it doesn't block queries. */
  sweep(context: WorkerContext): Promise<SweepReply> {
    return context.worker<SweepReply>("sweep", { known: this.#lastSweep?.number } satisfies SweepRequest);
  }

  /** Brings `files` up to date with the disk. Returns false if nothing changed. */
  async refresh(context: WorkerContext, report: Report, sweeping = this.sweep(context)): Promise<boolean> {
    if (!this.#loaded) await this.#load();
    const { number, sweep } = unpackSweep(await sweeping, this.#lastSweep?.sweep);
    if (!sweep) throw new JigError("INTERNAL", "The workspace was not scanned");
    this.#lastSweep = { number, sweep };
    const isSame = sweep === this.#swept;
    const native = this.#native?.stamp;
    const change = noChange();
    // Files that couldn't be read are tried again.
    if (!isSame) await this.#compare(context, sweep, change, report);
    this.#swept = this.files.size === sweep.paths.length ? sweep : undefined;
    await this.refreshNative(context, isSame);
    if (change.everything || change.names.size > 0) forgetUses(this.files.values(), change);
    return !isSame || native !== this.#native?.stamp;
  }

  /** True if all files are bound, so references are complete. */
  get isBound(): boolean {
    return this.#loaded && unboundIn(this.files.values()) === 0;
  }

  async #load(): Promise<void> {
    this.files = (await this.#saved.load()) ?? this.files;
    this.#loaded = true;
  }

  /** Applies a sweep. On a new tree one of several jig processes parses everything, and publishes the result for the others. */
  async #compare(context: WorkerContext, sweep: Sweep, change: SurfaceChange, report: Report): Promise<void> {
    const isNew = this.files.size === 0 && sweep.paths.length > FEW;
    const build = isNew ? await this.#saved.buildOrWait(report) : undefined;
    try {
      if (isNew && !build) await this.#load();
      await this.#parseChanged(context, sweep, change, (done, total) => {
        report({ done, total, message: "indexing scripts" });
        void build?.progress(done, total).catch(() => {});
      });
      if (build && this.#unsaved) this.#unsaved = !(await this.#saved.publish(build, this.files));
    } finally {
      await build?.release();
    }
  }

  async #parseChanged(
    context: WorkerContext,
    sweep: Sweep,
    change: SurfaceChange,
    report: (done: number, total: number) => void,
  ): Promise<void> {
    const changed = changedIn(sweep, this.files);
    if (changed.length > 0 || this.files.size !== sweep.paths.length) this.#removeMissing(new Set(sweep.paths), change);
    if (changed.length === 0) return;
    const read = changed.filter((index) => (sweep.sizes[index] as number) <= MAX_SCRIPT_BYTES);
    const parsed = await parseFiles(
      context,
      read.map((index) => sweep.paths[index] as string),
      (done) => report(done, read.length),
    );
    // Before the first file is bound, there is nothing to invalidate.
    const isBound = [...this.files.values()].some((file) => file.uses || file.isAsSaved);
    const results = new Map(read.map((index, at) => [index, parsed[at]]));
    for (const index of changed) {
      const path = sweep.paths[index] as string;
      const result = results.has(index) ? results.get(index) : NOT_READ;
      if (!result) {
        this.#remove(path, change);
        continue;
      }
      const [size, mtimeMs] = [sweep.sizes[index] as number, sweep.mtimesMs[index] as number];
      const file = new IndexedFile({ path, root: rootOf(context, path), size, mtimeMs, ...result }, false);
      if (isBound) compareSurfaces(this.files.get(path)?.declarations ?? [], file.declarations, change);
      this.files.set(path, file);
    }
    // The table contains offsets, so we build it again even if only the bodies of functions have changed.
    this.#drop();
    this.#unsaved = true;
  }

  #removeMissing(present: ReadonlySet<string>, change: SurfaceChange): void {
    for (const path of [...this.files.keys()]) if (!present.has(path)) this.#remove(path, change);
  }

  #remove(path: string, change: SurfaceChange): void {
    const known = this.files.get(path);
    if (!known) return;
    compareSurfaces(known.declarations, [], change);
    this.files.delete(path);
    this.#drop();
    this.#unsaved = true;
  }

  /** Reads the engine types again if their source has changed, which makes all bound uses invalid. */
  async refreshNative(context: WorkerContext, isSame = false): Promise<void> {
    const known = this.#native;
    this.#native = await currentNative(context.files, context.workspace.roots, this.#editor, known, isSame);
    if (this.#native === known) return;
    if (known) for (const file of this.files.values()) file.forgetUses();
    this.#drop();
  }

  #drop(): void {
    this.#table = undefined;
    this.#lookup = undefined;
  }

  /** Returns the files that contain the word in their code. A few of them may not contain it. */
  filesWith(word: string): IndexedFile[] {
    const number = wordNumber(word);
    return [...this.files.values()].filter((file) => file.words.includes(number));
  }

  /** Returns the number of the target for unresolved uses of `name`. */
  unresolved(name: string): number {
    return unresolvedTarget(this.keys.number(nameKey(name)));
  }

  async text(context: WorkerContext, path: string): Promise<string> {
    return decodeSource(await context.files.read(path, { maxBytes: MAX_SCRIPT_BYTES }));
  }

  isTooLarge(path: string): boolean {
    return this.files.get(path)?.isTooLarge ?? false;
  }

  /** Reads a file and binds it unless its uses are current. Undefined if it is too large or not in the index. */
  async boundText(context: WorkerContext, path: string): Promise<BoundText | undefined> {
    await this.#loadUses();
    const file = this.files.get(path);
    if (file?.uses && file.uses.length > 0) {
      const text = await this.text(context, path);
      const { size, mtimeMs } = await context.files.stat(path);
      if (size === file.size && mtimeMs === file.mtimeMs) return { file, text, uses: file.uses };
    }
    const open = await this.open(context, path);
    return open && { file: open.file, text: open.text, uses: open.bound.uses };
  }

  /** Like `boundText`, but this always parses and binds the file. */
  async open(
    context: WorkerContext,
    path: string,
    buffers?: TokenBuffers,
    errors?: SemanticErrors,
  ): Promise<OpenFile | undefined> {
    const file = this.files.get(path);
    if (!file || file.isTooLarge) return undefined;
    await this.#loadUses();
    const text = await this.text(context, path);
    if (this.#names.size > ENOUGH_NAMES) this.#names = new Names();
    const tokens = tokenize(text, this.#names, buffers);
    const syntax = parseFile(tokens);
    const owners = new Map<number, TypeUse>();
    const bound = bindFile(tokens, syntax, {
      lookup: this.lookup,
      keys: this.keys,
      nameNumber: (name) => this.keys.number(nameKey(name)),
      root: file.root,
      uses: this.#uses,
      owners,
      path,
      ...(errors ? { errors } : {}),
    });
    file.uses = bound.uses;
    return { file, text, tokens, syntax, bound, owners };
  }

  async uses(context: WorkerContext, file: IndexedFile): Promise<Int32Array> {
    await this.#loadUses();
    if (!file.uses) {
      this.#boundUnsaved++;
      await this.open(context, file.path, this.#buffers).catch(() => undefined);
      if (++this.#boundSince > FORGET_AFTER) this.#forgetMembers();
    }
    // A file that can't be read isn't tried again until it changes.
    file.uses ??= NOTHING;
    return file.uses;
  }

  /** Binds files until the time is over and returns how many are left, or "waits" while another process does the work. */
  async bindAhead(context: WorkerContext, budgetMs: number): Promise<number | "waits"> {
    const isMuch = unboundIn(this.files.values()) > this.files.size * WORTH_SAVING;
    if (isMuch && !(await this.#bindsForAll()) && !this.isBound) return "waits";
    const end = context.clock.monotonic() + budgetMs;
    let left = 0;
    let bound = 0;
    for (const file of this.files.values()) {
      if (file.uses) continue;
      if (context.clock.monotonic() > end) left++;
      else {
        await this.uses(context, file);
        bound++;
      }
    }
    if (left === 0 && bound > 0) this.#forgetMembers();
    if (left === 0 && this.#saved.isBinding) await this.save(true);
    return left;
  }

  /** Reserves the binding for this process, or loads a published result. Returns false while another process is binding. */
  async #bindsForAll(): Promise<boolean> {
    await this.#loadUses();
    const binds = await this.#saved.claimBinding();
    const native = this.#native?.identity;
    const published = native === undefined ? 0 : await this.#saved.newUses(native);
    if (published > this.files.size - unboundIn(this.files.values())) {
      // The existing uses are invalid, because the published table has other numbers for its keys.
      for (const file of this.files.values()) file.uses = undefined;
      for (const type of this.#native?.library.types.values() ?? []) type.forgetMembers();
      this.#drop();
      this.keys = new SymbolKeys();
      this.#usesLoaded = undefined;
      this.#boundUnsaved = 0;
      await this.#loadUses();
    }
    return binds;
  }

  /** If there are thousands of files, most of our memory would be used by members and cached lookups. */
  #forgetMembers(): void {
    this.#boundSince = 0;
    this.#names = new Names();
    this.table.forgetMembers();
    this.#lookup = undefined;
  }

  /** Loads the saved uses once before anything is bound. */
  #loadUses(): Promise<void> {
    const native = this.#native?.identity;
    this.#usesLoaded ??= native === undefined ? Promise.resolve() : this.#saved.loadUses(native, this.keys);
    return this.#usesLoaded;
  }

  /** If `isLast` is set, the minimum time between two saves is ignored. */
  async save(isLast: boolean): Promise<void> {
    if (!this.#saved.isDue(isLast)) return;
    try {
      await this.#saveAll();
    } finally {
      if (isLast) await this.#saved.releaseBinding();
    }
  }

  async #saveAll(): Promise<void> {
    const saved = this.#saved;
    const savesIndex = this.#unsaved;
    if (savesIndex) {
      // The saved uses have to be loaded first, because they belong to the index that we are about to replace.
      await this.#loadUses();
      if (!(await saved.save(this.files))) return;
      this.#unsaved = false;
    }
    const native = this.#native?.identity;
    const bound = this.files.size - unboundIn(this.files.values());
    const isWorth = savesIndex ? bound > 0 : this.#boundUnsaved > this.files.size * WORTH_SAVING;
    if (!native || !isWorth || (await saved.newUses(native)) > bound) return;
    this.#boundUnsaved = 0;
    await saved.saveUses(native, this.keys);
  }
}

const NOTHING = new Int32Array(0);
const NOT_READ: Parsed = { rows: [], packed: new Uint8Array(0), words: new Uint32Array(0) };
