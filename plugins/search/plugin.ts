/** The manifest of the search plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import { searchInput } from "./content/input.ts";
import { searchOutput } from "./content/output.ts";
import { failure } from "./failure.ts";
import { listInput } from "./list/input.ts";
import { listOutput } from "./list/output.ts";
import { commands, contentElsewhere, contentSynonyms, listElsewhere, listSynonyms } from "./other-names.ts";

export default definePlugin({
  name: "search",
  version: "1.0.0",
  title: "Search",
  description: "Finds text in files with ripgrep, and lists files.",
  host: "^1",
  permissions: { read: ["workspace"], write: ["workspace"], run: ["rg"] },
  failure,
  workers: {
    walk: { threads: 1, module: () => import("./list/walk.ts") },
    fingerprint: { threads: 1, module: () => import("./content/fingerprint.ts") },
    snapshot: { threads: 1, module: () => import("./content/snapshot.ts") },
  },
  service: () => import("./content/cache.ts"),
  contributes: { cliAliases: commands },
  tools: {
    search_content: tool({
      title: "Search content",
      description:
        "Searches the text of files with ripgrep. Patterns are regular expressions (Rust syntax) unless fixed_strings; " +
        "ignored, hidden and binary files are left out. Each result is one occurrence with file, line_number, column " +
        "(from 1) and the line. Ask cheap questions first: total_only answers a bare number, files_only the files, " +
        "count_only_matches a number for each, summary_only the top files, group_by_file the matches by file, " +
        "enclosing those of each method or class. A long answer says next: repeat the call with that cursor. Globs are " +
        "relative to the workspace root; `$` also matches before CRLF. output_format text takes the fewest tokens.",
      effect: "read",
      effectOf: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: searchInput,
      synonyms: contentSynonyms,
      positional: ["query|queries", "path"],
      elsewhere: contentElsewhere,
      output: searchOutput,
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
        { title: "Which files have it", input: { query: "TODO", files_only: true } },
        { title: "Several at once", input: { queries: ["TODO", "FIXME"] } },
        { title: "In which functions", input: { query: "throw", enclosing: true } },
        { title: "Literal text, by file", input: { query: "console.log(", fixed_strings: true, group_by_file: true } },
      ],
      handler: () => import("./search-content.ts"),
    }),
    list_files: tool({
      title: "List files",
      description:
        "Lists files, directories and links with size and time, sorted by path, size or time: by name (regular " +
        "expression or glob), type, extension, size, age and depth. Ignored and hidden entries are left out unless asked " +
        "for. total_count is always that of the whole list, also where limit cut it; count_only answers nothing else.",
      effect: "read",
      effectOf: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: listInput,
      synonyms: listSynonyms,
      positional: ["pattern", "path"],
      elsewhere: listElsewhere,
      output: listOutput,
      view: "table",
      live: "pattern",
      examples: [
        { title: "Everything in the workspace", input: { limit: 100 } },
        { title: "The largest source files", input: { extensions: ["ts"], sort: "size", limit: 20 } },
        { title: "What changed today", input: { changed_within: "1day", types: ["f"] } },
        { title: "How many tests", input: { pattern: "*.test.ts", glob: true, count_only: true } },
      ],
      handler: () => import("./list-files.ts"),
    }),
  },
});
