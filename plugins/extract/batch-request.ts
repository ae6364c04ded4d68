/** Parses `requests` entry by entry, so that one bad entry doesn't affect the others. */
import { isObject, JigError, type Json } from "../../core/host/plugin-api.ts";

export interface SectionRequest {
  label: string | null;
  startLine: number;
  endLine: number | undefined;
}

/** Index and valid fields of a section, for error messages. */
export type SectionId = {
  section: number;
  label: string | null;
  start_line: Json;
  end_line: Json;
};

/** A valid section or an error. */
export type ParsedSection = { id: SectionId; request: SectionRequest } | { id: SectionId; error: string };

export interface FileRequest {
  filePath: string;
  sections: ParsedSection[];
}

/** Throws INVALID_ARGUMENT if the file or the list of sections is missing. Sets `details.file_path` if there's one. */
export function parseRequest(entry: unknown): FileRequest {
  if (!isObject(entry)) throw invalid("Invalid request entry: each requests[] entry must be an object", "");
  const path = entry.file_path;
  if (typeof path !== "string" || path.trim() === "") {
    throw invalid("Invalid file_path: requests[].file_path must be a non-empty string", "");
  }
  if (!Array.isArray(entry.sections)) throw invalid("Invalid sections: requests[].sections must be a list", path);
  return { filePath: path, sections: entry.sections.map(parseSection) };
}

function parseSection(section: unknown, index: number): ParsedSection {
  const given = isObject(section) ? section : {};
  const id: SectionId = {
    section: index,
    label: typeof given.label === "string" ? given.label : null,
    start_line: given.start_line ?? null,
    end_line: given.end_line ?? null,
  };
  if (!isObject(section)) return { id, error: "Invalid section entry: a section must be an object with start_line" };
  const start = wholeNumber(given.start_line);
  if (start === undefined || start < 1) return { id, error: "start_line must be an integer >= 1" };
  const end = given.end_line === undefined || given.end_line === null ? undefined : wholeNumber(given.end_line);
  if (given.end_line !== undefined && given.end_line !== null && (end === undefined || end < start)) {
    return { id, error: "end_line must be an integer >= start_line" };
  }
  return { id, request: { label: id.label, startLine: start, endLine: end } };
}

/** Same as the host's check: accepts `"5"` but not `true` or `2.9`. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function invalid(message: string, filePath: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { details: { file_path: filePath } });
}
