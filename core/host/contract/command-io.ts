/** A command of the command line that a plugin contributes: it reads its own words, streams its output, and ends with an exit code. */
import type { Context } from "./context.ts";

/** The description of a command. */
export interface CommandInfo {
  name: string;
  /** Other words for it: understood, not listed. */
  also?: readonly string[];
  usage: string;
  summary: string;
  /** It also runs for `jig FOLDER`, `jig FILE` or `jig WORD`, if no terminal is there, or for `jig outline FOLDER`. */
  answers?: "folder" | "file" | "word" | "outline";
  /** On a terminal a screenful is enough. */
  pages?: boolean;
}

/** A person's terminal. Output to a pipe or a file has none. */
export interface CommandTerminal {
  columns: number;
  rows: number;
  /** A path that can be clicked; the plain text if the terminal has no links. */
  link(text: string, absolute: string): string;
}

/** Input and output of a command. */
export interface CommandIo {
  /** Its declaration. */
  readonly info: CommandInfo;
  /** jig was started under this name, through a link. */
  readonly alone: boolean;
  /** Absolute: what relative paths are relative to. */
  readonly cwd: string;
  /** Data waits on stdin: a pipe of a shell or a file. */
  readonly hasInput: boolean;
  /** A program that the command starts may write to stdout itself. */
  readonly sharesStdout: boolean;
  readonly terminal: CommandTerminal | undefined;
  /** Colours are wanted: usually on a terminal, in a pipe only by the user's settings. */
  readonly color: boolean;
  input(): AsyncIterable<Uint8Array>;
  /** Resolves when the text is out. False: the reader has left, and the command should end. */
  write(text: string | Uint8Array): Promise<boolean>;
  /** A line on stderr. */
  error(text: string): void;
}

/** The exit code, or words for the tool that has an alias of this name. */
export type CommandEnd = number | { tool: string[] };

/** The module of a command. It may throw INVALID_ARGUMENT and others: exit code 2. */
export interface CommandModule {
  default: (words: string[], io: CommandIo, context: Context) => Promise<CommandEnd>;
}
