/** Picks the workspace folders: flags first, then the environment, the client's roots, and finally the working directory. */
import { delimiter } from "node:path";
import { isTooWide, openRoots, tryReal } from "./workspace.ts";

export interface RootSources {
  /** `--root`, verbatim */
  flags: readonly string[];
  environment: Readonly<Record<string, string | undefined>>;
  /** Reported by the MCP client */
  client?: readonly string[];
  cwd: string;
  home: string | undefined;
}

/**
 * Folders to open. Anything that was named is passed on, since `openRoots` will reject what's wrong. The working directory is
 * another matter: the user did not choose it. If that is `/` or the home folder, including one that Claude Code was started
 * in, there is no root.
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
