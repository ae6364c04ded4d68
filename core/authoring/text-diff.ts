/** What changed between two contents of a plugin folder: files, and the lines of those that are text. */
import type { FolderContent } from "../host/door-api.ts";
import { exposed } from "./exposed.ts";

const CONTEXT = 2;
const MAX_LINES = 2000;
const BINARY = /\.(wasm|png|jpe?g|gif|webp|ico|zip|gz|so|dylib|dll|exe)$/i;

/** Lines to print: `+ file`, `- file`, `~ file` with its changed lines below. */
export function contentDiff(before: FolderContent, after: FolderContent): string[] {
  const old = new Map(before.files.map((file) => [file.path, file]));
  const lines: string[] = [];
  for (const file of after.files) {
    const was = old.get(file.path);
    old.delete(file.path);
    if (!was) lines.push(`+ ${exposed(file.path)} (${file.bytes.length} bytes)`);
    else if (!was.bytes.equals(file.bytes)) {
      lines.push(`~ ${exposed(file.path)}`, ...fileDiff(file.path, was.bytes, file.bytes));
    } else if (was.executable !== file.executable) {
      lines.push(`~ ${exposed(file.path)} is ${file.executable ? "now" : "no longer"} executable`);
    }
  }
  for (const path of old.keys()) lines.push(`- ${exposed(path)}`);
  return lines;
}

/** By the name and not by the bytes: a NUL in a comment must not make a script one that is not shown. */
function fileDiff(path: string, before: Buffer, after: Buffer): string[] {
  if (BINARY.test(path)) return [`    ${before.length} bytes became ${after.length}`];
  return lineDiff(before.toString().split("\n"), after.toString().split("\n")).map((line) => `    ${exposed(line)}`);
}

/** Lines with `- `, `+ ` or two spaces in front; unchanged ones only near a change. */
export function lineDiff(before: string[], after: string[]): string[] {
  const same = sameAtStart(before, after);
  const rest = [before.slice(same), after.slice(same)] as const;
  const sameEnd = sameAtStart(rest[0].toReversed(), rest[1].toReversed());
  const [old, fresh] = rest.map((lines) => lines.slice(0, lines.length - sameEnd)) as [string[], string[]];
  const head = before.slice(Math.max(0, same - CONTEXT), same).map((line) => `  ${line}`);
  const tail = before
    .slice(before.length - sameEnd)
    .slice(0, CONTEXT)
    .map((line) => `  ${line}`);
  return old.length + fresh.length === 0 ? [] : [...head, ...middleDiff(old, fresh), ...tail];
}

function sameAtStart(one: readonly string[], other: readonly string[]): number {
  let same = 0;
  while (same < one.length && same < other.length && one[same] === other[same]) same++;
  return same;
}

/** Of too many lines all are shown, the old ones and the new ones: a change must not hide in its size. */
function middleDiff(before: string[], after: string[]): string[] {
  if (before.length > MAX_LINES || after.length > MAX_LINES) {
    return [...before.map((line) => `- ${line}`), ...after.map((line) => `+ ${line}`)];
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
