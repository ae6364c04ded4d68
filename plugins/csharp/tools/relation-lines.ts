/** Rows of the tools about how declarations hang together: what is known of each, and nothing of what is not. */
import type { Json, JsonObject, RenderedRow, Row } from "../../../core/host/plugin-api.ts";

export function hierarchyLines({ row }: RenderedRow): Row[] {
  const { relation, kind, symbol_path: symbol, depth, of, outside } = row as JsonObject;
  const far = Number(depth) > 1 ? ` (${String(depth)} steps${of === undefined ? "" : `, by ${text(of)}`})` : "";
  return [
    placed(
      row,
      `${text(relation)} ${text(kind)} ${text(symbol)}${far}${outside === true ? ", outside the workspace" : ""}`,
    ),
  ];
}

export function callLines({ row }: RenderedRow): Row[] {
  const { depth, symbol_path: symbol, calls, certainty, via, unity } = row as JsonObject;
  const marks = [
    ...(certainty === "possible" ? ["possible"] : []),
    ...(unity === undefined ? [] : [text(unity)]),
    ...(via === undefined ? [] : [`via ${text(via)}`]),
  ];
  const lines = Array.isArray(calls) && calls.length > 0 ? ` at ${calls.join(", ")}` : "";
  const shown = `${text(symbol)}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}${lines}`;
  return [{ ...placed(row, shown), depth: Number(depth) - 1 }];
}

export function impactLines({ row }: RenderedRow): Row[] {
  const { where, kind, symbol, symbol_path: symbolPath = symbol, count, certainty } = row as JsonObject;
  const what = [where, kind, symbolPath].filter((part) => part !== undefined && part !== "").map(text);
  const many = typeof count === "number" && count > 1 ? ` × ${count}` : "";
  return [placed(row, `${what.join(" ")}${many}${certainty === "possible" ? " (possible)" : ""}`)];
}

export function checkLines({ row }: RenderedRow): Row[] {
  const { kind, symbol, symbol_path: symbolPath = symbol, certainty, why, scripts } = row as JsonObject;
  const { references, outside, guid, count, assets } = row as JsonObject;
  const more = [
    ...(certainty === "possible" ? ["possible"] : []),
    ...(why === undefined ? [] : [text(why)]),
    ...(guid === undefined ? [] : [`guid ${text(guid)}`]),
    ...(typeof count === "number" && count > 1 ? [`${count} objects`] : []),
    ...(typeof assets === "number" && assets > 1 ? [`in ${assets} assets`] : []),
    ...(scripts === undefined ? [] : [`${text(scripts)} scripts`]),
    ...(Array.isArray(references) ? [`refers to ${references.join(" ")}`] : []),
    ...(Array.isArray(outside) ? [`not in the workspace: ${outside.join(" ")}`] : []),
  ];
  const what = [kind, symbolPath].filter((part) => part !== "").map(text);
  return [placed(row, `${what.join(" ")}${more.length > 0 ? `: ${more.join("; ")}` : ""}`)];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** A script is gone through, what lost one is asked for by the guid. */
function linksOf({ guid }: JsonObject, path: string): NonNullable<Row["links"]> {
  if (typeof guid === "string") return [{ rel: "assets", tool: "script_asset_usages", input: { guid } }];
  return path.endsWith(".cs") ? [{ rel: "members", tool: "script_symbols_get", input: { path } }] : [];
}

function placed(row: Json, shown: string): Row {
  const { path, line } = row as JsonObject;
  if (typeof path !== "string") return { text: shown };
  const links = linksOf(row as JsonObject, path);
  if (typeof line !== "number" || line === 0) return { text: `${shown}  ${path}`, links };
  return { text: shown, location: { absolute: path, display: path, startLine: line, startColumn: 1 }, links };
}
