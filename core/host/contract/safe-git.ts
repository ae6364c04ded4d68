/** Runs git in an untrusted repository without starting any program that the repository's settings name. */
import type { RunRequest } from "./context.ts";

const SETTINGS = ["core.fsmonitor=false", "core.pager=cat", "log.showSignature=false", "submodule.recurse=false"];

/**
 * In a partial clone, git fetches missing objects with a program chosen by the repository (`core.sshCommand`). The first variable
 * disallows all transports regardless of the settings, and the second keeps newer versions from even trying.
 */
const ENVIRONMENT = { GIT_ALLOW_PROTOCOL: "none", GIT_NO_LAZY_FETCH: "1" };

export function safeGit(args: readonly string[]): Pick<RunRequest, "args" | "env"> & { command: "git" } {
  const settings = SETTINGS.flatMap((setting) => ["-c", setting]);
  return { command: "git", args: [...settings, "--no-pager", ...args], env: ENVIRONMENT };
}
