/** Reads what is kept beside an answer: lines of its text, bytes of its pictures. */
import { createReadStream, lstatSync, readFileSync } from "node:fs";
import { createInterface } from "node:readline";
import type { Workspace } from "../contract/context.ts";
import type { Media } from "../contract/outcome.ts";

/** Lines `firstLine` to `lastLine` (from 1, inclusive), as many as fit; `more` is the line to go on with. */
export async function linesOfFile(
  path: string,
  firstLine: number,
  lastLine: number | undefined,
  maxChars: number,
): Promise<{ text: string; more?: number }> {
  const stream = createReadStream(path, { encoding: "utf8" });
  const lines: string[] = [];
  let size = 0;
  let number = 0;
  try {
    for await (const line of createInterface({ input: stream, crlfDelay: Number.POSITIVE_INFINITY })) {
      number++;
      if (number < firstLine) continue;
      if (lastLine !== undefined && number > lastLine) break;
      size += line.length + 1;
      if (size > maxChars && lines.length > 0) return { text: `${lines.join("\n")}\n`, more: number };
      lines.push(size > maxChars ? `${line.slice(0, maxChars).toWellFormed()}…` : line);
    }
  } finally {
    stream.destroy();
  }
  return { text: lines.length === 0 ? "" : `${lines.join("\n")}\n` };
}

/** Base64; undefined where it is larger, or no regular file of the workspace. */
export async function bytesOf(media: Media, maxBytes: number, workspace: Workspace): Promise<string | undefined> {
  if ("base64" in media) return media.base64.length * 0.75 <= maxBytes ? media.base64 : undefined;
  try {
    const { absolute } = await workspace.resolve(media.path);
    const stat = lstatSync(absolute);
    return stat.isFile() && stat.size <= maxBytes ? readFileSync(absolute).toString("base64") : undefined;
  } catch {
    return undefined;
  }
}
