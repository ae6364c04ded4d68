/** Selects the rules for the uses in each language. */
import { languageOf } from "../outline/languages.ts";
import { bareNames } from "./bare-names.ts";
import { cUses } from "./c/c-uses.ts";
import { goUses } from "./go-uses.ts";
import { javaUses } from "./java/java-uses.ts";
import { pythonUses } from "./python-uses.ts";
import { rustUses } from "./rust/rust-uses.ts";
import { typescriptUses } from "./typescript/rules.ts";
import type { NameResolver, UsesRules } from "./uses-rules.ts";

/** Languages that can import each other share their rules. */
const FAMILIES: Readonly<Record<string, string>> = { tsx: "typescript", javascript: "typescript", cpp: "c" };

/** Languages that can be compiled together. */
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

/** Returns a single language for all those that can be compiled together. */
export function partnersOf(language: string): string {
  return PARTNERS[language] ?? language;
}

/**
 * Returns true if sources in one language can refer to declarations in another. For example, `run` in Python is not
 * `run` in Rust.
 */
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

/** Returns the rules for a family of languages. Without rules, only names are compared. */
export function usesRulesOf(family: string, resolver: NameResolver): UsesRules {
  return RULES[family]?.(resolver) ?? bareNames;
}
