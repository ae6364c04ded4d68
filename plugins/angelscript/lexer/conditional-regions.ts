/** Which `#if` branches a place stands in: two declarations of one name may stand in two branches. */

const DIRECTIVE = /^[ \t]*#[ \t]*(if|ifdef|ifndef|elif|else|endif)\b/gm;

/** The branches around an offset, as a text that is the same for two places in the same branches. */
export function branchesAt(text: string, offset: number): string {
  const open: string[] = [];
  DIRECTIVE.lastIndex = 0;
  for (let at = DIRECTIVE.exec(text); at && at.index < offset; at = DIRECTIVE.exec(text)) {
    if (at[1] === "endif") open.pop();
    else if (at[1] === "else" || at[1] === "elif") open[Math.max(0, open.length - 1)] = `${at.index}`;
    else open.push(`${at.index}`);
  }
  return open.join("/");
}
