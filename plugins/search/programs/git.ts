/** `jig git grep` and `jig git ls-files`: git itself, for what only reads. Everything else is git's own. */
import { type CommandEnd, type CommandIo, type Context, JigError, safeGit } from "../../../core/host/plugin-api.ts";
import { absoluteOf } from "./operands.ts";
import { runProgram } from "./stream-program.ts";

const READS = ["grep", "ls-files"];

/** Flags that start a program, or read outside the repository. */
const REFUSED: Readonly<Record<string, string>> = {
  "-O": "It opens a program. Write: vim $(jig git grep -l PATTERN)",
  "--open-files-in-pager": "It opens a program. Write: vim $(jig git grep -l PATTERN)",
  "--textconv": "It starts programs that the repository names. Leave it out",
  "--ext-grep": "It starts a program. Leave it out",
};

export default async function git(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  const [verb, ...rest] = words;
  if (verb === undefined || !READS.includes(verb)) {
    throw new JigError("INVALID_ARGUMENT", `jig git knows ${READS.join(" and ")}`, {
      hint: `Write: git ${words.join(" ")}`.trimEnd(),
    });
  }
  for (const word of rest) {
    if (word === "--") break;
    const name = word.startsWith("--") ? (word.split("=")[0] ?? "") : word.slice(0, 2);
    const long = Object.keys(REFUSED).find((flag) => flag.startsWith("--") && name.length > 3 && flag.startsWith(name));
    const advice = Object.hasOwn(REFUSED, name) ? REFUSED[name] : long && REFUSED[long];
    if (advice) throw new JigError("INVALID_ARGUMENT", `${name} is not understood here`, { hint: advice });
    if (name === "-f" && verb === "grep")
      await context.workspace.resolve(absoluteOf(rest[rest.indexOf(word) + 1] ?? "", io.cwd));
    if (word === "--no-index") await context.workspace.resolve(io.cwd, { expect: "directory" });
  }
  const color = verb === "grep" && io.color ? ["--color=always", "--line-number"] : [];
  const own = verb === "grep" ? ["--no-textconv", ...color] : [];
  return await runProgram(safeGit(["-c", "color.ui=false", verb, ...own, ...rest]), io, context);
}
