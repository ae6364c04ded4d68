/** A command that a plugin adds to the command line. It parses its own arguments, streams its output, and returns an exit code. */
import type { Context } from "./context.ts";

/** The description of a command. */
export interface CommandInfo {
  name: string;
  /** Other names for it. They work but are not listed. */
  also?: readonly string[];
  usage: string;
  summary: string;
  /** The command also runs for `jig FOLDER`, `jig FILE` or `jig WORD` if there is no terminal, or for `jig outline FOLDER`. */
  answers?: "folder" | "file" | "word" | "outline";
  /**
   * Exit codes other than success: `nothing` if nothing was found and that is fine, `failed` for an error, `usage` for wrong
   * arguments. They default to none, 2 and 2.
   */
  codes?: { nothing?: number; failed?: number; usage?: number };
  /** If a terminal is used, a screenful is enough. */
  pages?: boolean;
}

/** The user's terminal. Absent if the output goes to a pipe or file. */
export interface CommandTerminal {
  columns: number;
  rows: number;
  /** Links text to a path. Returns plain text if the terminal does not support links. */
  link(text: string, absolute: string): string;
}

/** Input and output of a command. */
export interface CommandIo {
  /** Its declaration. */
  readonly info: CommandInfo;
  /** True if jig was started under this name, through a link. */
  readonly alone: boolean;
  /** The absolute path that relative paths refer to. */
  readonly cwd: string;
  /** True if stdin is a pipe or a file. */
  readonly hasInput: boolean;
  /** True if programs started by the command may write to stdout directly. */
  readonly sharesStdout: boolean;
  readonly terminal: CommandTerminal | undefined;
  /** Use colors. Usually true on a terminal. In a pipe only if the user's settings say so. */
  readonly color: boolean;
  input(): AsyncIterable<Uint8Array>;
  /** Resolves once the text is written. False means that the reader is gone and the command should stop. */
  write(text: string | Uint8Array): Promise<boolean>;
  /** Writes a line to stderr. */
  error(text: string): void;
}

/** The exit code, or arguments for the tool if it has an alias with this name. */
export type CommandEnd = number | { tool: string[] };

/** The module of a command. If it throws, the exit code is 2. */
export interface CommandModule {
  default: (words: string[], io: CommandIo, context: Context) => Promise<CommandEnd>;
}
