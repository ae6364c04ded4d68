/** The API for built-in plugins: `definePlugin` and `tool` type a declaration whose keys are those of `plugin-schema.ts`. */
import type * as v from "valibot";
import type { CommandInfo, CommandModule } from "./command-io.ts";
import type { Context, ServiceContext, WorkerContext } from "./context.ts";
import type { JigError } from "./errors.ts";
import type { FileFacts, PlacedSymbol } from "./guest-language.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { Output } from "./output-schema.ts";
import type { plugin, Refs, tool as toolSchema } from "./plugin-schema.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** One row of an answer, as passed to `lines`, with the values of the declaration's references. `Shown`: the type of the rows. */
export interface RenderedRow<Shown = Json> {
  row: Shown;
  key?: string;
  group?: Json;
}

/** The module that `handler` names. */
export interface ToolModule<Input = JsonObject, Shown = Json, Answer = Json> {
  default: (input: Input, context: Context) => Promise<Outcome>;
  /** Draws the rows of a source that is declared with `lines`. Pure: it reads nothing. */
  lines?: (row: RenderedRow<Shown>, answer: Answer, input: JsonObject) => Row[];
}

/** State of a plugin: opened once per root (or workspace) on first use, closed on reload and exit. */
export interface ServiceModule {
  open(context: ServiceContext): Promise<{ close(): Promise<void> | void }>;
}

/** A job on a worker thread: `input` and the answer are structured-cloned. */
export interface WorkerModule {
  default: (input: never, context: WorkerContext) => Promise<unknown>;
}

export interface DoctorLine {
  what: string;
  state: "ok" | "warning" | "error" | "off";
  detail: string;
  fix?: string;
}

type Imports<Module> = v.GenericSchema<() => Promise<Module>>;
type Optional<Schema extends v.GenericSchema> = v.ExactOptionalSchema<Schema, undefined>;

/** A built-in imports its modules, and writes schemas in valibot. What JSON Schema cannot say of an input, the handler checks. */
interface BuiltInRefs extends Refs {
  handler: Imports<ToolModule<never, never, never>>;
  input: v.GenericSchema<v.GenericSchema>;
  output: Optional<v.GenericSchema<Output<v.GenericSchema>>>;
  service: Imports<ServiceModule>;
  worker: Imports<WorkerModule>;
  path: Imports<{ resolve(path: string, context: Context): Promise<string | undefined> }>;
  doctor: Imports<{ default: (context: Context) => Promise<DoctorLine[]> }>;
  /** Runs in the background when tools are listed and after each call. It takes a few seconds at most and changes nothing. */
  availableTools: Imports<{ default: (context: Context) => Promise<string[]> }>;
  /** The plugin's own envelope for an error that the host or a handler threw. */
  failure: v.GenericSchema<(error: JigError, tool: string) => Outcome>;
  ofLanguage: {
    symbols: Optional<Imports<{ default: (file: string, context: Context) => Promise<PlacedSymbol[] | FileFacts> }>>;
  };
  ofWorker: {
    /** In a process that makes one call it runs on the waiting thread: for work that every call needs, in steps that let input through. */
    sharesThread: Optional<v.GenericSchema<boolean>>;
  };
  ofContributes: {
    /** Paths of files of other machines, with a reader and a searcher. */
    sources: Optional<v.GenericSchema<{ prefix: string; module: () => Promise<RemoteSourceModule> }[]>>;
    /** Commands that behave as the program of that name. */
    commands: Optional<v.GenericSchema<CommandContribution[]>>;
  };
}

/** A command, and the module that runs it. */
export interface CommandContribution extends CommandInfo {
  module: () => Promise<CommandModule>;
}

/** With the keys that a file may leave out and a built-in may not. */
type Stating<Declaration, Key extends keyof Declaration> = Omit<Declaration, Key> & Required<Pick<Declaration, Key>>;

/** A tool with any input. */
interface AnyTool extends Stating<v.InferInput<ReturnType<typeof toolSchema<BuiltInRefs>>>, "view" | "examples"> {}

export interface PluginDeclaration
  extends Stating<v.InferInput<ReturnType<typeof plugin<BuiltInRefs>>>, "permissions"> {
  tools: Record<string, AnyTool>;
}

export type WorkerDeclaration = NonNullable<PluginDeclaration["workers"]>[string];
export type LanguageContribution = NonNullable<NonNullable<PluginDeclaration["contributes"]>["languages"]>[number];

/** A tool whose handler takes what its schema gives. */
export interface ToolDeclaration<Schema extends v.GenericSchema = v.GenericSchema> extends AnyTool {
  input: Schema;
  handler: () => Promise<ToolModule<v.InferOutput<Schema>, never, never>>;
}

/** Types the declaration; adds nothing. */
export function definePlugin<const Declaration extends PluginDeclaration>(declaration: Declaration): Declaration {
  return declaration;
}

/** Types a tool's handler by its schema. */
export function tool<const Schema extends v.GenericSchema>(declaration: ToolDeclaration<Schema>): AnyTool {
  return declaration;
}
