/** Implements `get-hierarchy`, which returns the tree of a scene. The Editor writes it to a file, which we read. */
import { getDefaults, type InferOutput } from "valibot";
import type { Context, JsonObject, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { asObject } from "../command/json-fields.ts";
import { hierarchyOf } from "../results/hierarchy-file.ts";
import { readSavedJson } from "../results/saved-files.ts";
import { openCall } from "../routing/editor-call.ts";
import { editorParams, withParameterWarnings } from "./call-editor.ts";
import { outcomeOf } from "./editor-outcome.ts";
import { getHierarchyInput } from "./input.ts";

type Input = InferOutput<typeof getHierarchyInput>;

export default async function getHierarchy(input: Input, context: Context): Promise<Outcome> {
  const call = await openCall(input, context);
  const params = { ...editorParams(input, ["MaxResponseSizeKB"]), UseComponentsLut: "false" };
  const command = { method: "get-hierarchy", params, repeatable: true };
  const answer = await call.router.run(command, call.commandContext);
  const defaults = { ...getDefaults(getHierarchyInput), UseComponentsLut: "false" };
  const { result, warnings } = await withParameterWarnings(answer, call, command, defaults);
  const saved = result.hierarchyFilePath;
  const read = typeof saved === "string" ? await readSavedJson(context, call.router.projectRoot, saved) : undefined;
  const hierarchy = read === undefined ? undefined : hierarchyOf(read);
  if (!hierarchy) {
    // Before 0.36 the tree was part of the answer.
    const unread =
      typeof saved === "string" ? [`The hierarchy that the Editor saved to "${saved}" could not be read`] : [];
    return outcomeOf({ result, warnings: [...warnings, ...unread] }, call);
  }
  return outcomeOf({ result: sized(result, hierarchy, input.MaxResponseSizeKB), warnings }, call);
}

/**
 * If the tree has at most `maxKB` (1,024 bytes of JSON each), it is returned. Otherwise it stays in the file and we return its
 * path, as the contract requires.
 */
function sized(
  result: JsonObject,
  { hierarchy, context }: { hierarchy: JsonObject[]; context: JsonObject },
  maxKB: number,
): JsonObject {
  const { message, hierarchyFilePath, Ver } = result;
  const said = { Message: message ?? "", ErrorMessage: "", Ver };
  const bytes = new TextEncoder().encode(JSON.stringify(hierarchy)).length;
  if (bytes <= maxKB * 1024) return { hierarchy, context, hierarchyFilePath, ...said };
  return { hierarchySavedToFile: true, hierarchyFilePath, saveToFileReason: "auto_threshold", context, ...said };
}

export function lines({ row }: RenderedRow): Row[] {
  const {
    name,
    components,
    isActive,
    depth: _,
    children: __,
    continued: ___,
    siblingIndex: ____,
    ...more
  } = asObject(row);
  const others = Object.entries(more).map(
    ([key, value]) => `${key}=${typeof value === "string" ? value : JSON.stringify(value)}`,
  );
  const types = Array.isArray(components) ? [components.join(", ")] : [];
  const parts = [String(name), ...types, ...(isActive === false ? ["(inactive)"] : []), ...others];
  return [{ text: parts.join("  "), ...(isActive === false ? { tone: "muted" as const } : {}) }];
}
