/** The host as seen by its frontends: tools as data, and a single way to call them. `createHost` makes one. */

import type { PlanLog } from "./changes.ts";
import type { CommandEnd, CommandIo } from "./command-io.ts";
import type { Assets, Progress, Workspace } from "./context.ts";
import type { DoctorLine, LanguageContribution } from "./define.ts";
import type { FileSymbol } from "./file-symbol.ts";
import type { Json, JsonObject, Link, Media, Outcome, Row, View } from "./outcome.ts";
import type { Output } from "./output-schema.ts";
import type { EncodedImage, GraphLayout, LayoutRequest, PictureForm, SmallImage } from "./picture.ts";
import type { ToolFile } from "./plugin-file.ts";
import type { CliAlias, Effect, FinderContribution, Permissions, PromptContribution } from "./plugin-schema.ts";
import type { Presented, PresentOptions, SavedAnswer } from "./presented-answer.ts";

/** JSON Schema 2020-12. The root must be `type: object`, without `anyOf`, `oneOf` or `allOf`. */
export type JsonSchema = {
  type?: Json | undefined;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  items?: JsonSchema;
  enum?: Json[];
  anyOf?: JsonSchema[];
  oneOf?: JsonSchema[];
  additionalProperties?: boolean | JsonSchema;
  [key: string]: Json | undefined;
};

/** Have a default in the manifest */
type Filled = "destructive" | "idempotent" | "openWorld" | "parameterEffects" | "synonyms" | "unsupportedFlags";

/** The description of a tool, as derived from its manifest. */
export interface ToolDescription
  extends Omit<ToolFile, Filled | "input" | "output" | "handler" | "dynamic" | "timeout">,
    Required<Pick<ToolFile, Filled>> {
  name: string;
  /** Lazy, since only some frontends list tools. */
  readonly inputSchema: JsonSchema;
  readonly output: Output<JsonSchema>;
}

/** A tool in this session. Under `--read-only`, parameters that would make it write are missing from the schema. */
export interface ToolInfo extends ToolDescription {
  plugin: string;
  /**
   * False if `when` does not apply, if the plugin is unavailable, or if `--read-only` hides it. Frontends may hide more, e.g.
   * MCP's `--tools`.
   */
  listed: boolean;
  /** Why it is hidden and how to get it back */
  hidden?: { reason: string; fix: string };
}

/** Where in the source code a name is. 1-based. */
export interface NamePlace {
  /** Absolute. */
  path: string;
  word: string;
  line: number;
  column: number;
  /** E.g. `struct`. Only set if known and unambiguous. */
  kind?: string;
}

/** A tool that provides results for the explorer's home screen. */
export interface Finder extends FinderContribution {
  plugin: string;
}

export type PluginState = "ready" | "inactive" | "unavailable" | "untrusted";

export interface PluginInfo {
  name: string;
  title: string;
  version: string;
  description: string;
  /** `built-in`, or the folder it was loaded from */
  source: string;
  builtIn: boolean;
  state: PluginState;
  /** Why it is not `ready`, and how to fix that */
  reason?: string;
  fix?: string;
  permissions: Permissions;
  /** Who enforces the permissions. Built-in plugins run in process (`host`), and with `none` nothing does. */
  sandbox: "host" | "kernel" | "deno" | "none";
  tools: string[];
  /** Commands it adds to the command line */
  commands?: string[];
  /** Faults that exclude a tool or prompt, one line each, such as `tools.hello.effect must be …` */
  leftOut?: string[];
}

export interface InvokeOptions {
  /** Upper bound for the effect, i.e. the effect of the calling handler */
  atMost?: Effect;
  /** The tool is only called to check an existing plan once more. */
  recheck?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onRows?: (rows: Row[]) => void;
}

export interface Host {
  readonly workspace: Workspace;
  readonly assets: Assets;
  readonly readOnly: boolean;
  /** All plans proposed by tools, applied or not */
  readonly plans: PlanLog;
  /** All tools, sorted by name. Includes unlisted ones. */
  tools(): readonly ToolInfo[];
  tool(name: string): ToolInfo | undefined;
  plugins(): readonly PluginInfo[];
  prompts(): readonly PromptContribution[];
  promptOwner(name: string): string | undefined;
  languages(): readonly LanguageContribution[];
  cliAliases(): readonly CliAlias[];
  commandOwner(word: string): string | undefined;
  /** Only from listed tools */
  finders(): readonly Finder[];
  /** Tools that fill the explorer's home screen before the user types anything. */
  overviews(): readonly string[];
  /** Calls that make sense for a name in source code, from listed tools for the file's language. */
  jumps(at: NamePlace): Link[];
  /**
   * Validate input, check permissions, run the tool. Never throws. A failure is an outcome as well, in the plugin's own
   * envelope. For an unknown tool that is the default envelope, with UNKNOWN_TOOL.
   */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<Outcome>;
  /** Run a built-in plugin's command. @throws UNKNOWN_TOOL, plus whatever the command throws */
  runCommand(name: string, words: string[], io: CommandIo, signal: AbortSignal): Promise<CommandEnd>;
  /** Symbols of a file, from the plugin for its language. Errors of that plugin are not swallowed, as they help its author. */
  symbols(file: string, signal?: AbortSignal): Promise<FileSymbol[] | undefined>;
  /** Turn an answer into rows with locations and jumps, following its declaration. A failure turns into its message. */
  view(tool: string, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Get an answer ready for a frontend. It is encoded, truncated to the budget, and says how to continue. Everything is saved. */
  present(tool: string, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  /** Answers saved for these roots, latest first. */
  savedAnswers(): Promise<readonly SavedAnswer[]>;
  /** Lines of a saved answer (1-based), up to `maxChars` characters. Continue from `more`. @throws PATH_NOT_FOUND */
  savedText(
    id: string,
    firstLine: number,
    lastLine: number | undefined,
    maxChars: number,
  ): Promise<{ text: string; more?: number }>;
  /** Base64. Returns undefined for media above `maxBytes`, or media we cannot read. */
  mediaBytes(media: Media, maxBytes: number): Promise<string | undefined>;
  /** Lays out a graph, on a separate thread. */
  layout(request: LayoutRequest): Promise<GraphLayout>;
  /** Downscales a PNG, on a separate thread. @throws ENCODING, LIMIT_EXCEEDED, PATH_NOT_FOUND */
  picture(media: Media, width: number, height: number): Promise<SmallImage>;
  /** Same, plus encoding for a terminal. Small images may be blown up by a factor of `enlarge`. */
  encodedPicture(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  doctor(): Promise<DoctorLine[]>;
  /** Fires when the tool list changes. Returns an unsubscribe function. */
  onChange(listener: () => void): () => void;
  /** Reload from disk: just one plugin, or all of them. */
  reload(plugin?: string): Promise<void>;
  /**
   * Cancel calls, close services, and terminate workers and child processes. Finally wait for answers that are still being
   * saved, but no longer than `withinMs` if given.
   */
  close(withinMs?: number): Promise<void>;
}
