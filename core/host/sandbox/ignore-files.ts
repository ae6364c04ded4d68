/** Finds the ignore files outside of the workspace that ripgrep needs: in parent folders, git's, and the user's own. */
import { dirname, join, resolve } from "node:path";
import type { Runtime } from "../runtime/runtime.ts";
import { textOf } from "../workspace/git-places.ts";

const NAMES = [".gitignore", ".ignore", ".rgignore", ".git/info/exclude"];

/** These are only candidates, which don't have to exist. */
export function ignoreFiles(
  folders: readonly string[],
  { home, environment }: Pick<Runtime, "home" | "environment">,
): string[] {
  const above = new Set(folders.flatMap(ancestorsOf));
  const settings = environment.XDG_CONFIG_HOME || (home && join(home, ".config"));
  const own = [...(home ? [join(home, ".gitconfig")] : []), ...(settings ? [join(settings, "git", "config")] : [])];
  return [
    ...[...above].flatMap((folder) => NAMES.map((name) => join(folder, name))),
    ...[...above, ...folders].flatMap((folder) => ofLinkedCheckout(join(folder, ".git"))),
    ...own,
    ...own.flatMap((file) => excludesOf(file, home)),
    ...(settings ? [join(settings, "git", "ignore")] : []),
  ];
}

function ancestorsOf(folder: string): string[] {
  const parent = dirname(folder);
  return parent === folder ? [] : [parent, ...ancestorsOf(parent)];
}

/** In worktrees and submodules, `.git` is a file that names the repository, which in turn names the shared one. */
function ofLinkedCheckout(file: string): string[] {
  const folder = /^gitdir: (.+)$/m.exec(textOf(file))?.[1]?.trim();
  if (folder === undefined) return [];
  const own = resolve(dirname(file), folder);
  const common = join(own, "commondir");
  return [file, common, join(resolve(own, textOf(common).trim()), "info", "exclude"), join(own, "info", "exclude")];
}

/** Returns `core.excludesFile`, which is read in the same way as by ripgrep. */
function excludesOf(file: string, home = "~"): string[] {
  const named = /^\s*excludesfile\s*=\s*"?\s*(\S+?)\s*"?\s*$/im.exec(textOf(file))?.[1];
  return named === undefined ? [] : [named.replace(/^~(?=\/)/, home)];
}
