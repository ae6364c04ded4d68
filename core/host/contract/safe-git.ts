/** Runs git in repositories we do not trust. Nothing from their settings gets executed. */
import type { RunRequest } from "./context.ts";

const SETTINGS = ["core.fsmonitor=false", "core.pager=cat", "log.showSignature=false", "submodule.recurse=false"];

/**
 * A partial clone fetches missing objects by means of a program that the repository can choose (`core.sshCommand`). With the
 * first variable, no transport is allowed, whatever the settings. The second one stops newer versions from trying.
 */
const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" };

export function safeGit(args: readonly string[]): Pick<RunRequest, "args" | "env"> & { command: "git" } {
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  return { command: "git", args: [...settings, "--no-pager", ...args], env: ENVIRONMENT };
}
