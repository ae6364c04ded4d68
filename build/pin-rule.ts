/** Checks with git that a changed pin comes with a line in CHANGELOG.md. */
import { spawnSync } from "node:child_process";

const PINS = "test/pins/*.json";
const LOG = "CHANGELOG.md";

/** Undefined if it's fine. With uncommitted changes both files must have changed; otherwise the changelog's last commit must not be older. */
export function unexplainedPins(top: string): string | undefined {
  const git = (...args: string[]) => spawnSync("git", args, { cwd: top, encoding: "utf8" });
  const changed = (path: string) => git("status", "--porcelain", "--", path).stdout.trim();
  const last = (path: string) => git("log", "-1", "--format=%H", "--", path).stdout.trim();
  if (git("rev-parse", "HEAD").status !== 0) return undefined;
  const advice = "say in CHANGELOG.md what changes for those who use it";
  const pins = changed(PINS);
  if (pins !== "") return changed(LOG) === "" ? `${pins} changed: ${advice}` : undefined;
  const [pinned, logged] = [last(PINS), last(LOG)];
  if (pinned === "" || pinned === logged || changed(LOG) !== "") return undefined;
  if (git("merge-base", "--is-ancestor", pinned, logged).status === 0) return undefined;
  const files = git("show", "--name-only", "--format=", pinned, "--", PINS).stdout.trim();
  return `${files} changed in ${pinned.slice(0, 10)}: ${advice}`;
}
