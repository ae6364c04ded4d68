/** Defines the interface between the CLI and its commands. */
import type { CommandInfo, DoctorLine, Format, Host, Json, JsonObject, ToolInfo } from "../host/frontend-api.ts";
import type { Flag } from "./flags.ts";
import type { HostFlags } from "./host-flags.ts";
import type { Io } from "./io.ts";

/** A subcommand. `runCli` gets a list of them. */
export interface Command {
  name: string;
  /** The arguments for the usage line, such as `<tool> [--json]`. */
  usage: string;
  summary: string;
  /** Used for completion. */
  words?: readonly string[];
  /** Used for help and completion. */
  flags?: readonly Flag[];
  /** True if the words aren't parsed here, not even `--help`. */
  ownWords?: boolean;
  /** The program of a plugin that runs. */
  program?: CommandInfo;
  /** Other inputs that this command handles. */
  answers?: CommandInfo["answers"];
  /** Names that other programs use. They are accepted but not listed. */
  also?: readonly string[];
  /** Returns additional help, such as subcommands. */
  more?(): Promise<string>;
  /**
   * Returns the exit code. `words` doesn't include the name of the command or global flags. INVALID_ARGUMENT and UNKNOWN_TOOL
   * exit with 2. It isn't called if `--help` directly follows the name.
   */
  run(words: string[], shell: Shell): Promise<number>;
}

export interface Shell extends SettingsReader {
  io: Io;
  version: string;
  flags: HostFlags;
  commands: readonly Command[];
  /** Opened when it is first needed. `runCli` closes it. */
  host(): Promise<Host>;
  /** Runs all checks for `doctor`. */
  diagnose(): Promise<DoctorLine[]>;
  /** Writes to stdout without any changes. */
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
  /** Returns all effective settings. Defaults have keys like `defaults.<tool>.<parameter>`. */
  settingValues(): Promise<Map<string, SettingValue>>;
  /** Returns the file that `jig settings set` writes. It may not exist yet. */
  settingsPath(shared: boolean): Promise<string | undefined>;
}
