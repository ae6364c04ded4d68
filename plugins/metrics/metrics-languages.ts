/** Language detection and comment syntax: tokei's table (build/comment-syntax.ts) plus language-forms.ts. */
import table from "./comment-rules.json" with { type: "json" };
import { type CommentRules, FORMS } from "./language-forms.ts";

const KNOWN: readonly CommentRules[] = table.languages;
const LANGUAGES: readonly CommentRules[] = [
  ...KNOWN.map((language) => ({ ...language, ...FORMS[language.name] })),
  ...Object.entries(FORMS)
    .filter(([name]) => !KNOWN.some((language) => language.name === name))
    .map(([name, forms]) => ({ ...forms, name })),
];
const BY_NAME = indexBy((language) => [language.name]);
const BY_FILENAME = indexBy((language) => language.filenames);
const BY_EXTENSION = indexBy((language) => language.extensions);
const BY_INTERPRETER = indexBy((language) => language.env);

/** By file name, extension or shebang line. Undefined if unknown. */
export function languageOf(path: string, firstLine: string): CommentRules | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return BY_FILENAME.get(name) ?? BY_EXTENSION.get(extension) ?? byShebang(firstLine);
}

/** Case-insensitive. */
export function languageNamed(name: string): CommentRules | undefined {
  return BY_NAME.get(name.toLowerCase());
}

export function languageNames(): string[] {
  return LANGUAGES.map((language) => language.name);
}

function byShebang(firstLine: string): CommentRules | undefined {
  const words = /^#!\s*(\S+)\s*(\S*)/.exec(firstLine);
  const program = words?.[1]?.endsWith("/env") ? words[2] : words?.[1]?.split("/").at(-1);
  return program ? BY_INTERPRETER.get(program) : undefined;
}

/** On conflicts, the first language in the table wins. */
function indexBy(keysOf: (language: CommentRules) => string[] | undefined): ReadonlyMap<string, CommentRules> {
  const index = new Map<string, CommentRules>();
  for (const language of LANGUAGES) {
    for (const key of keysOf(language) ?? []) if (!index.has(key.toLowerCase())) index.set(key.toLowerCase(), language);
  }
  return index;
}
