/** The interface between the host and its frontends: tools as data, and one way to call them. Created by `createHost`. */

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

/** A JSON Schema (2020-12) whose root is `type: object`, without `anyOf`, `oneOf` or `allOf`. */
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

/** Keys that have a default in the manifest. */
type Filled = "destructive" | "idempotent" | "openWorld" | "parameterEffects" | "synonyms" | "unsupportedFlags";

/** The description of a tool, as derived from its manifest. */
export interface ToolDescription
  extends Omit<ToolFile, Filled | "input" | "output" | "handler" | "dynamic" | "timeout">,
    Required<Pick<ToolFile, Filled>> {
  name: string;
  /** Derived when first used, because not every frontend lists tools. */
  readonly inputSchema: JsonSchema;
  readonly output: Output<JsonSchema>;
}

/** A tool as this session sees it. Under `--read-only`, the schema leaves out parameters that would make the tool write. */
export interface ToolInfo extends ToolDescription {
  plugin: string;
  /** False if `when` does not apply, the plugin is unavailable, or `--read-only` hides it. Frontends may hide more (see MCP's `--tools`). */
  listed: boolean;
  /** Why it isn't listed, and what to do about it. */
  hidden?: { reason: string; fix: string };
}

/** The location of a name in source code. Line and column count from 1. */
export interface NamePlace {
  /** Absolute. */
  path: string;
  word: string;
  line: number;
  column: number;
  /** The kind of the declaration (such as `struct`), if it is known and unique. */
  kind?: string;
}

/** A source of results on the explorer's home screen. */
export interface Finder extends FinderContribution {
  plugin: string;
}

export type PluginState = "ready" | "inactive" | "unavailable" | "untrusted";

export interface PluginInfo {
  name: string;
  title: string;
  version: string;
  description: string;
  /** `built-in`, or the folder that it came from. */
  source: string;
  builtIn: boolean;
  state: PluginState;
  /** The reason and what to do about it, for every state except `ready`. */
  reason?: string;
  fix?: string;
  permissions: Permissions;
  /** True if the runtime enforces the permissions. Built-in plugins run in process (`host`). */
  sandbox: "host" | "kernel" | "deno" | "none";
  tools: string[];
  /** The commands that it adds to the command line. */
  commands?: string[];
  /** One line for each fault that excludes a tool or prompt: `tools.hello.effect must be …`. */
  leftOut?: string[];
}

export interface InvokeOptions {
  /** The highest allowed effect, which is that of the calling handler. */
  atMost?: Effect;
  /** Set if a planning tool is only called to check an existing plan again. */
  recheck?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onRows?: (rows: Row[]) => void;
}

export interface Host {
  readonly workspace: Workspace;
  readonly assets: Assets;
  readonly readOnly: boolean;
  /** Plans that tools proposed, whether applied or not. */
  readonly plans: PlanLog;
  /** All tools sorted by name, including unlisted ones. */
  tools(): readonly ToolInfo[];
  tool(name: string): ToolInfo | undefined;
  plugins(): readonly PluginInfo[];
  prompts(): readonly PromptContribution[];
  /** The plugin that provides a prompt with that name. */
  promptOwner(name: string): string | undefined;
  languages(): readonly LanguageContribution[];
  cliAliases(): readonly CliAlias[];
  /** The plugin that provides a command with that name. */
  commandOwner(word: string): string | undefined;
  /** Finders of listed tools. */
  finders(): readonly Finder[];
  /** Tools whose rows the explorer's home screen shows before anything is typed. */
  overviews(): readonly string[];
  /** Calls that can be made for a name in source code, from listed tools of its language. */
  jumps(at: NamePlace): Link[];
  /**
   * Validates the input, checks permissions and runs a tool. Never throws. Failures are outcomes in the plugin's own envelope. For
   * an unknown tool, this is the default envelope with UNKNOWN_TOOL.
   */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<Outcome>;
  /** Runs a command of a built-in plugin. Throws UNKNOWN_TOOL and the command's own errors. */
  runCommand(name: string, words: string[], io: CommandIo, signal: AbortSignal): Promise<CommandEnd>;
  /** Returns symbols from the plugin that contributes the file's language. Throws that plugin's errors, which help its author. */
  symbols(file: string, signal?: AbortSignal): Promise<FileSymbol[] | undefined>;
  /** Converts an answer to rows with locations and jumps, as declared. A failure becomes its message. */
  view(tool: string, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Prepares an answer for a frontend: encodes it, cuts it to the budget, and says how to continue. The whole answer is saved. */
  present(tool: string, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  /** Saved answers of these roots, latest first. */
  savedAnswers(): Promise<readonly SavedAnswer[]>;
  /** Lines of a saved answer, counted from 1, with at most `maxChars` characters. `more` is the line to continue from. Throws PATH_NOT_FOUND. */
  savedText(
    id: string,
    firstLine: number,
    lastLine: number | undefined,
    maxChars: number,
  ): Promise<{ text: string; more?: number }>;
  /** Media of an answer as base64. Returns undefined if it is larger than `maxBytes` or can't be read. */
  mediaBytes(media: Media, maxBytes: number): Promise<string | undefined>;
  /** Lays out a graph, on a separate thread. */
  layout(request: LayoutRequest): Promise<GraphLayout>;
  /** Scales a PNG of an answer down to this size on a separate thread. Throws ENCODING, LIMIT_EXCEEDED, PATH_NOT_FOUND. */
  picture(media: Media, width: number, height: number): Promise<SmallImage>;
  /** Does the same, and encodes the image for a terminal. Pixels may be enlarged up to `enlarge` times. */
  encodedPicture(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  doctor(): Promise<DoctorLine[]>;
  /** Called when the tool list has changed. */
  onChange(listener: () => void): () => void;
  /** Reloads one plugin, or all of them, from disk. */
  reload(plugin?: string): Promise<void>;
  /**
   * Cancels calls, closes services, and terminates workers and child processes. Then waits up to `withinMs` for saved answers to be
   * written, or until all are written if it is not given.
   */
  close(withinMs?: number): Promise<void>;
}
