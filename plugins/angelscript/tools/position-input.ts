/** The place in a file that two tools ask about (docs/contracts/angelscript.md, "Paths"). */
import { isAbsolute } from "node:path";
import * as v from "valibot";
import { type Context, JigError } from "../../../core/host/plugin-api.ts";
import { answerError } from "../queries/answer-error.ts";
import type { PositionRequest } from "../queries/position.ts";
import type { AngelscriptService } from "../queries/service.ts";

export const filePathInput = v.pipe(
  v.string(),
  v.description("Script file: `rootName/path/File.as`, a path relative to the workspace, or an absolute path."),
);

const whole = (description: string) => v.pipe(v.number(), v.integer(), v.minValue(1), v.description(description));

export const positionInput = v.pipe(
  v.strictObject({
    line: whole("Line, from 1: one more than in LSP."),
    character: whole("Column in UTF-16 units, from 1: one more than in LSP."),
  }),
  v.description("Where the name is: on it, or just after its end."),
);

/** Resolves the path by the workspace's rules. Throws InvalidParams (with `candidates` where it is ambiguous) and NotFound. */
export async function positionRequest(
  input: { filePath: string; position: { line: number; character: number } },
  context: Context,
): Promise<PositionRequest> {
  const filePath = input.filePath.trim();
  return { path: await scriptPath(filePath, context), filePath, ...input.position };
}

export async function scriptPath(filePath: string, context: Context): Promise<string> {
  try {
    return (await context.workspace.resolve(filePath)).absolute;
  } catch (error) {
    if (!(error instanceof JigError)) throw error;
    if (error.code === "PATH_OUTSIDE" && isAbsolute(filePath))
      throw answerError("NotFound", `"${filePath}" is in no workspace root`, {
        hint: "Start jig with --root on the project that holds it",
        details: { filePath },
      });
    if (error.code === "PATH_NOT_FOUND") throw await notFound(error, filePath, context);
    const root = context.workspace.roots.find((each) => each.name === filePath);
    throw new JigError(error.code, error.message, {
      ...(error.hint === undefined ? {} : { hint: error.hint }),
      details: { ...error.details, filePath, ...(root ? { workspaceFolderName: root.name } : {}) },
    });
  }
}

async function notFound(error: JigError, filePath: string, context: Context): Promise<JigError> {
  const service = await context.service<AngelscriptService>();
  const { data: suggestions } = await service.ask<string[]>({ op: "near", filePath }, context.signal);
  return new JigError(error.code, error.message, {
    hint: suggestions.length > 0 ? `Did you mean ${suggestions.join(", ")}?` : (error.hint ?? ""),
    details: { ...error.details, filePath, suggestions },
  });
}
