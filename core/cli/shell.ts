/** A command of the command line: its description and its arguments. */
import type { CommandInfo, DoctorLine, Format, Host, Json, JsonObject, ToolInfo } from "../host/frontend-api.ts";
import type { Flag } from "./flags.ts";
import type { HostFlags } from "./host-flags.ts";
import type { Io } from "./io.ts";

/** One subcommand: adding one is one entry of the table that `runCli` gets. */
export interface Command {
  name: string;
  /** Words after the name in help: `<tool> [--json]`. */
  usage: string;
  summary: string;
  /** Words that may follow the name directly, for completion. */
  words?: readonly string[];
  /** Its own flags, for help and completion. */
  flags?: readonly Flag[];
  /** Its words are another program's: jig reads no flags among them, `--help` included. */
  ownWords?: boolean;
  /** The program of a plugin that it runs. */
  program?: CommandInfo;
  /** Other words for which it also runs. */
  answers?: CommandInfo["answers"];
  /** Names in other programs: understood, not listed. */
  also?: readonly string[];
  /** Additional help: its own subcommands. */
  more?(): Promise<string>;
  /** Not called for `--help` directly after the name. `words` are the words besides the name and the host flags. Resolves to the exit code; a thrown INVALID_ARGUMENT or UNKNOWN_TOOL is 2. */
  run(words: string[], shell: Shell): Promise<number>;
}

export interface Shell extends SettingsReader {
  io: Io;
  version: string;
  flags: HostFlags;
  commands: readonly Command[];
  /** The host by the flags, made on first use and closed by `runCli`. */
  host(): Promise<Host>;
  /** Everything that was checked, for `doctor`. */
  diagnose(): Promise<DoctorLine[]>;
  /** Writes the result to stdout unchanged. */
  print(text: string): Promise<void>;
  /** Writes a page for a person to stdout, without what could drive a terminal. */
  show(page: string): Promise<void>;
  /** Writes a remark to stderr, unless quiet. */
  say(text: string): void;
}

export interface Settings {
  color?: string;
  hyperlink?: string;
  as?: Format;
  quiet?: boolean;
  updates?: boolean;
}

/** A value in force, and who said it: a variable or a file. */
export interface SettingValue {
  value: Json;
  source: string;
}

export interface SettingsReader {
  settings(): Promise<Settings>;
  defaults(tool: ToolInfo): Promise<JsonObject>;
  /** Everything in force by key, `defaults.<tool>.<parameter>` among them. */
  settingValues(): Promise<Map<string, SettingValue>>;
  /** The file that `jig settings set` changes, whether it is there or not. */
  settingsPath(shared: boolean): Promise<string | undefined>;
}
