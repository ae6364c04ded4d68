/** Console, menu and code answers of Unity Pipeline in the shapes of this plugin's own tools. Pure. */
import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import { editorError } from "../../command/editor-errors.ts";
import { asObject } from "../../command/json-fields.ts";
import { type CodeError, dynamicCodeResult } from "../dynamic-code.ts";

/** What its buffer holds at most. */
export const MOST_LOGS = 1_000;

/** The tool's three types; exceptions and asserts count as errors. */
export function typeOf(written: Json | undefined): "Error" | "Warning" | "Log" {
  const type = String(written).toLowerCase();
  return type === "log" ? "Log" : type === "warning" ? "Warning" : "Error";
}

export interface Log {
  Type: string;
  Message: string;
  StackTrace: string | null;
}

/** Filters and cuts logs, the newest first, as the tool promises. Throws NOT_ON_THIS_VERSION for patterns: .NET's are not ours. */
export function logsAnswer(logs: Log[], params: JsonObject): JsonObject {
  const wanted = String(params.LogType ?? "All").toLowerCase();
  const search = String(params.SearchText ?? "").toLowerCase();
  const inStack = params.SearchInStackTrace === true;
  const matching = logs.filter(
    ({ Type, Message, StackTrace }) =>
      (wanted === "all" || Type.toLowerCase() === wanted) &&
      (search === "" ||
        Message.toLowerCase().includes(search) ||
        (inStack && (StackTrace ?? "").toLowerCase().includes(search))),
  );
  const most = typeof params.MaxCount === "number" ? params.MaxCount : 100;
  const withStack = params.IncludeStackTrace !== false;
  const shown = matching.slice(0, most).map((log) => (withStack ? { ...log } : { ...log, StackTrace: null }));
  return {
    TotalCount: matching.length,
    DisplayedCount: shown.length,
    LogType: params.LogType ?? "All",
    MaxCount: most,
    SearchText: params.SearchText ?? "",
    IncludeStackTrace: withStack,
    Logs: shown,
  };
}

export function refusePatterns(params: JsonObject, title: string): void {
  if (params.UseRegex !== true) return;
  throw editorError("NOT_ON_THIS_VERSION", `${title} cannot search its logs by a regular expression`, {
    hint: "Nothing was sent. Ask with UseRegex false and a part of the text",
    details: { dispatched: false },
  });
}

export function logsIn(value: Json): Log[] {
  const { logs } = asObject(value);
  if (!Array.isArray(logs)) return [];
  return logs.map(asObject).map(({ type, message, stackTrace }) => ({
    Type: typeOf(type),
    Message: String(message ?? ""),
    StackTrace: typeof stackTrace === "string" ? stackTrace : null,
  }));
}

/** The paths of menu items as the tool lists them: their methods are not known here. */
export function menuAnswer(paths: string[], params: JsonObject): JsonObject {
  const text = String(params.FilterText ?? "").toLowerCase();
  const matching = paths.filter((path) => {
    const lower = path.toLowerCase();
    if (text === "") return true;
    if (params.FilterType === "exact") return lower === text;
    return params.FilterType === "startswith" ? lower.startsWith(text) : lower.includes(text);
  });
  const shown = matching.slice(0, typeof params.MaxCount === "number" ? params.MaxCount : 200);
  return {
    MenuItems: shown.map((Path) => ({
      Path,
      MethodName: "",
      TypeName: "",
      AssemblyName: "",
      Priority: 0,
      IsValidateFunction: false,
    })),
    TotalCount: paths.length,
    FilteredCount: shown.length,
    AppliedFilter: params.FilterText ?? "",
    AppliedFilterType: params.FilterType ?? "contains",
  };
}

export function menuDone(path: string, failure: string | undefined): JsonObject {
  return {
    MenuItemPath: path,
    Success: failure === undefined,
    ExecutionMethod: "EditorApplication",
    ErrorMessage: failure ?? "",
    Details: "",
    MenuItemFound: failure === undefined,
  };
}

/** The evaluation stands in the command's own result, a failed one too. */
export function evalAnswer(value: Json, shift: number): JsonObject {
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
