/** Independent check of text assets by lines and regexes. Shares no code with the editing tools. */

export interface Documents {
  ids: string[];
  byId: Map<string, string>;
}

export function documentsIn(text: string): Documents {
  const parts = text.split(/^(?=--- )/m).filter((part) => part.startsWith("--- "));
  const found = parts.map((part): [string, string] => [/&(-?\d+)/.exec(part)?.[1] ?? "", part]);
  return { ids: found.map(([id]) => id), byId: new Map(found) };
}

/** Number of lines that differ, without common start and end. */
export function changedLines(before: string, after: string): { removed: number; added: number } {
  const [old, next] = [before.split("\n"), after.split("\n")];
  let head = 0;
  while (head < Math.min(old.length, next.length) && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < Math.min(old.length, next.length) - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  return { removed: old.length - head - tail, added: next.length - head - tail };
}

/** References to missing documents in the same file. */
export function looseEnds(text: string): string[] {
  const { byId } = documentsIn(text);
  const named = [...text.matchAll(/\{fileID: (-?\d+)\}/g)].map(([, id = ""]) => id);
  return [...new Set(named.filter((id) => id !== "0" && !byId.has(id)))].sort();
}
