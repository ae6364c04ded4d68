/** Checks the syntax of command sources with the language's own parser. The code doesn't run. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync, realpathSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, dirname, extname, join } from "node:path";
import {
  findOnPath,
  listNamesBelow,
  type ManifestFault,
  type PluginFile,
  type Runtime,
  SOURCE_FOLDERS,
} from "../host/frontend-api.ts";

/** Prints `line:column: message` and exits with 1. It doesn't import or write anything. */
const PYTHON = `import ast, sys
try:
    ast.parse(sys.stdin.buffer.read())
except SyntaxError as error:
    sys.exit(f"{error.lineno}:{error.offset}: {error.msg}")`;

interface Parser {
  program: string;
  /** Receives an absolute path. */
  args(path: string): string[];
  /** True if the file is passed on stdin. */
  reads?: boolean;
  /** How its messages name the file, if not by its path. Without it, a parser that reads stdin prints `line:column: message`. */
  names?: string;
}

/** The parsers by the extension of a file. */
const PARSERS: Record<string, Parser> = {
  ".py": { program: "python3", args: () => ["-I", "-c", PYTHON], reads: true },
  ".sh": { program: "sh", args: (path) => ["-n", path] },
  ".bash": { program: "bash", args: (path) => ["-n", path] },
  ".rb": { program: "ruby", args: (path) => ["-c", path] },
  ".php": { program: "php", args: (path) => ["-n", "-l", path] },
  ".lua": { program: "luac", args: (path) => ["-p", path] },
  ".js": { program: "node", args: (path) => ["--check", path] },
  ".cjs": { program: "node", args: (path) => ["--check", path] },
  ".mjs": { program: "node", args: (path) => ["--check", path] },
  ".go": { program: "gofmt", args: (path) => ["-e", "-l", path] },
  // From stdin, it neither reads a rustfmt.toml of the plugin nor looks for further modules.
  ".rs": { program: "rustfmt", args: () => ["--check", "--edition", "2021"], reads: true, names: "<stdin>" },
};
/** Programs of handlers that parse their script regardless of its extension. */
const SHELLS = ["sh", "bash", "dash", "ksh", "zsh"];
const LIMIT_MS = 20_000;
const MAX_LINES = 3;
/** A larger file is not read to see if it is blank. */
const MAX_BLANK = 1024;

export interface Unchecked {
  path: string;
  why: string;
}

export interface ParsedScripts {
  faults: ManifestFault[];
  /** Files that could not be parsed, with the reason. */
  unchecked: Unchecked[];
}

/** Checks the scripts that commands use, and the sources of compiled programs. */
export function parseScripts(
  { tools }: Pick<PluginFile, "tools">,
  folder: string,
  environment: Runtime["environment"],
): ParsedScripts {
  const commands = Object.values(tools).flatMap(({ handler }) =>
    typeof handler === "string" ? [] : [handler.command],
  );
  const parsers = new Map<string, Parser | undefined>();
  for (const [program = "", ...words] of commands) {
    for (const path of words.filter((word) => isScript(word, folder)))
      parsers.set(path.replace(/^\.\//, ""), parserOf(path, program));
    const isScriptItself = program.startsWith("./") && isScript(program, folder);
    if (isScriptItself) parsers.set(program.slice(2), parserOf(program, interpreterOf(join(folder, program))));
    else if (program.startsWith("./") || ["go", "cargo"].includes(basename(program)))
      for (const path of builtSources(folder)) parsers.set(path, parserOf(path, ""));
  }
  const parsed: ParsedScripts = { faults: [], unchecked: [] };
  for (const [path, parser] of parsers) {
    if (!existsSync(join(folder, path))) continue; // The check of files reports this.
    if (isBlank(join(folder, path))) {
      parsed.faults.push({ where: path, what: "is empty", write: "Write the handler: `jig plugin new` shows one" });
      continue;
    }
    const unreadable = parser && SHELLS.includes(parser.program) ? shellFault(path, folder) : undefined;
    if (unreadable) {
      parsed.faults.push(unreadable);
      continue;
    }
    const place = parser && parserPath(parser.program, environment);
    if (!parser) parsed.unchecked.push({ path, why: "jig has no parser for it" });
    else if (place === undefined)
      parsed.unchecked.push({ path, why: `${parser.program}, which could parse it, is not on the PATH` });
    else {
      const { fault, failure } = syntaxFault(place, parser, path, folder, environment);
      if (fault) parsed.faults.push(fault);
      if (failure !== undefined) parsed.unchecked.push({ path, why: `${parser.program} failed: ${failure}` });
    }
  }
  return parsed;
}

/** Finds characters that a shell takes for a part of a word, although editors don't show them. */
function shellFault(path: string, folder: string): ManifestFault | undefined {
  const text = readFileSync(join(folder, path), "utf8");
  if (text.startsWith("\ufeff")) {
    const what = "begins with a byte order mark, which the shell reads as part of the first word";
    return { where: `${path}:1`, what, write: "Save the file as UTF-8 without it" };
  }
  const at = text.split("\n").findIndex((line) => line.endsWith("\r"));
  if (at < 0) return undefined;
  const what = "ends with a carriage return (CR LF, as on Windows), which the shell reads as part of the word";
  return { where: `${path}:${at + 1}`, what, write: "Save the file with LF line endings" };
}

/** Returns true for a text file in the plugin that has a shebang line or the extension of a script. */
function isScript(word: string, folder: string): boolean {
  if (word.startsWith("-") || word.startsWith("/")) return false;
  return PARSERS[extname(word)] !== undefined || /\.[cm]?ts$/.test(word) || interpreterOf(join(folder, word)) !== "";
}

/** Returns `python3` for `#!/usr/bin/env python3`, and an empty string without a shebang. */
function interpreterOf(path: string): string {
  try {
    const [, first = "", second = ""] = /^#!\s*(\S+)[ \t]*(\S*)/.exec(readFileSync(path, "latin1").slice(0, 256)) ?? [];
    return basename(first) === "env" ? second : basename(first);
  } catch {
    return "";
  }
}

function parserOf(path: string, program: string): Parser | undefined {
  const name = basename(program);
  if (SHELLS.includes(name)) return { program: name, args: (file) => ["-n", file] };
  if (/^python[\d.]*$/.test(name)) return PARSERS[".py"];
  if (["node", "bun", "deno"].includes(name) && extname(path) === "") return PARSERS[".js"];
  return PARSERS[extname(path)];
}

function builtSources(folder: string): string[] {
  return listNamesBelow(folder, SOURCE_FOLDERS).filter((path) => [".go", ".rs"].includes(extname(path)));
}

/** gofmt comes with go, but is not always linked next to it. */
function parserPath(program: string, environment: Runtime["environment"]): string | undefined {
  const found = findOnPath(program, environment);
  const go = found === undefined && program === "gofmt" ? findOnPath("go", environment) : undefined;
  if (go === undefined) return found;
  const beside = join(dirname(realpathSync(go)), "gofmt");
  return existsSync(beside) ? beside : undefined;
}

export function isBlank(path: string): boolean {
  const stat = statSync(path);
  return stat.isFile() && stat.size < MAX_BLANK && readFileSync(path, "utf8").trim() === "";
}

/** Returns the first syntax error of a file, or the reason why it couldn't be checked. */
function syntaxFault(
  place: string,
  { args, reads = false, names, program }: Parser,
  path: string,
  folder: string,
  { PATH, HOME, RUSTUP_HOME, CARGO_HOME }: Runtime["environment"],
): { fault?: ManifestFault; failure?: string } {
  const file = join(folder, path);
  const { status, error, stdout, stderr } = spawnSync(place, args(file), {
    input: reads ? readFileSync(file) : "",
    // The folder is empty, because the plugin's could contain settings for the parser.
    cwd: tmpdir(),
    encoding: "utf8",
    env: { PATH, HOME, LC_ALL: "C", ...(RUSTUP_HOME && { RUSTUP_HOME }), ...(CARGO_HOME && { CARGO_HOME }) },
    timeout: LIMIT_MS,
  });
  if (status === 0) return {};
  const said = `${stderr}\n${program === "php" ? stdout : ""}`.replaceAll(names ?? file, path).split("\n");
  const lines = program === "rustfmt" ? said.filter((line) => /^error|^\s*-->/.test(line)) : said;
  const told = lines.map((line) => line.trim()).filter((line) => !/^\^*$/.test(line));
  const [first = "it ended without output"] = told;
  // The parser itself failed.
  const hasLine = reads && names === undefined;
  if (error || status === null || !(hasLine ? /^\d+:\d+: /.test(first) : told.some((each) => each.includes(path))))
    return { failure: error?.message ?? first };
  const line = (hasLine ? /^(\d+:\d+):/ : /(?:: (?:line )?|:)(\d+)(?::|$)/).exec(
    told.find((each) => /\d/.test(each)) ?? "",
  )?.[1];
  const what = told
    .slice(0, MAX_LINES)
    .join("; ")
    .replace(/^\d+:\d+: /, "");
  const where = `${path}${line === undefined ? "" : `:${line}`}`;
  return {
    fault: {
      where,
      what: `cannot be parsed: ${what}`,
      write: "Correct the script: every call to a tool that runs it fails",
    },
  };
}
