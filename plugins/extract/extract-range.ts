/** Reads a single range. */
import type { Context, JigError, Json, JsonObject, Outcome, ResolvedPath } from "../../core/host/plugin-api.ts";
import { toJigError } from "../../core/host/plugin-api.ts";
import { cutColumns } from "./cut-columns.ts";
import type { ExtractInput } from "./extract-input.ts";
import { readExcerpt } from "./source-lines.ts";

interface RangeResult {
  filePath: string;
  range: { start_line: number; end_line: number | null; start_column: number | null; end_column: number | null };
  content: string;
  lines: number;
  fileLines: number | undefined;
}

export async function extractRange(input: ExtractInput, context: Context): Promise<Outcome> {
  const invalid = inputError(input);
  if (invalid !== undefined) return fail(input, invalid);
  const format = input.format ?? "text";
  // Check that the output file is writable before reading anything.
  const target =
    input.output_file === undefined
      ? undefined
      : await context.outputs.check(input.output_file, format === "json" ? ".json" : ".txt");
  let file: ResolvedPath;
  try {
    file = await context.workspace.resolve(input.file_path!);
  } catch (error) {
    return fail(input, pathError(toJigError(error), input.file_path!), toJigError(error).code);
  }
  const start = input.start_line ?? 1;
  const { excerpt, fileLines } = await readExcerpt(context.files, file, start, input.end_line, context.signal);
  if (!excerpt) return { ...fail(input, emptyRangeError(start, input.end_line, fileLines)) };
  const raw = format === "raw" && input.start_column === undefined && input.end_column === undefined;
  const text = raw ? excerpt.text : excerpt.text.replace(/\r\n?/g, "\n");
  const single: RangeResult = {
    filePath: input.file_path!,
    range: {
      start_line: start,
      end_line: input.end_line ?? null,
      start_column: input.start_column ?? null,
      end_column: input.end_column ?? null,
    },
    content: cutColumns(text, input.start_column, input.end_column),
    lines: excerpt.endLine - start + 1,
    fileLines: excerpt.fileLines,
  };
  const saved = target ? await save(context, target, single, format) : {};
  return { value: answer(single, input, saved), files: [file.absolute] };
}

/** Clients match these exact messages. */
function inputError(input: ExtractInput): string | undefined {
  if (input.file_path === undefined) return "file_path is required";
  const start = input.start_line ?? 1;
  if (start < 1) return "start_line must be >= 1";
  if (input.end_line !== undefined && input.end_line < start) return "end_line must be >= start_line";
  if ((input.start_column ?? 0) < 0) return "start_column must be >= 0";
  if ((input.end_column ?? 0) < 0) return "end_column must be >= 0";
  return undefined;
}

/** Clients match the start of the message. Text output needs the path, because it's not mentioned elsewhere. */
export function pathError(error: JigError, path: string): string {
  if (error.code !== "PATH_NOT_FOUND") return `Invalid file path: ${error.advice}`;
  return `Invalid file path: file does not exist: "${path}"${error.details?.nearest ? `. ${error.hint}` : ""}`;
}

export function emptyRangeError(start: number, end: number | undefined, fileLines: number): string {
  const range = `start_line=${start}, end_line=${end ?? "the end"}`;
  return `Invalid line range or empty content: ${range}; the file has ${fileLines} lines`;
}

function fail(input: ExtractInput, error: string, code = "INVALID_ARGUMENT"): Outcome {
  const value: JsonObject = { success: false, error, code };
  if (input.file_path !== undefined) value.file_path = input.file_path;
  return { value, failed: true, reason: error };
}

async function save(context: Context, target: ResolvedPath, single: RangeResult, format: string): Promise<JsonObject> {
  const { filePath, range, content } = single;
  const text =
    format === "raw"
      ? content
      : format === "json"
        ? JSON.stringify({ file_path: filePath, range, content, content_length: content.length }, null, 2)
        : headed(single);
  try {
    await context.outputs.save(target, text);
    return { output_file_path: target.absolute, file_saved: true };
  } catch (error) {
    // We have the code, so don't fail just because it can't be saved.
    return { file_saved: false, file_save_error: toJigError(error).advice };
  }
}

/** Code with a location header. */
function headed({ filePath, range, lines, content }: RangeResult): string {
  const end = lines === 0 || content.endsWith("\n") ? "" : "\n";
  return `--- ${filePath}:${range.start_line}-${range.start_line + lines - 1}\n${content}${end}`;
}

function answer(single: RangeResult, input: ExtractInput, saved: JsonObject): Json {
  const { filePath, range, content } = single;
  const hidden = input.suppress_output === true && saved.file_saved === true;
  const format = input.format ?? "text";
  return {
    success: true,
    file_path: filePath,
    range,
    content_length: content.length,
    lines_extracted: single.lines,
    ...(single.fileLines === undefined ? {} : { file_lines: single.fileLines }),
    ...(hidden ? {} : { partial_content_result: shaped(single, format) }),
    ...saved,
  };
}

function shaped(single: RangeResult, format: string): Json {
  const { filePath, range, content } = single;
  if (format === "raw") return content;
  if (format === "text") return headed(single);
  const lines = content === "" ? [] : (content.endsWith("\n") ? content.slice(0, -1) : content).split("\n");
  return {
    lines,
    metadata: { file_path: filePath, range, content_length: content.length, lines_count: single.lines },
  };
}
