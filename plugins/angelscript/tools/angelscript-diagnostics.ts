/** Implements the tool `angelscript_diagnostics`, which returns the compile errors of a running editor or our own diagnostics. */
import { type Context, JigError, type Outcome } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import { success } from "./error-envelope.ts";
import { scriptPath } from "./position-input.ts";

interface DiagnosticsInput {
  filePath?: string | undefined;
  content?: string | undefined;
  wait?: boolean | undefined;
}

export default async function diagnostics(input: DiagnosticsInput, context: Context): Promise<Outcome> {
  const { filePath, content } = input;
  if (content !== undefined && !filePath)
    throw answerError("InvalidParams", '"content" needs "filePath", the path of the text', {
      details: { parameter: "filePath" },
    });
  if (content !== undefined && input.wait)
    throw answerError("InvalidParams", '"wait" waits for the compile of saved files: omit "content" or "wait"', {
      details: { parameter: "wait" },
    });
  const path = filePath ? await pathOf(filePath.trim(), content !== undefined, context) : undefined;
  const service = await context.service<AngelscriptService>();
  return success(await service.diagnostics({ path, content }, input.wait ?? false, context));
}

/** If there is `content`, the file doesn't have to exist. */
async function pathOf(filePath: string, mayBeNew: boolean, context: Context): Promise<string> {
  if (!mayBeNew) return await scriptPath(filePath, context);
  if (!/\.as$/i.test(filePath))
    throw answerError("InvalidParams", `"${filePath}" is not a script: its name must end in ".as"`, {
      details: { filePath },
    });
  return await newPath(filePath, context);
}

/** The file isn't written, so its folder doesn't have to exist either. */
async function newPath(filePath: string, context: Context): Promise<string> {
  try {
    return (await context.workspace.resolve(filePath, { expect: "new" })).absolute;
  } catch (error) {
    const [, folder, name] = /^(.*[^/\\])[/\\]+([^/\\]+)$/s.exec(filePath) ?? [];
    const isMissing = error instanceof JigError && error.code === "PATH_NOT_FOUND";
    if (!isMissing || !folder || !name || name === "..") throw error;
    return `${await newPath(folder, context)}/${name}`;
  }
}
