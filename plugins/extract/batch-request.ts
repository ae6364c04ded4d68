/** Reads `requests` entry by entry: a malformed one is one error, and the others go on. */
import { isObject, JigError, type Json } from "../../core/host/plugin-api.ts";

export interface SectionRequest {
  label: string | null;
  startLine: number;
  endLine: number | undefined;
}

/** Identifies a section in an error: its index in the request, and its readable fields. */
export type SectionId = {
  section: number;
  label: string | null;
  start_line: Json;
  end_line: Json;
};

/** A requested section, or the reason why it cannot be read. */
export type ParsedSection = { id: SectionId; request: SectionRequest } | { id: SectionId; error: string };

export interface FileRequest {
  filePath: string;
  sections: ParsedSection[];
}

/** Throws INVALID_ARGUMENT for an entry without a file or a list of sections; `details.file_path` if it has one. */
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

/** As the host does for declared numbers: `"5"` is one, `true` and `2.9` are not. */
function wholeNumber(value: unknown): number | undefined {
  const number = typeof value === "string" && /^\d{1,15}$/.test(value.trim()) ? Number(value) : value;
  return typeof number === "number" && Number.isSafeInteger(number) ? number : undefined;
}

function invalid(message: string, filePath: string): JigError {
  return new JigError("INVALID_ARGUMENT", message, { details: { file_path: filePath } });
}
