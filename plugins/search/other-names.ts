/** What people and models who know ripgrep, grep, fd and find write, and what it is here. Only what means exactly the same. */
import type { CliAlias, Synonym } from "../../core/host/plugin-api.ts";

type Synonyms = Record<string, Synonym>;

const on = (input: Record<string, true | string>): Synonym => ({ values: { true: input } });
/** Already so. */
const asItIs: Synonym = { values: { true: {} } };

export const contentSynonyms: Synonyms = {
  pattern: "query",
  path: { file: "files", directory: "roots" },
  file: { list: "files" },
  glob: { list: "include_globs", not: "exclude_globs" },
  type: { list: "types" },
  output_mode: {
    values: { content: {}, files_with_matches: { files_only: true }, count: { count_only_matches: true } },
  },
  "-i": { values: { true: { case: "insensitive" }, false: { case: "sensitive" } } },
  "-A": "context_after",
  "-B": "context_before",
  "-C": { each: ["context_before", "context_after"] },
  context: { each: ["context_before", "context_after"] },
  after_context: "context_after",
  before_context: "context_before",
  head_limit: "limit",
  offset: { values: { 0: {} } },
  "-e": { list: "queries" },
  regexp: { list: "queries" },
  "-w": on({ word: true }),
  word_regexp: on({ word: true }),
  "-F": on({ fixed_strings: true }),
  "-U": on({ multiline: true }),
  "-s": on({ case: "sensitive" }),
  "-S": on({ case: "smart" }),
  ignore_case: on({ case: "insensitive" }),
  case_sensitive: on({ case: "sensitive" }),
  smart_case: on({ case: "smart" }),
  "-g": { list: "include_globs", not: "exclude_globs" },
  include: { list: "include_globs" },
  exclude: { list: "exclude_globs" },
  exclude_dir: { list: "exclude_globs" },
  "-t": { list: "types" },
  "-l": on({ files_only: true }),
  files_with_matches: on({ files_only: true }),
  name_only: on({ files_only: true }),
  "-c": on({ count_only_matches: true }),
  count: on({ count_only_matches: true }),
  count_matches: on({ count_only_matches: true }),
  "-m": "max_count",
  "-L": on({ follow_symlinks: true }),
  follow: on({ follow_symlinks: true }),
  "-.": on({ hidden: true }),
  "-u": on({ no_ignore: true }),
  "-uu": on({ no_ignore: true, hidden: true }),
  "-n": asItIs,
  "-H": asItIs,
  line_number: asItIs,
  with_filename: asItIs,
  column: asItIs,
  heading: asItIs,
  no_heading: asItIs,
  vimgrep: asItIs,
};

const NO_PERL = "Patterns have no look-around and no backreferences, and take linear time; leave the flag out";
const ONLY_MATCHING = "Write --json and take match_text: jig search_content … --json | jq -r '.results[].match_text'";

/** What ripgrep and grep have and a search here has not. */
export const contentElsewhere: Record<string, string> = {
  "-v": "Lines without a match are not listed; --exclude-globs leaves files out",
  "--invert-match": "Lines without a match are not listed; --exclude-globs leaves files out",
  "-o": ONLY_MATCHING,
  "--only-matching": ONLY_MATCHING,
  "-r": "jig finds and does not replace; --files-only names the files to edit",
  "--replace": "jig finds and does not replace; --files-only names the files to edit",
  "-P": NO_PERL,
  "--pcre2": NO_PERL,
  "-T": "Write --exclude-globs '*.rs' for each of its endings",
  "--type-not": "Write --exclude-globs '*.rs' for each of its endings",
  "--type-list": "The types are ripgrep's: cs, cpp, js, ts, py, json, md and so on",
  "--type-add": "Write --include-globs '*.html' '*.css' instead of a type of your own",
  "--stats": "Write --summary-only, or --total-only for the bare number",
  "--sort": "Results are in order of path already",
  "--max-depth": "Write --include-globs '*/*' for a depth of two",
  "--and": "Write one expression: 'a.*b|b.*a', or search the files of --files-only again",
  "-p": "Write --color always",
  "--pretty": "Write --color always",
  "-M": "Long lines are cut around their match already",
  "--max-columns": "Long lines are cut around their match already",
  "-z": "Compressed files are not searched",
  "--search-zip": "Compressed files are not searched",
  "-a": "Binary files are searched up to their first NUL",
  "-0": "File names have a line each: | xargs -d '\\n'",
  "--null": "File names have a line each: | xargs -d '\\n'",
};

/** Theirs is a switch, ours takes files. */
const files = { "--files": "Write jig fd, which lists files" };

export const listSynonyms: Synonyms = {
  path: { list: "roots" },
  type: { list: "types" },
  extension: { list: "extensions" },
  max_depth: "depth",
  head_limit: "limit",
  offset: { values: { 0: {} } },
  "-e": { list: "extensions" },
  "-t": { list: "types" },
  "-g": on({ glob: true }),
  "-H": on({ hidden: true }),
  "-I": on({ no_ignore: true }),
  "-u": on({ no_ignore: true, hidden: true }),
  unrestricted: on({ no_ignore: true, hidden: true }),
  "-p": on({ full_path_match: true }),
  full_path: on({ full_path_match: true }),
  "-d": "depth",
  maxdepth: "depth",
  mindepth: "min_depth",
  "-E": { list: "exclude" },
  "-S": { list: "size" },
  "-L": on({ follow_symlinks: true }),
  follow: on({ follow_symlinks: true }),
  name: { to: "pattern", with: { glob: true } },
  max_results: "limit",
  "-1": { values: { true: { limit: 1 } } },
  changed_after: "changed_within",
  newer: "changed_within",
};

const PIPE = "Pipe it: jig fd … | xargs -d '\\n' COMMAND";

/** What fd and find have and a listing here has not. */
export const listElsewhere: Record<string, string> = {
  "-x": PIPE,
  "-X": PIPE,
  "--exec": PIPE,
  "--exec-batch": PIPE,
  "-exec": PIPE,
  "-0": "Paths have a line each: | xargs -d '\\n'",
  "--print0": "Paths have a line each: | xargs -d '\\n'",
  "-i": "Names in lower case match in any case; leave the flag out",
  "--ignore-case": "Names in lower case match in any case; leave the flag out",
  "-iname": "Write --name, in lower case: it matches in any case then",
  "-s": "A pattern with an upper-case letter is case-sensitive; leave the flag out",
  "-a": "Write --json, which has absolute paths",
  "--absolute-path": "Write --json, which has absolute paths",
  "-l": "Write jig ll, which shows size and time",
  "--list-details": "Write jig ll, which shows size and time",
  "-delete": "jig lists and does not delete: jig fd … | xargs -d '\\n' rm",
};

const grepOnly: Synonyms = {
  "-r": asItIs,
  "-R": asItIs,
  recursive: asItIs,
  "-E": asItIs,
  extended_regexp: asItIs,
  "-I": asItIs,
};

export const commands: CliAlias[] = [
  {
    command: "grep",
    also: [
      "search",
      "egrep",
      "ag",
      "ack",
      "ugrep",
      "search-text",
      "search-code",
      "search-files",
      "search-for-pattern",
      "find-in-files",
    ],
    tool: "search_content",
    description: "Search the text of files, as grep does",
    synonyms: grepOnly,
    elsewhere: files,
  },
  {
    command: "rg",
    also: ["ripgrep"],
    tool: "search_content",
    description: "The same with ripgrep's flags",
    elsewhere: files,
  },
  {
    command: "fd",
    also: ["fdfind", "files", "find-file", "find-files"],
    tool: "list_files",
    description: "Find files by name, as fd does",
    show: "paths",
  },
  {
    command: "find",
    also: ["tree", "walk"],
    tool: "list_files",
    description: "The same as find has it: path first, then -name and -type",
    positional: ["path"],
    show: "paths",
  },
  {
    command: "ls",
    also: ["list", "list-dir", "list-directory", "dir"],
    tool: "list_files",
    description: "List a folder",
    positional: ["path"],
    set: { depth: 1 },
    synonyms: { "-a": on({ hidden: true }), "-A": on({ hidden: true }), "-1": asItIs },
    show: "paths",
  },
  {
    command: "ll",
    tool: "list_files",
    description: "List a folder with size and time",
    positional: ["path"],
    set: { depth: 1 },
    synonyms: { "-a": on({ hidden: true }), "-l": asItIs, "-h": asItIs },
  },
  {
    command: "ls-files",
    tool: "list_files",
    description: "List files by glob, as git does",
    set: { glob: true, types: ["f"] },
    show: "paths",
  },
];
