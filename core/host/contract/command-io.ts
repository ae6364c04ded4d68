/**
 * Describes the commands that plugins add to the command line. A command does everything itself, which includes parsing
 * arguments, streaming output and returning an exit code.
 */
import type { Context } from "./context.ts";

/** The description of a command. */
export interface CommandInfo {
  name: string;
  /** Other names that work but are not listed. */
  also?: readonly string[];
  usage: string;
  summary: string;
  /** The command also runs for `jig FOLDER`, `jig FILE`, or `jig WORD` without a terminal, or for `jig outline FOLDER`. */
  answers?: "folder" | "file" | "word" | "outline";
  /**
   * The exit codes. `nothing` means that nothing was found, which is no error. `failed` (default 2) is for errors, and `usage`
   * (default 2) for wrong arguments.
   */
  codes?: { nothing?: number; failed?: number; usage?: number };
  /** True if a screenful is enough on a terminal. */
  pages?: boolean;
}

/** The user's terminal. It is not set if the output goes to a pipe or file. */
export interface CommandTerminal {
  columns: number;
  rows: number;
  /** Makes text a link to a path. On terminals that do not support links, the text isn't changed. */
  link(text: string, absolute: string): string;
}

/** The input and output of a command. */
export interface CommandIo {
  /** The command's declaration. */
  readonly info: CommandInfo;
  /** True if jig was started with the name of this command, through a link. */
  readonly alone: boolean;
  /** The folder that relative paths refer to. */
  readonly cwd: string;
  /** True if stdin is a pipe or a file. */
  readonly hasInput: boolean;
  /** True if programs that the command starts may use stdout directly. */
  readonly sharesStdout: boolean;
  readonly terminal: CommandTerminal | undefined;
  /** True if colors should be used. This is usually the case on a terminal, and in a pipe only if the user's settings say so. */
  readonly color: boolean;
  input(): AsyncIterable<Uint8Array>;
  /** Resolves when the text is written. The result false means that the reader has closed, so it is time to stop. */
  write(text: string | Uint8Array): Promise<boolean>;
  /** Prints a line on stderr. */
  error(text: string): void;
}

/** An exit code, or the arguments for a tool if it has an alias with this name. */
export type CommandEnd = number | { tool: string[] };

/** The module of a command. If it throws, the exit code is 2. */
export interface CommandModule {
  default: (words: string[], io: CommandIo, context: Context) => Promise<CommandEnd>;
}
