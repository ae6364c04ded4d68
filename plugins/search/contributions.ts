/**
 * Adds search to the explorer, for files and text as you type. It also adds jumps to declarations, for files in languages
 * without a plugin.
 */
import type { FinderContribution, JumpContribution } from "../../core/host/plugin-api.ts";

export const fileFinder: FinderContribution = {
  title: "files",
  tool: "list_files",
  parameter: "pattern",
  prefix: "/",
  order: "name",
  inMemory: true,
  fixed: { types: ["f"], limit: 10_000 },
};

export const finders: FinderContribution[] = [
  fileFinder,
  {
    title: "text",
    tool: "search_content",
    parameter: "query",
    prefix: "#",
    minLength: 2,
    fixed: { fixed_strings: true, max_count: 3, limit: 200 },
  },
];

/** The keywords that precede a declared name in various languages. */
const DECLARING =
  "class|struct|interface|enum|trait|impl|type|typedef|namespace|module|record|def|fn|func|fun|function|const|let|var|val|static";

export const jumps: JumpContribution[] = [
  {
    rel: "definition",
    tool: "search_content",
    input: { query: { template: `\\b(${DECLARING})\\s+{/word}\\b` } },
  },
  {
    rel: "references",
    tool: "search_content",
    input: { query: { at: "/word", required: true }, word: { value: true }, fixed_strings: { value: true } },
  },
];
