/** Editors write paths relative to their project; where that is not the workspace's one root, no tool would find them (any path that one tool prints, every other accepts). */
import { isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { absoluteOf } from "./project-files.ts";

const FILE_KEYS = ["hierarchyFilePath", "ResultsFilePath", "resultsFilePath", "XmlPath"];
const LISTS: Record<string, string> = { Errors: "File", Warnings: "File", Results: "Path" };

/** The result with its file paths absolute. Other texts that look like paths (scene objects, menus) stay as they are. Pure. */
export function withAbsolutePaths(result: JsonObject, projectRoot: string): JsonObject {
  const changed: JsonObject = { ...result };
  for (const key of FILE_KEYS) if (key in result) changed[key] = absolute(result[key], projectRoot);
  for (const [list, key] of Object.entries(LISTS)) {
    const rows = result[list];
    if (!Array.isArray(rows)) continue;
    changed[list] = rows.map((row) =>
      isObject(row) && isAsset(row[key]) ? { ...row, [key]: absolute(row[key], projectRoot) } : row,
    );
  }
  return changed;
}

/** Whether a text is a path of an asset, not of a scene object or a menu. */
export function isAssetPath(text: string): boolean {
  return /^(Assets|Packages|Library)[\\/]/.test(text);
}

function isAsset(value: Json | undefined): boolean {
  return typeof value === "string" && isAssetPath(value);
}

function absolute(value: Json | undefined, projectRoot: string): Json {
  return typeof value === "string" && value !== "" ? absoluteOf(projectRoot, value) : (value ?? null);
}
