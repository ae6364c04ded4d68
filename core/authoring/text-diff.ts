/** Compares two versions of a plugin folder. */
import { diffArrays } from "diff";
import type { FolderContent } from "../host/frontend-api.ts";
import { revealed } from "./revealed-text.ts";

const CONTEXT = 2;
const MAX_EDITS = 2000;
const BINARY = /\.(wasm|png|jpe?g|gif|webp|ico|zip|gz|so|dylib|dll|exe)$/i;

/** Lines for display: `+ file`, `- file`, or `~ file` followed by its changes. */
export function contentDiff(before: FolderContent, after: FolderContent): string[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const lines: string[] = [];
  for (const file of after.files) {
    const was = old.get(file.path);
    old.delete(file.path);
    if (!was) lines.push(`+ ${revealed(file.path)} (${file.bytes.length} bytes)`);
    else if (!was.bytes.equals(file.bytes)) {
      lines.push(`~ ${revealed(file.path)}`, ...fileDiff(file.path, was.bytes, file.bytes));
    } else if (was.executable !== file.executable) {
      lines.push(`~ ${revealed(file.path)} is ${file.executable ? "now" : "no longer"} executable`);
    }
  }
  for (const path of old.keys()) lines.push(`- ${revealed(path)}`);
  return lines;
}

/** Text files are recognized by name. Otherwise a NUL in a comment could hide changes to a script. */
function fileDiff(path: string, before: Buffer, after: Buffer): string[] {
  if (BINARY.test(path)) return [`    ${before.length} bytes became ${after.length}`];
  return lineDiff(before.toString().split("\n"), after.toString().split("\n")).map((line) => `    ${revealed(line)}`);
}

/** Prefixes are `- `, `+ `, or two spaces for context. */
export function lineDiff(before: string[], after: string[]): string[] {
  const parts = diffArrays(before, after, { maxEditLength: MAX_EDITS });
  // With too many changes, show all lines so that nothing gets lost.
  if (!parts) return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)];
  const sign = (part: { added: boolean; removed: boolean }) => (part.added ? "+" : part.removed ? "-" : " ");
  const all = parts.flatMap((part) => part.value.map((line) => `${sign(part)} ${line}`));
  const near = new Set<number>();
  for (const [at, line] of all.entries()) {
    for (let by = -CONTEXT; line[0] !== " " && by <= CONTEXT; by++) near.add(at + by);
  }
  return all.filter((_, at) => near.has(at));
}
