/** Worker job: reads one file and measures it. Only here, off the main thread, is text of megabytes decoded and counted. */
import { createHash } from "node:crypto";
import { JigError, type WorkerContext } from "../../core/host/plugin-api.ts";
import { countLines, type LineCounts } from "./count-lines.ts";
import { languageNamed, languageOf } from "./metrics-languages.ts";

type FileMetrics = LineCounts & {
  estimated_tokens: number;
  /** As on disk. */
  file_size_bytes: number;
  /** SHA-256 of the file's bytes in hexadecimal, on request. */
  content_hash?: string;
};

export type CountedFile = {
  /** The table's name, or `unknown`. */
  language: string;
  metrics: FileMetrics;
};

export interface CountRequest {
  path: string;
  /** Overrides the language by name and first line. */
  language?: string;
  hash?: boolean;
}

export default async function countFile(
  { path, language, hash }: CountRequest,
  context: WorkerContext,
): Promise<CountedFile> {
  const { text, size, encoding } = await context.files.readText(path);
  if (!encoding.startsWith("utf-16") && text.includes("\0")) {
    throw new JigError("ENCODING", "The file is binary, not text");
  }
  const rules = language === undefined ? languageOf(path, text.slice(0, 200)) : languageNamed(language);
  return {
    language: rules?.name ?? "unknown",
    metrics: {
      ...countLines(text, rules),
      estimated_tokens: (await context.countTokens(text)).tokens,
      file_size_bytes: size,
      ...(hash
        ? {
            content_hash: createHash("sha256")
              .update(await context.files.read(path))
              .digest("hex"),
          }
        : {}),
    },
  };
}
