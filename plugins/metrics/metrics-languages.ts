/** Which language a file is in, and how it writes comments and strings: tokei's table (build/comment-syntax.ts) with what language-forms.ts adds. */
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

/** Detects the language by file name, extension or shebang line. Returns undefined if it is unknown. */
export function languageOf(path: string, firstLine: string): CommentRules | undefined {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const extension = name.includes(".") ? name.slice(name.lastIndexOf(".") + 1) : "";
  return BY_FILENAME.get(name) ?? BY_EXTENSION.get(extension) ?? byShebang(firstLine);
}

/** Finds a language by its name. Ignores case. */
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

/** The first language of the table that claims a key keeps it. */
function indexBy(keysOf: (language: CommentRules) => string[] | undefined): ReadonlyMap<string, CommentRules> {
  const index = new Map<string, CommentRules>();
  for (const language of LANGUAGES) {
    for (const key of keysOf(language) ?? []) if (!index.has(key.toLowerCase())) index.set(key.toLowerCase(), language);
  }
  return index;
}
