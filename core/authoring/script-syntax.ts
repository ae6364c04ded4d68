/** Faults of syntax in the sources of commands, by their language's own parser, which runs nothing of them. */
import { spawnSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, extname, join } from "node:path";
import {
  findOnPath,
  listNamesBelow,
  type ManifestFault,
  type PluginFile,
  type Runtime,
  SOURCE_FOLDERS,
} from "../host/frontend-api.ts";

/** Prints `line:column: what` and ends with 1. It neither imports nor writes anything. */
const PYTHON = `import ast, sys
try:
    ast.parse(sys.stdin.buffer.read())
except SyntaxError as error:
    sys.exit(f"{error.lineno}:{error.offset}: {error.msg}")`;

interface Parser {
  program: string;
  /** Arguments for the absolute path of a file. */
  args(path: string): string[];
  /** The file's text goes to standard input. */
  reads?: boolean;
}

/** Parsers by file extension. */
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
  ".rs": { program: "rustfmt", args: (path) => ["--check", "--edition", "2021", path] },
};
/** Programs of a handler that parse its script themselves, whatever its ending is. */
const SHELLS = ["sh", "bash", "dash", "ksh", "zsh"];
const LIMIT_MS = 20_000;
const MAX_LINES = 3;

export interface ParsedScripts {
  faults: ManifestFault[];
  /** Files that nothing here can parse, each with the reason. */
  unchecked: string[];
}

/** Looks at the scripts that the manifest's commands name, and at the sources of programs that are built. */
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
    else if (program.startsWith("./")) for (const path of builtSources(folder)) parsers.set(path, parserOf(path, ""));
  }
  const parsed: ParsedScripts = { faults: [], unchecked: [] };
  for (const [path, parser] of parsers) {
    if (!existsSync(join(folder, path))) continue; // The check of files names it.
    const ends = parser && SHELLS.includes(parser.program) ? carriageReturn(join(folder, path)) : undefined;
    if (ends !== undefined) {
      const what = "ends with a carriage return (CR LF, as on Windows), which the shell reads as part of the word";
      parsed.faults.push({ where: `${path}:${ends}`, what, write: "Save the file with LF line endings" });
      continue;
    }
    const place = parser && findOnPath(parser.program, environment);
    if (!parser) parsed.unchecked.push(`${path}: jig has no parser for it`);
    else if (place === undefined)
      parsed.unchecked.push(`${path}: ${parser.program}, which could parse it, is not on the PATH`);
    else {
      const { fault, failure } = syntaxFault(place, parser, path, folder, environment);
      if (fault) parsed.faults.push(fault);
      if (failure !== undefined) parsed.unchecked.push(`${path}: ${parser.program} failed, ${failure}`);
    }
  }
  return parsed;
}

/** The first line, from 1, that ends with CR LF. */
function carriageReturn(path: string): number | undefined {
  const lines = readFileSync(path, "latin1").split("\n");
  const at = lines.findIndex((line) => line.endsWith("\r"));
  return at < 0 ? undefined : at + 1;
}

/** A file of the plugin whose first line or ending says that it is text to be run. */
function isScript(word: string, folder: string): boolean {
  if (word.startsWith("-") || word.startsWith("/")) return false;
  return PARSERS[extname(word)] !== undefined || /\.[cm]?ts$/.test(word) || interpreterOf(join(folder, word)) !== "";
}

/** The program in a file's first line: `python3` of `#!/usr/bin/env python3`; empty without one. */
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
  return listNamesBelow(folder, SOURCE_FOLDERS).filter(
    (path) => extname(path) === ".go" || path === join("src", "main.rs"),
  );
}

/** The first fault of a file, or why its parser could not say. */
function syntaxFault(
  place: string,
  { args, reads = false, program }: Parser,
  path: string,
  folder: string,
  { PATH, HOME, RUSTUP_HOME, CARGO_HOME }: Runtime["environment"],
): { fault?: ManifestFault; failure?: string } {
  const file = join(folder, path);
  const { status, error, stdout, stderr } = spawnSync(place, args(file), {
    input: reads ? readFileSync(file) : "",
    // Not the plugin's folder: a parser must find no settings of a stranger there.
    cwd: tmpdir(),
    encoding: "utf8",
    env: { PATH, HOME, LC_ALL: "C", ...(RUSTUP_HOME && { RUSTUP_HOME }), ...(CARGO_HOME && { CARGO_HOME }) },
    timeout: LIMIT_MS,
  });
  if (status === 0) return {};
  const said = `${stderr}\n${program === "php" ? stdout : ""}`.replaceAll(file, path).split("\n");
  const lines = program === "rustfmt" ? said.filter((line) => /^error|^\s*-->/.test(line)) : said;
  const told = lines.map((line) => line.trim()).filter((line) => !/^\^*$/.test(line));
  // It ends with 1 for a source that it only would write in another way.
  if (program === "rustfmt" && told.length === 0 && stdout.startsWith("Diff in ")) return {};
  const [first = "it ended without output"] = told;
  // A parser that could not run says nothing of the source.
  if (error || status === null || !(reads ? /^\d+:\d+: /.test(first) : told.some((each) => each.includes(path))))
    return { failure: error?.message ?? first };
  const line = (reads ? /^(\d+:\d+):/ : /(?:: (?:line )?|:)(\d+)(?::|$)/).exec(
    told.find((each) => /\d/.test(each)) ?? "",
  )?.[1];
  const what = told
    .slice(0, MAX_LINES)
    .join("; ")
    .replace(/^\d+:\d+: /, "");
  const where = `${path}${line === undefined ? "" : `:${line}`}`;
  return { fault: { where, what: `cannot be parsed: ${what}`, write: "Correct it: every call to its tools fails" } };
}
