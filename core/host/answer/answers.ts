/** Provides everything for answers, which includes paging, presentation, rendering and saving. */

import type { Workspace } from "../contract/context.ts";
import type { JsonObject, Outcome, Row, View } from "../contract/outcome.ts";
import type { Presented, PresentOptions } from "../contract/presented-answer.ts";
import { checkedRows } from "../manifest/plugin-values.ts";
import type { RegisteredTool } from "../manifest/registry.ts";
import { withoutPatterns } from "../manifest/schema-patterns.ts";
import { acceptedSchema, listedSchema } from "../manifest/standard-parameters.ts";
import { withoutSynonyms } from "../manifest/synonyms.ts";
import { validateInput } from "../manifest/validate.ts";
import { drawRow } from "../rows/draw.ts";
import type { AnswerCall, AnswerTool } from "../rows/row.ts";
import { viewOf } from "../rows/view.ts";
import { shownPaths } from "../workspace/shown-paths.ts";
import { type AnswerEnvironment, prepare } from "./answer-context.ts";
import { budgetOf } from "./budget.ts";
import { chooseFormat } from "./formats.ts";
import { pagedOutcome } from "./page.ts";
import { present } from "./present.ts";

export function createAnswers(
  workspace: Workspace,
  { store, countTokens }: Pick<AnswerEnvironment, "store" | "countTokens">,
) {
  const pathsFor = (tool: RegisteredTool) => shownPaths(workspace, tool.plugin.builtIn);
  return {
    /** Returns the page that `limit` and `cursor` in the input select. */
    page(tool: RegisteredTool, input: JsonObject, run: (input: JsonObject) => Promise<Outcome>): Promise<Outcome> {
      const call = { tool: answerTool(tool, input), input, startedAt: Date.now() };
      return pagedOutcome(call, { store, paths: pathsFor(tool) }, run);
    },
    async present(
      tool: RegisteredTool,
      outcome: Outcome,
      input: JsonObject,
      options: PresentOptions,
    ): Promise<Presented> {
      const call = await callOf(tool, input, workspace);
      const choice = chooseFormat(call, options.as);
      const environment = { store, paths: pathsFor(tool), rootLine: rootLine(workspace), countTokens };
      return await present(prepare(call, outcome, choice, environment), budgetOf(call, options, choice.format));
    },
    async view(tool: RegisteredTool, outcome: Outcome, written: JsonObject): Promise<View> {
      const call = await callOf(tool, written, workspace);
      return await viewOf(call.tool, outcome, { answer: outcome.value, input: call.input, paths: pathsFor(tool) });
    },
    /** Renders rows of the last source before the answer is complete. */
    earlyRows(registered: RegisteredTool, rows: readonly JsonObject[string][]): Row[] {
      const source = registered.tool.output.rows?.at(-1);
      // All rows are rendered at once, because a request to the process of a plugin for each row would be far too slow.
      if (!source || source.lines) return checkedRows(rows);
      const at = { answer: {}, input: {}, paths: pathsFor(registered) };
      return rows.flatMap((row) => drawRow({ source, value: row ?? null }, at));
    },
  };
}

/** Frontends pass the call without changes, so defaults and synonyms have to be resolved here, just as for the tool. */
async function callOf(registered: RegisteredTool, written: JsonObject, workspace: Workspace): Promise<AnswerCall> {
  const { plugin, tool } = registered;
  const startedAt = Date.now();
  try {
    const schema = acceptedSchema(listedSchema(tool));
    const known = Object.keys(schema.properties ?? {});
    const named = await withoutSynonyms(tool.synonyms, written, known, workspace);
    const input = validateInput(plugin.builtIn ? schema : withoutPatterns(schema), named);
    return { tool: answerTool(registered, input), input, given: Object.keys(named as JsonObject), startedAt };
  } catch {
    // Calls that were refused have to be presented too.
    return { tool: answerTool(registered, written), input: written, given: Object.keys(written), startedAt };
  }
}

function answerTool({ plugin, tool }: RegisteredTool, input: JsonObject): AnswerTool {
  const { output, name, title, view } = tool;
  const lines: AnswerTool["lines"] = async (rows, answer, given) => {
    const own = rows.filter(({ source, emptyGroup }) => source.lines && !emptyGroup);
    const requests = own.map(({ value: row, key, group }) => ({
      row,
      ...(key !== undefined && { key }),
      ...(group !== undefined && { group }),
    }));
    const drawn = await plugin.runner?.lines(name, requests, answer, given);
    const byRow = new Map(own.map((row, index) => [row, drawn?.[index]]));
    return rows.map((row) => byRow.get(row));
  };
  return {
    plugin: plugin.manifest.name,
    name,
    title,
    output,
    view,
    repeatable: tool.effect === "read" && Object.keys(tool.parameterEffects).every((raising) => !input[raising]),
    parameters: Object.keys(tool.inputSchema.properties ?? {}),
    ...(output.rows?.some((source) => source.lines) && { lines }),
  };
}

function rootLine({ roots }: Workspace): string | undefined {
  const [only] = roots;
  if (only && roots.length === 1) return `root: ${only.path}`;
  return only && `roots: ${roots.map(({ name, path }) => `${name}=${path}`).join(", ")}`;
}
