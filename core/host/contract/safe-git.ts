/** Runs git in repositories that are not trusted. Nothing in their settings is executed. */
import type { RunRequest } from "./context.ts";

const SETTINGS = ["core.fsmonitor=false", "core.pager=cat", "log.showSignature=false", "submodule.recurse=false"];

/**
 * A partial clone fetches missing objects with a program that the repository can choose (`core.sshCommand`). With the first
 * variable no transport is allowed, whatever the settings are. The second one prevents newer versions from trying.
 */
const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" };

export function safeGit(args: readonly string[]): Pick<RunRequest, "args" | "env"> & { command: "git" } {
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  return { command: "git", args: [...settings, "--no-pager", ...args], env: ENVIRONMENT };
}
