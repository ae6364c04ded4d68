/** `script_read`: a range of lines of one script, cut at whole lines. */
import { Buffer } from "node:buffer";
import type { Context, Json, Outcome, View } from "../../core/host/plugin-api.ts";
import { failureView, scriptError } from "./failure.ts";
import { resolveScript } from "./project/script-path.ts";
import { Lines } from "./text/lines.ts";

export interface Input {
  path: string;
  startLine: number;
  endLine?: number | undefined;
  maxBytes: number;
}

const DEFAULT_LINES = 200;

export default async function scriptRead(input: Input, context: Context): Promise<Outcome> {
  const { path, startLine, maxBytes } = input;
  const endLine = input.endLine ?? startLine + DEFAULT_LINES - 1;
  if (endLine < startLine) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `endLine ${endLine} is before startLine ${startLine}`, {
      hint: `Write endLine ${startLine} or more, or leave it out for ${DEFAULT_LINES} lines`,
      path,
    });
  }
  const file = await resolveScript(context, path);
  const { text, encoding, replaced } = await context.files.readText(file.absolute);
  const lines = new Lines(text);
  const last = Math.min(endLine, lines.count);
  const parts: string[] = [];
  let bytes = 0;
  for (let line = startLine; line <= last; line++) {
    const part = lines.line(line);
    const size = Buffer.byteLength(part) + (parts.length > 0 ? 1 : 0);
    if (bytes + size > maxBytes) {
      if (parts.length === 0) {
        throw scriptError(
          "PREVIEW_TOO_LARGE",
          "LIMIT_EXCEEDED",
          `Line ${line} alone has ${size} bytes, more than maxBytes ${maxBytes}`,
          {
            hint: "Raise maxBytes, or search the file for the part you need",
            path,
          },
        );
      }
      break;
    }
    parts.push(part);
    bytes += size;
  }
  const end = startLine + parts.length - 1;
  return {
    value: {
      success: true,
      path: file.display,
      startLine,
      endLine: end,
      totalLines: lines.count,
      content: parts.join("\n"),
      ...(end < last ? { truncated: true } : {}),
      ...(encoding.toLowerCase() === "utf-8" ? {} : { encoding }),
      ...(replaced ? { warning: "Some bytes are not valid in this encoding and are shown as U+FFFD" } : {}),
    },
  };
}

export function view(value: Json): View {
  const failed = failureView(value);
  if (failed) return failed;
  const { path, startLine, content } = value as { path?: string; startLine?: number; content?: string };
  if (path === undefined || startLine === undefined) return { rows: [] };
  return {
    language: "csharp",
    rows: (content ?? "").split("\n").map((text, index) => ({
      text,
      location: { absolute: path, display: path, startLine: startLine + index, startColumn: 1 },
    })),
  };
}

/** Whole lines, with `endLine` lowered. */
export function fit(value: Json, maxChars: number): Json | undefined {
  const answer = value as { startLine: number; content?: string };
  if (typeof answer.content !== "string") return undefined;
  const lines = answer.content.split("\n");
  for (let keep = lines.length - 1; keep > 0; keep = Math.floor(keep * 0.9)) {
    const cut = {
      ...(value as object),
      endLine: answer.startLine + keep - 1,
      content: lines.slice(0, keep).join("\n"),
      truncated: true,
    };
    if (JSON.stringify(cut).length <= maxChars) return cut as Json;
  }
  return undefined;
}
