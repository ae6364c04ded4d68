/**
 * Reads `explorer.json`, which has settings for the theme, keys, mouse and pictures. If a setting is invalid, we report it and
 * use the default.
 */

import { mkdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import * as v from "valibot";
import { didYouMean, isObject, JigError, writeAtomically } from "../../core/host/frontend-api.ts";
import type { KeyMap } from "../keymap/action.ts";
import { ACTIONS } from "../keymap/keymap.ts";
import { THEME_NAMES, type ThemeName } from "../look/theme.ts";
import { PICTURE_SETTINGS, type PictureSetting } from "../terminal/pixel-support.ts";

export interface Settings {
  theme: ThemeName;
  /** The keys of each command, e.g. `{"run": ["ctrl+r", "f"]}`. An empty list removes the binding. */
  keys: KeyMap;
  mouse: boolean;
  pictures: PictureSetting;
}

const schema = v.strictObject({
  theme: v.optional(v.picklist(THEME_NAMES), "terminal"),
  keys: v.optional(v.record(v.string(), v.union([v.string(), v.array(v.string())])), {}),
  mouse: v.optional(v.boolean(), true),
  pictures: v.optional(v.picklist(PICTURE_SETTINGS), "auto"),
});

export interface LoadedSettings {
  settings: Settings;
  /** A description of the errors in the file. */
  problem?: string;
}

export async function loadSettings(folder: string): Promise<LoadedSettings> {
  const file = join(folder, "explorer.json");
  const text = await readFile(file, "utf8").catch(() => undefined);
  return text === undefined ? { settings: readSettings({}).settings } : parseSettings(text, file);
}

/** Saves the theme without changing the other settings in the file. Throws if it isn't a JSON object or can't be written. */
export async function saveTheme(folder: string, theme: ThemeName): Promise<void> {
  const file = join(folder, "explorer.json");
  const text = await readFile(file, "utf8").catch(() => "{}");
  const value: unknown = JSON.parse(text);
  if (!isObject(value))
    throw new JigError("INVALID_ARGUMENT", `${file} is not a JSON object`, { hint: "Fix it first" });
  await mkdir(folder, { recursive: true, mode: 0o700 });
  writeAtomically(file, Buffer.from(`${JSON.stringify({ ...value, theme }, null, 2)}\n`), { replace: true });
}

export function parseSettings(text: string, file: string): LoadedSettings {
  try {
    const loaded = readSettings(JSON.parse(text));
    return loaded.problem ? { ...loaded, problem: `${file}: ${loaded.problem}` } : loaded;
  } catch (error) {
    const { settings } = readSettings({});
    return { settings, problem: `${file} is not JSON: ${error instanceof Error ? error.message : String(error)}` };
  }
}

function readSettings(value: unknown): LoadedSettings {
  const result = v.safeParse(schema, value);
  if (!result.success) {
    const [issue] = result.issues;
    const where = v.getDotPath(issue) ?? "the file";
    return { ...readSettings({}), problem: `${where}: ${issue.message}` };
  }
  const { theme, mouse, pictures } = result.output;
  const ids: string[] = ACTIONS.map((action) => action.id);
  const unknown = Object.keys(result.output.keys).find((id) => !ids.includes(id));
  const keys = Object.fromEntries(
    Object.entries(result.output.keys).map(([id, key]) => [id, typeof key === "string" ? [key] : key]),
  );
  const settings: Settings = { theme, mouse, pictures, keys };
  if (unknown === undefined) return { settings };
  const hint = didYouMean(unknown, ids);
  return { settings, problem: `keys: there is no command "${unknown}". ${hint ?? `Commands: ${ids.join(", ")}`}` };
}
