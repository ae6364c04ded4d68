/** Formats the relations between declarations. */
import {
  isObject,
  type Json,
  type JsonObject,
  objectOf,
  type RenderedRow,
  type Row,
} from "../../../core/host/plugin-api.ts";

export function hierarchyLines({ row }: RenderedRow): Row[] {
  const fields = objectOf(row);
  const { relation, kind, symbol_path: symbol, depth, of, as, outside, abstract } = fields;
  const name = outside === true ? text(symbol) : withoutNamespace(text(symbol));
  // The generic base of a derived type already says which type is between them.
  const isSaid = as !== undefined && (relation === "derived" || relation === "implemented by");
  const marks = [
    ...(Number(depth) > 1 ? [`${String(depth)} steps`] : []),
    ...(Number(depth) > 1 && of !== undefined && !isSaid ? [`by ${withoutNamespace(text(of))}`] : []),
    ...(as === undefined ? [] : [`as ${text(as)}`]),
  ];
  const far = marks.length === 0 ? "" : ` (${marks.join(", ")})`;
  const what = `${text(relation)} ${abstract === true ? "abstract " : ""}${text(kind)} ${name}${far}`;
  return [placed(row, `${what}${outside === true ? ", outside the workspace" : ""}${membersText(fields)}`)];
}

/** Formats the members of a type, if they were requested. */
function membersText({ overrides, declares, inherits }: JsonObject): string {
  const named = (how: string, names: Json | undefined) =>
    Array.isArray(names) && names.length > 0 ? [`${how} ${names.join(", ")}`] : [];
  const inherited = isObject(inherits) ? Object.entries(inherits) : [];
  const parts = [
    ...named("overrides", overrides),
    ...named("declares", declares),
    ...inherited.flatMap(([base, names]) => named(`inherits of ${base}`, names)),
  ];
  return parts.length === 0 ? "" : `: ${parts.join("; ")}`;
}

/**
 * Removes the namespace from a symbol path. For example, `Space.Sub.Outer/Inner/Get(int)` becomes `Outer/Inner/Get(int)`. The
 * tools accept either form.
 */
function withoutNamespace(path: string): string {
  const [type = ""] = path.split(/[/<(`]/, 1);
  return path.slice(type.lastIndexOf(".") + 1);
}

export function callLines({ row }: RenderedRow): Row[] {
  const { depth, symbol_path: symbol, calls, certainty, how, via, unity } = objectOf(row);
  const marks = [
    ...(certainty === "possible" ? ["possible"] : []),
    ...(how === undefined ? [] : [text(how)]),
    ...(unity === undefined ? [] : [text(unity)]),
    ...(via === undefined ? [] : [`via ${withoutNamespace(text(via))}`]),
  ];
  const lines = Array.isArray(calls) && calls.length > 0 ? ` at ${calls.join(", ")}` : "";
  const shown = `${withoutNamespace(text(symbol))}${marks.length > 0 ? ` (${marks.join(", ")})` : ""}${lines}`;
  return [{ ...placed(row, shown), depth: Number(depth) - 1 }];
}

export function impactLines({ row }: RenderedRow): Row[] {
  const { where, kind, symbol, symbol_path: symbolPath = symbol, count, certainty, lines, of } = objectOf(row);
  // The names of assemblies contain dots, so we must not shorten them.
  const shown = where === "assembly" ? text : (path: Json) => withoutNamespace(text(path));
  const name = symbolPath === undefined ? "" : shown(symbolPath);
  const what = [where, kind, name].filter((part) => part !== undefined && part !== "").map(text);
  const many = typeof count === "number" && count > 1 ? ` × ${count}` : "";
  const all = Array.isArray(lines) && lines.length > 1 ? ` at ${lines.join(", ")}` : "";
  const uses = Array.isArray(of) ? ` of ${of.map((each) => withoutNamespace(text(each))).join(", ")}` : "";
  return [placed(row, `${what.join(" ")}${uses}${many}${certainty === "possible" ? " (possible)" : ""}${all}`)];
}

export function checkLines({ row }: RenderedRow): Row[] {
  const { kind, symbol, symbol_path: symbolPath = symbol, certainty, why, scripts } = objectOf(row);
  const { references, outside, guid, count, assets, lines } = objectOf(row);
  const at = Array.isArray(lines) && lines.length > 1 ? ` at ${lines.join(", ")}` : "";
  const more = [
    ...(certainty === "possible" ? ["possible"] : []),
    ...(why === undefined ? [] : [text(why)]),
    ...(guid === undefined ? [] : [`guid ${text(guid)}`]),
    ...(typeof count === "number" && count > 1
      ? [`${count} ${kind === "missing script" ? "objects" : "times"}${at}`]
      : []),
    ...(typeof assets === "number" && assets > 1 ? [`in ${assets} assets`] : []),
    ...(scripts === undefined ? [] : [`${text(scripts)} scripts`]),
    ...(Array.isArray(references) ? [`refers to ${references.join(" ")}`] : []),
    ...(Array.isArray(outside) ? [`not in the workspace: ${outside.join(" ")}`] : []),
  ];
  // The type of a known target is declared, so its short name is enough. The others are shown as they are in the asset.
  const isTarget = kind === "target" || kind === "target of the engine";
  const name = isTarget ? withoutNamespace(text(symbolPath)) : symbolPath;
  const what = [kind, name].filter((part) => part !== "").map(text);
  return [placed(row, `${what.join(" ")}${more.length > 0 ? `: ${more.join("; ")}` : ""}`)];
}

function text(value: Json | undefined): string {
  return typeof value === "string" ? value : JSON.stringify(value ?? "");
}

/** Links a script to its members, or a lost script to the assets that still refer to its guid. */
function linksOf({ guid }: JsonObject, path: string): NonNullable<Row["links"]> {
  if (typeof guid === "string") return [{ rel: "assets", tool: "script_asset_usages", input: { guid } }];
  return path.endsWith(".cs") ? [{ rel: "members", tool: "script_symbols_get", input: { path } }] : [];
}

function placed(row: Json, shown: string): Row {
  const { path, line } = objectOf(row);
  if (typeof path !== "string") return { text: shown };
  const links = linksOf(objectOf(row), path);
  if (typeof line !== "number" || line === 0) return { text: `${shown}  ${path}`, links };
  return { text: shown, location: { absolute: path, display: path, startLine: line, startColumn: 1 }, links };
}
