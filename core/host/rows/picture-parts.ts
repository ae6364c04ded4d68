/** Extracts the data for charts and graphs that a row source declares. */
import type { GraphNode, Row, Size } from "../contract/outcome.ts";
import type { ChartRule, GraphRule, Reference, RowSource } from "../contract/output-schema.ts";
import { fillTemplate, isMet, numberAt, plainText, resolveReference, type Scope, textAt } from "./reference.ts";

/** @param before id of the previous row in this source */
export function picturePartsOf({ chart, graph }: RowSource, scope: Scope, before?: string): Pick<Row, "size" | "node"> {
  const size = chart && sizeOf(chart, scope);
  const node = graph && nodeOf([graph].flat(), scope, before);
  return { ...(size && { size }), ...(node && { node }) };
}

function sizeOf({ value, name, split }: ChartRule, scope: Scope): Size | undefined {
  const number = typeof value === "string" ? resolveReference(value, scope) : linesFrom(value, scope);
  const text = fillTemplate(name, scope);
  if (typeof number !== "number" || !Number.isFinite(number) || number < 0 || text === undefined) return undefined;
  const parts = split === undefined ? [text] : text.split(split).filter((part) => part !== "");
  const own = parts.pop() ?? text;
  return { value: number, name: own, ...(parts.length > 0 && { within: parts }) };
}

function linesFrom({ from, to }: { from: Reference; to: Reference }, scope: Scope): number | undefined {
  const [first, last] = [numberAt(from, scope), numberAt(to, scope)];
  return first === undefined || last === undefined ? undefined : Math.max(0, last - first + 1);
}

function nodeOf(rules: readonly GraphRule[], scope: Scope, before: string | undefined): GraphNode | undefined {
  const rule = rules.find(({ when }) => isMet(when, scope));
  if (!rule) return undefined;
  const id = textAt(rule.id, scope);
  if (id === undefined) return undefined;
  const name = rule.name === undefined ? undefined : fillTemplate(rule.name, scope);
  const to = rule.chain && before !== undefined ? [before] : idsAt(rule.to, scope);
  const from = idsAt(rule.from, scope);
  return { id, ...(name !== undefined && { name }), ...(to.length > 0 && { to }), ...(from.length > 0 && { from }) };
}

function idsAt(references: Reference | Reference[] = [], scope: Scope): string[] {
  for (const reference of [references].flat()) {
    const value = resolveReference(reference, scope);
    const ids = (Array.isArray(value) ? value : [value]).map(plainText).filter((id) => id !== "");
    if (ids.length > 0) return ids;
  }
  return [];
}
