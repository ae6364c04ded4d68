/** Reads and replaces a client's file: UTF-8 with or without a byte order mark, also through a link; its permissions stay. */
import { existsSync, mkdirSync, readFileSync, realpathSync, statSync } from "node:fs";
import { dirname } from "node:path";
import { JigError, toJigError, writeAtomically } from "../host/frontend-api.ts";

const BOM = "\uFEFF";

export interface ConfigFile {
  /** Without a byte order mark; empty if there is no file. */
  text: string;
  /** Undefined if there is no file. */
  bytes: Uint8Array | undefined;
}

/** Throws INVALID_ARGUMENT for text that is not UTF-8, and file system errors. */
export function readConfigFile(file: string): ConfigFile {
  if (!existsSync(file)) return { text: "", bytes: undefined };
  const bytes = attempt(`read ${file}`, () => readFileSync(file));
  try {
    return { text: new TextDecoder("utf-8", { fatal: true }).decode(bytes), bytes };
  } catch (error) {
    throw new JigError("INVALID_ARGUMENT", `${file} is not UTF-8`, { hint: "Save it as UTF-8 first", cause: error });
  }
}

/** The bytes of a changed text, with the byte order mark that the file had. */
export function encodeConfig(text: string, before: Uint8Array | undefined): Uint8Array {
  const marked = before?.[0] === 0xef && before[1] === 0xbb && before[2] === 0xbf;
  return Buffer.from(marked ? BOM + text : text);
}

/** Writes in one step. A link stays a link: its target is replaced. `newMode` is for a new file. */
export function replaceFile(file: string, bytes: Uint8Array, newMode = 0o600): void {
  attempt(`write ${file}`, () => {
    const real = existsSync(file) ? realpathSync.native(file) : file;
    const mode = statSync(real, { throwIfNoEntry: false })?.mode ?? newMode;
    writeAtomically(real, bytes, { replace: true, mode: mode & 0o777 });
  });
}

/** Makes the folder of `file`; gives the folders that were missing, deepest first. */
export function makeFolderOf(file: string): string[] {
  const missing: string[] = [];
  for (let folder = dirname(file); !existsSync(folder); folder = dirname(folder)) missing.push(folder);
  attempt(`make the folder of ${file}`, () => mkdirSync(dirname(file), { recursive: true }));
  return missing;
}

function attempt<Result>(doing: string, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toJigError(error, doing);
  }
}
