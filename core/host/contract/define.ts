/**
 * Contains the API for built-in plugins. `definePlugin` and `tool` add types to a declaration whose keys are those of
 * `plugin-schema.ts`.
 */
import type * as v from "valibot";
import type { CommandInfo, CommandModule } from "./command-io.ts";
import type { Context, ServiceContext, WorkerContext } from "./context.ts";
import type { JigError } from "./errors.ts";
import type { FileFacts, PlacedSymbol } from "./guest-language.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { Output } from "./output-schema.ts";
import type { plugin, Refs, tool as toolSchema } from "./plugin-schema.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** A row in the form that `lines` receives, with the values that its declaration refers to. `Shown` is the type of the rows. */
export interface RenderedRow<Shown = Json> {
  row: Shown;
  key?: string;
  group?: Json;
}

/** The module that a tool names as its `handler`. */
export interface ToolModule<Input = JsonObject, Shown = Json, Answer = Json> {
  default: (input: Input, context: Context) => Promise<Outcome>;
  /** Formats the rows of a source that is declared with `lines`. It must be a pure function. */
  lines?: (row: RenderedRow<Shown>, answer: Answer, input: JsonObject) => Row[];
}

/**
 * The state of a plugin. It is opened once per root or workspace when it is first used, and closed when the plugin is reloaded
 * or jig ends.
 */
export interface ServiceModule {
  open(context: ServiceContext): Promise<{ close(): Promise<void> | void }>;
}

/** A job on a worker thread. The structured clone algorithm copies `input` and the result. */
export interface WorkerModule {
  default: (input: never, context: WorkerContext) => Promise<unknown>;
  /** Modules with functions that run for a few seconds at most, so that fully optimizing them takes longer than it saves. */
  brief?: readonly object[];
}

export interface DoctorLine {
  what: string;
  state: "ok" | "warning" | "error" | "off";
  detail: string;
  fix?: string;
}

type Imports<Module> = v.GenericSchema<() => Promise<Module>>;
type Optional<Schema extends v.GenericSchema> = v.ExactOptionalSchema<Schema, undefined>;

/**
 * A built-in plugin imports its modules and uses valibot for schemas. Handlers check the constraints that JSON Schema can't
 * express.
 */
interface BuiltInRefs extends Refs {
  handler: Imports<ToolModule<never, never, never>>;
  input: v.GenericSchema<v.GenericSchema>;
  output: Optional<v.GenericSchema<Output<v.GenericSchema>>>;
  service: Imports<ServiceModule>;
  worker: Imports<WorkerModule>;
  path: Imports<{ resolve(path: string, context: Context): Promise<string | undefined> }>;
  doctor: Imports<{ default: (context: Context) => Promise<DoctorLine[]> }>;
  /** Runs in the background when tools are listed and after each call. It should take a few seconds at most and must not change anything. */
  availableTools: Imports<{ default: (context: Context) => Promise<string[]> }>;
  /** Creates the plugin's envelope for an error of the host or of a handler. */
  failure: v.GenericSchema<(error: JigError, tool: string) => Outcome>;
  ofLanguage: {
    symbols: Optional<Imports<{ default: (file: string, context: Context) => Promise<PlacedSymbol[] | FileFacts> }>>;
  };
  ofWorker: {
    /**
     * If the process only makes one call, the job runs on the thread that waits for it. This is meant for work that every call
     * needs, divided into steps so that input can be handled in between.
     */
    sharesThread: Optional<v.GenericSchema<boolean>>;
  };
  ofContributes: {
    /** The path schemes of remote files, each of which has a reader and a searcher. */
    sources: Optional<v.GenericSchema<{ prefix: string; module: () => Promise<RemoteSourceModule> }[]>>;
    /** Commands that behave like the program with the same name. */
    commands: Optional<v.GenericSchema<CommandContribution[]>>;
  };
}

/** A command with the module that runs it. */
export interface CommandContribution extends CommandInfo {
  module: () => Promise<CommandModule>;
}

/** Requires keys that are optional in a file. */
type Stating<Declaration, Key extends keyof Declaration> = Omit<Declaration, Key> & Required<Pick<Declaration, Key>>;

/** A tool with any type of input. */
interface AnyTool extends Stating<v.InferInput<ReturnType<typeof toolSchema<BuiltInRefs>>>, "view" | "examples"> {}

export interface PluginDeclaration
  extends Stating<v.InferInput<ReturnType<typeof plugin<BuiltInRefs>>>, "permissions"> {
  tools: Record<string, AnyTool>;
}

export type WorkerDeclaration = NonNullable<PluginDeclaration["workers"]>[string];
export type LanguageContribution = NonNullable<NonNullable<PluginDeclaration["contributes"]>["languages"]>[number];

/** A tool whose handler receives the output of its schema. */
export interface ToolDeclaration<Schema extends v.GenericSchema = v.GenericSchema> extends AnyTool {
  input: Schema;
  handler: () => Promise<ToolModule<v.InferOutput<Schema>, never, never>>;
}

/** Returns the declaration unchanged. It is only used to infer the type. */
export function definePlugin<const Declaration extends PluginDeclaration>(declaration: Declaration): Declaration {
  return declaration;
}

/** Infers the type of a tool's handler from its schema. */
export function tool<const Schema extends v.GenericSchema>(declaration: ToolDeclaration<Schema>): AnyTool {
  return declaration;
}
