/** Implements Unity Search in C# for servers that no longer have the tool. The results are filtered here. */
import type { Context, Json, JsonObject } from "../../../core/host/plugin-api.ts";
import { jsonObject, literal, literals, QUOTE } from "../backends/csharp-literal.ts";
import type { EditorAnswer } from "../command/command.ts";
import { editorError } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";
import type { EditorCall } from "../routing/editor-call.ts";
import { listOf, runFallbackCode } from "./run-code.ts";

export interface SearchRequest {
  SearchQuery: string;
  Providers: string[];
  MaxResults: number;
  IncludeDescription: boolean;
  SearchFlags: string;
  SaveToFile: boolean;
  FileExtensions: string[];
  AssetTypes: string[];
  PathFilter: string;
}

/** The maximum number of results before they are filtered. */
const MAX_FETCHED = 2_000;

export async function searchByCode(
  tool: string,
  input: SearchRequest,
  call: EditorCall,
  context: Context,
): Promise<EditorAnswer> {
  if (input.SaveToFile) {
    throw editorError(
      "NOT_ON_THIS_VERSION",
      `This Editor no longer has "${tool}", and its equivalent in C# saves no files`,
      {
        hint: "Ask without SaveToFile",
      },
    );
  }
  const started = context.clock.monotonic();
  const code = { tool, code: searchCode(input), repeatable: true, read: foundIn };
  const { value, warnings, ver } = await runFallbackCode(code, call, context);
  const { items, total } = value;
  const matching = items.filter((item) => passes(item, input));
  const shown = matching.slice(0, input.MaxResults);
  if (!input.IncludeDescription) for (const item of shown) item.Description = "";
  if (total > items.length) warnings.push(`Only the first ${items.length} of ${total} results were filtered`);
  const result: JsonObject = {
    Results: shown,
    TotalCount: total - (items.length - matching.length),
    DisplayedCount: shown.length,
    SearchQuery: input.SearchQuery,
    ProvidersUsed: [...new Set(items.map((item) => item.Provider))].filter((provider) => typeof provider === "string"),
    SearchDurationMs: Math.round(context.clock.monotonic() - started),
    Success: true,
    ErrorMessage: "",
    ResultsFilePath: "",
    ResultsSavedToFile: false,
    SavedFileFormat: "",
    SaveToFileReason: "",
    AppliedFilters: {
      FileExtensions: input.FileExtensions,
      AssetTypes: input.AssetTypes,
      PathFilter: input.PathFilter,
      FilteredOutCount: items.length - matching.length,
    },
    Ver: ver,
  };
  return { result, warnings };
}

function foundIn(json: Json): { items: JsonObject[]; total: number } | undefined {
  const { items, total } = asObject(json);
  const rows = listOf(items);
  return rows && typeof total === "number" ? { items: rows, total } : undefined;
}

/** Flags must not be repeated. */
export function flagsIn(written: string): string[] {
  return [...new Set(written.split(/[,|]/).map((name) => name.trim()))];
}

function searchCode(input: SearchRequest): string {
  const flags = flagsIn(input.SearchFlags).filter((name) => name !== "Default" && name !== "Synchronous");
  const flag = ["Synchronous", ...flags].map((name) => `UnityEditor.Search.SearchFlags.${name}`).join(" | ");
  const providers = input.Providers.length > 0 ? `${literals(input.Providers)}, ` : "";
  const item = jsonObject({
    Id: "q(i.id)",
    Label: "q(i.GetLabel(c, true))",
    Description: "q(i.GetDescription(c, true))",
    Provider: "q(i.provider.id)",
    Type: "q(t == null ? null : t.Name)",
    Path: "q(p)",
    Score: "i.score.ToString()",
  });
  return `${QUOTE}
using (var c = UnityEditor.Search.SearchService.CreateContext(${providers}${literal(input.SearchQuery)}, ${flag}))
using (var found = UnityEditor.Search.SearchService.Request(c, ${flag}))
{
  var rows = new System.Collections.Generic.List<string>();
  var total = 0;
  foreach (var i in found)
  {
    if (i == null) continue;
    total++;
    if (rows.Count >= ${MAX_FETCHED}) continue;
    var p = UnityEditor.Search.SearchUtils.GetAssetPath(i);
    var t = string.IsNullOrEmpty(p) ? null : UnityEditor.AssetDatabase.GetMainAssetTypeAtPath(p);
    rows.Add(${item});
  }
  return "{\\"total\\":" + total + ",\\"items\\":[" + string.Join(",", rows) + "]}";
}`;
}

function passes(item: JsonObject, input: SearchRequest): boolean {
  const path = String(item.Path ?? "").toLowerCase();
  const among = (wanted: string[], is: (one: string) => boolean) =>
    wanted.length === 0 || wanted.some((one) => is(one.toLowerCase()));
  return (
    among(input.FileExtensions, (extension) => path.endsWith(`.${extension.replace(/^\./, "")}`)) &&
    among(input.AssetTypes, (type) => String(item.Type ?? "").toLowerCase() === type) &&
    (input.PathFilter === "" || wildcard(input.PathFilter).test(path))
  );
}

/** Supports `*` and `?`. A pattern without them matches anywhere in the name. */
function wildcard(pattern: string): RegExp {
  const lower = pattern.toLowerCase();
  const source = lower
    .replace(/[\\^$.+()[\]{}|]/g, "\\$&")
    .replaceAll("*", ".*")
    .replaceAll("?", ".");
  return new RegExp(/[*?]/.test(lower) ? `^${source}$` : source, "s");
}
