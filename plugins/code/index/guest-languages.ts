/**
 * Finds third-party languages by the extensions of files. Files that one of the built-in grammars can read are not
 * affected.
 */
import type { GuestLanguage } from "../../../core/host/plugin-api.ts";
import { type Language, languageOf } from "../outline/languages.ts";

export interface GuestFamily extends GuestLanguage {
  /** This language differs from the languages of this and other plugins. */
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

  /** Returns a string that changes whenever the languages, or the code that reads them, do. */
  get stamp(): string {
    return JSON.stringify(this.all);
  }

  get extensions(): string[] {
    return [...this.#byEnding.keys()];
  }

  /** Returns undefined for a file that a built-in grammar can read. */
  of(path: string): GuestFamily | undefined {
    if (this.all.length === 0 || languageOf(path)) return undefined;
    const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
    const dot = name.lastIndexOf(".");
    return dot < 0 ? undefined : this.#byEnding.get(name.slice(dot));
  }

  /** Returns the language in the form that the rest of the plugin uses. */
  language(path: string): Language | undefined {
    const guest = this.of(path);
    if (!guest) return undefined;
    const { family: id, title, extensions, level } = guest;
    const [first = "", ...others] = extensions;
    return { id, title, extensions: [first, ...others], grammar: "", level };
  }
}
