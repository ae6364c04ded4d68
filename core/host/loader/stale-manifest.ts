/** Warns an author that calls still use a plugin.json built from an earlier plugin.ts. */
import { join } from "node:path";
import type { Runner } from "../contract/runner.ts";
import { changedAfter } from "../runtime/changed-after.ts";
import { shellQuoted } from "./shell-quoted.ts";

/** `isOwn`: the folder was created on this machine, so that its file times are those of the author's edits. */
export function whyStale(folder: string, isOwn: () => boolean): string | undefined {
  const [source, made] = [join(folder, "plugin.ts"), join(folder, "plugin.json")];
  if (!changedAfter(source, made, 0) || !(changedAfter(source, made) || isOwn())) return undefined;
  return `plugin.json is older than plugin.ts, and calls use plugin.json: jig plugin build ${shellQuoted(folder)}`;
}

/** Logs the warning at the first call. */
export function warnOnce(runner: Runner, warning: string | undefined): Runner {
  if (warning === undefined) return runner;
  let isSaid = false;
  return {
    ...runner,
    call(tool, input, context) {
      if (!isSaid) context.log.warn(warning);
      isSaid = true;
      return runner.call(tool, input, context);
    },
  };
}
