/** Determines the language of a file. We ask the plugins first, and then use the extension. */
import { extname } from "node:path";
import type { LanguageContribution } from "../../core/host/frontend-api.ts";

const BY_ENDING: Readonly<Record<string, string>> = {
  as: "angelscript",
  bash: "bash",
  c: "c",
  cc: "cpp",
  cjs: "javascript",
  cpp: "cpp",
  cs: "csharp",
  css: "css",
  diff: "diff",
  go: "go",
  h: "cpp",
  hpp: "cpp",
  html: "xml",
  ini: "ini",
  java: "java",
  js: "javascript",
  json: "json",
  jsx: "javascript",
  lua: "lua",
  md: "markdown",
  mjs: "javascript",
  py: "python",
  rs: "rust",
  sh: "bash",
  sql: "sql",
  toml: "ini",
  ts: "typescript",
  tsx: "typescript",
  uxml: "xml",
  xml: "xml",
  yaml: "yaml",
  yml: "yaml",
};

export function languageOf(path: string, contributed: readonly LanguageContribution[]): string | undefined {
  const ending = extname(path).toLowerCase();
  const known = contributed.find((language) => language.extensions.includes(ending))?.id;
  return known ?? (Object.hasOwn(BY_ENDING, ending.slice(1)) ? BY_ENDING[ending.slice(1)] : undefined);
}
