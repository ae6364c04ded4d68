/** What a text asset holds, by lines and patterns alone: the judge of edits shares nothing with what makes them. */

export interface Documents {
  ids: string[];
  byId: Map<string, string>;
}

export function documentsIn(text: string): Documents {
  const parts = text.split(/^(?=--- )/m).filter((part) => part.startsWith("--- "));
  const found = parts.map((part): [string, string] => [/&(-?\d+)/.exec(part)?.[1] ?? "", part]);
  return { ids: found.map(([id]) => id), byId: new Map(found) };
}

/** Lines that only one of two texts has, counted from both ends. */
export function changedLines(before: string, after: string): { removed: number; added: number } {
  const [old, next] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return { removed: old.length - head - tail, added: next.length - head - tail };
}

/** References to documents of the same file that it does not have. */
export function looseEnds(text: string): string[] {
  const { byId } = documentsIn(text);
  const named = [...text.matchAll(/\{fileID: (-?\d+)\}/g)].map(([, id = ""]) => id);
  return [...new Set(named.filter((id) => id !== "0" && !byId.has(id)))].sort();
}
