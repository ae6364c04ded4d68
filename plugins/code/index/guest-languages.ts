/** Languages of third parties by the endings of their files. A grammar of ours reads its own files itself. */
import type { GuestLanguage } from "../../../core/host/plugin-api.ts";
import { type Language, languageOf } from "../outline/languages.ts";

export interface GuestFamily extends GuestLanguage {
  /** Apart from the languages of ours and of other plugins. */
  family: string;
}

export class GuestLanguages {
  readonly all: readonly GuestFamily[];
  readonly #byEnding: ReadonlyMap<string, GuestFamily>;

  constructor(languages: readonly GuestLanguage[]) {
    this.all = languages.map((each) => ({ ...each, family: `${each.plugin}:${each.id}` }));
    this.#byEnding = new Map(
      this.all.flatMap((language) => language.extensions.map((ending) => [ending, language] as const)),
    );
  }

  /** Another text whenever the languages or the code that reads them changed. */
  get stamp(): string {
    return JSON.stringify(this.all);
  }

  get extensions(): string[] {
    return [...this.#byEnding.keys()];
  }

  /** Undefined for a file that a grammar of ours reads, too. */
  of(path: string): GuestFamily | undefined {
    if (this.all.length === 0 || languageOf(path)) return undefined;
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const dot = name.lastIndexOf(".");
    return dot < 0 ? undefined : this.#byEnding.get(name.slice(dot));
  }

  /** As the rest of the plugin knows a language. */
  language(path: string): Language | undefined {
    const guest = this.of(path);
    if (!guest) return undefined;
    const { family: id, title, extensions, level } = guest;
    const [first = "", ...others] = extensions;
    return { id, title, extensions: [first, ...others], grammar: "", level };
  }
}
