/** Resolves the `path` argument of all script tools. */
import { type Context, JigError, type ResolvedPath } from "../../../core/host/plugin-api.ts";
import { similarScripts } from "../project/similar-scripts.ts";
import type { ScriptFiles } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { scriptError } from "./error-envelope.ts";

/**
 * Resolves the path of a script. The result uses Unity's spelling.
 * @throws PATH_REQUIRED, ONLY_CS_SUPPORTED, PATH_SCOPE_INVALID, FILE_NOT_FOUND
 */
export async function resolveScript(context: Context, written: string): Promise<ResolvedPath> {
  if (written.trim() === "") {
    throw scriptError("PATH_REQUIRED", "INVALID_ARGUMENT", "The path is empty", {
      hint: "Write for example Assets/Scripts/Player.cs",
    });
  }
  const service = await context.service<ScriptService>();
  let path: ResolvedPath;
  try {
    path = await context.workspace.resolve(written, { expect: "any" });
  } catch (error) {
    if (!(error instanceof JigError)) throw error;
    const isMiss = MISSES.has(error.code) && error.details?.candidates === undefined;
    const hint = isMiss ? await suggestion(written, error.code === "PATH_NOT_FOUND", service, context) : undefined;
    const advice = hint ?? error.hint;
    const isMissing = error.code === "PATH_NOT_FOUND";
    const message = isMissing ? `The script ${JSON.stringify(written)} does not exist in the workspace` : error.message;
    throw new JigError(error.code, message, {
      ...(advice ? { hint: advice } : {}),
      details: { ...error.details, path: written },
    });
  }
  const display = await service.display(path.absolute);
  if (path.kind === "directory") {
    throw scriptError("FILE_NOT_FOUND", "NOT_A_FILE", `${JSON.stringify(written)} is a folder, not a script`, {
      hint: `Its scripts: script_search with patternType glob and pattern ${display}/**/*.cs`,
      path: written,
    });
  }
  if (path.absolute.toLowerCase().endsWith(".cs")) return { ...path, display };
  throw scriptError("ONLY_CS_SUPPORTED", "INVALID_ARGUMENT", `${JSON.stringify(written)} is not a C# file`, {
    hint: "Script tools read only files whose names end in .cs",
    path: written,
  });
}

const MISSES = new Set(["PATH_NOT_FOUND", "PATH_OUTSIDE", "INVALID_ARGUMENT"]);

async function suggestion(
  written: string,
  bySpelling: boolean,
  service: ScriptService,
  context: Context,
): Promise<string | undefined> {
  if (written.includes("\0")) return undefined;
  const { displays } = await service.ask<ScriptFiles>({ op: "files", scope: "all" }, context);
  const near = similarScripts(written, displays, bySpelling);
  if (near.length === 0) return undefined;
  return near.length === 1 ? `Did you mean ${near[0]}?` : `Write one of ${near.join(", ")}`;
}
