/** Checks path arguments of commands like grep and find against the rules of the workspace. */
import {
  type CommandIo,
  type Context,
  hasRawBytes,
  JigError,
  slashed,
  toJigError,
} from "../../../core/host/plugin-api.ts";

export interface Operand {
  /** The path to print, which is usually the one that the user wrote. */
  shown: string;
  /** The absolute path, or undefined if it is missing or inaccessible. The program reports that itself. */
  absolute: string | undefined;
  kind: "file" | "directory" | "missing";
  /** The reason given by the system, for example for a missing file. */
  problem?: string;
}

/**
 * Checks an argument. We do not fail on missing files, because the program reports those and continues with the rest. @throws
 * PATH_OUTSIDE
 */
export async function checkOperand(written: string, io: CommandIo, context: Context): Promise<Operand> {
  // open(2) does not find anything under an empty name.
  if (written === "") return { shown: written, absolute: undefined, kind: "missing", problem: ABSENT };
  const absolute = absoluteOf(written, io.cwd);
  try {
    const found = await context.workspace.resolve(absolute, { expect: "any" });
    return { shown: written, absolute: found.absolute, kind: found.kind };
  } catch (error) {
    const problem = leadsOut(error) && (await isLink(absolute, context)) ? LEADS_OUT : systemMessage(error);
    if (problem === undefined) throw error;
    if (problem !== ABSENT) return { shown: written, absolute: undefined, kind: "missing", problem };
  }
  // `Packages/name/…` uses the scheme of a plugin, so there is no file by that path.
  const virtual = await context.workspace.resolve(written, { expect: "any" }).catch(() => undefined);
  if (virtual) return { shown: virtual.absolute, absolute: virtual.absolute, kind: virtual.kind };
  return { shown: written, absolute: undefined, kind: "missing", problem: ABSENT };
}

/** The only file outside the workspace that programs may read. There is nothing in it. */
export const NULL_DEVICE = "/dev/null";

/** Returns true for stdin and the null device, which need no check because they are not in the workspace. */
export function isStream(path: string): boolean {
  return path === "-" || path === NULL_DEVICE;
}

export const ABSENT = "No such file or directory";
const LEADS_OUT = "This link leads out of the workspace; add its target with --root";

/** @throws INVALID_ARGUMENT for a name that other programs cannot be started with. Such names come from a shell's `*`. */
export function refuseRawBytes({ shown }: Operand, program: string): void {
  if (!hasRawBytes(shown)) return;
  throw new JigError("INVALID_ARGUMENT", `${shown} is not UTF-8, and jig cannot pass such a name to ${program}`, {
    hint: "Search the folder that contains it",
  });
}

async function isLink(absolute: string, { files }: Context): Promise<boolean> {
  const slash = absolute.replace(/\/+$/, "").lastIndexOf("/");
  const names = [absolute.slice(slash + 1)];
  const found = await files.list(absolute.slice(0, slash) || "/", { names }).catch(() => []);
  return found[0]?.kind === "link";
}

/** Improves the error messages of ripgrep, grep and fd, which cannot know why we refuse to follow a link. */
export async function explained(line: string, io: CommandIo, context: Context): Promise<string> {
  const [, path] = /^\w+: (.+): Permission denied(?: \(os error 13\))?$/.exec(line) ?? [];
  if (path === undefined) return line;
  const { problem } = await checkOperand(path, io, context).catch(() => ({ problem: undefined }));
  return problem === LEADS_OUT ? line.replace(/Permission denied.*$/, problem) : line;
}

/** Describes why something cannot be read, using the words of the original programs. */
export function problemOf(error: unknown): string {
  if (leadsOut(error)) return LEADS_OUT;
  return systemMessage(error) ?? toJigError(error).message;
}

/** Returns true if a path or link leads out of the workspace. A file that is just missing does not count. */
export function leadsOut(error: unknown): boolean {
  return error instanceof JigError && error.code === "PATH_OUTSIDE" && systemMessage(error) === undefined;
}

/** Returns the familiar message, e.g. "No such file or directory", or undefined for errors that are not from the system. */
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

/** Reads a whole file of patterns. If its name is `-`, stdin is read instead. */
export async function textOf(written: string, io: CommandIo, context: Context): Promise<string> {
  if (written === NULL_DEVICE) return "";
  if (written !== "-") return (await context.files.readText(absoluteOf(written, io.cwd))).text;
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of io.input()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/**
 * Returns the default search paths. If there are multiple roots, these are all of them. Otherwise the list is empty, which
 * means the current folder.
 */
export function everywhere({ workspace: { roots } }: Context): string[] {
  return roots.length > 1 ? roots.map(({ path }) => path) : [];
}
