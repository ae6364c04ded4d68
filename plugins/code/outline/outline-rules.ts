/** Selects the rules for declarations by language. */
import { repairC } from "./c-repair.ts";
import { cRules } from "./c-rules.ts";
import { cssRules, jsonRules, yamlRules } from "./data-rules.ts";
import type { FileOutline } from "./file-outline.ts";
import { goRules } from "./go-rules.ts";
import { javaRules } from "./java-rules.ts";
import { maskMacros } from "./macro-mask.ts";
import type { OutlineRules } from "./outline-builder.ts";
import { pythonRules } from "./python-rules.ts";
import { bashRules } from "./rules/bash-rules.ts";
import { dartRules } from "./rules/dart-rules.ts";
import { elixirRules } from "./rules/elixir-rules.ts";
import { gdscriptRules } from "./rules/gdscript-rules.ts";
import { kotlinRules, repairKotlin } from "./rules/kotlin-rules.ts";
import { luaRules } from "./rules/lua-rules.ts";
import { objcRules } from "./rules/objc-rules.ts";
import { phpRules } from "./rules/php-rules.ts";
import { rubyRules } from "./rules/ruby-rules.ts";
import { scalaRules } from "./rules/scala-rules.ts";
import { swiftRules } from "./rules/swift-rules.ts";
import { zigRules } from "./rules/zig-rules.ts";
import { rustRules } from "./rust-rules.ts";
import { markdownOutline, sqlOutline, tomlOutline } from "./text-outlines.ts";
import { repairTypescript } from "./typescript-repair.ts";
import { javascriptRules, typescriptRules } from "./typescript-rules.ts";

interface LanguageRules {
  rules: OutlineRules;
  /** Masks constructs that the grammar cannot read. The length does not change. */
  repair?: (text: string) => string;
  /** Does the same before the first parse, because most files require it. */
  mask?: (text: string) => string;
}

const RULES: Readonly<Record<string, LanguageRules>> = {
  typescript: { rules: typescriptRules, repair: repairTypescript },
  tsx: { rules: typescriptRules, repair: repairTypescript },
  javascript: { rules: javascriptRules },
  python: { rules: pythonRules },
  go: { rules: goRules },
  rust: { rules: rustRules, mask: maskMacros },
  java: { rules: javaRules },
  c: { rules: cRules, mask: (text) => repairC(text, false) },
  bash: { rules: bashRules },
  dart: { rules: dartRules },
  elixir: { rules: elixirRules },
  gdscript: { rules: gdscriptRules },
  kotlin: { rules: kotlinRules, repair: repairKotlin },
  lua: { rules: luaRules },
  objc: { rules: objcRules, mask: (text) => repairC(text, false) },
  php: { rules: phpRules },
  ruby: { rules: rubyRules },
  scala: { rules: scalaRules },
  swift: { rules: swiftRules },
  zig: { rules: zigRules },
  css: { rules: cssRules },
  json: { rules: jsonRules },
  yaml: { rules: yamlRules },
  cpp: { rules: cRules, mask: (text) => repairC(text, true) },
};

/** Languages that are read without a grammar. */
const READERS: Readonly<Record<string, (text: string) => FileOutline>> = {
  markdown: markdownOutline,
  toml: tomlOutline,
  sql: sqlOutline,
};

export function textOutlineOf(language: string): ((text: string) => FileOutline) | undefined {
  return READERS[language];
}

export function outlineRulesOf(language: string): LanguageRules | undefined {
  return RULES[language];
}
