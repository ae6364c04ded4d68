/** Reads files that the Editor saved for its answers, below `.uloop/outputs` of the project. */
import { type Context, isObject, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { absoluteOf } from "./project-paths.ts";

/** The rows of a saved JSON file: the file itself, or the first list in it. Undefined without such a file or list. */
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

/** The JSON of a file that the Editor saved, or undefined if it cannot be read (then only its path is known). */
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
