/** Interface between the CLI and its commands. */
import type { CommandInfo, DoctorLine, Format, Host, Json, JsonObject, ToolInfo } from "../host/frontend-api.ts";
import type { Flag } from "./flags.ts";
import type { HostFlags } from "./host-flags.ts";
import type { Io } from "./io.ts";

/** A subcommand. `runCli` gets a list of them. */
export interface Command {
  name: string;
  /** Arguments for the usage line: `<tool> [--json]`. */
  usage: string;
  summary: string;
  /** For completion. */
  words?: readonly string[];
  /** For help and completion. */
  flags?: readonly Flag[];
  /** We don't parse the words, not even `--help`. */
  ownWords?: boolean;
  /** Plugin program to run. */
  program?: CommandInfo;
  /** Other inputs handled by this command. */
  answers?: CommandInfo["answers"];
  /** Names used by other programs. Accepted, but not listed. */
  also?: readonly string[];
  /** Additional help, such as subcommands. */
  more?(): Promise<string>;
  /**
   * Returns the exit code. `words` doesn't include the command name or global flags. INVALID_ARGUMENT and UNKNOWN_TOOL exit with 2.
   * Isn't called for `--help` right after the name.
   */
  run(words: string[], shell: Shell): Promise<number>;
}

export interface Shell extends SettingsReader {
  io: Io;
  version: string;
  flags: HostFlags;
  commands: readonly Command[];
  /** Opened on first use; `runCli` closes it. */
  host(): Promise<Host>;
  /** All checks for `doctor`. */
  diagnose(): Promise<DoctorLine[]>;
  /** Writes to stdout as is. */
  print(text: string): Promise<void>;
  /** Writes to stdout without control sequences. */
  show(page: string): Promise<void>;
  /** Writes to stderr unless `--quiet` is set. */
  say(text: string): void;
}

export interface Settings {
  color?: string;
  hyperlink?: string;
  as?: Format;
  quiet?: boolean;
  updates?: boolean;
}

/** A setting and its source, which is a variable or a file. */
export interface SettingValue {
  value: Json;
  source: string;
}

export interface SettingsReader {
  settings(): Promise<Settings>;
  defaults(tool: ToolInfo): Promise<JsonObject>;
  /** All effective settings. Defaults have keys like `defaults.<tool>.<parameter>`. */
  settingValues(): Promise<Map<string, SettingValue>>;
  /** The file that `jig settings set` writes. It may not exist yet. */
  settingsPath(shared: boolean): Promise<string | undefined>;
}
