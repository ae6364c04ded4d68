/** Tells an author that calls still use the plugin.json of an earlier plugin.ts. */
import { statSync } from "node:fs";
import { join } from "node:path";
import type { Runner } from "../contract/runner.ts";
import { shellQuoted } from "./shell-quoted.ts";

/** A checkout writes files within seconds of one another, in any order. */
const CHECKOUT_MS = 60_000;

/** `isOwn`: the folder was made here, so that its times are those of its author's edits. */
export function whyStale(folder: string, isOwn: boolean): string | undefined {
  const [made, source] = ["plugin.json", "plugin.ts"].map(
    (name) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs,
  );
  if (made === undefined || source === undefined || source - made <= (isOwn ? 0 : CHECKOUT_MS)) return undefined;
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
