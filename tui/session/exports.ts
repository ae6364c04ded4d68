/** What is copied and saved: an answer or a call in the form that somebody else needs. Pure. */

import { quote } from "shell-quote";
import { type JsonObject, textOf } from "../../core/host/door-api.ts";
import type { CopyKind } from "./state.ts";
import type { Visit } from "./visit.ts";

/** The rows as a person would paste them: `path:line: text`, cells separated by tabs. */
export function rowsAsText(visit: Visit): string {
  const { rows, columns, notes } = visit.view;
  const lines = rows.map((row) => {
    const text = row.cells
      ? (columns ?? Object.keys(row.cells)).map((each) => row.cells?.[each] ?? "").join("\t")
      : row.text;
    const where = row.location && !row.cells ? `${row.location.display}:${row.location.startLine}: ` : "";
    return `${"  ".repeat(row.depth ?? 0)}${where}${text}`;
  });
  return [...lines, ...(notes ?? [])].join("\n");
}

export function cliCommand(tool: string, input: JsonObject): string {
  if (Object.keys(input).length === 0) return `jig call ${tool}`;
  return `jig call ${tool} --input ${quote([JSON.stringify(input)])}`;
}

export function mcpRequest(tool: string, input: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } });
}

/** The text to copy; undefined where there is nothing of the kind yet. */
export function exportText(
  what: CopyKind,
  call: { tool: string; input: JsonObject },
  visit: Visit | undefined,
  place: string | undefined,
): string | undefined {
  switch (what) {
    case "text":
      if (visit?.tab === "model" && visit.model) return visit.model.text;
      return visit && rowsAsText(visit);
    case "json":
      return visit?.outcome && textOf(visit.outcome.value);
    case "cli":
      return cliCommand(call.tool, call.input);
    case "mcp":
      return mcpRequest(call.tool, call.input);
    case "place":
      return place;
  }
}

/** What `s` writes: what the tab in sight shows, whole. */
export function fileContent(visit: Visit): { text: string; ending: string } {
  if (visit.tab === "json") return { text: `${JSON.stringify(visit.outcome?.value, null, 2)}\n`, ending: "json" };
  if (visit.tab === "model" && visit.model) return { text: visit.model.text, ending: "txt" };
  return { text: `${rowsAsText(visit)}\n`, ending: "txt" };
}
