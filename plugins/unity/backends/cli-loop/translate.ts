/** Maps parameters and results to version 3.x, which has renamed some of them and dropped others. */
import { isObject, type Json, type JsonObject } from "../../../../core/host/plugin-api.ts";
import type { Command } from "../../command/command.ts";
import { asObject } from "../../command/json-fields.ts";
import type { ToolCatalog } from "../../editor/tool-catalog.ts";

export const REMOVED_TOOLS: readonly string[] = [
  "unity-search",
  "get-provider-details",
  "get-unity-search-providers",
  "get-menu-items",
  "execute-menu-item",
];

/** The limit that the Editor enforces on test runs, in seconds. */
const MAX_TEST_RUN = 1_500;

/** We handle TimeoutSeconds ourselves, since only test runs have an equivalent. */
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
        // Newer versions save open scenes by default, but we promise that we don't.
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

/** These tools have the same name on both sides. The parameters of unity-call are passed through unchanged. */
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

/** Changes the first letter of the given keys to lower case. */
function lowered(value: JsonObject, keys: string[]): JsonObject {
  const renamed = Object.entries(asObject(value)).map(([key, entry]) => [
    keys.includes(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key,
    entry,
  ]);
  return Object.fromEntries(renamed);
}

/** Each tool is also listed by the name that we use, so that both names work. */
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
