/** Parameter and result mapping for 3.x, where some were renamed and others dropped. */
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

/** The Editor enforces this on test runs. In seconds. */
const MAX_TEST_RUN = 1_500;

/** TimeoutSeconds is handled on our side. Only test runs have an equivalent. */
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
        // Newer versions default to saving open scenes. Our contract promises we don't.
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

/** Same name on both sides. For unity-call the parameters go through as they came. */
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

/** Only these keys, only the first letter. */
function lowered(value: JsonObject, keys: string[]): JsonObject {
  const renamed = Object.entries(asObject(value)).map(([key, entry]) => [
    keys.includes(key) ? key.charAt(0).toLowerCase() + key.slice(1) : key,
    entry,
  ]);
  return Object.fromEntries(renamed);
}

/** Lists each tool under our name too, so either one works. */
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
