/** CLI services used by the commands in this folder. */
import { existsSync, statSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Readable, Writable } from "node:stream";
import { parseArgs } from "node:util";
import { errorMessage, type Host, JigError, openQuestions, type Runtime } from "../host/frontend-api.ts";

export interface Terminal {
  io: {
    stdin: Readable & { isTTY?: boolean };
    stdout: Writable & { isTTY?: boolean };
    stderr: Writable;
    cwd: string;
    signal: AbortSignal;
  };
  /** Global flags. */
  flags?: { as?: string };
  host(): Promise<Host>;
  print(text: string): Promise<void>;
  say(text: string): void;
}

/** Implemented by the composition root. */
export interface AuthoringPorts {
  runtime: Runtime;
  /** Opens a host for `roots` that includes this plugin. The caller has to close it. */
  openWith(folder: string, roots: string[], log?: Runtime["log"]): Promise<Host>;
}

export interface Subcommand {
  name: string;
  usage: string;
  summary: string;
  run(words: string[], terminal: Terminal, ports: AuthoringPorts): Promise<number>;
}

/** Plugins per command. */
export const MAX_NAMES = 100;

export type Options = Record<string, "boolean" | "string">;

/** Throws INVALID_ARGUMENT. */
export function readWords(
  words: string[],
  known: Options,
  max: number,
): { rest: string[]; on: Set<string>; values: Map<string, string> } {
  const options = Object.fromEntries(Object.entries(known).map(([name, type]) => [name, { type }]));
  let parsed: ReturnType<typeof parseArgs>;
  try {
    parsed = parseArgs({ args: words, options, allowPositionals: true });
  } catch (error) {
    // Drop Node's suggestion, which doesn't apply here.
    const [message = ""] = errorMessage(error).replace("Unknown option", "Unknown flag").split(". ");
    const flags = Object.keys(known).map((name) => `--${name}`);
    const folder = words[words.indexOf("-C") + 1] ?? "FOLDER";
    const instead = message.includes("'-C'") && max === 1 ? `Write the folder without -C: ${folder}. ` : "";
    const listed = flags.length > 0 ? `Known: ${flags.join(", ")}. ` : "";
    throw new JigError("INVALID_ARGUMENT", message, { hint: `${instead}${listed}See jig plugin --help` });
  }
  const extra = parsed.positionals[max];
  if (extra !== undefined) {
    const [only] = parsed.positionals;
    const hint = max === 1 ? `Leave it out: the command takes one argument, here "${only}"` : "Leave it out";
    throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${extra}"`, { hint });
  }
  const given = Object.entries(parsed.values);
  return {
    rest: parsed.positionals,
    on: new Set(given.flatMap(([name, value]) => (value === true ? [name] : []))),
    values: new Map(given.flatMap(([name, value]) => (typeof value === "string" ? [[name, value]] : []))),
  };
}

/** Parses a command that only takes names. */
export function readNames(words: string[], command: string, wanted: string): string[] {
  const { rest } = readWords(words, {}, MAX_NAMES);
  if (rest.length === 0) throw new JigError("INVALID_ARGUMENT", `${command} needs ${wanted}`);
  return rest;
}

/** File or folder argument, if any. */
export function readPlace(words: string[], { io }: Terminal): string | undefined {
  const [written] = readWords(words, {}, 1).rest;
  return written === undefined ? undefined : resolve(io.cwd, written);
}

/** Defaults to the current folder. Throws INVALID_ARGUMENT if it's a file. */
export function pluginFolder(written: string | undefined, { io }: Terminal): string {
  const folder = resolve(io.cwd, written ?? ".");
  if (!statSync(folder, { throwIfNoEntry: false })?.isFile()) return folder;
  const parent = dirname(folder);
  const isIn = ["plugin.json", "plugin.ts"].some((name) => existsSync(join(parent, name)));
  throw new JigError("INVALID_ARGUMENT", `${folder} is a file, but a plugin is a folder`, {
    hint: isIn ? `Name its folder: ${parent}` : "Name the folder of a plugin; jig plugin new writes one",
  });
}

/** "1 error", "2 errors". */
export function counted(count: number, thing: string): string {
  return `${count} ${thing}${count === 1 ? "" : "s"}`;
}

/** Always false without a terminal. */
export async function confirmed({ io }: Terminal, question: string): Promise<boolean> {
  if (!isInteractive(io)) return false;
  const questions = openQuestions(io.stdin, io.stderr, io.signal);
  try {
    return await questions.confirm(question);
  } finally {
    questions.close();
  }
}

export function isInteractive(io: Terminal["io"]): boolean {
  return io.stdin.isTTY === true && io.stdout.isTTY === true;
}
