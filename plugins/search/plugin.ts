/** Declares the search plugin. */
import { definePlugin, tool } from "../../core/host/plugin-api.ts";
import {
  commands,
  contentSynonyms,
  contentUnsupportedFlags,
  listSynonyms,
  listUnsupportedFlags,
} from "./command-aliases.ts";
import { searchInput } from "./content/input.ts";
import { searchOutput } from "./content/output.ts";
import { finders, jumps } from "./contributions.ts";
import { failure } from "./error-envelope.ts";
import { listInput } from "./list/input.ts";
import { listOutput } from "./list/output.ts";
import { overviewInput, overviewOutput } from "./overview/output.ts";
import { programs } from "./programs/programs.ts";
import { prompts } from "./prompts.ts";
import { rewriteInput } from "./structure/rewrite-input.ts";
import workers from "./workers.ts";

export default definePlugin({
  name: "search",
  version: "1.0.0",
  title: "Search",
  description: "Finds text in files with ripgrep, and lists files.",
  host: "^1",
  permissions: { read: ["workspace"], write: ["workspace"], run: ["rg", "git"] },
  failure,
  workers,
  service: () => import("./content/result-cache.ts"),
  contributes: { cliAliases: commands, commands: programs, prompts, finders, jumps, overview: "workspace_overview" },
  tools: {
    search_content: tool({
      title: "Search text in files (grep)",
      description:
        "Searches the text of files with ripgrep and finds all occurrences of a pattern: a regular expression (Rust syntax), or a " +
        "literal string with fixed_strings. Ignored, hidden and binary files are left out. Each result has file, line_number, column " +
        "(from 1) and the line. Cheap forms first: total_only counts how many times it appears, files_only which " +
        "files contain it, count_only_matches a number for each, summary_only the top files of the repository, group_by_file, " +
        "enclosing the method, function or class that contains each match; queries searches several patterns at once. A long " +
        "answer has next: repeat the call with that cursor.",
      alwaysLoad: true,
      effect: "read",
      parameterEffects: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: searchInput,
      synonyms: contentSynonyms,
      positional: ["query|queries", "path"],
      unsupportedFlags: contentUnsupportedFlags,
      output: searchOutput,
      view: "matches",
      liveParameter: "query",
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
    rewrite_code: tool({
      title: "Rewrite code by structure",
      description:
        "Replaces every match of a code pattern, as one plan: $A matches one node, $$$A any number, as in ast-grep. Prints the " +
        "diff; apply writes it.",
      effect: "read",
      plan: true,
      mcp: false,
      idempotent: false,
      openWorld: false,
      input: rewriteInput,
      synonyms: { pattern: "structure", lang: "language", to: "rewrite", path: { list: "roots" } },
      positional: ["structure", "rewrite"],
      view: "diff",
      examples: [],
      handler: () => import("./rewrite-code.ts"),
    }),
    list_files: tool({
      title: "List and find files",
      description:
        "Lists the files of a directory, or finds files by name (regular expression or glob), type, extension, size, age or depth: " +
        "the largest, the recently changed or modified, the empty ones, the directory structure. Returns size and time. Ignored and " +
        "hidden entries are left out unless requested. total_count covers the whole list.",
      effect: "read",
      parameterEffects: { output_file: "write" },
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: listInput,
      synonyms: listSynonyms,
      positional: ["pattern", "path"],
      unsupportedFlags: listUnsupportedFlags,
      output: listOutput,
      view: "table",
      liveParameter: "pattern",
      completion: {
        of: "path",
        input: { pattern: "{{word}}*", glob: true, full_path_match: true, limit: 100 },
        rows: "/results",
        value: "/path",
      },
      examples: [
        { title: "Everything in the workspace", input: { limit: 100 } },
        { title: "The largest source files", input: { extensions: ["ts"], sort: "size", limit: 20 } },
        { title: "What changed today", input: { changed_within: "1day", types: ["f"] } },
        { title: "The number of tests", input: { pattern: "*.test.ts", glob: true, count_only: true } },
      ],
      handler: () => import("./list-files.ts"),
    }),
    workspace_overview: tool({
      title: "Repository overview",
      description:
        "An overview of an unfamiliar repository: languages, entry points, tests, recent changes, the largest sources, TODOs.",
      effect: "read",
      destructive: false,
      idempotent: true,
      openWorld: false,
      input: overviewInput,
      output: overviewOutput,
      view: "table",
      examples: [{ title: "This workspace", input: {} }],
      handler: () => import("./workspace-overview.ts"),
    }),
  },
});
