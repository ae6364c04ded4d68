/** Converts lists of logs and menu items to the format that the tools return. */
import type { Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { editorError } from "../command/editor-errors.ts";

/** There are only three types, so exceptions and asserts count as errors. */
export function logTypeOf(written: Json | undefined): "Error" | "Warning" | "Log" {
  const type = String(written).toLowerCase();
  return type === "log" ? "Log" : type === "warning" ? "Warning" : "Error";
}

export interface Log {
  Type: string;
  Message: string;
  StackTrace: string | null;
}

/**
 * Returns the newest entry first, after filtering and cutting the list. A pattern throws NOT_ON_THIS_VERSION, because our
 * regular expressions differ from those of .NET.
 */
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
  throw editorError("NOT_ON_THIS_VERSION", `${title} cannot search its logs with a regular expression`, {
    hint: "Nothing was sent. Set UseRegex to false and search for part of the text",
    details: { dispatched: false },
  });
}

/** The methods of the items are not known. */
export function menuItemsAnswer(paths: string[], params: JsonObject): JsonObject {
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

export function menuItemAnswer(path: string, failure: string | undefined): JsonObject {
  return {
    MenuItemPath: path,
    Success: failure === undefined,
    ExecutionMethod: "EditorApplication",
    ErrorMessage: failure ?? "",
    Details: "",
    MenuItemFound: failure === undefined,
  };
}
