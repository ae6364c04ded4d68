/** Implements menu items in C# for servers that no longer have tools for them. */
import type { Context, Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { jsonObject, literal, QUOTE } from "../backends/csharp-literal.ts";
import type { EditorAnswer } from "../command/command.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import { listOf, runFallbackCode } from "./run-code.ts";

export interface MenuRequest {
  FilterText: string;
  FilterType: string;
  IncludeValidation: boolean;
  MaxCount: number;
}

export async function menuItemsByCode(
  tool: string,
  input: MenuRequest,
  call: EditorCall,
  context: Context,
): Promise<EditorAnswer> {
  const code = { tool, code: LIST_CODE, repeatable: true, read: listOf };
  const { value: all, warnings, ver } = await runFallbackCode(code, call, context);
  const shown = all
    .filter((item) => input.IncludeValidation || item.IsValidateFunction !== true)
    .filter((item) => matches(String(item.Path).toLowerCase(), input.FilterText.toLowerCase(), input.FilterType))
    .sort((one, other) => (String(one.Path) < String(other.Path) ? -1 : 1))
    .slice(0, input.MaxCount);
  const result: JsonObject = {
    MenuItems: shown,
    TotalCount: all.length,
    FilteredCount: shown.length,
    AppliedFilter: input.FilterText,
    AppliedFilterType: input.FilterType,
    Ver: ver,
  };
  return {
    result,
    warnings: [...warnings, "Menu items built into Unity itself are not listed: only those declared in C#"],
  };
}

function matches(path: string, text: string, type: string): boolean {
  if (text === "") return true;
  return type === "exact" ? path === text : type === "startswith" ? path.startsWith(text) : path.includes(text);
}

const ITEM = jsonObject({
  Path: "q(a.menuItem)",
  MethodName: "q(m.Name)",
  TypeName: "q(m.DeclaringType.FullName)",
  AssemblyName: "q(m.DeclaringType.Assembly.GetName().Name)",
  Priority: "a.priority.ToString()",
  IsValidateFunction: '(a.validate ? "true" : "false")',
});

const LIST_CODE = `${QUOTE}
var rows = new System.Collections.Generic.List<string>();
foreach (var m in UnityEditor.TypeCache.GetMethodsWithAttribute<UnityEditor.MenuItem>())
{
  foreach (var o in m.GetCustomAttributes(typeof(UnityEditor.MenuItem), false))
  {
    var a = (UnityEditor.MenuItem)o;
    rows.Add(${ITEM});
  }
}
return "[" + string.Join(",", rows) + "]";`;

/** The item must run at most once, so there is no retry. */
export async function executeMenuByCode(
  tool: string,
  path: string,
  call: EditorCall,
  context: Context,
): Promise<EditorAnswer> {
  const code = {
    tool,
    code: `return UnityEditor.EditorApplication.ExecuteMenuItem(${literal(path)}) ? "true" : "false";`,
    repeatable: false,
    read: (json: Json) => (typeof json === "boolean" ? json : undefined),
  };
  const { value: done, warnings, ver } = await runFallbackCode(code, call, context);
  const result: JsonObject = {
    MenuItemPath: path,
    Success: done,
    ExecutionMethod: "EditorApplication",
    ErrorMessage: done ? "" : `The menu item '${path}' was not found or could not be executed`,
    Details: "",
    MenuItemFound: done,
    Ver: ver,
  };
  return { result, warnings };
}
