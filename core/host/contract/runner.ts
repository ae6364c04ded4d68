/** How the code of a plugin is run; the two ways (in the host, in a child process) look the same from here. */
import type { CommandEnd, CommandIo } from "./command-io.ts";
import type { Context, FileSymbol } from "./context.ts";
import type { DoctorLine, RenderedRow } from "./define.ts";
import type { JigError } from "./errors.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** A handler's context without what lives beside the handler: its service and its workers. */
export type CallContext = Omit<Context, "service" | "worker">;

/** A call of a source: a function of its module, and what it is given before the context. */
export type RemoteSourceCall = {
  [Name in keyof RemoteSourceModule]: {
    name: Name;
    args: Parameters<RemoteSourceModule[Name]> extends [...infer Given, unknown] ? Given : never;
  };
}[keyof RemoteSourceModule];

export interface Runner {
  call(tool: string, input: JsonObject, context: CallContext): Promise<Outcome>;
  /** What the tool's module draws for each of the rows; undefined where it draws none. */
  lines(tool: string, rows: readonly RenderedRow[], answer: Json, input: JsonObject): Promise<Row[][] | undefined>;
  failure(error: JigError, tool: string): Outcome;
  /** The physical path behind one of a path scheme; undefined where it has none. */
  resolvePath(prefix: string, path: string, context: CallContext): Promise<string | undefined>;
  /** What the function of a source answers. */
  callRemoteSource(prefix: string, call: RemoteSourceCall, context: CallContext): Promise<unknown>;
  symbols(language: string, file: string, context: CallContext): Promise<FileSymbol[] | undefined>;
  doctor(context: CallContext): Promise<DoctorLine[]>;
  /** Runs a command that the plugin contributes. Only what runs in this process has the streams. */
  command?(name: string, words: string[], io: CommandIo, context: CallContext): Promise<CommandEnd>;
  /** Names of the tools declared `dynamic` that there are now. */
  availableTools(context: CallContext): Promise<string[]>;
  close(): Promise<void>;
  /** For one that is replaced; where there is none, `close` does. */
  drain?(): Promise<void>;
}

/** The envelope for plugins that declare none of their own. */
export function defaultFailure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (error.details) value.details = error.details as JsonObject;
  return { value, failed: true };
}
