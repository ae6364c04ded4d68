/** Chooses the workspace folders. Tries the flags, then the environment, then the client's roots, then the working directory. */
import { delimiter } from "node:path";
import { isTooWide, openRoots, tryReal } from "./workspace.ts";

export interface RootSources {
  /** `--root`, as written. */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Roots of the MCP client. */
  client?: readonly string[];
  cwd: string;
  home: string | undefined;
}

/**
 * The folders to open. Folders that were named are passed on, and `openRoots` rejects wrong ones. The working directory is
 * different because the user did not choose it. If it is too wide (`/` or the home folder), there is no root, and this includes one
 * that Claude Code was started in.
 */
export function chooseRoots(sources: RootSources): string[] {
  const named = namedRoots(sources);
  const [claude] = named;
  if (claude !== undefined && isByClaude(sources) && isTooWide(tryReal(claude), sources.home)) return [];
  if (named.length > 0) return named;
  try {
    return openRoots([sources.cwd], sources.home).map((root) => root.path);
  } catch {
    return [];
  }
}

/** True if flags or the environment decide, so that a client's roots aren't needed. */
export function rootsAreNamed({ flags, environment }: Pick<RootSources, "flags" | "environment">): boolean {
  return namedRoots({ flags, environment }).length > 0;
}

/** True if only Claude Code names the folder. */
function isByClaude({ flags, environment }: RootSources): boolean {
  return (
    environment.CLAUDE_PROJECT_DIR !== undefined &&
    namedRoots({ flags, environment: { ...environment, CLAUDE_PROJECT_DIR: "" } }).length === 0
  );
}

function namedRoots({ flags, environment, client }: Pick<RootSources, "flags" | "environment" | "client">): string[] {
  if (flags.length > 0) return [...flags];
  const listed = environment.JIG_ROOT?.split(delimiter).filter((folder) => folder !== "") ?? [];
  if (listed.length > 0) return listed;
  if (environment.CLAUDE_PROJECT_DIR) return [environment.CLAUDE_PROJECT_DIR];
  return client ? [...client] : [];
}
