/**
 * Implements `jig find` with the expressions, paths and exit codes of find. Everything that runs programs or deletes files
 * (-exec, -delete) is not supported.
 */
import { type CommandEnd, type CommandIo, type Context, JigError } from "../../../core/host/plugin-api.ts";
import { isRemote } from "../content/remote-roots.ts";
import { type FindExpression, FindParser, type PathRegex } from "./expression/find-expression.ts";
import { translate } from "./grep-pattern.ts";
import { matchingNames } from "./name-patterns.ts";
import { ABSENT, absoluteOf, checkOperand, everywhere, type Operand, problemOf } from "./operands.ts";
import { PathPrinter } from "./path-printer.ts";
import { type Entry, entryOf, rootOf, type WalkOptions, walkBelow } from "./walk-entries.ts";

const HELP = `Usage: jig find [-L] [PATH …] [EXPRESSION]

Lists files as find does, including hidden and ignored ones.

  -name -iname -path -ipath -regex -iregex -regextype GLOB or PATTERN
  -type f,d,l   -size [+-]N[ckMG]   -mtime -mmin -ctime -cmin [+-]N   -daystart   -newer FILE   -cnewer FILE   -newermt DATE
  -empty   -executable   -maxdepth N   -mindepth N   -depth   -prune   -quit
  -print   -print0   -printf FORMAT   ( )   !  -not   -a   -o
  -exec and -delete are refused: pipe to xargs to run commands.

With a flag of list_files (--json, --limit …) it prints that tool's answer: jig list_files --help
`;

export default async function find(words: string[], io: CommandIo, context: Context): Promise<CommandEnd> {
  if (words.includes("--help") || words.includes("-help")) {
    await io.write(HELP);
    return 0;
  }
  if (words.some((word) => word.startsWith("--") && word !== "--")) return { tool: words };
  let follow = false;
  let followsStarts = false;
  let first = 0;
  for (; /^-[HLP]$|^-O\d$/.test(words[first] ?? ""); first++) {
    if (/^-O/.test(words[first] ?? "")) continue;
    follow = words[first] === "-L";
    followsStarts = words[first] !== "-P";
  }
  if (words[first] === "--") first++;
  let begin = first;
  while (begin < words.length && !/^[-(!,]|^\)$/.test(words[begin] ?? "")) begin++;
  const paths = words.slice(first, begin);
  if (paths.some(isRemote)) return { tool: words };
  const rest = words.slice(begin).filter((word) => {
    if (word !== "-follow") return true;
    follow = true;
    followsStarts = true;
    return false;
  });
  const parser = new FindParser(rest, context.clock.now(), async (path) => {
    const { absolute, problem } = await checkOperand(path, io, context);
    if (absolute === undefined) throw new JigError("INVALID_ARGUMENT", `‘${path}’: ${problem}`);
    return (await context.files.stat(absolute)).mtimeMs;
  });
  let expression: FindExpression;
  try {
    expression = await parser.parse();
  } catch (error) {
    // Bad arguments make find exit with 1. If there is a hint, the error is one of ours.
    if (!(error instanceof JigError) || error.hint !== undefined) throw error;
    io.error(`find: ${error.message}`);
    return 1;
  }
  const roots = everywhere(context);
  const starts: Operand[] = [];
  for (const path of paths.length > 0 ? paths : roots.length > 0 ? roots : ["."])
    starts.push(await checkOperand(path, io, context));
  return await new Search(expression, { follow, followsStarts }, io, context).run(starts);
}

interface FollowedLinks {
  follow: boolean;
  /** True if links among the starting points are followed, as with -H. */
  followsStarts: boolean;
}

class Search {
  private readonly expression: FindExpression;
  private readonly links: FollowedLinks;
  private readonly io: CommandIo;
  private readonly context: Context;
  private readonly printer: PathPrinter;
  private pruned = false;
  private ended = false;
  private code = 0;

  constructor(expression: FindExpression, links: FollowedLinks, io: CommandIo, context: Context) {
    this.expression = expression;
    this.links = links;
    this.io = io;
    this.context = context;
    this.printer = new PathPrinter(io, "");
  }

  async run(starts: readonly Operand[]): Promise<number> {
    for (const start of starts) {
      if (this.ended) break;
      const follows = this.links.followsStarts && start.problem !== ABSENT;
      if (!follows && (await this.judgeLink(start.shown))) continue;
      if (start.absolute === undefined) {
        this.io.error(`find: ‘${start.shown}’: ${start.problem}`);
        this.code = 1;
        continue;
      }
      for (const regex of this.expression.regexes) await this.match(regex, start.shown, start.absolute);
      await this.search(start.shown, start.absolute);
    }
    await this.printer.end();
    return this.code;
  }

  /** Lists a link even if it points to nothing. A path that ends in a slash means its target. */
  private async judgeLink(shown: string): Promise<boolean> {
    if (shown.endsWith("/")) return false;
    const entry = await entryOf(absoluteOf(shown, this.io.cwd), shown, this.context).catch(() => undefined);
    if (entry?.kind !== "link") return false;
    await this.judge(entry, shown);
    return true;
  }

  /**
   * A single run of the engine covers all paths. Some of them may turn out to be pruned, but those only cost us a line of
   * input.
   */
  private async match(regex: PathRegex, shown: string, absolute: string): Promise<void> {
    const names = [shown];
    for await (const { shown: each } of this.walk(shown, absolute)) names.push(each);
    const { pattern } = translate(
      regex.pattern,
      /extended|egrep|awk/.test(regex.syntax) ? "extended" : emacs(regex.syntax),
    );
    const found = await matchingNames(
      names,
      { text: `^(?:${pattern})$`, kind: "regex", case: regex.ignoreCase ? "insensitive" : "sensitive" },
      this.io.cwd,
      this.context,
    );
    for (const index of found) regex.hits.add(names[index] ?? "");
  }

  private walk(shown: string, absolute: string, prunes?: WalkOptions["prunes"]) {
    const options: WalkOptions = {
      hidden: true,
      follow: this.links.follow,
      maxDepth: this.expression.maxDepth,
      ...(prunes && { prunes }),
      onFault: (folder, error) => {
        this.io.error(`find: ‘${folder}’: ${problemOf(error)}`);
        this.code = 1;
      },
      onLoop: (entry, above) => {
        this.io.error(
          `find: File system loop detected; ‘${entry}’ is part of the same file system loop as ‘${above}’.`,
        );
        this.code = 1;
        return true;
      },
    };
    return walkBelow({ absolute, shown }, rootOf(absolute, this.context), options, this.context);
  }

  private async search(shown: string, absolute: string): Promise<void> {
    const start = await entryOf(absolute, shown, this.context);
    // With -depth, the contents come first.
    const waiting: Entry[] = [];
    const late = this.expression.depthFirst;
    if (late) waiting.push(start);
    else if (!(await this.judge(start, shown)) || this.pruned) return;
    if (start.kind !== "directory") {
      if (late) await this.judge(start, shown);
      return;
    }
    for await (const entry of this.walk(shown, absolute, () => !late && this.pruned)) {
      while (late && waiting.length > 0 && (waiting.at(-1)?.depth ?? -1) >= entry.depth) {
        const done = waiting.pop();
        if (done && !(await this.judge(done, shown))) return;
      }
      if (late && entry.kind === "directory") waiting.push(entry);
      else if (!(await this.judge(entry, shown))) return;
    }
    for (const entry of waiting.reverse()) if (!(await this.judge(entry, shown))) return;
  }

  /** Returns false to stop the walk. */
  private async judge(entry: Entry, start: string): Promise<boolean> {
    this.pruned = false;
    const { minDepth, maxDepth, judge } = this.expression;
    if (entry.depth < minDepth || entry.depth > maxDepth) return true;
    let text = "";
    await judge(entry, {
      context: this.context,
      start,
      print: (printed, { kind, path }) => {
        text +=
          this.io.terminal && printed.endsWith("\n")
            ? `${this.printer.painted(printed.slice(0, -1), { kind, path })}\n`
            : printed;
      },
      prune: () => {
        this.pruned = true;
      },
      quit: () => {
        this.ended = true;
      },
    });
    if (text !== "" && !(await this.printer.write(text))) this.ended = true;
    return !this.ended;
  }
}

/** The default syntax of find is almost the basic syntax of grep, except that `+` and `?` are operators. */
function emacs(syntax: string): "basic" | "extended" {
  if (syntax === "emacs" || syntax === "findutils-default" || /basic|grep|sed|ed/.test(syntax)) return "basic";
  throw new JigError("INVALID_ARGUMENT", `Unknown expression syntax "${syntax}"`, {
    hint: "Write -regextype posix-extended",
  });
}
