/** The interface of the host for frontends: tools as data, and one way to call them. Created by `createHost`. */

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

/** A JSON Schema object (2020-12) whose root is `type: object` without `anyOf`, `oneOf` or `allOf`. */
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

/** Keys with a default in the manifest. */
type Filled = "destructive" | "idempotent" | "openWorld" | "parameterEffects" | "synonyms" | "unsupportedFlags";

/** The description of a tool, derived from the manifest. */
export interface ToolDescription
  extends Omit<ToolFile, Filled | "input" | "output" | "handler" | "dynamic" | "timeout">,
    Required<Pick<ToolFile, Filled>> {
  name: string;
  /** Derived on first use, because not every frontend lists tools. */
  readonly inputSchema: JsonSchema;
  readonly output: Output<JsonSchema>;
}

/** A tool as seen by this session. With `--read-only`, the schema omits parameters that would make the tool write. */
export interface ToolInfo extends ToolDescription {
  plugin: string;
  /** False if `when` does not apply, the plugin is unavailable, or `--read-only` hides it. Frontends may show less: see MCP's `--tools`. */
  listed: boolean;
  /** Why it is not listed, and what to do. */
  hidden?: { reason: string; fix: string };
}

/** The location of a name in a source; line and column from 1. */
export interface NamePlace {
  /** Absolute. */
  path: string;
  word: string;
  line: number;
  column: number;
  /** The kind of the declaration, if it is one and known: `struct`. */
  kind?: string;
}

/** A source of results for the explorer's home. */
export interface Finder extends FinderContribution {
  plugin: string;
}

export type PluginState = "ready" | "inactive" | "unavailable" | "untrusted";

export interface PluginInfo {
  name: string;
  title: string;
  version: string;
  description: string;
  /** `built-in`, or the folder it came from. */
  source: string;
  builtIn: boolean;
  state: PluginState;
  /** For every state except `ready`: the reason, and what to do. */
  reason?: string;
  fix?: string;
  permissions: Permissions;
  /** Whether the runtime enforces the permissions (built-ins run in process: `host`). */
  sandbox: "host" | "kernel" | "deno" | "none";
  tools: string[];
  /** A line for each fault that excludes a tool or prompt: `tools.hello.effect must be …`. */
  leftOut?: string[];
}

export interface InvokeOptions {
  /** The highest allowed effect: that of the calling handler. */
  atMost?: Effect;
  /** Set if a planning tool is called only to check an existing plan again. */
  recheck?: boolean;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onRows?: (rows: Row[]) => void;
}

export interface Host {
  readonly workspace: Workspace;
  readonly assets: Assets;
  readonly readOnly: boolean;
  /** Plans that tools proposed, applied or not. */
  readonly plans: PlanLog;
  /** Every tool, listed or not, sorted by name. */
  tools(): readonly ToolInfo[];
  tool(name: string): ToolInfo | undefined;
  plugins(): readonly PluginInfo[];
  prompts(): readonly PromptContribution[];
  languages(): readonly LanguageContribution[];
  cliAliases(): readonly CliAlias[];
  /** The plugin that has a command of that name on the command line. */
  commandOwner(word: string): string | undefined;
  /** Finders of listed tools. */
  finders(): readonly Finder[];
  /** Tools whose rows the explorer's home shows before anything is typed. */
  overviews(): readonly string[];
  /** Calls that a name in a source can open, from listed tools of its language. */
  jumps(at: NamePlace): Link[];
  /**
   * Validates input, checks permissions and runs a tool. Never throws: failures are outcomes in the plugin's own envelope.
   * For an unknown tool, it is the default envelope with UNKNOWN_TOOL.
   */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<Outcome>;
  /** Runs a command that a built-in plugin contributes. Throws UNKNOWN_TOOL and any error of the command. */
  runCommand(name: string, words: string[], io: CommandIo, signal: AbortSignal): Promise<CommandEnd>;
  /** Symbols of a file from the plugin that contributes its language. Throws that plugin's errors, for its author. */
  symbols(file: string, signal?: AbortSignal): Promise<FileSymbol[] | undefined>;
  /** Converts an answer to rows with locations and jumps by its declaration; a failure becomes its message. */
  view(tool: string, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Prepares an answer for a frontend: cut to its budget, encoded, with a continuation. The whole answer is saved. */
  present(tool: string, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  /** Saved answers of these roots, latest first. */
  savedAnswers(): Promise<readonly SavedAnswer[]>;
  /** Lines of a saved answer, from 1, at most `maxChars` of them; `more` is the line to continue with. Throws PATH_NOT_FOUND. */
  savedText(
    id: string,
    firstLine: number,
    lastLine: number | undefined,
    maxChars: number,
  ): Promise<{ text: string; more?: number }>;
  /** Base64 of an answer's media. Returns undefined for more than `maxBytes` and for an unreadable file. */
  mediaBytes(media: Media, maxBytes: number): Promise<string | undefined>;
  /** Lays out a graph, on a separate thread. */
  layout(request: LayoutRequest): Promise<GraphLayout>;
  /** Scales a PNG of an answer to at most this size, on a separate thread. Throws ENCODING, LIMIT_EXCEEDED, PATH_NOT_FOUND. */
  picture(media: Media, width: number, height: number): Promise<SmallImage>;
  /** The same, encoded for a terminal. A pixel may be enlarged up to `enlarge` times. */
  encodedPicture(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  doctor(): Promise<DoctorLine[]>;
  /** Called when the list of tools has changed. */
  onChange(listener: () => void): () => void;
  /** Reloads one plugin or all from disk. */
  reload(plugin?: string): Promise<void>;
  /**
   * Cancels calls, closes services, and ends workers and child processes. Then waits at most `withinMs` for saved answers to
   * be written; default: until done.
   */
  close(withinMs?: number): Promise<void>;
}
