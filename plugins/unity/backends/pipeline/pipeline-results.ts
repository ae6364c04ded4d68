/** Logs, code results and failures in what Unity Pipeline answers. Pure. */

import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import { asObject } from "../../command/json-fields.ts";
import { type CodeError, dynamicCodeResult } from "../dynamic-code.ts";
import { type Log, logTypeOf } from "../tool-answers.ts";

/** What its buffer holds at most. */
export const MAX_LOGS = 1_000;

export function logsIn(value: Json): Log[] {
  const { logs } = asObject(value);
  if (!Array.isArray(logs)) return [];
  return logs.map(asObject).map(({ type, message, stackTrace }) => ({
    Type: logTypeOf(type),
    Message: String(message ?? ""),
    StackTrace: typeof stackTrace === "string" ? stackTrace : null,
  }));
}

/** The evaluation stands in the command's own result, a failed one too. */
export function codeAnswer(value: Json, shift: number): JsonObject {
  if (!isObject(value)) return dynamicCodeResult(value, undefined, [], []);
  const { success, result, output, error, errorDetails, diagnostics } = value;
  const errors = (Array.isArray(diagnostics) ? diagnostics.map(asObject) : [])
    .filter(({ severity }) => String(severity).toLowerCase() === "error")
    .map((entry): CodeError => {
      // Lines and columns are counted from 0 there.
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

/** Commands tell their own failures inside a result that came well. */
export function innerFailure(value: Json): string | undefined {
  if (!isObject(value)) return undefined;
  const failed = value.success === false || value.Success === false || value.status === "error";
  if (!failed) return undefined;
  const said = [value.error, value.Error, value.message, value.Message, value.errorDetails];
  return String(said.find((each) => typeof each === "string" && each !== "") ?? "The command failed");
}
