/** What authors of a plugin write: `definePlugin` and `tool` turn typed declarations into a manifest. */
import type * as v from "valibot";
import type { Context, FileSymbol, ServiceContext, WorkerContext } from "./context.ts";
import type { JigError } from "./errors.ts";
import type { Json, JsonObject, Outcome, Row, ViewKind } from "./outcome.ts";
import type { LinkRule, Output } from "./output.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

export type Effect = "read" | "write" | "execute";

/** Deno's vocabulary. `read`/`write`: `"workspace"` or absolute paths; `run`: command names; `net`: `host` or `host:port` (`"unix"` for local sockets; of a built-in `$NAME`, the hosts of the URLs in that variable); `invoke`: tools. */
export interface Permissions {
  read?: string[];
  write?: string[];
  run?: string[];
  net?: string[];
  env?: string[];
  invoke?: string[];
}

/** A call that works as it stands: documentation, explorer preset and test at once. */
export interface Example {
  title: string;
  input: JsonObject;
}

/** When a call is given up: the argument that says so, else `defaultMs`, else 120 s. A tool that cuts itself short is given 5 s more. */
export interface Timeout {
  defaultMs?: number;
  argument?: string;
  unit?: "ms" | "s";
}

/** One row as `lines` gets it, with what the declaration's references see. `Shown`: what the tool's own answers have as rows. */
export interface DrawnRow<Shown = Json> {
  row: Shown;
  key?: string;
  group?: Json;
}

/** The module behind `handler`. */
export interface ToolModule<Input = JsonObject, Shown = Json, Answer = Json> {
  default: (input: Input, context: Context) => Promise<Outcome>;
  /** Draws the rows of a source that is declared with `lines`. Pure: it reads nothing. */
  lines?: (row: DrawnRow<Shown>, answer: Answer, input: JsonObject) => Row[];
}

/**
 * What another name of a parameter means: the same value under its own name (and other input with it), the value as a list (what begins
 * with `!` in another one, without it), some input for each value, or a path that goes to one parameter where it names a file and to
 * another where it names a directory, or the same value for each of several.
 */
export type Synonym =
  | string
  | { to: string; with: JsonObject }
  | { list: string; not?: string }
  | { values: Record<string, JsonObject> }
  | { file: string; directory: string }
  | { each: string[] };

export interface ToolDeclaration<Schema extends v.GenericSchema = v.GenericSchema> {
  title: string;
  /** At most 2,048 characters: clients cut the rest. */
  description: string;
  /** Further words by which a client that searches tools should find it. */
  keywords?: string;
  /** A client that loads tools on demand should have this one from the start: for one lean tool at the most. */
  alwaysLoad?: boolean;
  effect: Effect;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
  /** Parameters that raise the effect of a call where they are given and not false, e.g. `{output_file: "write"}`. Under `--read-only` they leave the schema. */
  parameterEffects?: Record<string, Effect>;
  /** It finds words for a person who is typing one. */
  completion?: Completion;
  /** Listed only while `contributes.availableTools` names it: for what an open program has in some versions and not in others. */
  dynamic?: boolean;
  /** A `v.strictObject`. Whatever JSON Schema cannot say, the handler checks. */
  input: Schema;
  /** Parameters that few calls need: accepted and documented as all others, but not in the list that an MCP client gives its model. The plugin's description should name them. */
  unlisted?: readonly string[];
  /** Names that models and people write by habit, accepted where they mean exactly this. Never listed. `-i` is a short flag of the command line. */
  synonyms?: Record<string, Synonym>;
  /**
   * What words without a flag fill on the command line, in order: parameters or synonyms; a list takes all that are left. `a|b`: `a`,
   * unless `b` is given. Default: the required parameters.
   */
  positional?: readonly string[];
  /** Flags that people know from other programs and that this tool has no counterpart for: what to write instead, as a sentence. */
  unsupportedFlags?: Record<string, string>;
  view: ViewKind;
  /** What it answers: schema, rows, columns, links, how it goes on. */
  output?: Output<v.GenericSchema>;
  /** The string parameter that the explorer runs again on every keystroke. */
  liveParameter?: string;
  timeout?: Timeout;
  examples: Example[];
  handler: () => Promise<ToolModule<v.InferOutput<Schema>, never, never>>;
}

/** State of a plugin: opened once per root (or workspace) on first use, closed on reload and exit. */
export interface ServiceModule {
  open(context: ServiceContext): Promise<{ close(): Promise<void> | void }>;
}

/** A job on a worker thread: `input` and the answer are structured-cloned. */
export interface WorkerModule {
  default: (input: never, context: WorkerContext) => Promise<unknown>;
}

export interface WorkerDeclaration {
  /** Threads at most: default the number of cores; a worker with state (`key`, `keep`) usually wants 1. */
  threads?: number;
  /**
   * In a process that makes one call it runs on the thread that waits for it: for a worker that is always needed, and that
   * no input keeps from taking turns.
   */
  sharesThread?: boolean;
  module: () => Promise<WorkerModule>;
}

/** A language: which files, and who knows their symbols. */
export interface LanguageContribution {
  id: string;
  title: string;
  /** Lower-case endings with the dot. */
  extensions: string[];
  symbols?: () => Promise<{ default: (file: string, context: Context) => Promise<FileSymbol[]> }>;
}

/** What a person may be offered words for. Tools are known; the rest is asked of the tools that complete it. */
export type CompletedKind = "path" | "symbol" | "tool";

/** A call that finds words: `{{word}}` within the strings of `input` is what was typed so far; `rows` and `value` are JSON Pointers. */
export interface Completion {
  of: "path" | "symbol";
  input: JsonObject;
  /** Of the answer, its list. */
  rows: string;
  /** Of a row, the word. */
  value: string;
}

export interface PromptContribution {
  name: string;
  title: string;
  description: string;
  /** `completion`: what the argument may be, so that a client can offer words while a person types it. */
  arguments?: { name: string; description: string; required?: boolean; completion?: CompletedKind[] }[];
  /** `{{name}}` is replaced by an argument. */
  text: string;
}

/**
 * Another command line for a tool: `jig grep -w Damage src`, or by a flag, `jig --partial-read FILE --start-line 3`. Flags not in `map`
 * are those of the tool. It has a `command` or a `flag`.
 */
export interface CliAlias {
  flag?: string;
  /** A word that no tool and no command of jig has. Its answers are text also where nobody looks. */
  command?: string;
  /** What other programs call it: understood, not listed. Where several claim a word, jig asks which is meant. */
  also?: readonly string[];
  tool: string;
  description: string;
  /** What words without a flag fill: as a tool's `positional`. */
  positional?: string | readonly string[];
  /** More of these for this command line alone. */
  synonyms?: Record<string, Synonym>;
  unsupportedFlags?: Record<string, string>;
  /** `paths`: rows show only where they are. */
  show?: "paths";
  /** Of which languages (their ids), and the jump that it is: for files and in workspaces of another one whoever knows that answers. */
  languages?: readonly string[];
  rel?: "definition" | "references" | "members";
  fixed?: JsonObject;
  /** `value`: as it stands; `json`: parsed; `json-file`, `lines-file`: read from the named file. */
  map?: Record<string, { parameter: string; from: "value" | "json" | "json-file" | "lines-file" }>;
}

/** Paths that exist only by a plugin's rules, as `Packages/<name>/…`. What `resolve` gives is checked like any other path. */
export interface PathScheme {
  prefix: string;
  module: () => Promise<{
    resolve(path: string, context: Context): Promise<string | undefined>;
  }>;
}

/** A question of the explorer's home: what is typed there is asked of a tool as somebody types. Only of listed tools that read. */
export interface FinderContribution {
  /** What it finds, in a word: `files`. */
  title: string;
  tool: string;
  /** The string parameter that takes what was typed. */
  parameter: string;
  /** What is typed in front to ask it alone: one character that stands in no name, and not `>`. */
  prefix?: string;
  /** False: only asked with its prefix. */
  plain?: boolean;
  /** It is asked from so many characters on. Default 1. */
  minLength?: number;
  /** Parameters with fixed values. */
  fixed?: JsonObject;
  /** `regex`: the parameter is a regular expression, and what was typed is meant literally. */
  quote?: "regex";
  /** `name`: its rows have an order of their own; those whose file name fits best are shown first. */
  order?: "name";
}

/**
 * A call that a name in a source leads to, declared as the links of a row are. The row is `{path, word, line, column}`, lines and columns
 * from 1. Where one is for the language, those for any language are not offered.
 */
export interface JumpContribution extends LinkRule {
  /** Ids of languages. Default: any file. */
  languages?: string[];
}

export interface Contributions {
  languages?: LanguageContribution[];
  finders?: FinderContribution[];
  jumps?: JumpContribution[];
  prompts?: PromptContribution[];
  cliAliases?: CliAlias[];
  paths?: PathScheme[];
  /** Paths of files that lie elsewhere, with a reader and a searcher; of built-in plugins only. */
  sources?: { prefix: string; module: () => Promise<RemoteSourceModule> }[];
  /** Lines for `jig doctor`. */
  doctor?: () => Promise<{ default: (context: Context) => Promise<DoctorLine[]> }>;
  /** Names of those tools declared `dynamic` that there are now. Asked in the background when tools are listed and after each call; a few seconds, changes nothing. */
  availableTools?: () => Promise<{ default: (context: Context) => Promise<string[]> }>;
}

export interface DoctorLine {
  what: string;
  state: "ok" | "warning" | "error" | "off";
  detail: string;
  fix?: string;
}

/** Where a plugin has something to do. */
export interface Condition {
  workspaceHas: string[];
  /** False: elsewhere its tools are only not listed, and answer whoever calls them. Default true. */
  enforce?: boolean;
}

export interface PluginDeclaration {
  /** kebab-case; the folder has the same name. */
  name: string;
  version: string;
  title: string;
  description: string;
  /** The range of host API versions this plugin is written for, e.g. `^1`. */
  host: string;
  /** Listed only where one of the roots has one of these paths; `*` within a name stands for any characters. */
  when?: Condition;
  permissions: Permissions;
  /** Megabytes that one of a third party's processes may hold with all that it starts, 64 to 16384. Default: 512. */
  memoryMb?: number;
  /** Megabytes that a third party may keep on disk, 1 to 16384. Default: 256. */
  storageMb?: number;
  tools: Record<string, ToolDeclaration<never>>;
  contributes?: Contributions;
  service?: () => Promise<ServiceModule>;
  workers?: Record<string, WorkerDeclaration>;
  /** The plugin's own envelope for an error that the host or a handler threw; default `{success: false, error, code}`. Pure. */
  failure?: (error: JigError, tool: string) => Outcome;
}

/** Types the declaration; adds nothing. */
export function definePlugin<const Declaration extends PluginDeclaration>(declaration: Declaration): Declaration {
  return declaration;
}

/** Types a tool's handler by its schema. */
export function tool<const Schema extends v.GenericSchema>(
  declaration: ToolDeclaration<Schema>,
): ToolDeclaration<never> {
  return declaration as unknown as ToolDeclaration<never>;
}
