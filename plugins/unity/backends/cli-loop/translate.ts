/** Translates parameters and results between this plugin and 3.x, which renamed and removed some. */
import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command } from "../../command/command.ts";
import { asObject } from "../../command/json-fields.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";

/** Tools that were removed in 3.x. */
export const REMOVED_TOOLS: readonly string[] = [
  "unity-search",
  "get-provider-details",
  "get-unity-search-providers",
  "get-menu-items",
  "execute-menu-item",
];

/** The Editor's own time limit for a test run, in seconds. */
const MAX_TEST_RUN = 1_500;

/** The client implements TimeoutSeconds. Only test runs have a parameter for it. */
export function toLoopParams({ method, params, id }: Command): JsonObject {
  const { TimeoutSeconds, ...rest } = params;
  const seconds = typeof TimeoutSeconds === "number" ? TimeoutSeconds : undefined;
  switch (method) {
    case "find-game-objects": {
      const { MaxResults, ...others } = rest;
      return MaxResults === undefined ? others : { ...others, MaxCount: MaxResults };
    }
    case "run-tests": {
      const { SaveXml: _, ...others } = rest;
      return {
        // Newer versions save open scenes by default. Our contract says that they are not saved.
        SaveBeforeRun: false,
        ...others,
        ...(seconds === undefined ? {} : { TimeoutSeconds: Math.min(MAX_TEST_RUN, seconds) }),
        ...(id === undefined ? {} : { RequestId: id }),
      };
    }
    default:
      return OURS.includes(method) ? rest : params;
  }
}

/** Tools that have the same name on both sides. Parameters of unity-call are passed unchanged. */
const OURS: readonly string[] = ["get-logs", "clear-console", "get-hierarchy", "execute-dynamic-code"];

export function fromLoopResult(method: string, result: JsonObject): JsonObject {
  if (method === "get-hierarchy") {
    return lowered(result, ["Message", "HierarchyFilePath"]);
  }
  if (method === "find-game-objects") {
    const keys = ["Results", "TotalFound", "ErrorMessage", "ResultsFilePath", "Message", "ProcessingErrors"];
    const { results, processingErrors, ...rest } = lowered(result, keys);
    return {
      ...(results === undefined ? {} : { results: rowsLowered(results) }),
      ...rest,
      ...(processingErrors === undefined ? {} : { processingErrors: rowsLowered(processingErrors) }),
    };
  }
  return result;
}

function rowsLowered(rows: Json): Json {
  if (!Array.isArray(rows)) return rows;
  return rows.map((row) => {
    if (!isObject(row)) return row;
    const { components, properties, ...rest } = lowered(row, Object.keys(row));
    return {
      ...rest,
      ...(components === undefined ? {} : { components: rowsLowered(components) }),
      ...(properties === undefined ? {} : { properties: rowsLowered(properties) }),
    };
  });
}

/** Lower-cases the first letter of the given keys and leaves the others alone. */
function lowered(value: JsonObject, keys: string[]): JsonObject {
  const renamed = Object.entries(asObject(value)).map(([key, entry]) => [
    keys.includes(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key,
    entry,
  ]);
  return Object.fromEntries(renamed);
}

/** Adds this plugin's tool names to the catalog, so that callers may use either. */
export function fromLoopCatalog(catalog: ToolCatalog, ver: string): ToolCatalog {
  const tools = catalog.tools.map((tool) =>
    tool.name === "find-game-objects"
      ? {
          ...tool,
          parameters: tool.parameters.flatMap((parameter) =>
            parameter.name === "MaxCount"
              ? [parameter, { ...parameter, name: "MaxResults", description: "The same as MaxCount." }]
              : [parameter],
          ),
        }
      : tool,
  );
  return { tools, ver };
}
