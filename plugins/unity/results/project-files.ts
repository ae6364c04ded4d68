/** Files that an Editor writes for its answers, below `.uloop/outputs` of the project, named by a project-relative path. */
import path from "node:path";
import type { Context, Json, Location } from "../../../core/host/plugin-api.ts";

/** The JSON of a file that the Editor saved, or undefined where it cannot be read (then its path is all that can be given). */
export async function readSaved(context: Context, projectRoot: string, saved: string): Promise<Json | undefined> {
  const file = absoluteOf(projectRoot, saved);
  try {
    const { text } = await context.files.readText(file, { maxBytes: 256 * 1024 * 1024 });
    return JSON.parse(text) as Json;
  } catch {
    context.signal.throwIfAborted();
    return undefined;
  }
}

/** The path as every tool accepts it. Editors on Windows write backslashes. */
export function absoluteOf(projectRoot: string, file: string): string {
  const native = path.sep === "/" ? file.replaceAll("\\", "/") : file;
  return path.isAbsolute(native) ? native : path.join(projectRoot, native);
}

/** Where a message of the compiler or a log line points; undefined where it names no file. */
export function locationIn(projectRoot: string, file: string, line: number): Location | undefined {
  if (file === "" || projectRoot === "") return undefined;
  const absolute = absoluteOf(projectRoot, file);
  return { absolute, display: absolute, startLine: Math.max(1, line), startColumn: 1 };
}
