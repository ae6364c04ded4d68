/** The manifest of the search plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { failure } from "./failure.ts";
import { listInput } from "./list-input.ts";
import { searchInput } from "./search-input.ts";

export default definePlugin({
  name: "search",
  version: "1.0.0",
  title: "Search",
  description: "Finds text in files with ripgrep, and lists files.",
  host: "^1",
  permissions: { read: ["workspace"], write: ["workspace"], run: ["rg"] },
  failure,
  workers: {
    walk: { threads: 1, module: () => import("./walk.ts") },
    fingerprint: { threads: 1, module: () => import("./fingerprint.ts") },
  },
  service: () => import("./answers.ts"),
  tools: {
    search_content: tool({
      title: "Search content",
      description:
        "Searches the text of files with ripgrep. Patterns are regular expressions (Rust syntax) unless fixed_strings; " +
        "ignored, hidden and binary files are left out. Each result is one occurrence with file, line_number, column " +
        "(from 1) and the line. Ask cheap questions first: total_only answers a bare number, count_only_matches a " +
        "number for each file, summary_only the top files, group_by_file the matches by file. Globs are relative to " +
        "the workspace root; `$` also matches before CRLF.",
      effect: "read",
      effectOf: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: searchInput,
      view: "matches",
      live: "query",
      timeout: { argument: "timeout_ms", unit: "ms", defaultMs: 30_000 },
      examples: [
        { title: "Find a word", input: { query: "TODO", word: true } },
        { title: "Count matches in all", input: { query: "import", total_only: true } },
        {
          title: "Count imports by file",
          input: { query: "import", include_globs: ["*.ts"], count_only_matches: true },
        },
        { title: "See the lines around", input: { query: "class\\s+\\w+", context_before: 2, context_after: 2 } },
        { title: "Which files matter", input: { query: "error", summary_only: true } },
        { title: "Literal text, by file", input: { query: "console.log(", fixed_strings: true, group_by_file: true } },
      ],
      handler: () => import("./search-content.ts"),
    }),
    list_files: tool({
      title: "List files",
      description:
        "Lists files, directories and links, sorted by path, with size and time: by name (regular expression or glob), " +
        "type, extension, size, age and depth. Ignored and hidden entries are left out unless asked for. total_count is " +
        "always that of the whole list, also where limit cut it; count_only answers nothing else.",
      effect: "read",
      effectOf: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: listInput,
      view: "table",
      live: "pattern",
      examples: [
        { title: "Everything in the workspace", input: { limit: 100 } },
        { title: "Larger source files", input: { extensions: ["ts"], size: ["+10K"] } },
        { title: "What changed today", input: { changed_within: "1day", types: ["f"] } },
        { title: "How many tests", input: { pattern: "*.test.ts", glob: true, count_only: true } },
      ],
      handler: () => import("./list-files.ts"),
    }),
  },
});
