/** Runs git in an untrusted repository without starting programs that the repository's settings name. */
import type { RunRequest } from "./context.ts";

const SETTINGS = ["core.fsmonitor=false", "core.pager=cat", "log.showSignature=false", "submodule.recurse=false"];

/**
 * In a partial clone git fetches objects that are missing, by a program of the repository's choice (`core.sshCommand`). The first
 * variable allows no transport, whatever the settings say; the second spares newer versions the attempt.
 */
const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" };

export function safeGit(args: readonly string[]): Pick<RunRequest, "args" | "env"> & { command: "git" } {
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  return { command: "git", args: [...settings, "--no-pager", ...args], env: ENVIRONMENT };
}
