/** Implements `jig rg`, which runs ripgrep with its own flags except for those that run other programs. */
import type { CommandEnd, CommandIo, Context } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { IGNORE_FILES } from "../ripgrep/waited-pipes.ts";
import { helpText } from "./flag-help.ts";
import { flagTable, has, lastOf, type ReadWords, readWords, refuse } from "./flag-reader.ts";
import { checkOperand, everywhere, isStream, refuseRawBytes } from "./operands.ts";
import { PLACES_HELP, placesOutput, refuseWithPlaces, runInPlaces, takePlaces } from "./places.ts";
import { runProgram } from "./stream-program.ts";

/** The time limit for PCRE2 in ms, because its backtracking may take forever. */
const PCRE_LIMIT_MS = 30_000;

/** Every flag of ripgrep 15, from `rg --help` and the manual. */
const FLAGS = flagTable(`
-e --regexp=
-f --file=
-A --after-context=
-B --before-context=
-C --context=
-E --encoding=
-M --max-columns=
-T --type-not=
-d --max-depth= --maxdepth=
-g --glob=
-j --threads=
-m --max-count=
-r --replace=
-t --type=
--color=
--colors=
--context-separator=
--dfa-size-limit=
--engine=
--field-context-separator=
--field-match-separator=
--generate=
--hostname-bin=
--hyperlink-format=
--iglob=
--ignore-file=
--max-filesize=
--path-separator=
--pre=
--pre-glob=
--regex-size-limit=
--sort=
--sortr=
--type-add=
--type-clear=
-. --hidden
-0 --null
-F --fixed-strings
-H --with-filename
-I --no-filename
-L --follow
-N --no-line-number
-P --pcre2
-S --smart-case
-U --multiline
-V --version
-a --text
-b --byte-offset
-c --count
-h --help
-i --ignore-case
-l --files-with-matches
-n --line-number
-o --only-matching
-p --pretty
-q --quiet
-s --case-sensitive
-u --unrestricted
-v --invert-match
-w --word-regexp
-x --line-regexp
-z --search-zip
--auto-hybrid-regex
--binary
--block-buffered
--column
--count-matches
--crlf
--debug
--files
--files-without-match
--glob-case-insensitive
--heading
--ignore
--ignore-file-case-insensitive
--ignore-dot
--ignore-exclude
--ignore-files
--ignore-global
--ignore-messages
--ignore-parent
--ignore-vcs
--include-zero
--json
--line-buffered
--max-columns-preview
--messages
--mmap
--multiline-dotall
--no-auto-hybrid-regex
--no-binary
--no-block-buffered
--no-byte-offset
--no-column
--no-config
--no-context-separator
--no-crlf
--no-encoding
--no-fixed-strings
--no-follow
--no-glob-case-insensitive
--no-heading
--no-hidden
--no-ignore
--no-ignore-dot
--no-ignore-exclude
--no-ignore-file-case-insensitive
--no-ignore-files
--no-ignore-global
--no-ignore-messages
--no-ignore-parent
--no-ignore-vcs
--no-include-zero
--no-invert-match
--no-json
--no-line-buffered
--no-max-columns-preview
--no-messages
--no-mmap
--no-multiline
--no-multiline-dotall
--no-one-file-system
--no-pcre2
--no-pcre2-unicode
--no-pre
--no-require-git
--no-search-zip
--no-sort-files
--no-stats
--no-text
--no-trim
--no-unicode
--null-data
--one-file-system
--passthru --passthrough
--pcre2-unicode
--pcre2-version
--require-git
--sort-files
--stats
--stop-on-nonmatch
--trace
--trim
--type-list
--unicode
--vimgrep
`);

const REFUSED = {
  pre: "It starts a program for every file. Use: PROGRAM FILE | jig rg PATTERN",
  "pre-glob": "It belongs to --pre, which starts programs. Use: PROGRAM FILE | jig rg PATTERN",
  "hostname-bin": "It starts a program. Omit it",
  "search-zip": "It starts a program for every file. Use: zcat FILE | jig rg PATTERN",
};

const IGNORES_LESS = /^no-ignore|^unrestricted$/;

/** These flags do not require a pattern. */
const WITHOUT_PATTERN = ["files", "type-list", "version", "help", "generate", "pcre2-version", "regexp", "file"];

export default async function rg(written: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const { places, rest: words } = takePlaces(written);
  const read = readWords(words, FLAGS, { program: "rg" });
  if (has(read, "help") && !io.alone) {
    await io.write(helpText(io.info, FLAGS, { own: PLACES_HELP, tool: "search_content" }));
    return 0;
  }
  const pattern = has(read, ...WITHOUT_PATTERN) ? [] : read.operands.slice(0, 1);
  const operands = read.operands.slice(pattern.length);
  refuseWithPlaces(places, read, operands, operands.includes("-") || (io.hasInput && operands.length === 0));
  // If one of the tool's own flags was used, we print the tool's answer with its pages.
  if (read.unknown.length > 0 || (has(read, "json") && !io.alone && !places)) return { tool: words };
  refuse(read, REFUSED);
  if (operands.some(isRemote)) return { tool: words };
  const paths: string[] = [];
  for (const path of operands) {
    const operand = isStream(path) ? undefined : await checkOperand(path, io, context);
    if (operand) refuseRawBytes(operand, "ripgrep");
    paths.push(operand?.shown ?? path);
  }
  for (const { name, value } of read.flags) {
    if ((name === "file" || name === "ignore-file") && value !== undefined && !isStream(value))
      await checkOperand(value, io, context);
  }
  const rules = read.flags.some(({ name }) => IGNORES_LESS.test(name)) ? {} : { rules: IGNORE_FILES };
  if (places) {
    const { output, flags } = placesOutput(read);
    const where = paths.length > 0 ? paths : everywhere(context);
    const args = ["--no-config", ...flags.map(spelled), "--", ...pattern, ...where];
    return await runInPlaces({ args, ...rules }, places, output, io, context);
  }
  if (io.terminal && !io.hasInput && isToolsCase(read, PLAIN)) return { tool: forTool(words, read) };
  const readsInput = io.hasInput || paths.includes("-") || lastOf(read, "file")?.value === "-";
  if (paths.length === 0 && !io.hasInput && !has(read, "type-list", "version", "help"))
    paths.push(...everywhere(context));
  const engine = lastOf(read, "pcre2", "no-pcre2", "engine", "auto-hybrid-regex");
  const linear = engine === undefined || engine.name === "no-pcre2" || engine.value === "default";
  return await runProgram(
    {
      command: "rg",
      args: ["--no-config", ...look(io, read), ...read.flags.map(spelled), "--", ...pattern, ...paths],
      readsInput,
      limitMs: linear ? undefined : PCRE_LIMIT_MS,
      ...(!readsInput && rules),
    },
    io,
    context,
  );
}

/** Returns the defaults of ripgrep for a terminal. The flags of the user come later and override these. */
export function look({ terminal, color }: CommandIo, read: ReadWords): string[] {
  if (!terminal && color) return ["--color=always"];
  if (!terminal || has(read, "vimgrep", "json", "stats", "type-list", "help", "version", "passthru")) return [];
  const links = terminal.link("x", "/") === "x" ? [] : ["--hyperlink-format=default"];
  return [`--color=${color ? "always" : "never"}`, "--heading", "--line-number", ...links];
}

/** Flags that the tool understands, too. On a terminal we prefer its output to that of ripgrep, because it is easier to read. */
const PLAIN = [
  ...["regexp", "ignore-case", "smart-case", "case-sensitive", "word-regexp", "fixed-strings", "files-with-matches"],
  ...["count-matches", "glob", "type", "hidden", "no-ignore", "max-count", "follow", "line-number", "with-filename"],
  ...["heading", "after-context", "before-context", "context", "color", "multiline"],
];

/** Returns whether the tool would give the same result. */
export function isToolsCase(read: ReadWords, flags: readonly string[]): boolean {
  return read.operands.length > 0 && read.flags.every(({ name }) => flags.includes(name));
}

/**
 * Converts the arguments of ripgrep to those of the tool. The only difference is that the tool ignores case by default, so we
 * have to state it.
 */
export function forTool(words: readonly string[], read: ReadWords): string[] {
  return has(read, "ignore-case", "smart-case", "case-sensitive") ? [...words] : ["--case", "sensitive", ...words];
}

function spelled({ name, value }: { name: string; value: string | undefined }): string {
  return value === undefined ? `--${name}` : `--${name}=${value}`;
}
