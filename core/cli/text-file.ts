/** Reads a file that is given on the command line. */
import { createReadStream } from "node:fs";
import { resolve } from "node:path";
import { JigError, toJigError } from "../host/frontend-api.ts";
import type { Io } from "./io.ts";

const MAX_BYTES = 64 * 1024 * 1024;

/** Accepts any file, a pipe, or `-` for stdin. Throws INVALID_ARGUMENT, LIMIT_EXCEEDED. */
export async function readText(file: string, io: Io): Promise<string> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of file === "-" ? io.stdin : createReadStream(resolve(io.cwd, file))) {
      chunks.push(Buffer.from(chunk));
      size += chunk.length;
      // Devices and endless pipes need this check as well.
      if (size > MAX_BYTES) throw new JigError("LIMIT_EXCEEDED", `"${file}" is over ${MAX_BYTES} bytes`);
    }
  } catch (error) {
    const { code, message } = toJigError(error, `read "${file}"`);
    throw new JigError(code === "LIMIT_EXCEEDED" ? code : "INVALID_ARGUMENT", message, { cause: error });
  }
  return Buffer.concat(chunks)
    .toString("utf8")
    .replace(/^\ufeff/, "");
}
