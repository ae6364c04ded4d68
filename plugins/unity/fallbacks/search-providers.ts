/** Implements the list of search providers in C# for servers that no longer have the tool. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import { jsonObject, QUOTE } from "../backends/csharp-literal.ts";
import type { EditorAnswer } from "../command/command.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import { listOf, runFallbackCode } from "./run-code.ts";

export interface ProviderRequest {
  ProviderId: string;
  ActiveOnly: boolean;
  SortByPriority: boolean;
}

export async function providersByCode(
  tool: string,
  input: ProviderRequest,
  call: EditorCall,
  context: Context,
): Promise<EditorAnswer> {
  const code = { tool, code: CODE, repeatable: true, read: listOf };
  const { value: all, warnings, ver } = await runFallbackCode(code, call, context);
  const requested = all.filter((provider) => input.ProviderId === "" || provider.Id === input.ProviderId);
  const shown = requested.filter((provider) => !input.ActiveOnly || provider.IsActive === true);
  if (input.SortByPriority) shown.sort((one, other) => Number(one.Priority) - Number(other.Priority));
  const active = shown.filter((provider) => provider.IsActive === true).length;
  const found = input.ProviderId === "" || requested.length > 0;
  const result: JsonObject = {
    Providers: shown,
    TotalCount: shown.length,
    ActiveCount: active,
    InactiveCount: shown.length - active,
    Success: found,
    ErrorMessage: found ? "" : `Provider '${input.ProviderId}' not found`,
    AppliedFilter: `${input.ProviderId || "all"}${input.ActiveOnly ? " (active only)" : ""}`,
    SortedByPriority: input.SortByPriority,
    Ver: ver,
  };
  return { result, warnings };
}

const PROVIDER = jsonObject({
  Id: "q(p.id)",
  DisplayName: "q(p.name)",
  IsActive: '(p.active ? "true" : "false")',
  Priority: "p.priority.ToString()",
  FilterId: "q(p.filterId)",
  ShowDetails: '(p.showDetails ? "true" : "false")',
  ShowDetailsOptions: "q(p.showDetailsOptions.ToString())",
  ActionCount: "(p.actions == null ? 0 : p.actions.Count).ToString()",
});

const CODE = `${QUOTE}
var rows = new System.Collections.Generic.List<string>();
foreach (var p in UnityEditor.Search.SearchService.Providers)
{
  rows.Add(${PROVIDER});
}
return "[" + string.Join(",", rows) + "]";`;
