/** Lists installation folders that a plugin's programs make readable, for the trust prompt, except the system's. */
import { isAbsolute, join } from "node:path";
import type { PluginFile } from "../contract/plugin-file.ts";
import { createExecutables } from "../runtime/assets.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { isInside } from "../workspace/path-rules.ts";
import { SYSTEM } from "./allowed-access.ts";
import { programNeeds, SYSTEM_PROGRAMS } from "./program-needs.ts";

/** A program, and everything that the plugin's processes may read because of it. */
export interface WiderGrant {
  program: string;
  path: string;
  read: readonly string[];
  /** True for shells and shell scripts, which can start any program of the system. */
  startsAny: boolean;
}

export async function widerGrants(
  file: PluginFile,
  folder: string,
  runtime: Pick<Runtime, "assets" | "cacheFolder" | "environment" | "home">,
): Promise<WiderGrant[]> {
  const { locate } = createExecutables(
    runtime.assets,
    join(runtime.cacheFolder, "bin"),
    runtime.environment.PATH ?? "",
  );
  const commands = Object.values(file.tools).flatMap(({ handler }) =>
    typeof handler === "string" ? [] : [handler.command[0] ?? ""],
  );
  const programs = [...new Set([...(file.permissions.run ?? []), ...commands])];
  const grants = await Promise.all(
    programs.map(async (program): Promise<WiderGrant> => {
      const path = program.startsWith("./") ? join(folder, program) : await locate(program);
      const needs = isAbsolute(path) ? await programNeeds(path, { home: runtime.home, locate }) : undefined;
      const { read, execute } = needs ?? { read: [], execute: [] };
      const known = [...SYSTEM, folder];
      const wider = [...new Set(read)].filter((each) => !known.some((own) => isInside(own, each)));
      return { program, path, read: wider, startsAny: SYSTEM_PROGRAMS.every((each) => execute.includes(each)) };
    }),
  );
  return grants.filter(({ read, startsAny }) => read.length > 0 || startsAny);
}
