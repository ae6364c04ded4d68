/** Implements `jig completion <shell>`. The completion scripts are generated from the same tables as the help. */
import { JigError } from "../host/frontend-api.ts";
import { CALL_FLAGS, formOf, STYLE_FLAGS } from "./call-input.ts";
import { didYouMean } from "./did-you-mean.ts";
import { type Flag, flagsOf, option, written } from "./flags.ts";
import { HOST_FLAGS } from "./host-flags.ts";
import { readFlags } from "./read-flags.ts";
import type { Command, Shell } from "./shell.ts";

/** A command with its flags. */
interface Entry {
  name: string;
  summary: string;
  flags: Flag[];
  /** Subcommands and similar words. */
  words: string[];
}

const SHELLS: Record<string, (entries: Entry[]) => string> = { bash, zsh, fish, powershell };
const NAMES = Object.keys(SHELLS);

/** Accepted for compatibility with gh and other programs. */
const SHELL = option("shell", "NAME", "Same as the bare word.");

export const completion: Command = {
  name: "completion",
  usage: NAMES.join("|"),
  words: NAMES,
  summary: "Print a script that completes jig's commands in a shell",
  flags: [SHELL],
  async run(words, shell) {
    const { values, rest } = readFlags(words, [SHELL, { ...SHELL, written: "-s" }]);
    const [shellName, ...extra] = [...[...values.values()].map(String), ...rest];
    const script = shellName !== undefined && Object.hasOwn(SHELLS, shellName) ? SHELLS[shellName] : undefined;
    if (!script || extra.length > 0)
      throw new JigError("INVALID_ARGUMENT", `completion takes one of ${NAMES.join(", ")}`, {
        hint: didYouMean(shellName ?? "", NAMES) ?? `For example: source <(jig completion bash)`,
      });
    await shell.print(script(await entriesOf(shell)));
    return 0;
  },
};

async function entriesOf(shell: Shell): Promise<Entry[]> {
  const host = await shell.host();
  const tools = host.tools().filter((tool) => tool.listed);
  const aliases = new Set(host.cliAliases().map(({ command }) => command));
  return [
    ...shell.commands
      .filter(({ name, ownWords }) => !ownWords || !aliases.has(name))
      .map(({ name, summary, words = [], flags = [] }) => ({
        name,
        summary,
        flags: [...flags],
        words: [...words],
      })),
    ...tools.map((tool) => ({
      name: tool.name,
      summary: tool.title,
      flags: [...flagsOf(tool.inputSchema), ...CALL_FLAGS, ...STYLE_FLAGS],
      words: [],
    })),
    ...host.cliAliases().flatMap((alias, at, all): Entry[] => {
      const tool = host.tool(alias.tool);
      const isFirst = all.findIndex((each) => each.command === alias.command && host.tool(each.tool)?.listed) === at;
      if (alias.command === undefined || !tool?.listed || !isFirst) return [];
      const { flags } = formOf(tool, alias);
      return [
        {
          name: alias.command,
          summary: alias.description,
          flags: [...flags, ...CALL_FLAGS, ...STYLE_FLAGS],
          words: [],
        },
      ];
    }),
  ].map((entry) => ({ ...entry, flags: [...entry.flags, ...HOST_FLAGS].filter(isSafe) }));
}

/** Flags come from the schemas of plugins and become part of a shell script, so nothing that needs quoting is allowed. */
function isSafe({ name, choices = [] }: Flag): boolean {
  return [name, ...choices].every((word) => /^[\w.-]+$/.test(word));
}

const oneLine = (text: string) => (text.split(/\n|\. /)[0] ?? "").replace(/[^\p{L}\p{N}_ .,()/-]/gu, "");
const quoted = (text: string) => `'${oneLine(text)}'`;

/** Returns the sets of words that can follow `entry word`, which are subcommands or the values of a flag. */
function closedSets(entries: Entry[]): { key: string; words: string[] }[] {
  return entries.flatMap(({ name, flags, words }) => [
    ...(words.length > 0 ? [{ key: `${name} ${name}`, words }] : []),
    ...flags.filter((flag) => flag.choices).map((flag) => ({ key: `${name} ${written(flag)}`, words: flag.choices! })),
  ]);
}

/** Returns the same as branches of `case`. */
function choiceCases(entries: Entry[], answer: (words: string[]) => string): string {
  return closedSets(entries)
    .map(({ key, words }) => `    "${key}") ${answer(words)} ;;`)
    .join("\n");
}

/** Global flags that take a file or folder. */
const PATH_FLAGS = HOST_FLAGS.filter((flag) => /^(DIR|FILE)$/.test(flag.placeholder)).map(written);

function bash(entries: Entry[]): string {
  return `# jig completion for bash: source <(jig completion bash)
_jig() {
  local current=\${COMP_WORDS[COMP_CWORD]} previous=\${COMP_WORDS[COMP_CWORD-1]} entry= flags= word
  for word in "\${COMP_WORDS[@]:1:COMP_CWORD-1}"; do
    case $word in
${entries.map(({ name, flags }) => `      ${name}) entry=$word flags="${flags.map(written).join(" ")}" ;;`).join("\n")}
    esac
  done
  case $current in
    -*) COMPREPLY=($(compgen -W "\${flags:-${HOST_FLAGS.map(written).join(" ")}}" -- "$current")); return ;;
  esac
  case $previous in
    ${PATH_FLAGS.join("|")}) COMPREPLY=(); return ;;
  esac
  case "$entry $previous" in
${choiceCases(entries, (choices) => `COMPREPLY=($(compgen -W "${choices.join(" ")}" -- "$current")); return`)}
  esac
  case $entry in
    ''|call|describe) COMPREPLY=($(compgen -W "${entries.map(({ name }) => name).join(" ")}" -- "$current")) ;;
  esac
}
complete -o default -F _jig jig`;
}

function zsh(entries: Entry[]): string {
  const described = (flags: readonly Flag[]) =>
    flags.map((flag) => `${quoted(`${written(flag)}`)}:${quoted(flag.description)}`).join(" ");
  return `#compdef jig
# jig completion for zsh: source <(jig completion zsh)
_jig() {
  local entry= word
  local -a names flags
  names=(${entries.map(({ name, summary }) => `${quoted(name)}:${quoted(summary)}`).join(" ")})
  flags=(${described(HOST_FLAGS)})
  for word in "\${(@)words[2,CURRENT-1]}"; do
    case $word in
${entries.map(({ name, flags }) => `      ${name}) entry=$word flags=(${described(flags)}) ;;`).join("\n")}
    esac
  done
  case $words[CURRENT] in
    -*) _describe flag flags; return ;;
  esac
  case $words[CURRENT-1] in
    ${PATH_FLAGS.join("|")}) _files; return ;;
  esac
  case "$entry $words[CURRENT-1]" in
${choiceCases(entries, (choices) => `compadd -- ${choices.join(" ")}; return`)}
  esac
  case $entry in
    ''|call|describe) _describe command names ;;
    *) _files ;;
  esac
}
compdef _jig jig`;
}

function fish(entries: Entry[]): string {
  const names = entries.map(({ name }) => name).join(" ");
  const flagLine = (flag: Flag, where: string) => {
    const values = flag.choices ? ` -x -a "${flag.choices.join(" ")}"` : flag.kind === "boolean" ? "" : " -r";
    return `complete -c jig${where} -l ${flag.name}${values} -d ${quoted(flag.description)}`;
  };
  const lines = entries.flatMap(({ name, summary, flags, words }) => [
    `complete -c jig -n "not __fish_seen_subcommand_from ${names}" -f -a ${name} -d ${quoted(summary)}`,
    `complete -c jig -n "__fish_seen_subcommand_from call describe" -f -a ${name} -d ${quoted(summary)}`,
    ...(words.length > 0 ? [`complete -c jig -n "__fish_prev_arg_in ${name}" -f -a "${words.join(" ")}"`] : []),
    ...flags
      .filter((flag) => !HOST_FLAGS.includes(flag))
      .map((flag) => flagLine(flag, ` -n "__fish_seen_subcommand_from ${name}"`)),
  ]);
  const everywhere = HOST_FLAGS.map((flag) => flagLine(flag, ""));
  return `# jig completion for fish: jig completion fish | source\n${[...everywhere, ...lines].join("\n")}`;
}

function powershell(entries: Entry[]): string {
  const list = (words: readonly string[]) => `@(${words.map((word) => `'${word}'`).join(", ")})`;
  const choices = closedSets(entries).map(({ key, words }) => `    '${key}' = ${list(words)}`);
  return `# jig completion for PowerShell: jig completion powershell | Out-String | Invoke-Expression
Register-ArgumentCompleter -Native -CommandName jig -ScriptBlock {
  param($word, $ast, $cursor)
  $entries = [ordered]@{
${entries.map(({ name, flags }) => `    '${name}' = ${list(flags.map(written))}`).join("\n")}
  }
  $choices = @{
${choices.join("\n")}
  }
  $given = @($ast.CommandElements | Select-Object -Skip 1 | ForEach-Object { $_.ToString() })
  if ($word) { $given = @($given | Select-Object -SkipLast 1) }
  $entry = $given | Where-Object { $entries.Contains($_) } | Select-Object -Last 1
  $key = "$entry $($given | Select-Object -Last 1)"
  $words = if ($word -like '-*') { if ($entry) { $entries[$entry] } else { ${list(HOST_FLAGS.map(written))} } }
  elseif (($given | Select-Object -Last 1) -in ${list(PATH_FLAGS)}) { }
  elseif ($choices.ContainsKey($key)) { $choices[$key] }
  elseif (-not $entry -or $entry -in 'call', 'describe') { $entries.Keys }
  $words | Where-Object { $_ -and $_ -like "$word*" } | ForEach-Object { [System.Management.Automation.CompletionResult]::new($_) }
}`;
}
