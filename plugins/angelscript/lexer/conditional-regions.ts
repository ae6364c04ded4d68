/** The `#if` branches around a place: one name may be declared once in each branch. */

/** The branches around an offset, as a text that is the same for two places in the same branches. */
export function branchesAt(text: string, offset: number): string {
  const open: string[] = [];
  for (const at of text.matchAll(/^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b/gm)) {
    if (at.index >= offset) break;
    if (at[1] === "endif") open.pop();
    else if (at[1] === "else" || at[1] === "elif") open[Math.max(0, open.length - 1)] = `${at.index}`;
    else open.push(`${at.index}`);
  }
  return open.join("/");
}
