/**
 * Makes the paths that an Editor returns absolute. They are relative to the Unity project, while other tools resolve a relative
 * path against the workspace. These are only the same if the project is the only root of the workspace.
 */
import path from "node:path";
import { isObject, type Json, type JsonObject, type Location } from "../../../core/host/plugin-api.ts";

const FILE_KEYS = ["hierarchyFilePath", "ResultsFilePath", "resultsFilePath", "XmlPath"];
const LISTS: Record<string, string> = { Errors: "File", Warnings: "File", FailedTests: "File", Results: "Path" };

/** Only changes paths of files. The names of scene objects and menus look similar. */
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

/** Returns true for an asset, but not for a scene object or a menu. */
export function isAssetPath(text: string): boolean {
  return /^(Assets|Packages|Library)[\\/]/.test(text);
}

function isAsset(value: Json | undefined): boolean {
  return typeof value === "string" && isAssetPath(value);
}

function absolute(value: Json | undefined, projectRoot: string): Json {
  return typeof value === "string" && value !== "" ? absoluteOf(projectRoot, value) : (value ?? null);
}

/** The path has backslashes on Windows. */
export function absoluteOf(projectRoot: string, file: string): string {
  const native = path.sep === "/" ? file.replaceAll("\\", "/") : file;
  return path.isAbsolute(native) ? native : path.join(projectRoot, native);
}

/** The file and line come from a message of the compiler or a line of the log. The result is undefined if there is no location. */
export function locationIn(projectRoot: string, file: string, line: number): Location | undefined {
  if (file === "" || projectRoot === "") return undefined;
  const absolute = absoluteOf(projectRoot, file);
  return { absolute, display: absolute, startLine: Math.max(1, line), startColumn: 1 };
}
