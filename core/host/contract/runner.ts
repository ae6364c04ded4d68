/** The interface of runners. A runner runs a plugin's code in the host or in a child process. */
import type { CommandEnd, CommandIo } from "./command-io.ts";
import type { Context } from "./context.ts";
import type { DoctorLine, RenderedRow } from "./define.ts";
import type { JigError } from "./errors.ts";
import type { FileFacts } from "./guest-language.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** A handler's context without its service and workers. */
export type CallContext = Omit<Context, "service" | "worker">;

/** A call to a function in a remote source's module, with all arguments except the context. */
export type RemoteSourceCall = {
  [Name in keyof RemoteSourceModule]: {
    name: Name;
    args: Parameters<RemoteSourceModule[Name]> extends [...infer Given, unknown] ? Given : never;
  };
}[keyof RemoteSourceModule];

export interface Runner {
  call(tool: string, input: JsonObject, context: CallContext): Promise<Outcome>;
  /** Formats rows with the tool's module, or undefined if the module does not format rows. */
  lines(tool: string, rows: readonly RenderedRow[], answer: Json, input: JsonObject): Promise<Row[][] | undefined>;
  failure(error: JigError, tool: string): Outcome;
  /** Returns the physical path of a path with a scheme, or undefined if there is no such scheme. */
  resolvePath(prefix: string, path: string, context: CallContext): Promise<string | undefined>;
  /** Calls a function of a remote source. */
  callRemoteSource(prefix: string, call: RemoteSourceCall, context: CallContext): Promise<unknown>;
  symbols(language: string, file: string, context: CallContext): Promise<FileFacts | undefined>;
  doctor(context: CallContext): Promise<DoctorLine[]>;
  /** Runs a command of the plugin. This only works in this process, which has the streams. */
  command?(name: string, words: string[], io: CommandIo, context: CallContext): Promise<CommandEnd>;
  /** Returns the names of `dynamic` tools that are currently available. */
  availableTools(context: CallContext): Promise<string[]>;
  close(): Promise<void>;
  /** Terminates a runner that was replaced. Defaults to `close`. */
  drain?(): Promise<void>;
}

export function defaultFailure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (error.details) value.details = error.details as JsonObject;
  return { value, failed: true };
}
