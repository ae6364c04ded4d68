/**
 * Edits one table of a TOML file. There is no maintained library that preserves the formatting, so the lines are edited and the
 * result is parsed. If it differs from the original in anything but our entry, it isn't written.
 */
import { isDeepStrictEqual } from "node:util";
import { parse, stringify, TomlError } from "smol-toml";
import { JigError, type JsonObject } from "../host/frontend-api.ts";
import { type ConfigDocument, lookUp } from "./config-document.ts";

export function tomlDocument(text: string, file: string): ConfigDocument {
  const value = read(text, file);
  const end = text.includes("\r\n") ? "\r\n" : "\n";
  const lines = text.split(/(?<=\n)/);

  return {
    value,
    set(path, entry) {
      const present = lookUp(value, path);
      const wanted = plain(value) as JsonObject;
      putAt(wanted, path, typeof present === "object" && present !== null ? { ...present, ...entry } : entry);
      let changed: string;
      if (present === undefined) {
        const gap = text === "" || text.endsWith(`${end}${end}`) ? "" : text.endsWith("\n") ? end : end + end;
        changed = text + gap + tableText(path, entry).replaceAll("\n", end);
      } else {
        changed = setKeys(lines, path, entry, present as JsonObject, end);
      }
      return verified(changed, (found) => isDeepStrictEqual(found, plain(wanted)), file, path);
    },
    remove(path) {
      const { start, stop } = tableRange(lines, path, true);
      // The blank line that we added in front is removed as well.
      const from = start > 0 && lines[start - 1]!.trim() === "" && start - 1 > 0 ? start - 1 : start;
      const changed = [...lines.slice(0, from), ...lines.slice(stop)].join("");
      return verified(changed, (found) => isOnlyWithout(found, value, path), file, path);
    },
  };
}

/** Formats a table, which is `[a.b]` followed by one line for each key. */
export function tableText(path: readonly string[], entry: JsonObject): string {
  return `[${path.join(".")}]\n${stringify(entry).trimEnd()}\n`;
}

/** Replaces the lines of existing keys and adds missing ones below the header. */
function setKeys(lines: string[], path: string[], entry: JsonObject, present: JsonObject, end: string): string {
  const { start, stop } = tableRange(lines, path, false);
  const body = lines.slice(start + 1, stop);
  const missing: string[] = [];
  for (const [key, part] of Object.entries(entry)) {
    if (isDeepStrictEqual(present[key], part)) continue;
    const line = stringify({ [key]: part }).trimEnd() + end;
    const at = body.findIndex((each) => new RegExp(`^\\s*${key}\\s*=`).test(each));
    if (at >= 0) body[at] = stringify({ [key]: part }).trimEnd() + commentIn(body[at] ?? "") + end;
    else missing.push(line);
  }
  return [...lines.slice(0, start + 1), ...missing, ...body, ...lines.slice(stop)].join("");
}

/** Returns the comment at the end of a line, including the whitespace before it. */
function commentIn(line: string): string {
  const [, comment = ""] = /^(?:[^"'#]|"(?:[^"\\]|\\.)*"|'[^']*')*?(\s*#[^\r\n]*)/.exec(line) ?? [];
  return comment;
}

/** Returns the lines of `[a.b]` including the header and, on request, subtables. It is empty if there is no such table. */
function tableRange(lines: string[], path: readonly string[], withChildren: boolean): { start: number; stop: number } {
  const name = path.map((key) => `(?:${key}|"${key}"|'${key}')`).join("\\s*\\.\\s*");
  const own = new RegExp(`^\\s*\\[\\s*${name}\\s*\\]`);
  const child = new RegExp(`^\\s*\\[\\[?\\s*${name}\\s*\\.`);
  const start = lines.findIndex((line) => own.test(line));
  if (start < 0) return { start: 0, stop: 0 };
  let stop = start + 1;
  while (stop < lines.length) {
    const line = lines[stop]!;
    if (/^\s*\[/.test(line) && !(withChildren && child.test(line))) break;
    stop++;
  }
  // Comments and blank lines directly above the next table belong to that one.
  while (stop > start + 1 && stop < lines.length && /^\s*(#.*)?$/.test(lines[stop - 1]!.trimEnd())) stop--;
  return { start, stop };
}

function read(text: string, file: string): JsonObject {
  try {
    return parse(text) as JsonObject;
  } catch (error) {
    const place = error instanceof TomlError ? `:${error.line}:${error.column}` : "";
    throw new JigError("INVALID_ARGUMENT", `${file}${place} is not TOML`, {
      hint: "Correct it first; nothing was changed",
      cause: error,
    });
  }
}

function verified(
  changed: string,
  isWanted: (found: JsonObject) => boolean,
  file: string,
  path: readonly string[],
): string {
  try {
    if (isWanted(plain(parse(changed)) as JsonObject)) return changed;
  } catch {
    // Invalid TOML counts as a failure too.
  }
  throw new JigError(
    "INVALID_ARGUMENT",
    `${path.join(".")} in ${file} is written in a way that cannot be changed safely`,
    {
      hint: "Change it by hand: `jig mcp config` without --write prints what belongs there",
    },
  );
}

/** Returns true if adding the entry to `found` results in the original. */
function isOnlyWithout(found: JsonObject, before: JsonObject, path: readonly string[]): boolean {
  if (lookUp(found, path) !== undefined) return false;
  putAt(found, path, lookUp(before, path) as JsonObject);
  return isDeepStrictEqual(plain(found), plain(before));
}

/** The objects of the parser have no prototype, which matters for a strict comparison. */
function plain(value: unknown): unknown {
  return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
}

function putAt(document: JsonObject, path: readonly string[], entry: JsonObject): void {
  let place = document;
  for (const key of path.slice(0, -1)) {
    place[key] ??= {};
    place = place[key] as JsonObject;
  }
  place[path.at(-1)!] = entry;
}
