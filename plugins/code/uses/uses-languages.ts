/** Which languages have rules for uses. */
import { languageOf } from "../outline/languages.ts";
import { bareNames } from "./bare-names.ts";
import { cUses } from "./c/c-uses.ts";
import { goUses } from "./go-uses.ts";
import { javaUses } from "./java/java-uses.ts";
import { pythonUses } from "./python-uses.ts";
import { rustUses } from "./rust/rust-uses.ts";
import { typescriptUses } from "./typescript/rules.ts";
import type { NameResolver, UsesRules } from "./uses-rules.ts";

/** Languages that import one another share their rules. */
const FAMILIES: Readonly<Record<string, string>> = { tsx: "typescript", javascript: "typescript", cpp: "c" };

/** Languages that are compiled against each other. */
const PARTNERS: Readonly<Record<string, string>> = {
  ...FAMILIES,
  kotlin: "java",
  scala: "java",
  objc: "c",
  swift: "c",
};

export function familyOf(language: string): string {
  return FAMILIES[language] ?? language;
}

export function familyOfFile(path: string): string {
  return familyOf(languageOf(path)?.id ?? "");
}

/** One language in place of all that are compiled against each other. */
export function partnersOf(language: string): string {
  return PARTNERS[language] ?? language;
}

/** Whether sources of one language can name declarations of another: `run` of Python is no `run` of Rust. */
export function canName(from: string, to: string): boolean {
  return partnersOf(from) === partnersOf(to);
}

const RULES: Readonly<Record<string, (resolver: NameResolver) => UsesRules>> = {
  typescript: typescriptUses,
  python: () => pythonUses,
  go: () => goUses,
  rust: rustUses,
  java: javaUses,
  c: cUses,
};

/** Rules of a family of languages; one without rules has names alone. */
export function usesRulesOf(family: string, resolver: NameResolver): UsesRules {
  return RULES[family]?.(resolver) ?? bareNames;
}
