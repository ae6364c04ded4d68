/** The declarations of the workspace by name. A sweep before each answer keeps them up to date. */
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
  /** True if all third-party files were up to date at the last sweep. */
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

  /** Returns another object whenever a file has changed. */
  get generation(): object | undefined {
    return this.#swept;
  }

  get files(): SourceFiles {
    return this.#files;
  }

  /** Returns every file with its part, in path order. */
  get places(): ReadonlyMap<string, Place<Segment>> {
    return this.#withGuests().places;
  }

  /** Returns the parts with the paths of their files by index. Files that have changed are left out. */
  get current(): ReadonlyMap<Segment, readonly (string | undefined)[]> {
    return this.#withGuests().current;
  }

  /** The languages of third-party plugins, if there are any. */
  get guests(): GuestIndex | undefined {
    return this.#guests;
  }

  /** Returns the language of a file by its extension. */
  languageOf(path: string): Language | undefined {
    return languageOf(path) ?? this.#guests?.languages.language(path);
  }

  setGuests(all: readonly GuestLanguage[]): void {
    const languages = new GuestLanguages(all);
    if (languages.stamp === (this.#guests?.languages.stamp ?? "[]")) return;
    this.#guests = all.length > 0 ? new GuestIndex(this.#context, languages) : undefined;
    this.forget();
  }

  /** Causes the next query to check all files again. */
  forget(): void {
    this.#swept = undefined;
    this.#merged = undefined;
  }

  /** Returns the files in third-party languages that are new or have changed. */
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

  /** Returns the files that are in the index without their content, in path order. */
  get notRead(): readonly string[] {
    this.#notRead ??= [...this.current]
      .flatMap(([segment, paths]) =>
        paths.flatMap((path, file) => (path !== undefined && segment.isNotRead(file) ? [path] : [])),
      )
      .sort();
    return this.#notRead;
  }

  /** Returns the files whose text contains a word, in path order. */
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

  /** Returns the declarations with a name, in path order. */
  declared(name: string): IndexedDeclaration[] {
    const found: IndexedDeclaration[] = [];
    for (const [segment, paths] of this.current) {
      const id = segment.find(name);
      if (id < 0 || id >= segment.names) continue;
      for (const [file, path] of paths.entries()) if (path !== undefined) found.push(...segment.named(id, file, path));
    }
    return found.sort((a, b) => (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
  }

  /**
   * Checks the size and modification time of each file, and reads those that have changed. `trees` receives their trees
   * from the same parse.
   */
  async refresh(
    progress: (progress: Progress) => void,
    trees?: TreeTaker & { takes(files: SourceFiles): boolean },
  ): Promise<void> {
    const swept = await this.#sweep();
    // If the object is the same, nothing has changed.
    if (swept === this.#swept) return;
    this.#files = sourceFiles(swept, this.#guests?.languages);
    await this.#parts.refresh(this.#files, progress, trees?.takes(this.#files) ? trees : undefined);
    this.#areGuestsRead = (await this.#guests?.look(this.#files.guests))?.length === 0;
    this.#swept = swept;
    this.#notRead = undefined;
    this.#merged = undefined;
  }
}
