/**
 * Used by most handlers. It sends one command, returns the answer, and adds a warning for each parameter that this Editor
 * ignores.
 */
import type { Context, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { type Command, type EditorAnswer, queryContext } from "../command/command.ts";
import { toolOf, unknownParameters } from "../editor/tool-catalog.ts";
import { type CommonInput, type EditorCall, openCall } from "../routing/editor-call.ts";
import { outcomeOf } from "./editor-outcome.ts";

/**
 * Removes the parameters that are for jig. Defaults are filled in so that all Editors behave as the contract says.
 * TimeoutSeconds must be an integer, because the first Editors only accept that.
 */
export function editorParams(input: CommonInput, ours: string[] = []): JsonObject {
  const params = Object.entries(input).filter(
    ([key, value]) => value !== undefined && key !== "ProjectPath" && !ours.includes(key),
  );
  return { ...Object.fromEntries(params), TimeoutSeconds: Math.ceil(input.TimeoutSeconds) };
}

/** Parameters and results are passed on unchanged. */
export async function callEditor(
  input: CommonInput & object,
  context: Context,
  command: Command,
  defaults: object,
): Promise<Outcome> {
  const call = await openCall(input, context);
  const answer = await call.router.run(command, call.commandContext);
  return outcomeOf(await withParameterWarnings(answer, call, command, defaults), call);
}

export async function withParameterWarnings(
  answer: EditorAnswer,
  { router, commandContext }: EditorCall,
  command: Command,
  defaults: object,
): Promise<EditorAnswer> {
  const standard = defaults as Record<string, Json>;
  const set = Object.keys(command.params).filter(
    (name) => name !== "TimeoutSeconds" && JSON.stringify(command.params[name]) !== JSON.stringify(standard[name]),
  );
  if (set.length === 0) return answer;
  // This is only an addition, so a failure must not lose the answer.
  const part = queryContext(commandContext, router.timeouts.probe);
  const catalog = await router.catalog(part).catch(() => undefined);
  const tool = catalog && toolOf(catalog, command.method);
  if (!tool) return answer;
  const warnings = unknownParameters(tool, set).map(
    (name) => `This Editor (${router.title}) has no parameter ${name} for ${command.method} and ignored it`,
  );
  return { result: answer.result, warnings: [...answer.warnings, ...warnings] };
}
