/** Implements queries about scenes in C#, for Editors that can run code but have no command for them. */
import { type Json, type JsonObject, parseJson } from "../../../core/host/plugin-api.ts";
import type { Command, EditorAnswer } from "../command/command.ts";
import { editorError } from "../command/editor-errors.ts";
import { asObject } from "../command/json-fields.ts";
import { jsonObject, literal, literals, QUOTE } from "./csharp-literal.ts";

const MAX_OBJECTS = 5_000;

const text = (value: Json | undefined) => (typeof value === "string" ? value : "");
const flag = (value: Json | undefined) => (value === true ? "true" : "false");

/** Defines `path(t)`, which returns the names from the root of the scene separated by slashes. */
const PATH = `System.Func<UnityEngine.Transform, string> path = t => { var s = t.name; for (var p = t.parent; p != null; p = p.parent) s = p.name + "/" + s; return s; };`;

/** Defines `all`, which contains every object in the loaded scenes, including inactive ones. */
const ALL = `var all = new System.Collections.Generic.List<UnityEngine.Transform>();
for (var n = 0; n < UnityEngine.SceneManagement.SceneManager.sceneCount; n++)
{
  var scene = UnityEngine.SceneManagement.SceneManager.GetSceneAt(n);
  if (!scene.isLoaded) continue;
  foreach (var root in scene.GetRootGameObjects()) all.AddRange(root.GetComponentsInChildren<UnityEngine.Transform>(true));
}`;

/** The output is parsed by `foundIn`. */
export function findCode(params: JsonObject): string {
  const mode = text(params.SearchMode) || "Exact";
  const name = literal(text(params.NamePattern));
  const named = text(params.NamePattern) !== "";
  const compared: Record<string, string> = {
    Exact: `o.name == ${name}`,
    Path: `path(o.transform) == ${name}.Trim('/')`,
    Regex: `System.Text.RegularExpressions.Regex.IsMatch(o.name, ${name})`,
    Contains: `o.name.IndexOf(${name}, System.StringComparison.OrdinalIgnoreCase) >= 0`,
  };
  const tests = [
    params.IncludeInactive === true ? "" : "o.activeInHierarchy",
    mode === "Selected" ? "System.Array.IndexOf(UnityEditor.Selection.gameObjects, o) >= 0" : "",
    named && mode !== "Selected" ? (compared[mode] ?? compared.Exact) : "",
    text(params.Tag) === "" ? "" : `o.tag == ${literal(text(params.Tag))}`,
    typeof params.Layer === "number" ? `o.layer == ${params.Layer}` : "",
  ].filter((test) => test !== "");
  const required = Array.isArray(params.RequiredComponents) ? params.RequiredComponents.map(String) : [];
  const component = jsonObject({
    type: "q(c.GetType().Name)",
    fullTypeName: "q(c.GetType().FullName)",
    properties: '"[]"',
  });
  const row = jsonObject({
    name: "q(o.name)",
    path: "q(path(o.transform))",
    isActive: '(o.activeSelf ? "true" : "false")',
    tag: "q(o.tag)",
    layer: "o.layer.ToString()",
    components: '"[" + string.Join(",", parts) + "]"',
  });
  return `${QUOTE}
${PATH}
${ALL}
var required = ${literals(required)};
var rows = new System.Collections.Generic.List<string>();
var total = 0;
foreach (var t in all)
{
  var o = t.gameObject;
  if (!(${tests.join(" && ") || "true"})) continue;
  var parts = new System.Collections.Generic.List<string>();
  var names = new System.Collections.Generic.List<string>();
  foreach (var c in o.GetComponents<UnityEngine.Component>())
  {
    if (c == null) continue;
    names.Add(c.GetType().Name);
    names.Add(c.GetType().FullName);
    parts.Add(${component});
  }
  var has = true;
  foreach (var r in required) if (!names.Contains(r)) has = false;
  if (!has) continue;
  total++;
  if (rows.Count < ${countIn(params)}) rows.Add(${row});
}
return "{\\"total\\":" + total + ",\\"rows\\":[" + string.Join(",", rows) + "]}";`;
}

function countIn(params: JsonObject): number {
  return typeof params.MaxResults === "number" ? Math.min(MAX_OBJECTS, Math.max(0, params.MaxResults)) : 20;
}

/** Other Editors refuse an empty search as well. */
export function withoutCriterion(params: JsonObject): JsonObject | undefined {
  const required = Array.isArray(params.RequiredComponents) ? params.RequiredComponents.length : 0;
  const hasCriterion = [params.NamePattern, params.Tag].some((value) => text(value) !== "") || required > 0;
  if (hasCriterion || typeof params.Layer === "number" || params.SearchMode === "Selected") return undefined;
  return { results: [], totalFound: 0, errorMessage: "At least one search criterion must be provided" };
}

export function foundIn(json: Json): { result: JsonObject; warnings: string[] } {
  const { rows, total } = asObject(json);
  if (!Array.isArray(rows) || typeof total !== "number") throw otherShape();
  const left = total > rows.length ? [`Only the first ${rows.length} of ${total} objects are returned`] : [];
  const result = { results: rows, totalFound: rows.length, errorMessage: null };
  return { result, warnings: [...left, "This Editor returns no component properties"] };
}

/** Creates one row for each object, with parents first. The output is parsed by `hierarchyIn`. */
export function hierarchyCode(params: JsonObject): string {
  const root = text(params.RootPath);
  const depth = typeof params.MaxDepth === "number" ? params.MaxDepth : -1;
  const row = jsonObject({
    n: "q(t.name)",
    d: "level.ToString()",
    a: '(t.gameObject.activeSelf ? "true" : "false")',
    s: "q(t.gameObject.scene.name)",
    c: '"[" + string.Join(",", parts) + "]"',
  });
  return `${QUOTE}
${PATH}
${ALL}
var start = ${literal(root)}.Trim('/');
var rows = new System.Collections.Generic.List<string>();
var total = 0;
foreach (var t in all)
{
  if (${flag(params.IncludeInactive)} == false && !t.gameObject.activeInHierarchy) continue;
  var p = path(t);
  if (start != "" && p != start && !p.StartsWith(start + "/")) continue;
  var level = -(start == "" ? 0 : start.Split('/').Length - 1);
  for (var u = t.parent; u != null; u = u.parent) level++;
  if (${depth} >= 0 && level > ${depth}) continue;
  total++;
  if (rows.Count >= ${MAX_OBJECTS}) continue;
  var parts = new System.Collections.Generic.List<string>();
  if (${flag(params.IncludeComponents)}) foreach (var c in t.GetComponents<UnityEngine.Component>()) if (c != null) parts.Add(q(c.GetType().Name));
  rows.Add(${row});
}
return "{\\"total\\":" + total + ",\\"scene\\":" + q(UnityEngine.SceneManagement.SceneManager.GetActiveScene().name) + ",\\"play\\":" + (UnityEngine.Application.isPlaying ? "true" : "false") + ",\\"rows\\":[" + string.Join(",", rows) + "]}";`;
}

/** The result has the same form as on Editors that return the whole tree. */
export function hierarchyIn(json: Json, withComponents: boolean): { result: JsonObject; warnings: string[] } {
  const { rows, total, scene, play } = asObject(json);
  if (!Array.isArray(rows) || typeof total !== "number") throw otherShape();
  const hierarchy: JsonObject[] = [];
  const above: JsonObject[][] = [hierarchy];
  let deepest = 0;
  for (const entry of rows.map(asObject)) {
    const depth = Math.min(typeof entry.d === "number" ? Math.max(0, entry.d) : 0, above.length - 1);
    const children: JsonObject[] = [];
    above[depth]!.push({
      name: entry.n ?? "",
      depth,
      isActive: entry.a === true,
      ...(withComponents ? { components: entry.c ?? [] } : {}),
      children,
    });
    above.length = depth + 1;
    above.push(children);
    deepest = Math.max(deepest, depth);
  }
  const left =
    total > rows.length ? [`Only the first ${rows.length} of ${total} objects are returned: use RootPath`] : [];
  const context = {
    sceneType: play === true ? "runtime" : "editor",
    sceneName: text(scene),
    nodeCount: rows.length,
    maxDepth: deepest,
  };
  return { result: { hierarchy, context, message: total === 1 ? "1 object" : `${total} objects` }, warnings: left };
}

function otherShape() {
  return editorError("EDITOR_ERROR", "The C# that reads the scene returned an unexpected answer", {
    hint: "It only reads, so try again",
  });
}

/** The `run` function comes from execute-dynamic-code. It has no side effects. */
export async function runSceneTool(
  { method, params }: Command,
  run: (code: string) => Promise<JsonObject>,
): Promise<EditorAnswer> {
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
    return parseJson(text);
  } catch {
    return null;
  }
}
