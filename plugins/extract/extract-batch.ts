/** Reads many ranges from many files (docs/contracts/extract.md). */
import { type Context, isObject, JigError, type ResolvedPath, toJigError } from "../../core/host/plugin-api.ts";
import { BatchBudget, LIMITS, overLimit } from "./batch-limits.ts";
import { type FileRequest, type ParsedSection, parseRequest, type SectionId } from "./batch-request.ts";
import { emptyRangeError, pathError } from "./extract-range.ts";
import { readLines, type SourceLines } from "./source-lines.ts";

export type SectionResult = {
  label: string | null;
  range: { start_line: number; end_line: number | null };
  content_length: number;
  content: string;
};

/** Errors of a file have just `error`; those of a section identify it. */
export type BatchError = { error: string } & Partial<SectionId>;

export type FileResult = {
  file_path: string;
  resolved_path: string;
  sections: SectionResult[];
  errors: BatchError[];
};

export interface Batch {
  results: FileResult[];
  truncated: boolean;
  /** Sections skipped because of `allow_truncate`. */
  omitted: number;
  /** Reason for stopping with `fail_fast`. */
  stopped?: string;
}

export interface BatchOptions {
  allowTruncate: boolean;
  failFast: boolean;
}

const FILE_LIMITS = ["max_sections_per_file", "max_file_size_bytes"];

/** Throws LIMIT_EXCEEDED unless `allowTruncate` is set. Sections are processed in order and never split. */
export async function extractBatch(requests: unknown[], options: BatchOptions, context: Context): Promise<Batch> {
  const batch: Batch = { results: [], truncated: false, omitted: 0 };
  if (requests.length > LIMITS.max_files) {
    if (!options.allowTruncate) throw overLimit("max_files", requests.length);
    batch.truncated = true;
    batch.omitted = requests.slice(LIMITS.max_files).reduce<number>((sum, entry) => sum + sectionsOf(entry), 0);
  }
  const budget = new BatchBudget();
  let full = false;
  for (const entry of requests.slice(0, LIMITS.max_files)) {
    context.signal.throwIfAborted();
    const result: FileResult = { file_path: "", resolved_path: "", sections: [], errors: [] };
    batch.results.push(result);
    const reader = new BatchFileReader(result, options, budget);
    try {
      full = await reader.read(entry, context, full);
    } catch (error) {
      const known = toJigError(error);
      if (known.code === "CANCELLED" || isOverLimit(known)) throw known;
      result.errors.push({ error: known.message });
    }
    batch.omitted += reader.omitted;
    if (reader.omitted > 0) batch.truncated = true;
    const [failure] = result.errors;
    if (options.failFast && failure) {
      batch.stopped = `${result.file_path}: ${failure.error}`;
      break;
    }
  }
  return batch;
}

/** True for limits of the whole call. */
function isOverLimit(error: JigError): boolean {
  return error.code === "LIMIT_EXCEEDED" && !FILE_LIMITS.includes(String(error.details?.limit));
}

function sectionsOf(entry: unknown): number {
  const sections = isObject(entry) ? entry.sections : undefined;
  return Array.isArray(sections) ? sections.length : 0;
}

/** Reads all sections of a file. */
class BatchFileReader {
  omitted = 0;
  private readonly result: FileResult;
  private readonly options: BatchOptions;
  private readonly budget: BatchBudget;

  constructor(result: FileResult, options: BatchOptions, budget: BatchBudget) {
    this.result = result;
    this.options = options;
    this.budget = budget;
  }

  /** Returns true once a limit is reached. All further sections are skipped. */
  async read(entry: unknown, context: Context, full: boolean): Promise<boolean> {
    const request = this.parse(entry);
    const file = await this.resolve(request.filePath, context);
    this.result.resolved_path = file.absolute;
    const most = LIMITS.max_sections_per_file;
    const sections = request.sections.slice(0, this.options.allowTruncate ? most : undefined);
    this.omitted += request.sections.length - sections.length;
    if (sections.length > most)
      throw fileLimitError(`Too many sections for file: ${sections.length}`, "max_sections_per_file");
    if (file.size > LIMITS.max_file_size_bytes) {
      throw fileLimitError(`File too large: ${file.size}`, "max_file_size_bytes");
    }
    if (full) {
      this.omitted += sections.length;
      return true;
    }
    const lines = await readLines(context.files, file.written);
    for (const [index, section] of sections.entries()) {
      const over = this.section(section, lines);
      if (over) {
        if (!this.options.allowTruncate) throw over;
        this.omitted += sections.length - index;
        return true;
      }
      if (this.options.failFast && this.result.errors.length > 0) return false;
    }
    return false;
  }

  private parse(entry: unknown): FileRequest {
    try {
      const request = parseRequest(entry);
      this.result.file_path = request.filePath;
      return request;
    } catch (error) {
      const path = error instanceof JigError ? error.details?.file_path : undefined;
      if (typeof path === "string") this.result.file_path = path;
      throw error;
    }
  }

  private async resolve(path: string, context: Context): Promise<ResolvedPath> {
    try {
      return await context.workspace.resolve(path);
    } catch (error) {
      const known = toJigError(error);
      throw new JigError(known.code, pathError(known, path));
    }
  }

  private section(section: ParsedSection, lines: SourceLines): JigError | undefined {
    if ("error" in section) {
      this.result.errors.push({ ...section.id, error: section.error });
      return undefined;
    }
    const { startLine, endLine, label } = section.request;
    const tooMany = this.budget.chargeSection();
    if (tooMany) return tooMany;
    const excerpt = lines.excerpt(startLine, endLine);
    if (!excerpt) {
      this.result.errors.push({ ...section.id, error: emptyRangeError(startLine, endLine, lines.count) });
      return undefined;
    }
    const content = excerpt.text.replace(/\r\n?/g, "\n");
    const over = this.budget.charge(content, excerpt.endLine - startLine + 1);
    if (over) return over;
    const range = { start_line: startLine, end_line: endLine ?? null };
    this.result.sections.push({ label, range, content_length: content.length, content });
    return undefined;
  }
}

/** Only fails this file. */
function fileLimitError(what: string, limit: "max_sections_per_file" | "max_file_size_bytes"): JigError {
  return new JigError("LIMIT_EXCEEDED", `${what} > ${limit}=${LIMITS[limit]}`, { details: { limit } });
}
