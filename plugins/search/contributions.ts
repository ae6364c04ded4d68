/**
 * Adds search to the explorer: files and text while typing, and the declarations of a name in files whose language no
 * plugin supports.
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

/** Words that precede the name of a declaration in various languages. */
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
