/** An outcome as the text that a person or a script reads on stdout. */
import {
  type Format,
  type Host,
  type JsonObject,
  jsonForTerminal,
  type Outcome,
  type Row,
  type ToolInfo,
  type View,
} from "../host/door-api.ts";
import { plain, table } from "./layout.ts";

export interface PrintOptions {
  /** What `--as` says; undefined where nobody said it. */
  as?: Format;
  /** For a person: aligned tables, indented JSON, nothing that could drive the terminal. */
  pretty: boolean;
}

export async function render(
  host: Host,
  tool: ToolInfo,
  input: JsonObject,
  outcome: Outcome,
  { as, pretty }: PrintOptions,
): Promise<string> {
  const { value } = outcome;
  // A script that asked for JSON parses it, whatever the answer is.
  if (as === "json" && typeof value === "string") return JSON.stringify(value);
  if (!pretty) return (await host.present(tool.name, outcome, input, as ? { as } : {})).text;
  if ((as === undefined || as === "text") && typeof value !== "string") {
    return plain(drawn(await host.view(tool.name, outcome, input), tool));
  }
  if (as === "json") return jsonForTerminal(value);
  return plain((await host.present(tool.name, outcome, input, { as: as ?? "text" })).text);
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
