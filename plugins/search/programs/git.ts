/** Implements `jig git grep` and `jig git ls-files`, which run the real git. For anything else, users can run git themselves. */
import { type CommandEnd, type CommandIo, type Context, JigError, safeGit } from "../../../core/host/plugin-api.ts";
import { absoluteOf } from "./operands.ts";
import { runProgram } from "./stream-program.ts";

const READS = ["grep", "ls-files"];

/** The short flags that take a value, which is the rest of the word. */
const WITH_VALUE = "ABCefmxX";

/** These would run another program. */
const REFUSED: Readonly<Record<string, string>> = {
  "-m": "It starts programs that the repository configures. Use: git ls-files -m",
  "--modified": "It starts programs that the repository configures. Use: git ls-files -m",
  "-O": "It opens a program. Use: vim $(jig git grep -l PATTERN)",
  "--open-files-in-pager": "It opens a program. Use: vim $(jig git grep -l PATTERN)",
  "--textconv": "It starts programs that the repository configures. Omit it",
  "--ext-grep": "It starts a program. Omit it",
};

export default async function git(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const [verb, ...rest] = words;
  if (verb === undefined || !READS.includes(verb)) {
    throw new JigError("INVALID_ARGUMENT", `jig git supports ${READS.join(" and ")}`, {
      hint: `Write: git ${words.join(" ")}`.trimEnd(),
    });
  }
  for (const [at, word] of rest.entries()) {
    if (word === "--") break;
    for (const flag of flagsOf(word)) {
      // The flag -m of grep is different because it takes a number.
      if (flag === "-m" && verb === "grep") continue;
      const long = Object.keys(REFUSED).find(
        (each) => each.startsWith("--") && flag.length > 3 && each.startsWith(flag),
      );
      const advice = Object.hasOwn(REFUSED, flag) ? REFUSED[flag] : long && REFUSED[long];
      if (advice) throw new JigError("INVALID_ARGUMENT", `${flag} is not supported here`, { hint: advice });
      if (flag === "-f" && verb === "grep") {
        const file = word.slice(word.indexOf("f") + 1) || rest[at + 1];
        await context.workspace.resolve(absoluteOf(file ?? "", io.cwd));
      }
    }
    if (word === "--no-index") await context.workspace.resolve(io.cwd, { expect: "directory" });
  }
  const color = verb === "grep" && io.color ? ["--color=always", "--line-number"] : [];
  const own = verb === "grep" ? ["--no-textconv", ...color] : [];
  const run = safeGit(["-c", "color.ui=false", verb, ...own, ...rest]);
  return await runProgram({ ...run, rules: rulesOf(verb, rest) }, io, context);
}

/** Returns the ignore and attribute files that git opens. The ignore files only matter if untracked files are included. */
function rulesOf(verb: string, words: readonly string[]): string[] {
  const ignores = words.some((word) => /^--(?:untracked|no-index|exclude)/.test(word));
  return [
    ...(verb === "grep" ? [".gitattributes", ".git/info/attributes"] : []),
    ...(ignores ? [".gitignore", ".git/info/exclude"] : []),
  ];
}

/** Splits a word of combined short flags, e.g. `-nO`. */
function flagsOf(word: string): string[] {
  if (word.startsWith("--")) return [word.split("=")[0] ?? ""];
  if (!word.startsWith("-")) return [];
  const letters = [...word.slice(1)];
  const value = letters.findIndex((letter) => WITH_VALUE.includes(letter));
  return letters.slice(0, value === -1 ? letters.length : value + 1).map((letter) => `-${letter}`);
}
