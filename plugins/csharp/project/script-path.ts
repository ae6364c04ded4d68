/** The one gate for a path argument of a script tool. */
import { type Capabilities, JigError, type ResolvedPath } from "../../../core/host/mod.ts";
import { scriptError } from "../failure.ts";

/** Throws PATH_REQUIRED, ONLY_CS_SUPPORTED, PATH_SCOPE_INVALID, FILE_NOT_FOUND. */
export async function resolveScript(context: Pick<Capabilities, "workspace">, written: string): Promise<ResolvedPath> {
  if (written.trim() === "") {
    throw scriptError("PATH_REQUIRED", "INVALID_ARGUMENT", "The path is empty", {
      hint: "Write for example Assets/Scripts/Player.cs",
    });
  }
  try {
    const path = await context.workspace.resolve(written);
    if (path.absolute.toLowerCase().endsWith(".cs")) return path;
  } catch (error) {
    if (!(error instanceof JigError)) throw error;
    throw new JigError(error.code, error.message, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      details: { ...error.details, path: written },
    });
  }
  throw scriptError("ONLY_CS_SUPPORTED", "INVALID_ARGUMENT", `${JSON.stringify(written)} is not a C# file`, {
    hint: "Script tools read files that end with .cs",
    path: written,
  });
}
