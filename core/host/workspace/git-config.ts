/** Reads git settings without running git, because the repository isn't trusted. */

/** Returns every value of a setting in git's order. Named sections (`[includeIf "…"]`) are included. */
export function settingsOf(config: string, section: string, key: string): string[] {
  const found: string[] = [];
  let at = "";
  for (const line of config.split("\n")) {
    const [, title, rest = line] = /^\s*\[\s*([\w.-]+)[^\]]*\]\s*(.*)$/.exec(line) ?? [];
    at = title?.toLowerCase() ?? at;
    const [, name, value] = /^\s*([\w-]+)\s*=\s*(.*?)\s*$/.exec(rest) ?? [];
    if (at !== section || name?.toLowerCase() !== key || value === undefined) continue;
    found.push(value.replace(/^"(.*)"$/, "$1").replace(/\\(["\\])/g, "$1"));
  }
  return found;
}
