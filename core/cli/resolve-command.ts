/**
 * Determines the meaning of the word after `jig`: a command, a tool, the command of a plugin, or another program's name for one
 * of them.
 */
import {
  absentTool,
  type CliAlias,
  type Host,
  JigError,
  pluginNearby,
  refuseAbsentTool,
  type ToolInfo,
  unloadedHint,
} from "../host/frontend-api.ts";
import { didYouMean } from "./did-you-mean.ts";
import { kebab } from "./flags.ts";
import type { Command } from "./shell.ts";

export type Meaning = { command: Command } | { tool: ToolInfo; alias?: CliAlias };

/** Returns true if the word doesn't resemble any command. */
export function isFreeWord(word: string, host: Host, commands: readonly Command[]): boolean {
  if (!/^[\p{L}_$][\p{L}\p{N}_$.:]*$/u.test(word)) return false;
  if (UNSUPPORTED_COMMANDS.some(([words]) => words.includes(word))) return false;
  if (absentTool(word, host.plugins())) return false;
  return didYouMean(word, knownWords(host, commands)) === undefined;
}

function knownWords(host: Host, commands: readonly Command[]): string[] {
  return [
    ...commands.map((command) => command.name),
    ...host.tools().map((tool) => tool.name),
    ...host.cliAliases().flatMap(({ command }) => command ?? []),
  ];
}

export function findTool(host: Host, name: string, cwd: string): ToolInfo {
  const tool = host.tool(name) ?? spelledOtherwise(host, name);
  if (tool) return tool;
  refuseAbsentTool(name, host.plugins());
  const names = host.tools().map((candidate) => candidate.name);
  const hint =
    pluginNearby(name, host, cwd) ?? didYouMean(name, names) ?? unloadedHint(host.plugins()) ?? "jig tools lists them";
  throw new JigError("UNKNOWN_TOOL", `Unknown tool "${name}"`, { hint });
}

/** Throws UNKNOWN_TOOL or INVALID_ARGUMENT with a suggestion. */
export function meaningOf(word: string, host: Host, commands: readonly Command[], cwd: string): Meaning {
  const aliases = host.cliAliases().filter(({ command, tool }) => command !== undefined && host.tool(tool));
  const tool = host.tool(word);
  if (tool) return { tool: tool };
  const named = ofWorkspace(
    aliases.filter(({ command }) => command === word),
    host,
  );
  if (named) return { tool: host.tool(named.tool)!, alias: named };
  const respelled = spelledOtherwise(host, word);
  if (respelled) return { tool: respelled };
  const claims = [
    ...commands.filter((command) => claimed(command.also, word)).map((command): Meaning => ({ command })),
    ...[...Map.groupBy(aliases, ({ command }) => command).values()]
      .flatMap((same) => ofWorkspace(same, host) ?? [])
      .filter((alias) => claimed(alias.also, word))
      .map((alias): Meaning => ({ tool: host.tool(alias.tool)!, alias })),
  ];
  if (claims.length === 1) return claims[0]!;
  if (claims.length === 0) throw unknown(word, host, commands, cwd);
  const lines = claims.map((claim) =>
    "command" in claim
      ? `jig ${claim.command.name} (${claim.command.summary})`
      : `jig ${claim.alias!.command} (${claim.alias!.description})`,
  );
  throw new JigError("UNKNOWN_TOOL", `Unknown command or tool "${word}"`, {
    hint: `Did you mean ${lines.slice(0, -1).join(", ")} or ${lines.at(-1)}?`,
  });
}

/** Prefers languages that the workspace has. */
function ofWorkspace(same: readonly CliAlias[], host: Host): CliAlias | undefined {
  return same.find(({ tool }) => host.tool(tool)?.listed) ?? same[0];
}

function claimed(also: readonly string[] = [], word: string): boolean {
  // Capitalized words like `Options` are code and not mistyped commands.
  if (/^\p{Lu}/u.test(word)) return false;
  return also.some((each) => kebab(each) === kebab(word));
}

/** `read-file` and `readFile` find `read_file` if only one tool matches. */
function spelledOtherwise(host: Host, word: string): ToolInfo | undefined {
  const same = host.tools().filter((tool) => kebab(tool.name) === kebab(word));
  return same.length === 1 ? host.tool(same[0]!.name) : undefined;
}

/** Commands of other programs that we don't have or that have another name here. */
const UNSUPPORTED_COMMANDS: readonly [words: string[], advice: string][] = [
  [
    [
      "log",
      "diff",
      "blame",
      "commit",
      "push",
      "pull",
      "checkout",
      "switch",
      "branch",
      "add",
      "stash",
      "merge",
      "clone",
    ],
    "That is a git command: write git instead of jig",
  ],
  [
    ["init", "setup", "install", "mcp-install"],
    "jig mcp config --client NAME --write configures a client, jig plugin new NAME starts a plugin",
  ],
  [["auth", "login"], "jig needs no account; jig doctor checks that it has everything it needs"],
  [["server", "start", "stdio"], "jig mcp serves the tools on stdin and stdout, jig serve over HTTP"],
  [["sed", "awk"], "jig cat FILE:1-10 prints lines of a file"],
  [["alias"], "Plugins define aliases: see cliAliases in docs/plugins.md"],
  [["plugins", "extension", "extensions"], "jig plugin list"],
  [["ui", "explore", "explorer", "gui"], "jig tui opens the explorer, and so does jig alone on a terminal"],
  [["replace", "rename", "edit", "write"], "jig grep only searches; jig grep -l names the files to edit"],
  [
    ["update", "upgrade", "self-update"],
    "The program that installed jig updates it: npm install -g, brew upgrade or your package manager; jig plugin update NAME updates a plugin",
  ],
  [
    ["ctags", "tags", "etags", "gtags"],
    "No tags file is needed: jig symbol NAME finds a declaration, jig map lists those of a folder",
  ],
  [
    ["sg", "ast-grep", "semgrep"],
    "jig grep --structure 'f($A)' --language rust finds code by its shape, jig rewrite_code replaces it",
  ],
  [["du", "ncdu"], "jig list_files --sort size --limit 20 lists the largest files, jig fd -S +1M those over a size"],
  [["stat"], "jig ll FILE shows its size and time"],
  [["count"], "jig grep -c PATTERN FILE counts matching lines, jig wc -l FILE lines, jig tokei lines of code"],
];

/** Suggests tools whose name contains the word. */
function namedWith(word: string, host: Host): string | undefined {
  const has = (name: string) =>
    kebab(name)
      .split("-")
      .some((part) => part.length > 3 && kebab(word).startsWith(part.replace(/s$/, "")));
  const names = host.tools().flatMap(({ name, listed }) => (listed && has(name) ? [name] : []));
  if (names.length === 0 || names.length > 4) return undefined;
  return `Did you mean ${names.join(" or ")}?`;
}

function unknown(word: string, host: Host, commands: readonly Command[], cwd: string): JigError {
  refuseAbsentTool(word, host.plugins());
  const flag = word.startsWith("-");
  const aliases = host.cliAliases();
  const known = flag
    ? [
        "--help",
        "--version",
        "--plugins",
        ...aliases.flatMap(({ flag: name }) => (name ? [`--${name.replace(/^--/, "")}`] : [])),
      ]
    : knownWords(host, commands);
  const hint =
    (flag ? undefined : pluginNearby(word, host, cwd)) ??
    UNSUPPORTED_COMMANDS.find(([words]) => words.includes(word))?.[1] ??
    didYouMean(word, known) ??
    namedWith(word, host) ??
    unloadedHint(host.plugins()) ??
    "jig --help lists the commands, jig tools the tools";
  return flag
    ? new JigError("INVALID_ARGUMENT", `Unknown flag ${word}`, { hint })
    : new JigError("UNKNOWN_TOOL", `Unknown command or tool "${word}"`, { hint });
}
