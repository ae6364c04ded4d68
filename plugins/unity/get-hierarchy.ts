/** `get-hierarchy`: the scene's tree, read back from the file in which the Editor leaves it. */
import { getDefaults, type InferOutput } from "valibot";
import {
  type Context,
  fitsIn,
  type Json,
  type JsonObject,
  type Outcome,
  type Row,
  textOf,
  type View,
} from "../../core/host/plugin-api.ts";
import { dealingsOf, editorParams, withParameterWarnings } from "./dealings.ts";
import { largest } from "./fit.ts";
import { asObject } from "./protocol/message.ts";
import { outcomeOf, rowsOf, sameProject, textIn } from "./results/answer.ts";
import { deepest, hierarchyOf, shallower } from "./results/hierarchy-file.ts";
import { readSaved } from "./results/project-files.ts";
import { getHierarchyInput } from "./schemas.ts";

type Input = InferOutput<typeof getHierarchyInput>;

export default async function getHierarchy(input: Input, context: Context): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const params = { ...editorParams(input, ["MaxResponseSizeKB"]), UseComponentsLut: "false" };
  const command = { method: "get-hierarchy", params, repeatable: true };
  const answer = await dealings.session.run(command, dealings.caller);
  const defaults = { ...getDefaults(getHierarchyInput), UseComponentsLut: "false" };
  const { result, warnings } = await withParameterWarnings(answer, dealings, command, defaults);
  const saved = result.hierarchyFilePath;
  const read = typeof saved === "string" ? await readSaved(context, dealings.session.projectRoot, saved) : undefined;
  const hierarchy = read === undefined ? undefined : hierarchyOf(read);
  if (!hierarchy) {
    // Editors before 0.36 answer inline.
    const unread =
      typeof saved === "string" ? [`The hierarchy that the Editor saved to "${saved}" could not be read`] : [];
    return outcomeOf({ result, warnings: [...warnings, ...unread] }, dealings);
  }
  return outcomeOf({ result: sized(result, hierarchy, input.MaxResponseSizeKB), warnings }, dealings);
}

/** Nested inline up to `maxKB` (of 1,024 bytes of JSON), the file above it, as the specification has it. */
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

export function view(value: Json, input: object): View {
  const { hierarchySavedToFile, hierarchyFilePath } = asObject(value);
  const rows = rowsOf(value, "hierarchy").flatMap((node) => nodeRows(node, "", sameProject(input)));
  const notes = hierarchySavedToFile === true ? [`Saved by the Editor: ${hierarchyFilePath}`] : [];
  return { rows, notes };
}

function nodeRows(node: JsonObject, above: string, project: JsonObject): Row[] {
  const name = textIn(node, "name");
  const path = above === "" ? name : `${above}/${name}`;
  const components = Array.isArray(node.components) ? `  ${node.components.join(", ")}` : "";
  const row: Row = {
    text: `${name}${components}`,
    depth: typeof node.depth === "number" ? node.depth : 0,
    ...(node.isActive === false ? { tone: "muted" as const } : {}),
    links: [
      {
        rel: "definition",
        tool: "find-game-objects",
        input: { NamePattern: path, SearchMode: "Path", IncludeInactive: true, ...project },
      },
    ],
  };
  return [row, ...rowsOf(node, "children").flatMap((child) => nodeRows(child, path, project))];
}

/** Cuts the deepest levels first, then roots from the end. */
export function fit(value: Json, maxChars: number): Json | undefined {
  if (fitsIn(value, maxChars)) return value;
  const { hierarchy, Ver, ...others } = asObject(value);
  if (!Array.isArray(hierarchy)) return undefined;
  const roots = hierarchy.map(asObject);
  const cut = (levels: number, count: number): JsonObject => ({
    hierarchy: shallower(roots.slice(0, count), levels),
    ...others,
    Cut: {
      LevelsShown: levels + 1,
      RootsShown: count,
      RootsOf: roots.length,
      Rest: "Ask with RootPath for a part, or read the whole tree in hierarchyFilePath",
    },
    Ver,
  });
  const levels = largest(deepest(roots), (candidate) => textOf(cut(candidate, roots.length)).length <= maxChars);
  if (levels !== undefined) return cut(levels, roots.length);
  const count = largest(roots.length - 1, (candidate) => textOf(cut(0, candidate)).length <= maxChars);
  return count === undefined ? undefined : cut(0, count);
}
