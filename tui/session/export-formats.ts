/** Defines the text formats for copying and saving. */

import { quote } from "shell-quote";
import { type Json, type JsonObject, type JsonSchema, type ToolInfo, textOf } from "../../core/host/frontend-api.ts";
import type { CopyKind } from "../state/explorer-state.ts";
import type { TrailEntry } from "../state/trail.ts";

/** Returns `path:line: text` for rows with a place, and otherwise the cells separated by tabs. */
function rowsAsText(entry: TrailEntry): string {
  const { rows, columns, notes } = entry.view;
  const lines = rows.map((row) => {
    const text = row.cells
      ? (columns ?? Object.keys(row.cells)).map((each) => row.cells?.[each] ?? "").join("\t")
      : row.text;
    const where = row.location && !row.cells ? `${row.location.display}:${row.location.startLine}: ` : "";
    return `${"  ".repeat(row.depth ?? 0)}${where}${text}`;
  });
  return [...lines, ...(notes ?? [])].join("\n");
}

/** A call with all that is necessary to repeat it elsewhere. */
export interface ExportedCall {
  tool: string;
  /** This is undefined if the tool no longer exists. */
  info: ToolInfo | undefined;
  input: JsonObject;
  hostWords: readonly string[];
}

/** Returns the call as a shell command. Values that flags can't express exactly are written as JSON. */
function cliCommand({ tool, info, input, hostWords }: ExportedCall): string {
  const words = info && flagWords(info, input);
  const whole = Object.keys(input).length > 0 ? ["--input", JSON.stringify(input)] : [];
  return quote(["jig", ...hostWords, ...(words ? [tool, ...words] : ["call", tool, ...whole])]);
}

/** Returns the first positional argument as a word and the others as flags, or undefined if some value is not a scalar. */
function flagWords({ inputSchema, positional }: ToolInfo, input: JsonObject): string[] | undefined {
  const properties = inputSchema.properties ?? {};
  const [first] = positional ?? inputSchema.required ?? [];
  const place = first?.split("|")[0];
  const lead = place === undefined ? undefined : input[place];
  const asWord = typeof lead === "string" && lead !== "" && !lead.startsWith("-");
  const flags = Object.entries(input).map(([name, value]) =>
    asWord && name === place ? [] : flagOf(name, value, properties[name]),
  );
  if (asWord && plainType(properties[place!]) !== "string") return undefined;
  if (flags.some((each) => each === undefined)) return undefined;
  return [...(asWord ? [lead] : []), ...flags.flatMap((each) => each!)];
}

function flagOf(name: string, value: Json | undefined, schema: JsonSchema | undefined): string[] | undefined {
  const one = (each: Json | undefined, type: string | undefined): string[] | undefined => {
    if (type === "boolean" && typeof each === "boolean") return [each ? `--${name}` : `--${name}=false`];
    const isPlain =
      (type === "string" && typeof each === "string" && each !== "") ||
      ((type === "integer" || type === "number") && typeof each === "number");
    if (!isPlain) return undefined;
    // The text might be mistaken for a flag.
    const text = String(each);
    return text.startsWith("-") ? [`--${name}=${text}`] : [`--${name}`, text];
  };
  if (!Array.isArray(value)) return one(value, plainType(schema));
  const items = plainType(schema?.items);
  const parts = value.map((each) => (items === "boolean" ? undefined : one(each, items)));
  return schema?.type === "array" && parts.length > 0 && parts.every((each) => each)
    ? parts.flatMap((each) => each!)
    : undefined;
}

function plainType(schema: JsonSchema | undefined): string | undefined {
  if (Array.isArray(schema?.enum)) return schema.enum.every((each) => typeof each === "string") ? "string" : undefined;
  return typeof schema?.type === "string" ? schema.type : undefined;
}

function mcpRequest(tool: string, input: JsonObject): string {
  return JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: tool, arguments: input } });
}

/** Returns undefined if there is nothing to copy yet. */
export function exportText(
  what: CopyKind,
  call: ExportedCall,
  entry: TrailEntry | undefined,
  place: string | undefined,
): string | undefined {
  switch (what) {
    case "text":
      if (entry?.tab === "model" && entry.model) return entry.model.text;
      return entry && rowsAsText(entry);
    case "json":
      return entry?.outcome && textOf(entry.outcome.value);
    case "cli":
      return cliCommand(call);
    case "mcp":
      return mcpRequest(call.tool, call.input);
    case "place":
      return place;
  }
}

/** Returns the content for `s`, which is the visible tab in full. */
export function fileContent(entry: TrailEntry): { text: string; ending: string } {
  if (entry.tab === "json") return { text: `${JSON.stringify(entry.outcome?.value, null, 2)}\n`, ending: "json" };
  if (entry.tab === "model" && entry.model) return { text: entry.model.text, ending: "txt" };
  return { text: `${rowsAsText(entry)}\n`, ending: "txt" };
}
