/** An outcome as the text that a person or a script reads on stdout. */
import {
  type Host,
  type Json,
  type JsonObject,
  jsonForTerminal,
  type Outcome,
  type Row,
  type ToolInfo,
  type View,
} from "../host/door-api.ts";
import type { Format } from "./host-flags.ts";
import { plain, table } from "./layout.ts";

/** `pretty` indents JSON for people. */
export async function render(
  host: Host,
  tool: ToolInfo,
  input: JsonObject,
  { value, failed, reason }: Outcome,
  { format, pretty }: { format: Format; pretty: boolean },
): Promise<string> {
  if (typeof value === "string") return pretty ? plain(value) : value;
  if (format === "toon") {
    const { encode } = await import("@toon-format/toon");
    return encode(value);
  }
  if (format === "text") {
    const view = await host.view(tool.name, value, input);
    if (!failed || saysWhy(view)) return plain(drawn(view, tool));
    // Where neither the plugin nor the host has words for a failure, its data say more.
    if (reason !== undefined) return plain(reason);
  }
  return json(value, pretty);
}

function saysWhy({ rows }: View): boolean {
  return rows.length > 0 && rows.every(({ tone }) => tone === "error");
}

function json(value: Json, pretty: boolean): string {
  return pretty ? jsonForTerminal(value) : JSON.stringify(value);
}

function drawn({ rows, columns, notes = [] }: View, tool: ToolInfo): string {
  const body =
    columns && rows.some((row) => row.cells)
      ? table(
          columns,
          rows.map((row) => columns.map((column) => row.cells?.[column])),
        )
      : rows.map((row) => drawnRow(row, tool)).join("\n");
  return [body, ...notes].filter((part) => part !== "").join("\n");
}

/** Matches and the muted lines around them are written as grep does, so that editors and scripts find the place; a row may do so by itself. */
function drawnRow({ text, location, depth = 0, tone }: Row, { view }: ToolInfo): string {
  if (view !== "matches" || !location || text.startsWith(location.display)) return "  ".repeat(depth) + text;
  const { display, startLine, startColumn } = location;
  return tone === "muted" ? `${display}-${startLine}-${text}` : `${display}:${startLine}:${startColumn}: ${text}`;
}
