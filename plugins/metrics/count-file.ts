/** Worker `count`: reads and measures a file. Decoding and counting megabytes of text would block the main thread. */
import { createHash } from "node:crypto";
import { JigError, type WorkerContext } from "../../core/host/plugin-api.ts";
import { countLines, type LineCounts } from "./count-lines.ts";
import { languageNamed, languageOf } from "./metrics-languages.ts";

type FileMetrics = LineCounts & {
  estimated_tokens: number;
  /** Size on disk. */
  file_size_bytes: number;
  /** Hex SHA-256, if requested. */
  content_hash?: string;
};

export type CountedFile = {
  /** Name in the language table, or `unknown`. */
  language: string;
  metrics: FileMetrics;
};

export interface CountRequest {
  path: string;
  /** Overrides detection by file name and first line. */
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
