/** The scene's tools by C#, for the backends that have no such commands in the tools' shape. */
import type { Json, JsonObject } from "../../../core/host/plugin-api.ts";
import type { Answer, Command } from "../command/command.ts";
import { editorError } from "../tools/error-envelope.ts";
import { findCode, foundIn, hierarchyCode, hierarchyIn, withoutCriterion } from "./scene-code.ts";

/** `run` gives the answer of execute-dynamic-code. The code only reads. */
export async function byScene(
  { method, params }: Command,
  run: (code: string) => Promise<JsonObject>,
): Promise<Answer> {
  const refused = method === "find-game-objects" ? withoutCriterion(params) : undefined;
  if (refused) return { result: refused, warnings: [] };
  const find = method === "find-game-objects";
  const answer = await run(find ? findCode(params) : hierarchyCode(params));
  if (answer.Success !== true) {
    throw editorError("EDITOR_ERROR", `The C# that reads the scene failed: ${String(answer.ErrorMessage)}`, {
      hint: "It only reads. Code must be allowed in this Editor",
    });
  }
  const json = parsed(String(answer.Result));
  return find ? foundIn(json) : hierarchyIn(json, params.IncludeComponents !== false);
}

function parsed(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}
