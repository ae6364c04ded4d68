/** Finds commands of Unity Pipeline, whose names differ between versions. */
import type { Json, JsonObject } from "../../../../core/host/plugin-api.ts";
import { asObject } from "../../command/json-fields.ts";
import type { DeclaredEffect, ToolCatalog } from "../../editor/tool-catalog.ts";

export interface PipelineParameter {
  name: string;
  type: string;
  description: string;
  required: boolean;
  default: Json;
}

export interface PipelineCommand {
  name: string;
  description: string;
  parameters: PipelineParameter[];
  /** Only present since version 1.0. */
  effect?: DeclaredEffect;
}

/** Parses a page of `/api/commands`. Depending on the version, the list is flat or grouped. */
export function commandsIn(body: JsonObject): PipelineCommand[] {
  const groups = Array.isArray(body.groups) ? body.groups.map(asObject) : [];
  const entries = [body.commands, ...groups.map((group) => group.commands)]
    .filter((list) => Array.isArray(list))
    .flat();
  return entries.map(asObject).flatMap((entry) => {
    const { name, description, parameters } = entry;
    if (typeof name !== "string") return [];
    const effect = effectIn(entry);
    const own = Array.isArray(parameters) ? parameters.map(parameterIn) : [];
    return [{ name, description: textOf(description), parameters: own, ...(effect ? { effect } : {}) }];
  });
}

/** The location isn't documented, so we look in the entry itself and in the objects inside it. */
function effectIn(entry: JsonObject): DeclaredEffect | undefined {
  const places = [entry, asObject(entry.effect), asObject(entry.effects), asObject(entry.annotations)];
  const said = (...names: string[]) =>
    places.flatMap((place) => names.map((name) => place[name])).find((value) => typeof value === "boolean");
  const word = plain(textOf(entry.effect));
  const readOnly =
    said("readOnly", "isReadOnly", "readOnlyHint", "read_only") ??
    (word === "readonly" || word === "read" || undefined);
  const destructive = said("destructive", "isDestructive", "destructiveHint") ?? (word === "destructive" || undefined);
  const idempotent = said("idempotent", "isIdempotent", "idempotentHint") ?? (word === "idempotent" || undefined);
  const effect: DeclaredEffect = {};
  if (typeof readOnly === "boolean") effect.readOnly = readOnly;
  if (typeof destructive === "boolean") effect.destructive = destructive;
  if (typeof idempotent === "boolean") effect.idempotent = idempotent;
  return Object.keys(effect).length === 0 ? undefined : effect;
}

function parameterIn(json: Json): PipelineParameter {
  const { name, type, description, required, defaultValue } = asObject(json);
  return {
    name: textOf(name),
    type: textOf(type),
    description: textOf(description),
    required: required === true,
    default: defaultValue ?? null,
  };
}

function textOf(value: Json | undefined): string {
  return typeof value === "string" ? value : "";
}

const RENAMED: Record<string, string> = {
  editor_status: "editor status",
  recompile: "script recompile",
  recompile_status: "script recompile_status",
  eval: "script eval",
  editor_play: "editor.playmode start",
  editor_stop: "editor.playmode stop",
};

/**
 * Looks for the name and then for its later name. Otherwise it returns a command that consists of the same words if there is
 * exactly one.
 */
export function commandOf<Named extends { name: string }>(commands: readonly Named[], name: string): Named | undefined {
  const exact = commands.find((command) => command.name === name);
  if (exact) return exact;
  // The group and the command are separated by a space or a dot, depending on the version.
  const renamed = RENAMED[name]?.replaceAll(".", " ");
  const later = commands.find((command) => command.name.replaceAll(".", " ") === renamed);
  if (later) return later;
  const words = wordsOf(name);
  const same = commands.filter((command) => wordsOf(command.name) === words);
  return same.length === 1 ? same[0] : undefined;
}

/** Returns undefined if more than one command matches. */
export function groupedCommandOf(commands: readonly PipelineCommand[], name: string): PipelineCommand | undefined {
  const ending = plain(name);
  const same = commands.filter((command) => plain(command.name.split(/[\s.]/).at(-1) ?? "") === ending);
  return same.length === 1 ? same[0] : undefined;
}

/** Parameters that can be left out for versions that don't have them. */
const OPTIONAL: Record<string, readonly string[]> = {
  eval: ["timeout"],
  get_console_logs: ["severity", "limit"],
  run_tests: ["include_explicit"],
};

export function isOptional(command: string, parameter: string): boolean {
  return OPTIONAL[command]?.includes(parameter) === true;
}

function wordsOf(name: string): string {
  const words = name.toLowerCase().split(/[\s._-]+/);
  return words
    .map((word) => word.replace(/s$/, ""))
    .sort()
    .join(" ");
}

/**
 * Converts the parameters to the command's spelling (`filter_type` or `filter-type`). The rest are parameters that the command
 * doesn't have.
 */
export function withOwnSpelling(
  command: { parameters: readonly { name: string }[] },
  params: JsonObject,
): { params: JsonObject; unknown: string[] } {
  const known = new Map(command.parameters.map(({ name }) => [plain(name), name]));
  const unknown = Object.keys(params).filter((name) => !known.has(plain(name)));
  const own = Object.entries(params).flatMap(([name, value]) => {
    const spelling = known.get(plain(name));
    return spelling === undefined ? [] : [[spelling, value] as const];
  });
  return { params: Object.fromEntries(own), unknown };
}

function plain(name: string): string {
  return name.toLowerCase().replace(/[_-]/g, "");
}

/**
 * We have to check this ourselves. The server silently ignores unknown names and replaces values of the wrong type with the
 * default.
 */
export function faultOf(command: PipelineCommand, params: JsonObject): string | undefined {
  const names = command.parameters.map(({ name }) => name);
  const unknown = Object.keys(params).find((name) => !names.includes(name));
  if (unknown !== undefined)
    return `"${command.name}" has no parameter "${unknown}"; it has ${names.join(", ") || "none"}`;
  for (const { name, type, required } of command.parameters) {
    const value = params[name];
    const isEmpty = value === undefined || (!isAnyJson(type) && (value === null || value === ""));
    if (required && isEmpty) return `"${command.name}" needs "${name}"`;
    if (value !== undefined && value !== null && !fits(value, type)) {
      return `"${name}" of "${command.name}" must be a ${type}, not ${JSON.stringify(value).slice(0, 80)}`;
    }
  }
  return undefined;
}

/** For such a parameter, null and "" are valid values. */
function isAnyJson(type: string): boolean {
  return /^(jtoken|jvalue|object)$/i.test(type);
}

/** Strings can be converted to numbers and booleans, and vice versa. */
function fits(value: Json, type: string): boolean {
  const kind = type.toLowerCase();
  const isText = typeof value === "string";
  if (/^(u?int(16|32|64)?|integer|long|short|byte)$/.test(kind))
    return Number.isInteger(value) || (isText && /^\s*[-+]?\d+\s*$/.test(value));
  if (/^(single|double|float|number|decimal)$/.test(kind))
    return typeof value === "number" || (isText && value.trim() !== "" && Number.isFinite(Number(value)));
  if (/^bool(ean)?$/.test(kind)) return typeof value === "boolean" || (isText && /^\s*(true|false)\s*$/i.test(value));
  if (kind === "string") return value !== null && typeof value !== "object";
  return true;
}

export function catalogOf(commands: PipelineCommand[], ver: string): ToolCatalog {
  const tools = commands.map(({ name, description, parameters, effect }) => ({
    name,
    description,
    ...(effect ? { effect } : {}),
    parameters: parameters.map((parameter) => ({
      name: parameter.name,
      type: parameter.type,
      description: parameter.description,
      default: parameter.default,
      ...(parameter.required ? { required: true as const } : {}),
    })),
  }));
  return { tools, ver };
}
