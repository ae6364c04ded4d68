/** How the code of a plugin is run; the two ways (in the host, in a child process) look the same from here. */
import type { CommandEnd, CommandIo } from "./command-io.ts";
import type { Context } from "./context.ts";
import type { DoctorLine, RenderedRow } from "./define.ts";
import type { JigError } from "./errors.ts";
import type { FileFacts } from "./guest-language.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** A handler's context without its service and workers. */
export type CallContext = Omit<Context, "service" | "worker">;

/** A call of a function of a source's module, and its arguments before the context. */
export type RemoteSourceCall = {
  [Name in keyof RemoteSourceModule]: {
    name: Name;
    args: Parameters<RemoteSourceModule[Name]> extends [...infer Given, unknown] ? Given : never;
  };
}[keyof RemoteSourceModule];

export interface Runner {
  call(tool: string, input: JsonObject, context: CallContext): Promise<Outcome>;
  /** Draws the rows with the tool's module. Returns undefined if the module draws none. */
  lines(tool: string, rows: readonly RenderedRow[], answer: Json, input: JsonObject): Promise<Row[][] | undefined>;
  failure(error: JigError, tool: string): Outcome;
  /** The physical path of a path with a scheme. Returns undefined if it has none. */
  resolvePath(prefix: string, path: string, context: CallContext): Promise<string | undefined>;
  /** The result of a source's function. */
  callRemoteSource(prefix: string, call: RemoteSourceCall, context: CallContext): Promise<unknown>;
  symbols(language: string, file: string, context: CallContext): Promise<FileFacts | undefined>;
  doctor(context: CallContext): Promise<DoctorLine[]>;
  /** Runs a command that the plugin contributes. Only what runs in this process has the streams. */
  command?(name: string, words: string[], io: CommandIo, context: CallContext): Promise<CommandEnd>;
  /** Names of the tools declared `dynamic` that there are now. */
  availableTools(context: CallContext): Promise<string[]>;
  close(): Promise<void>;
  /** Ends a runner that is replaced; default: `close`. */
  drain?(): Promise<void>;
}

/** The envelope for plugins that declare none of their own. */
export function defaultFailure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (error.details) value.details = error.details as JsonObject;
  return { value, failed: true };
}
