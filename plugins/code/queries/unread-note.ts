/** Describes the files that an answer about the whole workspace does not cover. */
import type { CodeIndex } from "../index/code-index.ts";

/** The maximum number of paths to list for each reason. */
const MAX_NAMED = 3;

/**
 * Counts and lists the files that were not read, grouped by reason. `further` are files whose tree is missing for this
 * answer.
 */
export function unreadNote(
  { files, notRead }: CodeIndex,
  display: (path: string) => string,
  further: readonly string[] = [],
): { unread?: string } {
  const reason = (paths: readonly string[], why: string) => {
    const names = paths.slice(0, MAX_NAMED).map(display).join(", ");
    return paths.length === 0 ? [] : [`${paths.length} ${why} (${names}${paths.length > MAX_NAMED ? " …" : ""})`];
  };
  const reasons = [
    ...reason(files.large, "over 1 MB"),
    ...reason(files.generated, "generated or minified"),
    ...reason([...new Set([...notRead, ...further])], "unreadable, or too slow for the grammar"),
  ];
  return reasons.length > 0 ? { unread: `Files not read: ${reasons.join(", ")}` } : {};
}
