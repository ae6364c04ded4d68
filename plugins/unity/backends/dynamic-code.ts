/**
 * Supports Editors that can run the body of a method but nothing else. The parameters become local variables, and the results
 * are converted back.
 */
import type { JigError, Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";
import { literal } from "./csharp-literal.ts";

/** Throws NOT_ON_THIS_VERSION before anything is sent if an option isn't supported. */
export function methodBody(params: JsonObject, title: string): string {
  if (params.CompileOnly === true)
    throw cannot(`${title} cannot compile code without running it`, "Leave CompileOnly out");
  const values = Object.values(asObject(params.Parameters));
  const declared = values.map((value, index) => `object param${index} = ${csharpOf(value ?? null, title)}; `).join("");
  return `${declared}${String(params.Code ?? "")}`;
}

/** Returns the length of the code that we add in front of the caller's. */
export function prefixLength(params: JsonObject, title: string): number {
  return methodBody(params, title).length - String(params.Code ?? "").length;
}

function csharpOf(value: Json, title: string): string {
  switch (typeof value) {
    case "string":
      return literal(value);
    case "boolean":
      return String(value);
    case "number":
      return Number.isInteger(value) && Math.abs(value) <= 0x7fffffff ? String(value) : `${value}d`;
    default:
      if (value === null) return "null";
      throw cannot(
        `${title} takes only strings, numbers and booleans as Parameters`,
        "Put lists and objects into the code",
      );
  }
}

function cannot(message: string, hint: string): JigError {
  return editorError("NOT_ON_THIS_VERSION", message, {
    hint: `Nothing was sent. ${hint}`,
    details: { dispatched: false },
  });
}

export interface CodeError {
  message: string;
  line: number | null;
  column: number | null;
  code: string;
}

/** If there are `errors`, the code didn't compile and nothing has run. */
export function dynamicCodeResult(
  value: Json,
  failure: string | undefined,
  errors: CodeError[],
  logs: string[],
): JsonObject {
  const compiled = errors.map(({ message, line, column, code }) => ({
    Message: message,
    Line: line,
    Column: column,
    ErrorCode: code,
  }));
  return {
    Success: failure === undefined,
    Result: value === null || value === undefined ? "" : typeof value === "string" ? value : JSON.stringify(value),
    Logs: logs,
    CompilationErrors: compiled,
    ErrorMessage: failure ?? "",
    Error: failure ?? "",
  };
}

/** Parses a message such as `Assets/A.cs(3,5): error CS1002: ; expected`. */
export function compilerMessage(text: string): JsonObject {
  const [, file, line] = /^(.*?\.\w+)\((\d+),\d+\):\s*(?:error|warning)\b/.exec(text) ?? [];
  return { Message: text, File: file ?? "", Line: line === undefined ? 0 : Number(line) };
}
