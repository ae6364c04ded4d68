/**
 * Makes an Editor's paths absolute. Editors report them relative to the Unity project, and other tools resolve a
 * relative path against the workspace. The two only agree if the project is the workspace's sole root.
 */
import path from "node:path";
import { isObject, type Json, type JsonObject, type Location } from "../../../core/host/plugin-api.ts";

const FILE_KEYS = ["hierarchyFilePath", "ResultsFilePath", "resultsFilePath", "XmlPath"];
const LISTS: Record<string, string> = { Errors: "File", Warnings: "File", FailedTests: "File", Results: "Path" };

/** Only touches file paths. Scene objects and menus look similar. */
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

/** An asset, not a scene object or a menu. */
export function isAssetPath(text: string): boolean {
  return /^(Assets|Packages|Library)[\\/]/.test(text);
}

function isAsset(value: Json | undefined): boolean {
  return typeof value === "string" && isAssetPath(value);
}

function absolute(value: Json | undefined, projectRoot: string): Json {
  return typeof value === "string" && value !== "" ? absoluteOf(projectRoot, value) : (value ?? null);
}

/** Backslashes on Windows. */
export function absoluteOf(projectRoot: string, file: string): string {
  const native = path.sep === "/" ? file.replaceAll("\\", "/") : file;
  return path.isAbsolute(native) ? native : path.join(projectRoot, native);
}

/** From a compiler message or log line. Undefined if it has no location. */
export function locationIn(projectRoot: string, file: string, line: number): Location | undefined {
  if (file === "" || projectRoot === "") return undefined;
  const absolute = absoluteOf(projectRoot, file);
  return { absolute, display: absolute, startLine: Math.max(1, line), startColumn: 1 };
}
