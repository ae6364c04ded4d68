/** What the host does with answers: pages of them, what a frontend sends, how they are drawn, and what is saved. */

import { existsSync, lstatSync, readFileSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Workspace } from "../contract/context.ts";
import type { JsonObject, Media, Outcome, Row, View } from "../contract/outcome.ts";
import type { Presented, PresentOptions } from "../contract/presented-answer.ts";
import { checkedRows } from "../manifest/plugin-values.ts";
import type { RegisteredTool } from "../manifest/registry.ts";
import { withoutPatterns } from "../manifest/schema-patterns.ts";
import { acceptedSchema, listedSchema } from "../manifest/standard-parameters.ts";
import { withoutSynonyms } from "../manifest/synonyms.ts";
import { validateInput } from "../manifest/validate.ts";
import { drawRow, type Paths } from "../rows/draw.ts";
import type { AnswerCall, AnswerRow, AnswerTool } from "../rows/row.ts";
import { scopeOf } from "../rows/split.ts";
import { viewOf } from "../rows/view.ts";
import { isInside } from "../workspace/path-rules.ts";
import { prepare } from "./answer-context.ts";
import { budgetOf } from "./budget.ts";
import { chooseFormat } from "./formats.ts";
import { pagedOutcome } from "./page.ts";
import { present } from "./present.ts";
import type { SavedAnswers } from "./saved-answers.ts";
import type { CountTokens } from "./token-count.ts";

export interface AnswersOptions {
  workspace: Workspace;
  store: SavedAnswers;
  countTokens: CountTokens;
}

export interface Answers {
  /** A page of what the tool answers, by `limit` and `cursor` of the input. */
  page(tool: RegisteredTool, input: JsonObject, run: (input: JsonObject) => Promise<Outcome>): Promise<Outcome>;
  present(tool: RegisteredTool, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  view(tool: RegisteredTool, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Rows of the answer's last source, before the answer is complete. */
  early(tool: RegisteredTool, rows: readonly JsonObject[string][], input: JsonObject): Row[];
}

export function createAnswers({ workspace, store, countTokens }: AnswersOptions): Answers {
  const pathsFor = (tool: RegisteredTool) => pathsOf(workspace, tool.plugin.builtIn);
  return {
    page(tool, input, run) {
      const call = { tool: answerTool(tool, input), input, startedAt: Date.now() };
      return pagedOutcome(call, { store, paths: pathsFor(tool) }, run);
    },
    async present(tool, outcome, input, options) {
      const call = await callOf(tool, input, workspace);
      const choice = chooseFormat(call, options.as);
      const environment = { store, paths: pathsFor(tool), rootLine: rootLine(workspace), countTokens };
      return await present(prepare(call, outcome, choice, environment), budgetOf(call, options, choice.format));
    },
    async view(tool, outcome, written) {
      const call = await callOf(tool, written, workspace);
      return await viewOf(call.tool, outcome, { answer: outcome.value, input: call.input, paths: pathsFor(tool) });
    },
    early(registered, rows, input) {
      const source = registered.tool.output.rows?.at(-1);
      // Rows that code draws come drawn: nobody waits for a plugin's process between two rows.
      if (!source || source.lines) return checkedRows(rows);
      const at = { answer: {}, input, paths: pathsFor(registered) };
      return rows.flatMap((row) => drawRow({ source, value: row ?? null }, at));
    },
  };
}

/** The call as the tool got it, with defaults and synonyms resolved: frontends pass on what was written. */
async function callOf(tool: RegisteredTool, written: JsonObject, workspace: Workspace): Promise<AnswerCall> {
  const { input, given } = await normalizeInput(tool, written, workspace);
  return { tool: answerTool(tool, input), input, given, startedAt: Date.now() };
}

async function normalizeInput(
  { plugin, tool }: RegisteredTool,
  written: JsonObject,
  workspace: Workspace,
): Promise<{ input: JsonObject; given: string[] }> {
  try {
    const schema = acceptedSchema(listedSchema(tool));
    const known = Object.keys(schema.properties as object);
    const named = await withoutSynonyms(tool.synonyms, written, known, workspace);
    const input = validateInput(plugin.builtIn ? schema : withoutPatterns(schema), named);
    return { input, given: Object.keys(named as JsonObject) };
  } catch {
    // A call that was refused is presented too.
    return { input: written, given: Object.keys(written) };
  }
}

function answerTool({ plugin, tool }: RegisteredTool, input: JsonObject): AnswerTool {
  const { output, name, title } = tool;
  const answerTool: AnswerTool = {
    plugin: plugin.manifest.name,
    name,
    title,
    output,
    view: tool.view,
    repeatable: tool.effect === "read" && Object.keys(tool.parameterEffects).every((raising) => !input[raising]),
    parameters: Object.keys((tool.inputSchema.properties as object | undefined) ?? {}),
  };
  if (output.rows?.some(({ lines }) => lines)) {
    answerTool.lines = async (rows, answer, given) => {
      const own = rows.filter(({ source, emptyGroup }) => source.lines && !emptyGroup);
      const requests = own.map((row) => lineRequest(row, answer, given));
      const drawn = await plugin.runner?.lines(name, requests, answer, given);
      const byRow = new Map(own.map((row, index) => [row, drawn?.[index]]));
      return rows.map((row) => byRow.get(row));
    };
  }
  return answerTool;
}

/** What a tool's module sees of a row that it draws. */
function lineRequest(row: AnswerRow, answer: JsonObject[string], input: JsonObject) {
  const { row: value, key, group } = scopeOf(row, answer ?? null, input);
  return { row: value, ...(key === undefined ? {} : { key }), ...(group === undefined ? {} : { group }) };
}

function pathsOf(workspace: Workspace, trusted: boolean): Paths {
  const displayed = new Map<string, string>();
  const [only, ...others] = workspace.roots;
  const spelling = (path: string) => {
    if (isAbsolute(path)) return workspace.display(path);
    // The name of the only root says nothing: the line above the rows names its folder.
    if (!only || others.length > 0 || !path.startsWith(`${only.name}/`)) return path;
    const shown = workspace.display(join(only.path, path.slice(only.name.length + 1)));
    return existsSync(join(only.path, path)) ? path : shown;
  };
  return {
    display(path) {
      let shown = displayed.get(path);
      if (shown === undefined) {
        shown = spelling(path);
        displayed.set(path, shown);
      }
      return shown;
    },
    allows(path) {
      if (trusted) return true;
      const inside = isAbsolute(path) ? workspace.roots.some((root) => isInside(root.path, path)) : true;
      return inside && !path.split("/").includes("..");
    },
    absolute(shown) {
      if (isAbsolute(shown)) return shown;
      const places = workspace.roots.flatMap((root) => [
        join(root.path, shown),
        ...(shown.startsWith(`${root.name}/`) ? [join(root.path, shown.slice(root.name.length + 1))] : []),
      ]);
      return places.find((path) => existsSync(path)) ?? shown;
    },
  };
}

/** The line that says where the relative paths of a text are from. */
function rootLine({ roots }: Workspace): string | undefined {
  const [only, ...others] = roots;
  if (!only) return undefined;
  if (others.length === 0) return `root: ${only.path}`;
  return `roots: ${roots.map(({ name, path }) => `${name}=${path}`).join(", ")}`;
}

/** Base64 of what an answer brings with it; undefined where that is larger, or no regular file of the workspace. */
export async function mediaBytes(media: Media, maxBytes: number, workspace: Workspace): Promise<string | undefined> {
  if ("base64" in media) return media.base64.length * 0.75 <= maxBytes ? media.base64 : undefined;
  try {
    const { absolute } = await workspace.resolve(media.path);
    const stat = lstatSync(absolute);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(absolute).toString("base64") : undefined;
  } catch {
    return undefined;
  }
}
