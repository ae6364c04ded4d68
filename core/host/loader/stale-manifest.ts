/** Helps authors who forgot to build by warning if a call uses a plugin.json, bundle or program that is older than its sources. */
import { extname, join } from "node:path";
import type { PluginFile } from "../contract/plugin-file.ts";
import type { Runner } from "../contract/runner.ts";
import { changedAfter } from "../runtime/changed-after.ts";
import { listNamesBelow } from "../runtime/list-names.ts";
import { shellQuoted } from "../runtime/shell-quoted.ts";

/** Languages that have to be built. For scripts, the source is the program. */
const BUILT = new Set([".go", ".rs", ".c", ".cc", ".cpp", ".h", ".zig", ".java", ".kt", ".cs", ".swift"]);
export const SOURCE_FOLDERS: readonly string[] = [".", "src", "cmd"];
const MODULE_FOLDERS = [".", "src", "lib"];
const MODULES = new Set([".ts", ".mts", ".js", ".mjs"]);
/** These are generated after the bundle, or are not part of it. */
const NOT_BUNDLED = ["plugin.ts", "jig.js", "jig.d.ts"];
/** There is no tolerance for folders that were created on this machine, while a checkout writes files in any order. */
const AT_ONCE_MS = 0;

/** Returns a source that is newer than the program built from it, if there is one. */
export function newerSource(folder: string, program: string, allowedMs?: number): string | undefined {
  return listNamesBelow(folder, SOURCE_FOLDERS).find(
    (path) => BUILT.has(extname(path)) && changedAfter(join(folder, path), join(folder, program), allowedMs),
  );
}

/** Does the same for modules and their bundle. */
export function newerModule(folder: string, bundle: string, allowedMs?: number): string | undefined {
  return [...listNamesBelow(folder, MODULE_FOLDERS), "package.json"].find((path) => {
    const isModule = MODULES.has(extname(path)) && !NOT_BUNDLED.includes(path);
    return (isModule || path === "package.json") && changedAfter(join(folder, path), join(folder, bundle), allowedMs);
  });
}

export interface Stale {
  /** The file that was built. */
  made: string;
  source: string;
  write: string;
}

/** Returns the handlers (programs or bundled modules) that are older than their sources. */
export function staleHandlers({ tools }: Pick<PluginFile, "tools">, folder: string, allowedMs?: number): Stale[] {
  const found = Object.values(tools).flatMap(({ handler }): Stale[] => {
    const made = typeof handler === "string" ? handler : (handler.command[0] ?? "");
    const isModule = made.startsWith("./bundle/");
    if (!(isModule || (made.startsWith("./") && typeof handler !== "string"))) return [];
    const source = isModule ? newerModule(folder, made, allowedMs) : newerSource(folder, made, allowedMs);
    if (source === undefined) return [];
    return [{ made, source, write: isModule ? `jig plugin build ${shellQuoted(folder)}` : "Build it again" }];
  });
  return found.filter(({ made }, at) => found.findIndex((each) => each.made === made) === at);
}

/**
 * Returns a warning if `plugin.json` or a handler is older than its source.
 * @param isOwn - True if the folder was created on this machine, so that its file times come from the author's edits
 */
export function whyStale(folder: string, file: Pick<PluginFile, "tools">, isOwn: () => boolean): string | undefined {
  const [source, made] = [join(folder, "plugin.ts"), join(folder, "plugin.json")];
  if (changedAfter(source, made, AT_ONCE_MS) && (changedAfter(source, made) || isOwn()))
    return `plugin.json is older than plugin.ts, and calls use plugin.json: jig plugin build ${shellQuoted(folder)}`;
  if (staleHandlers(file, folder, AT_ONCE_MS).length === 0) return undefined;
  const [first] = staleHandlers(file, folder, isOwn() ? AT_ONCE_MS : undefined);
  return first && `${first.made} is older than ${first.source}, and calls use ${first.made}: ${first.write}`;
}

/** Adds to a runner that it logs the warning at the first call that has one. After that, calls are passed on without a check. */
export function warnOnce(runner: Runner, warning: () => string | undefined): Runner {
  let isSaid = false;
  return {
    ...runner,
    call(tool, input, context) {
      const text = isSaid ? undefined : warning();
      if (text !== undefined) context.log.warn(text);
      isSaid ||= text !== undefined;
      return runner.call(tool, input, context);
    },
  };
}
