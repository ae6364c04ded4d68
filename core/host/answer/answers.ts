/** What the host does with answers: pages of them, what a frontend sends of them, how they are drawn, and what is kept. */

import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import type { Workspace } from "../contract/context.ts";
import type { JsonObject, Outcome, Row, View } from "../contract/outcome.ts";
import type { Presented, PresentOptions } from "../contract/presented-answer.ts";
import { checkedRows } from "../manifest/plugin-values.ts";
import type { RegisteredTool } from "../manifest/registry.ts";
import { withoutPatterns } from "../manifest/schema-patterns.ts";
import { acceptedSchema, listedSchema } from "../manifest/standard-parameters.ts";
import { withoutSynonyms } from "../manifest/synonyms.ts";
import { validateInput } from "../manifest/validate.ts";
import { drawRow, type Paths } from "../rows/draw.ts";
import type { AnswerRow } from "../rows/row.ts";
import { scopeOf } from "../rows/split.ts";
import { viewOf } from "../rows/view.ts";
import { isInside } from "../workspace/path-rules.ts";
import { pagedOutcome } from "./page.ts";
import type { AnswerTool } from "./paged-tool.ts";
import { present } from "./present.ts";
import type { SavedAnswers } from "./saved-answers.ts";
import type { CountTokens } from "./token-count.ts";

export interface AnswersOptions {
  workspace: Workspace;
  kept: SavedAnswers;
  countTokens: CountTokens;
}

export interface Answers {
  /** A page of what the tool answers, by `limit` and `cursor` of the input. */
  page(tool: RegisteredTool, input: JsonObject, run: (input: JsonObject) => Promise<Outcome>): Promise<Outcome>;
  present(tool: RegisteredTool, outcome: Outcome, input: JsonObject, options: PresentOptions): Promise<Presented>;
  view(tool: RegisteredTool, outcome: Outcome, input: JsonObject): Promise<View>;
  /** Rows of the answer's first list before it is whole. */
  early(tool: RegisteredTool, rows: readonly JsonObject[string][], input: JsonObject): Row[];
}

export function createAnswers({ workspace, kept, countTokens }: AnswersOptions): Answers {
  const pathsFor = (tool: RegisteredTool) => pathsOf(workspace, tool.plugin.builtIn);
  return {
    page: (tool, input, run) =>
      pagedOutcome({ tool: pagedTool(tool, input), input, startedAt: Date.now() }, kept, pathsFor(tool), run),
    async present(tool, outcome, input, options) {
      const { all: thatInput, given } = await understood(tool, input, workspace);
      const call = { tool: pagedTool(tool, thatInput), input: thatInput, given, startedAt: Date.now() };
      return await present(call, outcome, options, {
        view: tool.tool.view,
        kept,
        paths: pathsFor(tool),
        rootLine: rootLine(workspace),
        countTokens,
      });
    },
    async view(tool, outcome, input) {
      const { all: thatInput } = await understood(tool, input, workspace);
      return await viewOf(pagedTool(tool, thatInput), outcome, thatInput, pathsFor(tool));
    },
    early(registered, rows, input) {
      const { tool } = registered;
      const paths = pathsFor(registered);
      const source = tool.output.rows?.at(-1);
      // What code draws comes as it is drawn: nobody waits for a plugin's process between two rows.
      if (!source || source.lines) return checkedRows(rows);
      return rows.flatMap((row) => drawRow({ source, value: row ?? null }, {}, input, paths));
    },
  };
}

/** The input as the tool got it, defaults filled, and which parameters the caller gave: frontends pass on what was written. */
async function understood(
  { plugin, tool }: RegisteredTool,
  input: JsonObject,
  workspace: Workspace,
): Promise<{ all: JsonObject; given: string[] }> {
  try {
    const schema = acceptedSchema(listedSchema(tool));
    const known = Object.keys(schema.properties as object);
    const named = await withoutSynonyms(tool.synonyms, input, known, workspace);
    const all = validateInput(plugin.builtIn ? schema : withoutPatterns(schema), named);
    return { all, given: Object.keys(named as JsonObject) };
  } catch {
    // A call that was refused is presented too.
    return { all: input, given: Object.keys(input) };
  }
}

function pagedTool({ plugin, tool }: RegisteredTool, input: JsonObject): AnswerTool {
  const { output, name, title } = tool;
  const paged: AnswerTool = {
    plugin: plugin.manifest.name,
    name,
    title,
    output,
    view: tool.view,
    repeatable: tool.effect === "read" && Object.keys(tool.parameterEffects).every((raising) => !input[raising]),
    parameters: Object.keys((tool.inputSchema.properties as object | undefined) ?? {}),
  };
  if (output.rows?.some(({ lines }) => lines)) {
    paged.lines = async (units, answer, given) => {
      const asked = units.filter(({ source, emptyGroup }) => source.lines && !emptyGroup);
      const drawn = await plugin.runner?.lines(
        name,
        asked.map((unit) => seen(unit, answer, given)),
        answer,
        given,
      );
      const byUnit = new Map(asked.map((unit, index) => [unit, drawn?.[index]]));
      return units.map((unit) => byUnit.get(unit));
    };
  }
  return paged;
}

function seen(unit: AnswerRow, answer: JsonObject[string], input: JsonObject) {
  const { row, key, group } = scopeOf(unit, answer ?? null, input);
  return { row, ...(key === undefined ? {} : { key }), ...(group === undefined ? {} : { group }) };
}

function pathsOf(workspace: Workspace, trusted: boolean): Paths {
  const spelled = new Map<string, string>();
  const [only, ...others] = workspace.roots;
  const spelling = (path: string) => {
    if (isAbsolute(path)) return workspace.display(path);
    // With one root its name says nothing, and the line above the rows names the folder itself.
    if (!only || others.length > 0 || !path.startsWith(`${only.name}/`)) return path;
    const shown = workspace.display(join(only.path, path.slice(only.name.length + 1)));
    return existsSync(join(only.path, path)) ? path : shown;
  };
  return {
    display(path) {
      let shown = spelled.get(path);
      if (shown === undefined) {
        shown = spelling(path);
        spelled.set(path, shown);
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

/** Where the relative paths of a text are from. */
function rootLine({ roots }: Workspace): string | undefined {
  const [only, ...others] = roots;
  if (!only) return undefined;
  if (others.length === 0) return `root: ${only.path}`;
  return `roots: ${roots.map(({ name, path }) => `${name}=${path}`).join(", ")}`;
}
