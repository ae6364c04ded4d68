/** Describes the host as its frontends see it: tools as data, and a single way to call them. `createHost` makes one. */

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

/** Keys that have a default in the manifest. */
type Filled = "destructive" | "idempotent" | "openWorld" | "parameterEffects" | "synonyms" | "unsupportedFlags";

/** The description of a tool, which is derived from its manifest. */
export interface ToolDescription
  extends Omit<ToolFile, Filled | "input" | "output" | "handler" | "dynamic" | "timeout">,
    Required<Pick<ToolFile, Filled>> {
  name: string;
  /** Created on demand, since only some frontends list tools. */
  readonly inputSchema: JsonSchema;
  readonly output: Output<JsonSchema>;
}

/** A tool in this session. Under `--read-only`, the schema doesn't contain parameters that would make it write. */
export interface ToolInfo extends ToolDescription {
  plugin: string;
  /**
   * False if `when` does not apply, if the plugin is unavailable, or if `--read-only` hides it. Frontends may hide more tools,
   * as MCP does with `--tools`.
   */
  listed: boolean;
  /** The reason why it is hidden, and how to show it again. */
  hidden?: { reason: string; fix: string };
}

/** The 1-based position of a name in the source code. */
export interface NamePlace {
  /** The absolute path of the file. */
  path: string;
  word: string;
  line: number;
  column: number;
  /** A kind such as `struct`. It is only set if it is known and unambiguous. */
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
  /** Either `built-in`, or the folder from which it was loaded. */
  source: string;
  builtIn: boolean;
  state: PluginState;
  /** The reason why it is not `ready`, and how to fix that. */
  reason?: string;
  fix?: string;
  permissions: Permissions;
  /**
   * Tells what enforces the permissions. Built-in plugins run in the process of the host (`host`), and `none` means that they
   * are not enforced.
   */
  sandbox: "host" | "kernel" | "deno" | "none";
  tools: string[];
  /** The commands that it adds to the command line. */
  commands?: string[];
  /** The faults that exclude a tool or prompt, with one line each, such as `tools.hello.effect must be …`. */
  leftOut?: string[];
}

/** The step that follows if the tool of a plan agrees once more. */
export type Recheck = "apply" | "undo";

export interface InvokeOptions {
  /** An upper limit for the effect, which is the effect of the calling handler. */
  atMost?: Effect;
  /** Set if the tool is only called to check an existing plan once more. */
  recheck?: Recheck;
  signal?: AbortSignal;
  onProgress?: (progress: Progress) => void;
  onRows?: (rows: Row[]) => void;
}

export interface Host {
  readonly workspace: Workspace;
  readonly assets: Assets;
  readonly readOnly: boolean;
  /** All plans that tools have proposed, whether they were applied or not. */
  readonly plans: PlanLog;
  /** Returns all tools sorted by name, including those that aren't listed. */
  tools(): readonly ToolInfo[];
  tool(name: string): ToolInfo | undefined;
  plugins(): readonly PluginInfo[];
  prompts(): readonly PromptContribution[];
  promptOwner(name: string): string | undefined;
  languages(): readonly LanguageContribution[];
  cliAliases(): readonly CliAlias[];
  commandOwner(word: string): string | undefined;
  /** Only includes listed tools. */
  finders(): readonly Finder[];
  /** Returns the tools that fill the explorer's home screen before the user types anything. */
  overviews(): readonly string[];
  /**
   * Returns the calls that make sense for a name in source code. They belong to listed tools that support the language of the
   * file.
   */
  jumps(at: NamePlace): Link[];
  /**
   * Validates the input, checks permissions and runs the tool. It never throws, because a failure is an outcome as well, in the
   * plugin's own envelope. For an unknown tool it is the default envelope with UNKNOWN_TOOL.
   */
  invoke(tool: string, input: unknown, options?: InvokeOptions): Promise<Outcome>;
  /** Runs a command of a built-in plugin. @throws UNKNOWN_TOOL, and everything that the command throws */
  runCommand(name: string, words: string[], io: CommandIo, signal: AbortSignal): Promise<CommandEnd>;
  /**
   * Returns the symbols of a file from the plugin for its language. Errors of that plugin are passed on, because they help its
   * author.
   */
  symbols(file: string, signal?: AbortSignal): Promise<FileSymbol[] | undefined>;
  /** Converts an answer to rows with locations and jumps, according to its declaration. A failure becomes its message. */
  view(tool: string, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Encodes an answer for a frontend, truncates it to the budget and adds how to continue. The whole answer is saved. */
  present(tool: string, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  /** Returns the answers that were saved for these roots, starting with the latest. */
  savedAnswers(): Promise<readonly SavedAnswer[]>;
  /**
   * Returns lines of a saved answer (1-based) with `maxChars` characters at most. `more` tells how to continue. @throws
   * PATH_NOT_FOUND
   */
  savedText(
    id: string,
    firstLine: number,
    lastLine: number | undefined,
    maxChars: number,
  ): Promise<{ text: string; more?: number }>;
  /** Returns Base64, or undefined for media that is larger than `maxBytes` or can't be read. */
  mediaBytes(media: Media, maxBytes: number): Promise<string | undefined>;
  /** Computes the layout of a graph on a separate thread. */
  layout(request: LayoutRequest): Promise<GraphLayout>;
  /** Makes a PNG smaller on a separate thread. @throws ENCODING, LIMIT_EXCEEDED, PATH_NOT_FOUND */
  picture(media: Media, width: number, height: number): Promise<SmallImage>;
  /** Does the same, and encodes the picture for a terminal. Small images may become larger by the factor `enlarge`. */
  encodedPicture(
    media: Media,
    form: PictureForm,
    size: { width: number; height: number; enlarge: number },
  ): Promise<EncodedImage>;
  doctor(): Promise<DoctorLine[]>;
  /** Calls the listener when the list of tools changes. It returns a function that removes the listener. */
  onChange(listener: () => void): () => void;
  /** Loads one plugin, or all of them, from disk again. */
  reload(plugin?: string): Promise<void>;
  /**
   * Cancels calls, closes services, and ends workers and child processes. Finally it waits for answers that are still being
   * saved, but not longer than `withinMs` if that is given.
   */
  close(withinMs?: number): Promise<void>;
}
