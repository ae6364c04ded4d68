/** What changed between two contents of a plugin folder: files, and the lines of those that are text. */
import type { FolderContent } from "../host/mod.ts";
import { exposed } from "./exposed.ts";

const CONTEXT = 2;
const MAX_LINES = 2000;

/** Lines to print: `+ file`, `- file`, `~ file` with its changed lines below. */
export function contentDiff(before: FolderContent, after: FolderContent): string[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const lines: string[] = [];
  for (const file of after.files) {
    const was = old.get(file.path);
    old.delete(file.path);
    if (!was) lines.push(`+ ${exposed(file.path)} (${file.bytes.length} bytes)`);
    else if (!was.bytes.equals(file.bytes)) {
      lines.push(`~ ${exposed(file.path)}`, ...textDiff(was.bytes, file.bytes));
    } else if (was.executable !== file.executable) {
      lines.push(`~ ${exposed(file.path)} is ${file.executable ? "now" : "no longer"} executable`);
    }
  }
  for (const path of old.keys()) lines.push(`- ${exposed(path)}`);
  return lines;
}

function textDiff(before: Buffer, after: Buffer): string[] {
  if (before.includes(0) || after.includes(0)) return [`    ${before.length} bytes became ${after.length}`];
  return lineDiff(before.toString().split("\n"), after.toString().split("\n")).map((line) => `    ${exposed(line)}`);
}

/** Lines with `- `, `+ ` or two spaces in front; unchanged ones only near a change. */
export function lineDiff(before: string[], after: string[]): string[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) {
    return [`${before.length} lines became ${after.length}`];
  }
  const lengths = commonLengths(before, after);
  const all: string[] = [];
  let i = 0;
  let j = 0;
  while (i < before.length || j < after.length) {
    if (i < before.length && j < after.length && before[i] === after[j]) {
      all.push(`  ${before[i]}`);
      i++;
      j++;
    } else if (j >= after.length || (i < before.length && lengths[i + 1]![j]! >= lengths[i]![j + 1]!)) {
      all.push(`- ${before[i++]}`);
    } else all.push(`+ ${after[j++]}`);
  }
  const changed = all.map((line) => line[0] !== " ");
  return all.filter((_, at) => changed.slice(Math.max(0, at - CONTEXT), at + CONTEXT + 1).includes(true));
}

/** `[i][j]`: how many lines the rests from i and j have in common, in order. */
function commonLengths(before: string[], after: string[]): Uint16Array[] {
  const lengths = Array.from({ length: before.length + 1 }, () => new Uint16Array(after.length + 1));
  for (let i = before.length - 1; i >= 0; i--) {
    for (let j = after.length - 1; j >= 0; j--) {
      lengths[i]![j] =
        before[i] === after[j] ? lengths[i + 1]![j + 1]! + 1 : Math.max(lengths[i + 1]![j]!, lengths[i]![j + 1]!);
    }
  }
  return lengths;
}
