/** A user with their own settings. */
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";

export function at(files: Record<string, string> = {}) {
  const root = scratch({ "a.txt": "needle\nneedle\n", ".h/b.txt": "needle\n", ...files });
  const config = scratch();
  const run = (args: string[], env: Record<string, string> = {}) =>
    runJig(args, { cwd: root, env: { XDG_CONFIG_HOME: config, ...env } });
  const count = (...args: string[]) => JSON.parse(run(["search_content", "needle", ...args]).stdout).count;
  return { root, file: join(config, "jig", "settings.json"), run, count };
}
