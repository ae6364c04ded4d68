/** Extracted code as lines that know where they are from. */
import { decode } from "@toon-format/toon";
import type { Json, JsonObject, Row, View } from "../../core/host/plugin-api.ts";

interface Part {
  file_path: string;
  label?: string | null;
  start_line: number;
  content: string;
}

/** Lines of source with their place; headers between the sections of a batch. */
export function view(value: Json): View {
  if (typeof value === "string") return { rows: value.split("\n").map((text) => ({ text })) };
  if (typeof value !== "object" || value === null || Array.isArray(value)) return { rows: [{ text: String(value) }] };
  const data = typeof value.toon_content === "string" ? (decode(value.toon_content) as JsonObject) : value;
  const notes: string[] = [];
  if (value.truncated === true) notes.push(`${value.omitted_sections ?? "Some"} sections left out: over the limits`);
  if (typeof value.cut === "string") notes.push(value.cut);
  const { parts, errors } = partsOf(data);
  const rows = parts.flatMap((part) => rowsOf(part, parts.length > 1 || part.label !== undefined));
  if (typeof value.error === "string") errors.push(value.error);
  rows.push(...errors.map((text): Row => ({ text, tone: "error" })));
  return { rows, notes };
}

function partsOf(data: JsonObject): { parts: Part[]; errors: string[] } {
  if (Array.isArray(data.results)) {
    const files = data.results as unknown as {
      file_path: string;
      sections: { label: string | null; range: { start_line: number }; content: string }[];
      errors: { error: string }[];
    }[];
    return {
      parts: files.flatMap(({ file_path, sections }) =>
        sections.map(({ label, range, content }) => ({ file_path, label, start_line: range.start_line, content })),
      ),
      errors: files.flatMap(({ file_path, errors }) => errors.map(({ error }) => `${file_path}: ${error}`)),
    };
  }
  if (Array.isArray(data.sections)) {
    const errors = (data.errors ?? []) as unknown as { file_path: string; error: string }[];
    return {
      parts: data.sections as unknown as Part[],
      errors: errors.map(({ file_path, error }) => `${file_path}: ${error}`),
    };
  }
  const content = contentOf(data.partial_content_result);
  if (content === undefined) return { parts: [], errors: [] };
  const range = data.range as { start_line: number };
  return { parts: [{ file_path: String(data.file_path), start_line: range.start_line, content }], errors: [] };
}

/** The code of a single answer in any of its formats. */
function contentOf(result: Json | undefined): string | undefined {
  if (typeof result === "string") return result.replace(/^--- .*:\d+-\d+\n/, "");
  if (typeof result !== "object" || result === null || Array.isArray(result)) return undefined;
  return Array.isArray(result.lines) ? result.lines.join("\n") : undefined;
}

function rowsOf(part: Part, header: boolean): Row[] {
  const lines = (part.content.endsWith("\n") ? part.content.slice(0, -1) : part.content).split("\n");
  const rows = lines.map((text, index): Row => {
    const line = part.start_line + index;
    return {
      text,
      location: { absolute: part.file_path, display: part.file_path, startLine: line, startColumn: 1 },
    };
  });
  if (!header) return rows;
  const title = `${part.file_path}:${part.start_line}${part.label ? ` ${part.label}` : ""}`;
  return [{ text: title, tone: "muted" }, ...rows];
}
