/** Reads files that the Editor saved in `.uloop/outputs` of the project. */
import { type Context, isObject, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { absoluteOf } from "./project-paths.ts";

/** Returns the rows of a saved JSON file, which are the file itself or its first list. */
export async function readSavedRows(
  context: Context,
  projectRoot: string,
  saved: Json | undefined,
): Promise<JsonObject[] | undefined> {
  if (typeof saved !== "string" || !saved.endsWith(".json")) return undefined;
  return savedRowsOf(await readSavedJson(context, projectRoot, saved));
}

export function savedRowsOf(file: Json | undefined): JsonObject[] | undefined {
  const list = Array.isArray(file)
    ? file
    : isObject(file)
      ? Object.values(file).find((value) => Array.isArray(value))
      : undefined;
  return Array.isArray(list) ? list.map(asObject) : undefined;
}

/** Parses a JSON file that the Editor saved. Returns undefined if it can't be read, in which case we only know its path. */
export async function readSavedJson(context: Context, projectRoot: string, saved: string): Promise<Json | undefined> {
  const file = absoluteOf(projectRoot, saved);
  try {
    const { text } = await context.files.readText(file, { maxBytes: 256 * 1024 * 1024 });
    return parseJson(text);
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}
