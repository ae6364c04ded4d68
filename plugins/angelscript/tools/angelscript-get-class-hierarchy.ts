/** Implements the tool `angelscript_getClassHierarchy`. */
import type { Context, JsonObject, Link, Outcome, RenderedRow, Row } from "../../../core/host/plugin-api.ts";
import { nativeFacts } from "../engine/native-source.ts";
import type { ClassSource, HierarchyAnswer } from "../queries/class-hierarchy.ts";
import type { AngelscriptService } from "../queries/service.ts";
import { answerError } from "../symbols/answer-error.ts";
import { success } from "./error-envelope.ts";

interface HierarchyInput {
  name: string;
  maxSuperDepth?: number | undefined;
  maxSubDepth?: number | undefined;
  maxSubBreadth?: number | undefined;
  includeOverrides?: boolean | undefined;
}

export default async function getClassHierarchy(input: HierarchyInput, context: Context): Promise<Outcome> {
  if (input.name.trim() === "") throw answerError("InvalidParams", '"name" must not be empty');
  const request = {
    name: input.name,
    maxSuperDepth: input.maxSuperDepth ?? 3,
    maxSubDepth: input.maxSubDepth ?? 2,
    maxSubBreadth: input.maxSubBreadth ?? 10,
    includeOverrides: input.includeOverrides,
  };
  if (request.maxSuperDepth === 0 && request.maxSubDepth === 0)
    throw answerError("InvalidParams", '"maxSuperDepth" and "maxSubDepth" are both 0, so there is nothing to return');
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<HierarchyAnswer>({ op: "hierarchy", request }, context);
  return success({ ...data, derivedByParent: byLevel(data), ...nativeFacts(native) });
}

/** Sorts the classes by level, so that the deepest ones are cut first. */
function byLevel({ root, derivedByParent }: HierarchyAnswer): HierarchyAnswer["derivedByParent"] {
  const ordered: HierarchyAnswer["derivedByParent"] = {};
  const pending = [root];
  for (const parent of pending) {
    const children = derivedByParent[parent];
    if (!children || Object.hasOwn(ordered, parent)) continue;
    ordered[parent] = children;
    pending.push(...children);
  }
  return ordered;
}

/**
 * Writes one line per class. After the last child of a parent, a line shows the number of omitted ones and links to the full
 * list.
 */
export function lines(
  { row: name, key }: RenderedRow<string>,
  { data }: { data: HierarchyAnswer },
  input: JsonObject,
): Row[] {
  const rows = [classRow(name, data.sourceByClass[name])];
  const parent = key ?? data.root;
  const siblings = data.derivedByParent[parent] ?? [];
  const more = data.truncated.derivedBreadthByClass[parent];
  if (more && siblings.at(-1) === name) rows.push(moreRow(parent, more, siblings.length, input));
  const below = data.truncated.derivedBreadthByClass[name];
  if (below && !data.derivedByParent[name]) rows.push({ ...moreRow(name, below, 0, input), depth: 1 });
  return rows;
}

function moreRow(parent: string, count: number, shown: number, { maxSuperDepth }: JsonObject): Row {
  const limits = { maxSuperDepth: maxSuperDepth === 0 ? 0 : 1, maxSubDepth: 1, maxSubBreadth: shown + count };
  const input: JsonObject = { name: parent, ...limits };
  return {
    text: `${count} more below ${parent}: {"name":${JSON.stringify(parent)},"maxSubDepth":1,"maxSubBreadth":${shown + count}}`,
    tone: "muted",
    links: [{ rel: "hierarchy", tool: "angelscript_getClassHierarchy", input }],
  };
}

function classRow(name: string, source: ClassSource | undefined): Row {
  const links: Link[] = [
    { rel: "members", tool: "angelscript_getTypeMembers", input: { name } },
    { rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name } },
  ];
  if (source?.source !== "as") {
    const inferred = source?.isBaseInferred ? { note: "base inferred" } : {};
    return { text: name, tone: "muted", links, ...inferred };
  }
  const { filePath, startLine, nameLine, endLine } = source;
  const location = { absolute: filePath, display: filePath, startLine: nameLine ?? startLine, startColumn: 1, endLine };
  return { text: name, location, links };
}
