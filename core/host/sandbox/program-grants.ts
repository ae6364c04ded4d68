/** Names for the trust prompt what programs of a plugin open up besides the system's own folders: their installations. */
import { isAbsolute, join } from "node:path";
import type { PluginFile } from "../contract/plugin-file.ts";
import { createExecutables } from "../runtime/assets.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { isInside } from "../workspace/path-rules.ts";
import { SYSTEM } from "./allowed-access.ts";
import { programNeeds } from "./program-needs.ts";

/** A program with folders and files that all processes of the plugin may read because of it. */
export interface WiderGrant {
  program: string;
  path: string;
  read: readonly string[];
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
      const { read } = isAbsolute(path) ? await programNeeds(path, { home: runtime.home, locate }) : { read: [] };
      const known = [...SYSTEM, folder];
      return { program, path, read: [...new Set(read)].filter((each) => !known.some((own) => isInside(own, each))) };
    }),
  );
  return grants.filter(({ read }) => read.length > 0);
}
