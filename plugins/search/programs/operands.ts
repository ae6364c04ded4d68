/** Checks the path arguments of programs such as grep and find against the rules of the workspace. */
import { type CommandIo, type Context, JigError, slashed, toJigError } from "../../../core/host/plugin-api.ts";

export interface Operand {
  /** The path to print, usually as the user wrote it. */
  shown: string;
  /** Undefined if the file is missing or cannot be accessed. The program reports that itself. */
  absolute: string | undefined;
  kind: "file" | "directory" | "missing";
  /** The system's reason for a missing file. */
  problem?: string;
}

/** Throws PATH_OUTSIDE. Missing files are left to the program, which continues with the other paths. */
export async function checkOperand(written: string, io: CommandIo, context: Context): Promise<Operand> {
  const absolute = absoluteOf(written, io.cwd);
  try {
    const found = await context.workspace.resolve(absolute, { expect: "any" });
    return { shown: written, absolute: found.absolute, kind: found.kind };
  } catch (error) {
    const problem = leadsOut(error) && (await isLink(absolute, context)) ? LEADS_OUT : systemMessage(error);
    if (problem === undefined) throw error;
    if (problem !== ABSENT) return { shown: written, absolute: undefined, kind: "missing", problem };
  }
  // A path with the scheme of a plugin (`Packages/name/…`) is not the path of a file.
  const virtual = await context.workspace.resolve(written, { expect: "any" }).catch(() => undefined);
  if (virtual) return { shown: virtual.absolute, absolute: virtual.absolute, kind: virtual.kind };
  return { shown: written, absolute: undefined, kind: "missing", problem: ABSENT };
}

export const ABSENT = "No such file or directory";
const LEADS_OUT = "This link leads out of the workspace; --root adds the folder it names";

async function isLink(absolute: string, { files }: Context): Promise<boolean> {
  const slash = absolute.replace(/\/+$/, "").lastIndexOf("/");
  const names = [absolute.slice(slash + 1)];
  const found = await files.list(absolute.slice(0, slash) || "/", { names }).catch(() => []);
  return found[0]?.kind === "link";
}

/** Rewrites an error message of ripgrep, grep or fd. These do not know why a link cannot be followed. */
export async function explained(line: string, io: CommandIo, context: Context): Promise<string> {
  const [, path] = /^\w+: (.+): Permission denied(?: \(os error 13\))?$/.exec(line) ?? [];
  if (path === undefined) return line;
  const { problem } = await checkOperand(path, io, context).catch(() => ({ problem: undefined }));
  return problem === LEADS_OUT ? line.replace(/Permission denied.*$/, problem) : line;
}

/** Returns the reason why something cannot be read, in the words of the original programs. */
export function problemOf(error: unknown): string {
  if (leadsOut(error)) return LEADS_OUT;
  return systemMessage(error) ?? toJigError(error).message;
}

/** Returns true if a path or link leads out of the workspace. A missing file does not count. */
export function leadsOut(error: unknown): boolean {
  return error instanceof JigError && error.code === "PATH_OUTSIDE" && systemMessage(error) === undefined;
}

/** Returns the usual message for a file that is missing or cannot be accessed, or undefined for other errors. */
function systemMessage(error: unknown): string | undefined {
  if (typeof error !== "object" || error === null) return undefined;
  const code = "code" in error ? error.code : undefined;
  if (code === "PATH_NOT_FOUND" || code === "ENOENT") return ABSENT;
  if (code === "EACCES" || code === "EPERM") return "Permission denied";
  return "cause" in error ? systemMessage(error.cause) : undefined;
}

export function absoluteOf(written: string, cwd: string): string {
  const path = slashed(written);
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path) ? path : `${cwd.replace(/\/$/, "")}/${path}`;
}

/** Reads a file of patterns, or stdin for `-`. */
export async function textOf(written: string, io: CommandIo, context: Context): Promise<string> {
  if (written !== "-") return (await context.files.readText(absoluteOf(written, io.cwd))).text;
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of io.input()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/**
 * Returns the paths to search if the user gave none. With several roots, these are all roots. Otherwise the list is
 * empty, which means the current folder.
 */
export function everywhere({ workspace: { roots } }: Context): string[] {
  return roots.length > 1 ? roots.map(({ path }) => path) : [];
}
