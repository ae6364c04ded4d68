/** A tree of scripts with random changes, and its current declarations and uses. */
import { mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { scratch } from "../jig.ts";
import type { ScriptLanguage } from "./script-languages.ts";

const FOLDERS = 9;

/** A file has one type with a field of another type, which may be undeclared. */
interface Content {
  type: string;
  uses: string;
}

/** A current or former type, and the files that declare and use it. */
export interface Question {
  name: string;
  declared: string[];
  used: string[];
}

export class EditedTree {
  readonly root: string;
  /** By path relative to the language's folder. */
  readonly files = new Map<string, Content>();
  readonly #language: ScriptLanguage;
  readonly #branches: Map<string, Content>[] = [];
  #state: number;
  #last = 0;
  /** Types that used to be declared. */
  readonly #gone: string[] = [];

  /** `root`: an existing project. */
  constructor(language: ScriptLanguage, seed: number, files: number, root = scratch(language.project)) {
    this.#language = language;
    this.root = root;
    this.#state = seed;
    for (let at = 0; at < files; at++) this.#write(this.#newPath());
  }

  random(below: number): number {
    this.#state = (Math.imul(this.#state, 1664525) + 1013904223) >>> 0;
    return Math.floor((this.#state / 2 ** 32) * below);
  }

  #pick<Value>(list: readonly Value[]): Value | undefined {
    return list[this.random(list.length)];
  }

  #newPath(): string {
    return `${Array.from({ length: 1 + this.random(2) }, () => `F${this.random(FOLDERS)}`).join("/")}/S${this.random(400)}${this.#language.extension}`;
  }

  #onDisk(path: string): string {
    return join(this.root, this.#language.folder, path);
  }

  #anyType(): string | undefined {
    return this.#pick([...this.files.values()])?.type;
  }

  #newContent(): Content {
    const type = this.#language.typeName(++this.#last);
    return { type, uses: (this.random(5) === 0 ? this.#pick(this.#gone) : this.#anyType()) ?? type };
  }

  /** Names have the same length, so that many edits don't change the size. */
  #write(path: string, content = this.#newContent()): void {
    this.#forget(path);
    const file = this.#onDisk(path);
    mkdirSync(join(file, ".."), { recursive: true });
    writeFileSync(file, this.#language.source(content.type, content.uses));
    this.files.set(path, content);
  }

  /** Same declaration, another use. */
  #useAnother(path: string): void {
    const known = this.files.get(path);
    if (known) this.#write(path, { type: known.type, uses: this.#newContent().uses });
  }

  #forget(path: string): void {
    const known = this.files.get(path);
    if (known) this.#gone.push(known.type);
    this.files.delete(path);
  }

  #rename(from: string, to: string): void {
    const content = this.files.get(from);
    if (!content || from === to) return;
    mkdirSync(join(this.#onDisk(to), ".."), { recursive: true });
    renameSync(this.#onDisk(from), this.#onDisk(to));
    this.#forget(to);
    this.files.delete(from);
    this.files.set(to, content);
  }

  /** Also moves everything inside. */
  #renameFolder(from: string, to: string): void {
    const below = (folder: string) => [...this.files].filter(([path]) => path.startsWith(`${folder}/`));
    const moved = below(from);
    if (moved.length === 0 || from === to) return;
    for (const [path] of below(to)) this.#forget(path);
    rmSync(this.#onDisk(to), { recursive: true, force: true });
    renameSync(this.#onDisk(from), this.#onDisk(to));
    for (const [path, content] of moved) {
      this.files.delete(path);
      this.files.set(to + path.slice(from.length), content);
    }
  }

  /** Like git: rewrites changed files and removes missing ones. */
  #switchBranch(): void {
    const branch = this.#pick(this.#branches);
    if (this.#branches.length < 3 || !branch) {
      this.#branches.push(new Map(this.files));
      return;
    }
    for (const path of [...this.files.keys()]) {
      if (branch.has(path)) continue;
      rmSync(this.#onDisk(path));
      this.#forget(path);
    }
    for (const [path, content] of branch) if (this.files.get(path) !== content) this.#write(path, content);
  }

  change(): void {
    const path = this.#pick([...this.files.keys()]) ?? this.#newPath();
    const folder = () => `F${this.random(FOLDERS)}`;
    const changes = [
      () => this.#write(path),
      () => this.#useAnother(path),
      () => this.#write(this.#newPath()),
      () => this.#rename(path, this.#newPath()),
      () => {
        rmSync(this.#onDisk(path), { force: true });
        this.#forget(path);
      },
      () => this.random(4) === 0 && this.#renameFolder(folder(), folder()),
      () => this.random(6) === 0 && this.#switchBranch(),
    ];
    this.#pick(changes)?.();
  }

  /** A current or former type. */
  question(): Question {
    const name = (this.random(3) === 0 ? this.#pick(this.#gone) : this.#anyType()) ?? "None";
    const pathsWhere = (isMeant: (content: Content) => boolean) =>
      [...this.files].flatMap(([path, content]) => (isMeant(content) ? [path] : [])).sort();
    return { name, declared: pathsWhere(({ type }) => type === name), used: pathsWhere(({ uses }) => uses === name) };
  }
}
