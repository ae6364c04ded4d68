/** Reads files that the Editor has saved to `.uloop/outputs`. */
import { type Context, isObject, type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { absoluteOf } from "./project-paths.ts";

/** Returns the content if it is a list, and otherwise the first list inside it. */
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

/** Returns undefined if the file can't be read. The caller then only has its path. */
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
