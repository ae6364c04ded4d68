/** Implements `script_read`, which reads a range of lines. */
import { Buffer } from "node:buffer";
import type { Context, Outcome } from "../../../core/host/plugin-api.ts";
import type { DeclarationLines } from "../queries/requests/requests.ts";
import type { ScriptService } from "../queries/service.ts";
import { Lines } from "../text/lines.ts";
import { scriptError } from "./error-envelope.ts";
import { resolveScript } from "./script-path.ts";
import { callableQuery } from "./symbol-query.ts";

export interface Input {
  path: string;
  name: string;
  startLine: number;
  endLine?: number | undefined;
  maxBytes: number;
}

const DEFAULT_LINES = 200;

function lastLine(startLine: number, declared: DeclarationLines | undefined): number {
  return declared?.endLine ?? startLine + DEFAULT_LINES - 1;
}

async function linesOf({ name, path }: Input, context: Context): Promise<DeclarationLines> {
  const query = await callableQuery({ name, path, container: "", namespace: "" }, context);
  const service = await context.service<ScriptService>();
  return await service.ask<DeclarationLines>({ op: "declarationLines", query }, context);
}

export default async function scriptRead(input: Input, context: Context): Promise<Outcome> {
  const { maxBytes } = input;
  const declared = input.name === "" ? undefined : await linesOf(input, context);
  const path = declared?.path ?? input.path;
  const startLine = Math.max(declared?.startLine ?? 1, input.startLine);
  const endLine = Math.min(
    declared?.endLine ?? Number.POSITIVE_INFINITY,
    input.endLine ?? lastLine(startLine, declared),
  );
  if (path === "")
    throw scriptError("PATH_REQUIRED", "INVALID_ARGUMENT", "Neither path nor name was given", {
      hint: "Write the path of a script, or the symbol path of a declaration",
    });
  if (endLine < startLine) {
    throw scriptError("INVALID_ARGUMENT", "INVALID_ARGUMENT", `endLine ${endLine} is before startLine ${startLine}`, {
      hint: `Write endLine ${startLine} or more, or omit it for ${DEFAULT_LINES} lines`,
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
          `Line ${line} has ${size} bytes, which is more than maxBytes ${maxBytes}`,
          { hint: "Raise maxBytes, or search the file for the part you need", path },
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
      ...(declared ? { symbol_path: declared.symbol_path } : {}),
      ...(declared && declared.parts.length > 0 ? { parts: declared.parts } : {}),
      ...(end < last ? { truncated: true } : {}),
      ...(encoding.toLowerCase() === "utf-8" ? {} : { encoding }),
      ...(replaced ? { warning: "Some bytes are not valid in this encoding and are shown as U+FFFD" } : {}),
    },
    // The text was truncated to maxBytes, or to the default number of lines.
    ...(end < (input.endLine === undefined && !declared ? lines.count : last) ? { next: { startLine: end + 1 } } : {}),
  };
}
