/**
 * Treats merge conflicts in the same way as the compiler. The first side remains, while the markers and the other side are
 * removed.
 */

const MARKED = /^<{7} [^\n]*\n([\s\S]*?)^(?:\|{7}|={7})[^\n]*\n[\s\S]*?^>{7}(?: [^\n]*)?$/gm;

export function hasConflicts(text: string): boolean {
  return text.includes("<<<<<<< ") && text.includes("\n>>>>>>>");
}

/** Replaces one side of each conflict by spaces. The text keeps its length, so all offsets remain valid. */
export function withoutConflicts(text: string): string {
  if (!hasConflicts(text)) return text;
  return text.replace(MARKED, (all: string, first: string) => {
    const before = all.indexOf("\n") + 1;
    return blank(all.slice(0, before)) + first + blank(all.slice(before + first.length));
  });
}

function blank(text: string): string {
  return text.replace(/[^\r\n]/g, " ");
}
