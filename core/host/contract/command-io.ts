/** Commands that plugins add to the command line. They do everything themselves: parse arguments, stream output, return an exit code. */
import type { Context } from "./context.ts";

/** The description of a command. */
export interface CommandInfo {
  name: string;
  /** Aliases. These work but are not listed. */
  also?: readonly string[];
  usage: string;
  summary: string;
  /** Also run the command for `jig FOLDER`, `jig FILE`, or `jig WORD` without a terminal, or else for `jig outline FOLDER`. */
  answers?: "folder" | "file" | "word" | "outline";
  /**
   * Exit codes. `nothing` means that nothing was found, which is fine. `failed` (default 2) is for errors, `usage` (default
   * 2) for bad arguments.
   */
  codes?: { nothing?: number; failed?: number; usage?: number };
  /** A screenful is enough on a terminal */
  pages?: boolean;
}

/** The user's terminal. Not set if output goes to a pipe or file. */
export interface CommandTerminal {
  columns: number;
  rows: number;
  /** Make text link to a path. Falls back to plain text on terminals that do not support links. */
  link(text: string, absolute: string): string;
}

/** The input and output of a command. */
export interface CommandIo {
  /** Its declaration. */
  readonly info: CommandInfo;
  /** jig was started under this command's name, by way of a link. */
  readonly alone: boolean;
  /** Base for relative paths */
  readonly cwd: string;
  /** stdin is a pipe or a file */
  readonly hasInput: boolean;
  /** Programs started by the command may use stdout directly */
  readonly sharesStdout: boolean;
  readonly terminal: CommandTerminal | undefined;
  /** Whether to use colors. Usually true on a terminal, and true in a pipe only if the user's settings say so. */
  readonly color: boolean;
  input(): AsyncIterable<Uint8Array>;
  /** Resolves when the text is written. False means the reader is gone, i.e. it is time to stop. */
  write(text: string | Uint8Array): Promise<boolean>;
  /** Print a line on stderr */
  error(text: string): void;
}

/** An exit code. Or, if a tool has an alias by this name, arguments for that tool. */
export type CommandEnd = number | { tool: string[] };

/** The module of a command. If it throws, then the exit code is 2. */
export interface CommandModule {
  default: (words: string[], io: CommandIo, context: Context) => Promise<CommandEnd>;
}
