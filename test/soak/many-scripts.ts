/** A project with many scripts: file n declares type n and uses one other type. */
import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { scratch } from "../jig.ts";
import type { ScriptLanguage, TypeAnswer } from "./script-languages.ts";

const FOLDERS = 20;

export class ManyScripts {
  readonly root: string;
  readonly #language: ScriptLanguage;
  /** Type used by each file. */
  readonly #uses: number[];

  constructor(language: ScriptLanguage, files: number, root = scratch()) {
    this.#language = language;
    this.root = root;
    for (const [path, text] of Object.entries(language.project)) this.#write(path, text);
    this.#uses = Array.from({ length: files }, (_, at) => Math.max(0, at - 1));
    for (let at = 0; at < files; at++) this.#save(at);
  }

  editUse(at: number): void {
    this.#uses[at] = ((this.#uses[at] ?? 0) * 7 + 13) % this.#uses.length;
    this.#save(at);
  }

  truth(at: number): TypeAnswer {
    const used = this.#uses.flatMap((type, file) => (type === at ? [this.#pathOf(file)] : []));
    return { declared: [this.#pathOf(at)], used: used.sort() };
  }

  #pathOf(at: number): string {
    return `F${at % FOLDERS}/S${at}${this.#language.extension}`;
  }

  #save(at: number): void {
    const { folder, source, typeName } = this.#language;
    this.#write(join(folder, this.#pathOf(at)), source(typeName(at), typeName(this.#uses[at] ?? 0)));
  }

  #write(path: string, text: string): void {
    const file = join(this.root, path);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, text);
  }
}
