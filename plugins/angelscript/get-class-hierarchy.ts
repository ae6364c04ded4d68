/** Tool `angelscript_getClassHierarchy`. */
import type { Context, Json, JsonObject, Outcome, Row, View } from "../../core/host/mod.ts";
import { answerError } from "./answers/answer-error.ts";
import type { ClassSource, HierarchyAnswer } from "./answers/hierarchy.ts";
import { nativeFacts } from "./engine/native-source.ts";
import { dataOf, success } from "./envelope.ts";
import { fitRows } from "./fit-rows.ts";
import type { AngelscriptService } from "./service.ts";

export interface HierarchyInput {
  name: string;
  maxSuperDepth?: number | undefined;
  maxSubDepth?: number | undefined;
  maxSubBreadth?: number | undefined;
}

export default async function getClassHierarchy(input: HierarchyInput, context: Context): Promise<Outcome> {
  if (input.name.trim() === "") throw answerError("InvalidParams", '"name" must not be empty');
  const request = {
    name: input.name,
    maxSuperDepth: input.maxSuperDepth ?? 3,
    maxSubDepth: input.maxSubDepth ?? 2,
    maxSubBreadth: input.maxSubBreadth ?? 10,
  };
  if (request.maxSuperDepth === 0 && request.maxSubDepth === 0)
    throw answerError("InvalidParams", '"maxSuperDepth" and "maxSubDepth" are both 0: there is nothing to answer');
  const service = await context.service<AngelscriptService>();
  const { data, native } = await service.ask<HierarchyAnswer>({ op: "hierarchy", request }, context.signal);
  return success({ ...data, ...nativeFacts(native) });
}

export function view(value: Json): View {
  const data = dataOf<HierarchyAnswer>(value);
  if (!data) return { rows: [] };
  const rows: Row[] = [];
  let depth = 0;
  for (const name of data.supers.toReversed()) rows.push(classRow(name, depth++, data.sourceByClass[name]));
  const add = (name: string, at: number): void => {
    rows.push(classRow(name, at, data.sourceByClass[name]));
    for (const child of data.derivedByParent[name] ?? []) add(child, at + 1);
    const more = data.truncated.derivedBreadthByClass[name];
    if (more) rows.push({ text: `… and ${more} more`, depth: at + 1, tone: "muted" });
  };
  add(data.root, depth);
  const notes = data.truncated.derivedDepth ? ["Deeper classes are left out: raise maxSubDepth"] : [];
  return { rows, notes };
}

function classRow(name: string, depth: number, source: ClassSource | undefined): Row {
  const row: Row = {
    text: name,
    depth,
    links: [
      { rel: "members", tool: "angelscript_getTypeMembers", input: { name } },
      { rel: "hierarchy", tool: "angelscript_getClassHierarchy", input: { name } },
    ],
  };
  if (source?.source === "as")
    row.location = {
      absolute: source.filePath,
      display: source.filePath,
      startLine: source.startLine,
      startColumn: 1,
      endLine: source.endLine,
    };
  else row.tone = "muted";
  return row;
}

/** Keeps the first derived classes, level by level; the others are counted with their parent. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const data = dataOf<HierarchyAnswer>(value);
  if (!data) return undefined;
  const order: [parent: string, child: string][] = [];
  const pending = [data.root];
  for (let parent = pending.shift(); parent !== undefined; parent = pending.shift())
    for (const child of data.derivedByParent[parent] ?? []) {
      order.push([parent, child]);
      pending.push(child);
    }
  return fitRows(order.length, maxChars, (count) => {
    const derivedByParent: Record<string, string[]> = {};
    for (const [parent, child] of order.slice(0, count)) {
      const list = derivedByParent[parent];
      if (list) list.push(child);
      else derivedByParent[parent] = [child];
    }
    const derivedBreadthByClass = { ...data.truncated.derivedBreadthByClass };
    for (const [parent] of order.slice(count)) derivedBreadthByClass[parent] = (derivedBreadthByClass[parent] ?? 0) + 1;
    const kept = new Set([data.root, ...data.supers, ...order.slice(0, count).map(([, child]) => child)]);
    const sourceByClass = Object.fromEntries(Object.entries(data.sourceByClass).filter(([name]) => kept.has(name)));
    const cut: HierarchyAnswer = {
      ...data,
      derivedByParent,
      sourceByClass,
      truncated: { ...data.truncated, derivedBreadthByClass },
    };
    return { ok: true, data: cut as unknown as JsonObject };
  });
}
