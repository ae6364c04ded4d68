/** Which languages have rules for uses. */
import { bareNames } from "./bare-names.ts";
import { goUses } from "./go-uses.ts";
import { pythonUses } from "./python-uses.ts";
import { typescriptUses } from "./typescript-uses.ts";
import type { UsesRules } from "./uses-rules.ts";

const RULES: Readonly<Record<string, UsesRules>> = {
  typescript: typescriptUses,
  tsx: typescriptUses,
  javascript: typescriptUses,
  python: pythonUses,
  go: goUses,
};

/** Rules by the id of a language; one without rules has names alone. */
export function usesRulesOf(language: string): UsesRules {
  return RULES[language] ?? bareNames;
}
