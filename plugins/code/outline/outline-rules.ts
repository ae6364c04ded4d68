/** Rules for declarations by language. */
import { repairC } from "./c-repair.ts";
import { cRules } from "./c-rules.ts";
import { goRules } from "./go-rules.ts";
import { javaRules } from "./java-rules.ts";
import type { OutlineRules } from "./outline-builder.ts";
import { pythonRules } from "./python-rules.ts";
import { rustRules } from "./rust-rules.ts";
import { repairTypescript } from "./typescript-repair.ts";
import { javascriptRules, typescriptRules } from "./typescript-rules.ts";

interface LanguageRules {
  rules: OutlineRules;
  /** Masks constructs that the grammar cannot read, at the same length. */
  repair?: (text: string) => string;
  /** The same, but done before the first parse: most files need it. */
  mask?: (text: string) => string;
}

const RULES: Readonly<Record<string, LanguageRules>> = {
  typescript: { rules: typescriptRules, repair: repairTypescript },
  tsx: { rules: typescriptRules, repair: repairTypescript },
  javascript: { rules: javascriptRules },
  python: { rules: pythonRules },
  go: { rules: goRules },
  rust: { rules: rustRules },
  java: { rules: javaRules },
  c: { rules: cRules, mask: (text) => repairC(text, false) },
  cpp: { rules: cRules, mask: (text) => repairC(text, true) },
};

export function outlineRulesOf(language: string): LanguageRules | undefined {
  return RULES[language];
}
