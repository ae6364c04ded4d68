/** How the code of a plugin is run; the two ways (in the host, in a child process) look the same from here. */
import type { Context, FileSymbol } from "../contract/context.ts";
import type { DoctorLine } from "../contract/define.ts";
import type { JigError } from "../contract/errors.ts";
import type { Json, JsonObject, Outcome, View } from "../contract/outcome.ts";

/** A handler's context without what lives beside the handler: its service and its workers. */
export type CallContext = Omit<Context, "service" | "worker">;

export interface Runner {
  call(tool: string, input: JsonObject, context: CallContext): Promise<Outcome>;
  /** undefined where the tool has no `view`. */
  view(tool: string, value: Json, input: JsonObject): Promise<View | undefined>;
  /** undefined where the tool has no `fit`, or its contract forbids cutting this value. */
  fit(tool: string, value: Json, maxChars: number): Promise<Json | undefined>;
  failure(error: JigError, tool: string): Outcome;
  symbols(language: string, file: string, context: CallContext): Promise<FileSymbol[] | undefined>;
  doctor(context: CallContext): Promise<DoctorLine[]>;
  close(): Promise<void>;
}

/** The envelope for plugins that declare none of their own. */
export function defaultFailure(error: JigError): Outcome {
  const value: JsonObject = { success: false, error: error.advice, code: error.code };
  if (error.details) value.details = error.details as JsonObject;
  return { value, failed: true };
}
