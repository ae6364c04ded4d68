/** Which languages have rules for uses. */
import { bareNames } from "./bare-names.ts";
import { cUses } from "./c/c-uses.ts";
import { goUses } from "./go-uses.ts";
import { javaUses } from "./java/java-uses.ts";
import { pythonUses } from "./python-uses.ts";
import { rustUses } from "./rust/rust-uses.ts";
import { typescriptUses } from "./typescript/rules.ts";
import type { NameResolver, UsesRules } from "./uses-rules.ts";

/** Languages that import one another share their rules. */
export const FAMILIES: Readonly<Record<string, string>> = { tsx: "typescript", javascript: "typescript", cpp: "c" };

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
