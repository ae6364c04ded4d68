/** Chooses the workspace's folders: flags first, then the environment, the client's roots, and finally the working directory. */
import { delimiter } from "node:path";
import { isTooWide, openRoots, tryReal } from "./workspace.ts";

export interface RootSources {
  /** The values of `--root` without a change. */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** The roots that the MCP client reports. */
  client?: readonly string[];
  cwd: string;
  home: string | undefined;
}

/**
 * Returns the folders to open. Anything that was named is passed on, because `openRoots` rejects wrong ones. The user didn't
 * choose the working directory, so if that is `/` or the home folder, including one in which Claude Code was started, there is
 * no root.
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

/** Returns true if the roots are named by flags or by the environment. If so, there is no need to request the client's roots. */
export function rootsAreNamed({ flags, environment }: Pick<RootSources, "flags" | "environment">): boolean {
  return namedRoots({ flags, environment }).length > 0;
}

/** Returns true if the folder is named by Claude Code and by nothing else. */
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
