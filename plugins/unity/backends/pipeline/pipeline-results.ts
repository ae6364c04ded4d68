/** Converts the logs, results and failures in the responses of Unity Pipeline. */

import { isObject, JigError, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import { listIn } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import { type CodeError, dynamicCodeResult } from "../dynamic-code.ts";
import { type Log, logTypeOf } from "../tool-answers.ts";

/** The capacity of the server's log buffer. */
export const MAX_LOGS = 1_000;

export function logsIn(value: Json): Log[] {
  return listIn(asObject(value).logs, "read its logs")
    .map(asObject)
    .map(({ type, message, stackTrace }) => ({
      Type: logTypeOf(type),
      Message: String(message ?? ""),
      StackTrace: typeof stackTrace === "string" ? stackTrace : null,
    }));
}

/** Since version 1.0 (`plain`) the result is just the value. Before that it was wrapped in an object. */
export function codeAnswer(value: Json, shift: number, plain: boolean): JsonObject {
  if (plain || !isObject(value) || !isEvaluation(value)) return dynamicCodeResult(value, undefined, [], []);
  return evaluationAnswer(value, shift);
}

/** These keys are present whether the evaluation succeeded or not. */
function isEvaluation(value: JsonObject): boolean {
  return typeof value.success === "boolean" && "result" in value && ("diagnostics" in value || "output" in value);
}

/** A failed evaluation is an answer, but other failures are not. */
export function failedEvaluation(thrown: unknown, shift: number): JsonObject | undefined {
  const failure = thrown instanceof JigError ? thrown.details?.evalFailure : undefined;
  if (!isObject(failure)) return undefined;
  const { errorDetails, error } = failure;
  const lines = `${String(error)}\n${String(errorDetails)}`.matchAll(/\((\d+),(\d+)\): error (CS\d+): ([^\r\n]*)/g);
  const diagnostics = [...lines].map(([, line, column, id, message]) => ({
    ...{ severity: "error", id: id ?? "", message: message ?? "" },
    ...{ line: Number(line) - 1, column: Number(column) - 1 },
  }));
  const listed =
    Array.isArray(failure.diagnostics) && failure.diagnostics.length > 0 ? failure.diagnostics : diagnostics;
  return evaluationAnswer({ ...failure, success: false, result: null, diagnostics: listed }, shift);
}

function evaluationAnswer(value: JsonObject, shift: number): JsonObject {
  const { success, result, output, error, errorDetails, diagnostics } = value;
  const errors = (Array.isArray(diagnostics) ? diagnostics.map(asObject) : [])
    .filter(({ severity }) => String(severity).toLowerCase() === "error")
    .map((entry): CodeError => {
      // The server counts lines from 0.
      const line = typeof entry.line === "number" ? entry.line + 1 : null;
      const column = typeof entry.column === "number" ? entry.column + 1 - (line === 1 ? shift : 0) : null;
      return {
        message: String(entry.message ?? ""),
        line,
        column: column && Math.max(1, column),
        code: String(entry.id ?? ""),
      };
    });
  const said = [error, errorDetails].filter((each) => typeof each === "string" && each !== "").join(": ");
  const logs = typeof output === "string" && output !== "" ? output.split(/\r?\n/) : [];
  return dynamicCodeResult(result ?? null, success === true ? undefined : said || "The code failed", errors, logs);
}

/** The request can succeed although the command inside fails. */
export function innerFailure(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const failed = value.success === false || value.Success === false || value.status === "error";
  if (!failed) return undefined;
  const said = [value.error, value.Error, value.message, value.Message, value.errorDetails];
  return String(said.find((each) => typeof each === "string" && each !== "") ?? "The command failed");
}
