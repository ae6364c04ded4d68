/** Builds the input for ripgrep if entries are filtered by a regular expression. It has one line for each entry. */
import { concatBytes, type EntryTable } from "./entry-table.ts";
import type { ListPattern } from "./request.ts";

const AT_ONCE = 4096;

/** Returns the names, or the paths relative to the workspace root. */
export function matchInput(
  entries: EntryTable,
  { fullPath }: ListPattern,
  directories: readonly { root: string }[],
): Uint8Array<ArrayBuffer> {
  const rootOf = (path: string) => directories.find(({ root }) => path.startsWith(`${root}/`))!.root;
  const parts: Buffer[] = [];
  let lines: string[] = [];
  for (let at = 0; at < entries.count; at++) {
    const path = entries.path(at);
    const subject = path.slice(fullPath ? rootOf(path).length + 1 : path.lastIndexOf("/") + 1);
    // Names may contain line breaks.
    lines.push(subject.replace(/[\r\n]/g, "\ufffd"));
    if (lines.length === AT_ONCE || at === entries.count - 1) {
      parts.push(Buffer.from(`${lines.join("\n")}${at === entries.count - 1 ? "" : "\n"}`));
      lines = [];
    }
  }
  return concatBytes(parts);
}
