/** Paths that a borrowed program is given: each one passes the workspace's rules before any program sees it. */
import { type CommandIo, type Context, JigError, slashed } from "../../../core/host/plugin-api.ts";

export interface Operand {
  /** The path as answers print it: usually as it was written. */
  shown: string;
  /** Undefined for a missing file, which the program reports. */
  absolute: string | undefined;
  kind: "file" | "directory" | "missing";
}

/** Throws PATH_OUTSIDE. A missing file is left to the program, because other paths still count. */
export async function checkOperand(written: string, io: CommandIo, context: Context): Promise<Operand> {
  const absolute = absoluteOf(written, io.cwd);
  try {
    const found = await context.workspace.resolve(absolute, { expect: "any" });
    return { shown: written, absolute: found.absolute, kind: found.kind };
  } catch (error) {
    if (!(error instanceof JigError) || error.code !== "PATH_NOT_FOUND") throw error;
  }
  // A path by a plugin's rules (`Packages/name/…`) is no file's.
  const virtual = await context.workspace.resolve(written, { expect: "any" }).catch(() => undefined);
  if (virtual) return { shown: virtual.absolute, absolute: virtual.absolute, kind: virtual.kind };
  return { shown: written, absolute: undefined, kind: "missing" };
}

export function absoluteOf(written: string, cwd: string): string {
  const path = slashed(written);
  return path.startsWith("/") || /^[A-Za-z]:\//.test(path) ? path : `${cwd.replace(/\/$/, "")}/${path}`;
}

/** The whole text of a file of patterns, or of stdin for `-`. */
export async function textOf(written: string, io: CommandIo, context: Context): Promise<string> {
  if (written !== "-") return (await context.files.readText(absoluteOf(written, io.cwd))).text;
  const decoder = new TextDecoder();
  let text = "";
  for await (const chunk of io.input()) text += decoder.decode(chunk, { stream: true });
  return text + decoder.decode();
}

/** The paths of a search without a path: none (the current folder), or all roots of a workspace with several. */
export function everywhere({ workspace: { roots } }: Context): string[] {
  return roots.length > 1 ? roots.map(({ path }) => path) : [];
}
