/** `jig plugin build`: plugin.ts, run in the sandboxed child, becomes plugin.json. */
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { faultsOf, JigError, type ManifestFault, type Runtime, readSource, writeAtomically } from "../host/door-api.ts";
import { consented, readWishes } from "./consent.ts";
import { writeKit } from "./plugin-kit.ts";
import type { Subcommand } from "./terminal.ts";

export const build: Subcommand = {
  name: "build",
  usage: "[FOLDER] [--hash HASH] [--unsandboxed]",
  summary: "Make plugin.json of plugin.ts, and write jig.d.ts and jig.js anew",
  async run(words, terminal, ports) {
    const { wishes } = readWishes(words, terminal, { command: "build", keep: true });
    const { folder } = wishes;
    refuseWithoutSource(folder);
    const allowed = await consented(wishes, terminal, ports);
    if (!allowed) return 1;
    const changed = await buildPlugin(folder, allowed.copy, ports.runtime);
    await writeKit(folder, (await terminal.host()).assets);
    await terminal.print(`${join(folder, "plugin.json")} ${changed ? "is written" : "is as it was"}`);
    return 0;
  },
};

function refuseWithoutSource(folder: string): void {
  if (!existsSync(join(folder, "plugin.ts"))) {
    throw new JigError("INVALID_ARGUMENT", `There is no plugin.ts in ${folder}`, {
      hint: "A plugin without one is written as plugin.json by hand: jig plugin check looks at it",
    });
  }
}

/** From a copy of what was approved. False where plugin.json was right already. Throws INVALID_ARGUMENT with all faults. */
export async function buildPlugin(folder: string, copy: string, runtime: Runtime): Promise<boolean> {
  const source = await readSource(runtime, copy, "./plugin.ts");
  const faults = faultsOf(source);
  if (faults.length > 0) throw new JigError("INVALID_ARGUMENT", `plugin.ts is not right\n${faultLines(faults)}`);
  const target = join(folder, "plugin.json");
  const text = `${JSON.stringify(source, null, 2)}\n`;
  if (existsSync(target) && readFileSync(target, "utf8") === text) return false;
  writeAtomically(target, text, { replace: true });
  return true;
}

/** *Where, what, what to write*, a line each. */
export function faultLines(faults: readonly ManifestFault[]): string {
  return faults.map(({ where, what, write }) => `${where}: ${what}. ${write}`).join("\n");
}
