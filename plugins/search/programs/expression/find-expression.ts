/** Parses the expressions of find, which are tests and actions that are combined with `-a`, `-o`, `!` and parentheses. */
import { type Context, JigError } from "../../../../core/host/plugin-api.ts";
import { momentOf } from "../entry-tests.ts";
import { isEmpty } from "../fd.ts";
import { fnmatch } from "../fnmatch.ts";
import type { Entry } from "../walk-entries.ts";

/** Callbacks that allow an action to control the walk. They refer to the current entry. */
export interface Judging {
  context: Context;
  print(text: string, entry: Entry): void;
  /** Prevents the walk from entering this folder. */
  prune(): void;
  /** Stops the walk. */
  quit(): void;
  /** The starting point as the user wrote it. */
  start: string;
}

export type Judge = (entry: Entry, judging: Judging) => Promise<boolean>;

/** A pattern for whole paths. We run it once for all entries, before the actual walk. */
export interface PathRegex {
  pattern: string;
  ignoreCase: boolean;
  syntax: string;
  /** The matching paths, in the form in which they will be printed. */
  hits: Set<string>;
}

export interface FindExpression {
  judge: Judge;
  minDepth: number;
  maxDepth: number;
  /** True if the contents of a folder come before the folder, as with -depth. */
  depthFirst: boolean;
  regexes: PathRegex[];
}

const DAY = 86_400_000;
const BLOCKS: Readonly<Record<string, number>> = { c: 1, w: 2, b: 512, "": 512, k: 1024, M: 1024 ** 2, G: 1024 ** 3 };
const KINDS: Readonly<Record<string, string>> = {
  f: "file",
  d: "directory",
  l: "link",
  s: "other",
  p: "other",
  b: "other",
  c: "other",
};

const REFUSED: Readonly<Record<string, string>> = {
  "-exec": "Pipe it: jig find … -print0 | xargs -0 COMMAND",
  "-execdir": "Pipe it: jig find … -print0 | xargs -0 COMMAND",
  "-ok": "Pipe it: jig find … -print0 | xargs -0 -p COMMAND",
  "-okdir": "Pipe it: jig find … -print0 | xargs -0 -p COMMAND",
  "-delete": "jig does not delete files: jig find … -print0 | xargs -0 rm",
  "-fprint": "Use: jig find … > FILE",
  "-fprintf": "Use: jig find … -printf FORMAT > FILE",
  "-fprint0": "Use: jig find … -print0 > FILE",
  "-fls": "Use: jig find … | xargs -d '\\n' ls -l > FILE",
  "-ls": "Use: jig find … | xargs -d '\\n' ls -ld",
  "-files0-from": "Write the folders before the expression",
};
/** The tests on attributes that jig does not read. */
const UNSEEN = [
  ...["-perm", "-user", "-group", "-uid", "-gid", "-links", "-inum", "-samefile", "-atime"],
  ...["-amin", "-anewer", "-nouser", "-nogroup", "-fstype", "-context", "-used", "-xtype", "-readable", "-writable"],
];
/** These are accepted but have no effect. */
const SILENT = ["-xdev", "-mount", "-noleaf", "-ignore_readdir_race", "-noignore_readdir_race", "-warn", "-nowarn"];

export class FindParser {
  private at = 0;
  private readonly words: readonly string[];
  private readonly now: number;
  /** Ages are counted from this time, which `-daystart` sets to the end of today. */
  private end: number;
  private readonly newest: (path: string) => Promise<number>;
  private acts = false;
  private syntax = "emacs";
  readonly expression: Omit<FindExpression, "judge"> = {
    minDepth: 0,
    maxDepth: Number.POSITIVE_INFINITY,
    depthFirst: false,
    regexes: [],
  };

  /** Creates a parser. `newest` returns the time of a file given by name, for `-newer`. */
  constructor(words: readonly string[], now: number, newest: (path: string) => Promise<number>) {
    this.words = words;
    this.now = now;
    this.end = now;
    this.newest = newest;
  }

  /** Parses the expression. Throws INVALID_ARGUMENT. */
  async parse(): Promise<FindExpression> {
    const judge: Judge = this.words.length === 0 ? async () => true : await this.either();
    if (this.at < this.words.length) throw wrong(`Unexpected "${this.words[this.at]}"`);
    const prints: Judge = async (entry, judging) => {
      const yes = await judge(entry, judging);
      if (yes && !this.acts) judging.print(`${entry.shown}\n`, entry);
      return yes;
    };
    return { ...this.expression, judge: prints };
  }

  private async either(): Promise<Judge> {
    let left = await this.both();
    while (this.words[this.at] === "-o" || this.words[this.at] === "-or") {
      this.at++;
      const [first, second] = [left, await this.both()];
      left = async (entry, judging) => (await first(entry, judging)) || (await second(entry, judging));
    }
    return left;
  }

  private async both(): Promise<Judge> {
    let left = await this.not();
    for (;;) {
      const word = this.words[this.at];
      if (word === undefined || word === "-o" || word === "-or" || word === ")") return left;
      if (word === "-a" || word === "-and") this.at++;
      const [first, second] = [left, await this.not()];
      left = async (entry, judging) => (await first(entry, judging)) && (await second(entry, judging));
    }
  }

  private async not(): Promise<Judge> {
    const word = this.words[this.at];
    if (word === "!" || word === "-not") {
      this.at++;
      const inner = await this.not();
      return async (entry, judging) => !(await inner(entry, judging));
    }
    if (word === "(") {
      this.at++;
      const inner = await this.either();
      if (this.words[this.at++] !== ")") throw wrong("A closing parenthesis is missing");
      return inner;
    }
    if (word === undefined) throw wrong("The expression ends unexpectedly");
    this.at++;
    return await this.primary(word);
  }

  private value(word: string): string {
    const value = this.words[this.at++];
    if (value === undefined) throw wrong(`${word} needs a value`);
    return value;
  }

  private async primary(word: string): Promise<Judge> {
    if (Object.hasOwn(REFUSED, word)) {
      throw new JigError("INVALID_ARGUMENT", `${word} is not supported here`, { hint: REFUSED[word] ?? "" });
    }
    if (UNSEEN.includes(word)) {
      throw new JigError("INVALID_ARGUMENT", `${word} is not supported here`, {
        hint: `Use a pipe: jig find … -print0 | xargs -0 -I{} find {} -maxdepth 0 ${word} …`,
      });
    }
    if (SILENT.includes(word)) return async () => true;
    const test = PLAIN[word];
    if (test) return test;
    switch (word) {
      case "-print":
      case "-print0":
      case "-printf":
        return this.printing(word);
      case "-name":
      case "-iname": {
        const matches = fnmatch(this.value(word), { ignoreCase: word === "-iname" });
        return async ({ name }) => matches(name);
      }
      case "-path":
      case "-wholename":
      case "-ipath":
      case "-iwholename": {
        const matches = fnmatch(this.value(word), { ignoreCase: word.startsWith("-i") });
        return async ({ shown }) => matches(shown);
      }
      case "-regextype":
        this.syntax = this.value(word);
        return async () => true;
      case "-regex":
      case "-iregex": {
        const regex = {
          pattern: this.value(word),
          ignoreCase: word === "-iregex",
          syntax: this.syntax,
          hits: new Set<string>(),
        };
        this.expression.regexes.push(regex);
        return async ({ shown }) => regex.hits.has(shown);
      }
      case "-type": {
        const kinds = this.value(word)
          .split(",")
          .map((letter): string | undefined => KINDS[letter]);
        if (kinds.includes(undefined)) throw wrong("-type takes f, d, l, s, p, b or c");
        return async ({ kind }) => kinds.includes(kind);
      }
      case "-size":
        return this.size(this.value(word));
      case "-mtime":
      case "-mmin":
      case "-ctime":
      case "-cmin":
        return this.age(word, this.value(word));
      case "-daystart":
        this.end = new Date(this.now).setHours(24, 0, 0, 0);
        return async () => true;
      case "-newer":
      case "-newermm":
      case "-cnewer": {
        const since = await this.newest(this.value(word));
        return async (entry) => timeOf(entry, word) > since;
      }
      case "-newermt":
      case "-newerct": {
        const since = momentOf(this.value(word).replace(/ ago$/, ""), this.now);
        return async (entry) => timeOf(entry, word) > since;
      }
      case "-maxdepth":
      case "-mindepth": {
        const written = this.value(word);
        const depth = Number(written);
        if (!/^\d+$/.test(written)) throw wrong(`${word} takes a whole number`);
        this.expression[word === "-maxdepth" ? "maxDepth" : "minDepth"] = depth;
        return async () => true;
      }
      case "-depth":
      case "-d":
        this.expression.depthFirst = true;
        return async () => true;
      case "-prune":
        return async (_, judging) => {
          judging.prune();
          return true;
        };
      case "-quit":
        this.acts = true;
        return async (_, judging) => {
          judging.quit();
          return true;
        };
      default:
        throw new JigError("INVALID_ARGUMENT", `Unknown word "${word}" in an expression`, {
          hint: "Example, as for find: jig find PATH -name '*.rs' -type f -size +10k -mtime -7",
        });
    }
  }

  private printing(word: string): Judge {
    this.acts = true;
    const format = word === "-printf" ? this.value(word) : word === "-print0" ? "%p\\0" : "%p\\n";
    return async (entry, judging) => {
      judging.print(formatted(format, entry, judging.start), entry);
      return true;
    };
  }

  private size(text: string): Judge {
    const [, sign = "", number = "", unit = ""] = /^([+-]?)(\d+)([cwbkMG]?)$/.exec(text) ?? [];
    const block = BLOCKS[unit];
    if (number === "" || block === undefined) throw wrong(`-size takes +10k, -1M or 500c, not "${text}"`);
    return async ({ size }) => compared(sign, Math.ceil(size / block), Number(number));
  }

  private age(word: string, text: string): Judge {
    const [, sign = "", number = ""] = /^([+-]?)(\d+(?:\.\d+)?)$/.exec(text) ?? [];
    if (number === "") throw wrong(`${word} takes a number, not "${text}"`);
    const unit = word.endsWith("min") ? 60_000 : DAY;
    const { end } = this;
    return async (entry) => {
      const units = (end - timeOf(entry, word)) / unit;
      // find rounds minutes up but days down.
      return compared(sign, unit === DAY ? Math.floor(units) : Math.ceil(units), Number(number));
    };
  }
}

/** Words about ctime begin with `-c`, or with `-newerc`. */
function timeOf({ mtimeMs, ctimeMs }: Entry, word: string): number {
  return /^-(newer)?c/.test(word) ? (ctimeMs ?? mtimeMs) : mtimeMs;
}

const PLAIN: Readonly<Record<string, Judge>> = {
  "-true": async () => true,
  "-false": async () => false,
  "-empty": async (entry, { context }) => await isEmpty(entry, context),
  "-executable": async ({ kind, executable }) => executable === true || kind === "directory",
};

function compared(sign: string, value: number, limit: number): boolean {
  return sign === "+" ? value > limit : sign === "-" ? value < limit : value === limit;
}

const LETTERS: Readonly<Record<string, string>> = { file: "f", directory: "d", link: "l", other: "o" };
const ESCAPES: Readonly<Record<string, string>> = { n: "\n", t: "\t", "0": "\0", "\\": "\\", r: "\r", a: "\x07" };

function formatted(format: string, entry: Entry, start: string): string {
  return format.replace(/\\(.)|%(-?\d*)([a-zA-Z%])(@)?/gs, (_, escaped, width, letter, at) => {
    if (escaped !== undefined) return ESCAPES[escaped] ?? `\\${escaped}`;
    const value = field(`${letter}${at ?? ""}`, entry, start);
    const columns = Math.abs(Number(width));
    return String(width).startsWith("-") ? value.padEnd(columns) : value.padStart(columns);
  });
}

function field(letter: string, { shown, name, size, depth, kind, mtimeMs }: Entry, start: string): string {
  const slash = shown.lastIndexOf("/");
  switch (letter) {
    case "%":
      return "%";
    case "p":
      return shown;
    case "f":
      return name;
    case "h":
      return slash < 0 ? "." : shown.slice(0, slash);
    case "P":
      return shown.slice(start.length).replace(/^\//, "");
    case "s":
      return String(size);
    case "d":
      return String(depth);
    case "y":
      return LETTERS[kind] ?? "o";
    case "T@":
      return `${(mtimeMs / 1000).toFixed(10)}`;
    default:
      throw wrong(`-printf supports %p, %P, %f, %h, %s, %d, %y and %T@, not %${letter}`);
  }
}

function wrong(what: string): JigError {
  return new JigError("INVALID_ARGUMENT", what);
}
