/** What authors of a plugin write: `definePlugin` and `tool` turn typed declarations into a manifest (design §2). */
import type * as v from "valibot";
import type { Context, FileSymbol, ServiceContext, WorkerContext } from "./context.ts";
import type { JigError } from "./errors.ts";
import type { Json, JsonObject, Outcome, View, ViewKind } from "./outcome.ts";

export type Effect = "read" | "write" | "execute";

/** Deno's vocabulary. `read`/`write`: `"workspace"` or absolute paths; `run`: command names; `net`: `host` or `host:port` (`"unix"` for local sockets); `invoke`: tools. */
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

/** The module behind `handler`. `view` and `fit` are pure: they never read anything. */
export interface ToolModule<Input = JsonObject> {
  default: (input: Input, context: Context) => Promise<Outcome>;
  /** Rows of the tool's view kind for a value; absent: the JSON itself. */
  view?: (value: Json, input: JsonObject) => View;
  /** The same shape with whole rows cut so that `textOf` has at most `maxChars` UTF-16 units, saying what was cut and how to get it; undefined where the contract forbids cutting. */
  fit?: (value: Json, maxChars: number) => Json | undefined;
}

export interface ToolDeclaration<Schema extends v.GenericSchema = v.GenericSchema> {
  title: string;
  /** At most 2,048 characters: clients cut the rest. */
  description: string;
  effect: Effect;
  destructive?: boolean;
  idempotent?: boolean;
  openWorld?: boolean;
  /** Parameters that raise the effect of a call where they are given and not false, e.g. `{output_file: "write"}`. Under `--read-only` they leave the schema. */
  effectOf?: Record<string, Effect>;
  /** A `v.strictObject`. Whatever JSON Schema cannot say, the handler checks. */
  input: Schema;
  view: ViewKind;
  /** The string parameter that the explorer runs again on every keystroke. */
  live?: string;
  timeout?: Timeout;
  examples: Example[];
  handler: () => Promise<ToolModule<v.InferOutput<Schema>>>;
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

export interface PromptContribution {
  name: string;
  title: string;
  description: string;
  arguments?: { name: string; description: string; required?: boolean }[];
  /** `{{name}}` is replaced by an argument. */
  text: string;
}

/** A flag of another command line that calls a tool: `jig --partial-read FILE --start-line 3`. Flags not in `map` are those of the tool. */
export interface CliAlias {
  flag: string;
  tool: string;
  description: string;
  /** The parameter that words without a flag fill. */
  positional?: string;
  set?: JsonObject;
  /** `value`: as it stands; `json`: parsed; `json-file`, `lines-file`: read from the named file. */
  map?: Record<string, { parameter: string; from: "value" | "json" | "json-file" | "lines-file" }>;
}

/** Paths that exist only by a plugin's rules, as `Packages/<name>/…`. What `resolve` gives is checked like any other path. */
export interface PathScheme {
  prefix: string;
  module: () => Promise<{
    resolve(path: string, context: ServiceContext): Promise<string | undefined>;
    /** The scheme's spelling of an absolute path, if it has one. */
    display?(absolute: string, context: ServiceContext): string | undefined;
  }>;
}

export interface Contributions {
  languages?: LanguageContribution[];
  prompts?: PromptContribution[];
  cliAliases?: CliAlias[];
  paths?: PathScheme[];
  /** Lines for `jig doctor`. */
  doctor?: () => Promise<{ default: (context: Context) => Promise<DoctorLine[]> }>;
}

export interface DoctorLine {
  what: string;
  state: "ok" | "warning" | "error" | "off";
  detail: string;
  fix?: string;
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
  when?: { workspaceHas: string[] };
  permissions: Permissions;
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
