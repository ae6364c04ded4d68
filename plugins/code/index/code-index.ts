/** The declarations of the workspace by name: kept fresh by a sweep before each answer. */
import type { GuestLanguage, Progress, Sweep, WorkerContext } from "../../../core/host/plugin-api.ts";
import { type Language, languageOf } from "../outline/languages.ts";
import { GuestIndex } from "./guest-index.ts";
import { GuestLanguages } from "./guest-languages.ts";
import { FORMAT, type IndexedDeclaration, Segment } from "./index-part.ts";
import parseBatch from "./parse-batch.ts";
import { PartIndex, type Place, type TreeTaker } from "./part-index.ts";
import { noFiles, type SourceFiles, SWEPT, sourceFiles } from "./source-files.ts";

export class CodeIndex {
  readonly #context: WorkerContext;
  readonly #parts: PartIndex<Segment>;
  #swept: Sweep | undefined;
  #notRead: string[] | undefined;
  #files = noFiles();
  #guests: GuestIndex | undefined;
  /** Whether nothing was wanted of them at the last sweep. */
  #areGuestsRead = false;
  #merged: { places: ReadonlyMap<string, Place<Segment>>; current: CodeIndex["current"] } | undefined;

  constructor(context: WorkerContext) {
    this.#context = context;
    this.#parts = new PartIndex(context, {
      key: `declarations-${FORMAT}`,
      worker: "parse",
      read: parseBatch,
      open: (bytes) => Segment.open(bytes),
      content: "declarations",
    });
  }

  /** Another object whenever a file changed. */
  get generation(): object | undefined {
    return this.#swept;
  }

  get files(): SourceFiles {
    return this.#files;
  }

  /** Every file with its part, in the order of paths. */
  get places(): ReadonlyMap<string, Place<Segment>> {
    return this.#withGuests().places;
  }

  /** Parts with the paths of their files, by the file's number; without those that changed. */
  get current(): ReadonlyMap<Segment, readonly (string | undefined)[]> {
    return this.#withGuests().current;
  }

  /** Languages of third parties, if there are any. */
  get guests(): GuestIndex | undefined {
    return this.#guests;
  }

  /** The language of a file by its ending. */
  languageOf(path: string): Language | undefined {
    return languageOf(path) ?? this.#guests?.languages.language(path);
  }

  setGuests(all: readonly GuestLanguage[]): void {
    const languages = new GuestLanguages(all);
    if (languages.stamp === (this.#guests?.languages.stamp ?? "[]")) return;
    this.#guests = all.length > 0 ? new GuestIndex(this.#context, languages) : undefined;
    this.forget();
  }

  /** The next question looks at all files again. */
  forget(): void {
    this.#swept = undefined;
    this.#merged = undefined;
  }

  /** Files in languages of third parties that are new or changed. */
  async wantedGuests(): Promise<{ path: string; size: number; mtimeMs: number }[]> {
    const swept = await this.#sweep();
    if (swept === this.#swept && this.#areGuestsRead) return [];
    return (await this.#guests?.look(sourceFiles(swept, this.#guests.languages).guests)) ?? [];
  }

  async #sweep(): Promise<Sweep> {
    const { extensions = [] } = SWEPT;
    const guests = this.#guests?.languages.extensions ?? [];
    return await this.#context.files.sweep(
      guests.length > 0 ? { ...SWEPT, extensions: [...extensions, ...guests] } : SWEPT,
    );
  }

  #withGuests() {
    const { places, current } = this.#parts;
    if (!this.#guests) return { places, current };
    this.#merged ??= {
      places: new Map([...places, ...this.#guests.places].sort(([a], [b]) => (a < b ? -1 : 1))),
      current: new Map([...current, ...this.#guests.current]),
    };
    return this.#merged;
  }

  /** Files without their content here, in the order of paths. */
  get notRead(): readonly string[] {
    this.#notRead ??= [...this.current]
      .flatMap(([segment, paths]) =>
        paths.flatMap((path, file) => (path !== undefined && segment.isNotRead(file) ? [path] : [])),
      )
      .sort();
    return this.#notRead;
  }

  /** Files whose text has a word, in the order of paths. */
  filesWith(word: string): string[] {
    const found: string[] = [];
    for (const [segment, paths] of this.current) {
      for (const file of segment.filesWith(segment.find(word))) {
        const path = paths[file];
        if (path !== undefined) found.push(path);
      }
    }
    return found.sort();
  }

  /** How many files have a word, by what `of` says of each. */
  countWith(word: string, of: (path: string) => string): Map<string, number> {
    const counts = new Map<string, number>();
    for (const [segment, paths] of this.current)
      for (const file of segment.filesWith(segment.find(word))) {
        const path = paths[file];
        if (path === undefined) continue;
        const key = of(path);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
    return counts;
  }

  /** Declarations of a name, in the order of paths. */
  declared(name: string): IndexedDeclaration[] {
    const found: IndexedDeclaration[] = [];
    for (const [segment, paths] of this.current) {
      const id = segment.find(name);
      if (id < 0 || id >= segment.names) continue;
      for (const [file, path] of paths.entries()) if (path !== undefined) found.push(...segment.named(id, file, path));
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  /** Looks at each file's size and time, and reads those that changed. `trees` takes their trees from the same parse. */
  async refresh(
    progress: (progress: Progress) => void,
    trees?: TreeTaker & { takes(files: SourceFiles): boolean },
  ): Promise<void> {
    const swept = await this.#sweep();
    // The same object means that nothing changed since.
    if (swept === this.#swept) return;
    this.#files = sourceFiles(swept, this.#guests?.languages);
    await this.#parts.refresh(this.#files, progress, trees?.takes(this.#files) ? trees : undefined);
    this.#areGuestsRead = (await this.#guests?.look(this.#files.guests))?.length === 0;
    this.#swept = swept;
    this.#notRead = undefined;
    this.#merged = undefined;
  }
}
