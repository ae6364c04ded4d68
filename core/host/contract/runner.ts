/** Describes runners, which execute the code of a plugin either in the host or in a child process. */
import type { CommandEnd, CommandIo } from "./command-io.ts";
import type { Context } from "./context.ts";
import type { DoctorLine, RenderedRow } from "./define.ts";
import type { JigError } from "./errors.ts";
import type { FileFacts } from "./guest-language.ts";
import type { Json, JsonObject, Outcome, Row } from "./outcome.ts";
import type { RemoteSourceModule } from "./remote-source-module.ts";

/** The context of a handler without its service and workers. */
export type CallContext = Omit<Context, "service" | "worker">;

/** A call of a function in the module of a remote source. The context is added later. */
export type RemoteSourceCall = {
  [Name in keyof RemoteSourceModule]: {
    name: Name;
    args: Parameters<RemoteSourceModule[Name]> extends [...infer Given, unknown] ? Given : never;
  };
}[keyof RemoteSourceModule];

export interface Runner {
  call(tool: string, input: JsonObject, context: CallContext): Promise<Outcome>;
  /** Returns undefined for modules that don't format rows. */
  lines(tool: string, rows: readonly RenderedRow[], answer: Json, input: JsonObject): Promise<Row[][] | undefined>;
  failure(error: JigError, tool: string): Outcome;
  /** Map a path with a scheme to a physical one. Returns undefined for an unknown scheme. */
  resolvePath(prefix: string, path: string, context: CallContext): Promise<string | undefined>;
  callRemoteSource(prefix: string, call: RemoteSourceCall, context: CallContext): Promise<unknown>;
  symbols(language: string, file: string, context: CallContext): Promise<FileFacts | undefined>;
  doctor(context: CallContext): Promise<DoctorLine[]>;
  /** Runs a command of the plugin. This only works in this process, because it owns the streams. */
  command?(name: string, words: string[], io: CommandIo, context: CallContext): Promise<CommandEnd>;
  /** Returns which of the `dynamic` tools are available at the moment. */
  availableTools(context: CallContext): Promise<string[]>;
  close(): Promise<void>;
  /** Called for a runner that was replaced. It is the same as `close` unless a runner implements it. */
  drain?(): Promise<void>;
}

export function defaultFailure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (error.details) value.details = error.details as JsonObject;
  return { value, failed: true };
}
