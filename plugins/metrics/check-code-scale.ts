/** Measures files: lines by kind, tokens, size, and symbols for a single file (docs/contracts/metrics.md). */
import {
  type Context,
  type FileSymbol,
  isObject,
  JigError,
  type JsonObject,
  type Outcome,
  type RenderedRow,
  type Row,
  toJigError,
} from "../../core/host/plugin-api.ts";
import type { CountedFile, CountRequest } from "./count-file.ts";
import { languageNamed, languageNames } from "./metrics-languages.ts";
import { batchAnswer, type ErrorRow, type MetricsRow, singleAnswer } from "./scale-answer.ts";
import { MAX_FILES, type ScaleInput } from "./scale-input.ts";

/** Low enough for slow disks and CI. */
const CONCURRENCY = 4;

export default async function checkCodeScale(input: ScaleInput, context: Context): Promise<Outcome> {
  if (input.language !== undefined && !languageNamed(input.language)) {
    throw new JigError("INVALID_ARGUMENT", `Unknown language "${input.language}"`, {
      hint: `For example: ${languageNames()
        .slice(0, 300)
        .filter((name) => /^[A-Z][a-z+#]{2,6}$/.test(name))
        .slice(0, 20)
        .join(", ")}`,
    });
  }
  if (input.file_paths === undefined) return singleAnswer(await measureOne(input, context));
  refuseBatch(input, input.file_paths);
  return batchAnswer(await measureAll(input.file_paths, input, context));
}

function refuseBatch(input: ScaleInput, paths: readonly string[]): void {
  const refuse = (message: string, hint: string, code: "INVALID_ARGUMENT" | "LIMIT_EXCEEDED" = "INVALID_ARGUMENT") => {
    throw new JigError(code, message, { hint });
  };
  if (input.file_path !== undefined) refuse("file_paths is mutually exclusive with file_path", "Pass only one of them");
  if (input.metrics_only !== true) {
    refuse("metrics_only must be true when using file_paths batch mode", "Add metrics_only: true");
  }
  if (paths.length === 0) refuse("file_paths must be a non-empty list of strings", "Name at least one file");
  if (paths.length > MAX_FILES) {
    refuse(
      `Too many files: ${paths.length} > max_files=${MAX_FILES}`,
      "Split them into several calls",
      "LIMIT_EXCEEDED",
    );
  }
}

async function measureOne(
  input: ScaleInput,
  context: Context,
): Promise<MetricsRow & { structure: FileSymbol[] | null }> {
  if (input.file_path === undefined) {
    throw new JigError("INVALID_ARGUMENT", "file_path is required", { hint: "Or file_paths with metrics_only: true" });
  }
  const row = await measure(input.file_path, input, context);
  if ("error" in row) throw new JigError(row.code, row.error);
  const structure = input.metrics_only ? undefined : await context.symbols(row.resolved_path);
  return { ...row, structure: structure ?? null };
}

/** Results are in request order. */
async function measureAll(
  paths: readonly string[],
  input: ScaleInput,
  context: Context,
): Promise<(MetricsRow | ErrorRow)[]> {
  const rows: (MetricsRow | ErrorRow)[] = [];
  let next = 0;
  const work = async () => {
    for (let path = paths[next]; path !== undefined; path = paths[next]) {
      context.signal.throwIfAborted();
      const index = next++;
      rows[index] = await measure(path, input, context);
      context.progress({ done: index + 1, total: paths.length });
    }
  };
  await Promise.all(Array.from({ length: CONCURRENCY }, work));
  return rows;
}

/** Remote file paths. */
const REMOTE = /^repo:/;

async function measure(path: string, input: ScaleInput, context: Context): Promise<MetricsRow | ErrorRow> {
  try {
    const { absolute, display } = await context.workspace.resolve(path);
    // Workers can only read the local copy of a remote file.
    const remote = REMOTE.test(display);
    // Error messages should show the path as the caller wrote it.
    const request: CountRequest = { path: remote ? absolute : path, hash: input.content_hash ?? false };
    if (input.language !== undefined) request.language = input.language;
    const counted = await context.worker<CountedFile>("count", request, { signal: context.signal });
    return { file_path: path, resolved_path: remote ? display : absolute, ...counted };
  } catch (thrown) {
    const error = toJigError(thrown);
    if (error.code === "CANCELLED") throw error;
    const hint = error.details?.nearest ? `. ${error.hint}` : "";
    const reason = error.code === "PATH_NOT_FOUND" ? `file does not exist${hint}` : error.advice;
    return { file_path: path, error: `Invalid file path: ${reason}`, code: error.code };
  }
}

/** A symbol with its line counts, or a file with an error. */
export function lines({ row }: RenderedRow): Row[] {
  const { file_path, error, name, kind, container }: JsonObject = isObject(row) ? row : {};
  if (typeof error === "string") return [{ text: `${file_path}: ${error}`, tone: "error" }];
  const whole = typeof container === "string" ? `${container}.${name}` : String(name);
  const depth = typeof container === "string" ? 1 + container.split(".").length : 1;
  return [{ text: `${kind} ${whole}`, depth }];
}
