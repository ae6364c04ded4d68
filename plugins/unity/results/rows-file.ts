/** Reading back the rows that an Editor moved into a file because there were many. */
import { type Context, isObject, type Json, type JsonObject } from "../../../core/host/plugin-api.ts";
import { asObject } from "../protocol/message.ts";
import { readSaved } from "./project-files.ts";

/** The rows of a saved JSON file: the file itself, or the first list in it. undefined where there is no such file or list. */
export async function readSavedRows(
  context: Context,
  projectRoot: string,
  saved: Json | undefined,
): Promise<JsonObject[] | undefined> {
  if (typeof saved !== "string" || !saved.endsWith(".json")) return undefined;
  return savedRowsOf(await readSaved(context, projectRoot, saved));
}

export function savedRowsOf(file: Json | undefined): JsonObject[] | undefined {
  const list = Array.isArray(file)
    ? file
    : isObject(file)
      ? Object.values(file).find((value) => Array.isArray(value))
      : undefined;
  return Array.isArray(list) ? list.map(asObject) : undefined;
}
