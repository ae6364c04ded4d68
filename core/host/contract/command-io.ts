/** A command of the command line that a plugin contributes: it reads its own words, streams its output, and ends with an exit code. */
import type { Context } from "./context.ts";

/** The description of a command. */
export interface CommandInfo {
  name: string;
  /** Other names for it, understood but not listed. */
  also?: readonly string[];
  usage: string;
  summary: string;
  /** It also runs for `jig FOLDER`, `jig FILE` or `jig WORD` without a terminal, or for `jig outline FOLDER`. */
  answers?: "folder" | "file" | "word" | "outline";
  /** Exit codes that are no success: `nothing` if nothing was found and that is no fault, `failed` for a fault, `usage` for wrong words. Default: none, 2 and 2. */
  codes?: { nothing?: number; failed?: number; usage?: number };
  /** On a terminal, a screenful is enough. */
  pages?: boolean;
}

/** The user's terminal; absent for output to a pipe or file. */
export interface CommandTerminal {
  columns: number;
  rows: number;
  /** Makes a text a link to a path; returns plain text if the terminal has no links. */
  link(text: string, absolute: string): string;
}

/** Input and output of a command. */
export interface CommandIo {
  /** Its declaration. */
  readonly info: CommandInfo;
  /** True if jig was started under this name, through a link. */
  readonly alone: boolean;
  /** The absolute path to which relative paths refer. */
  readonly cwd: string;
  /** True if stdin is a pipe or a file. */
  readonly hasInput: boolean;
  /** True if a program that the command starts may write to stdout directly. */
  readonly sharesStdout: boolean;
  readonly terminal: CommandTerminal | undefined;
  /** Whether to use colours: usually on a terminal, in a pipe only if the user's settings say so. */
  readonly color: boolean;
  input(): AsyncIterable<Uint8Array>;
  /** Resolves when the text is written. False means that the reader is gone, and the command should end. */
  write(text: string | Uint8Array): Promise<boolean>;
  /** Writes a line to stderr. */
  error(text: string): void;
}

/** The exit code, or arguments for the tool with an alias of this name. */
export type CommandEnd = number | { tool: string[] };

/** The module of a command. Errors that it throws mean exit code 2. */
export interface CommandModule {
  default: (words: string[], io: CommandIo, context: Context) => Promise<CommandEnd>;
}
