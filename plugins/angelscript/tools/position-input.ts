/** Parses a position in a file as an input (see "Paths" in docs/contracts/angelscript.md). */
import { isAbsolute } from "node:path";
import * as v from "valibot";
import { type Context, JigError, parsePosition } from "../../../core/host/plugin-api.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import type { PositionRequest } from "../symbols/position.ts";

export const filePathInput = v.pipe(v.string(), v.description("Script: relative, `rootName/path` or absolute."));

const whole = () => v.pipe(v.number(), v.integer(), v.minValue(1));

export const positionInput = v.pipe(
  v.strictObject({
    line: whole(),
    character: whole(),
  }),
  v.description("Position of the name; line and character (UTF-16) from 1."),
);

/** Applies the path rules of the workspace. Throws NotFound, or InvalidParams with `candidates` if the path is ambiguous. */
export async function positionRequest(
  input: { filePath: string; position: { line: number; character: number } },
  context: Context,
): Promise<PositionRequest> {
  const filePath = input.filePath.trim();
  return { path: await scriptPath(filePath, context), filePath, ...input.position };
}

/** Returns names if they are given in place of a position. Throws InvalidParams if there are both or neither. */
export function namesOf({ name, names, at, filePath, position }: SymbolInput): string[] | undefined {
  const ways = [
    name !== undefined || names !== undefined,
    at !== undefined,
    filePath !== undefined || position !== undefined,
  ];
  if (ways.filter(Boolean).length !== 1 || (position === undefined) !== (filePath === undefined))
    throw answerError("InvalidParams", 'Pass "name" or "names", or "at", or "filePath" with "position"', {
      hint: 'A name is AThing, AThing/Fire, Math::Clamp or AThing/*; "at" is path:line:column',
      details: { parameter: "name" },
    });
  const all = [...(name === undefined ? [] : [name]), ...(names ?? [])].map((each) => each.trim());
  return ways[0] ? all.filter((each) => each !== "") : undefined;
}

/** Accepts either `at`, or `filePath` with `position`. */
export async function placeRequest(
  { at, filePath, position }: SymbolInput,
  context: Context,
): Promise<PositionRequest> {
  if (at === undefined)
    return await positionRequest({ filePath: filePath ?? "", position: position ?? FIRST }, context);
  const { path, line, column } = parsePosition(at);
  return await positionRequest({ filePath: path, position: { line, character: column } }, context);
}

const FIRST = { line: 1, character: 1 };

export interface SymbolInput {
  filePath?: string | undefined;
  position?: { line: number; character: number } | undefined;
  at?: string | undefined;
  name?: string | undefined;
  names?: string[] | undefined;
}

const written = "AThing, AThing/Fire(int), Math::Clamp, AThing/*";

/** The ways to specify a symbol other than `filePath` and `position`. */
export const symbolInput = {
  name: v.optional(v.pipe(v.string(), v.description(`Symbol: ${written}.`))),
  at: v.optional(v.pipe(v.string(), v.description("path:line:column, from 1."))),
};

export async function scriptPath(filePath: string, context: Context): Promise<string> {
  try {
    return (await context.workspace.resolve(filePath)).absolute;
  } catch (error) {
    if (!(error instanceof JigError)) throw error;
    if (error.code === "PATH_OUTSIDE" && isAbsolute(filePath))
      throw answerError("NotFound", `"${filePath}" is not in a workspace root`, {
        hint: "Start jig with --root on the project that contains it",
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
  const { data: suggestions } = await service.ask<string[]>({ op: "near", filePath }, context);
  return new JigError(error.code, error.message, {
    hint: suggestions.length > 0 ? `Did you mean ${suggestions.join(", ")}?` : (error.hint ?? ""),
    details: { ...error.details, filePath, suggestions },
  });
}
