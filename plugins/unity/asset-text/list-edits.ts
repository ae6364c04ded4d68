/** Creates edits for lists in block style. */
import type { TextEdit } from "../../../core/host/plugin-api.ts";
import type { YamlEntry, YamlList, YamlNode } from "../assets/yaml-tree.ts";

export function lineEnd(text: string, offset: number): number {
  const at = text.indexOf("\n", offset);
  if (at < 0) return text.length;
  return text[at - 1] === "\r" && at - 1 >= offset ? at - 1 : at;
}

/** Returns the offset directly after the colon of the key. */
function afterKey({ keyStart }: YamlEntry, text: string): number {
  return text.indexOf(":", keyStart) + 1;
}

/** The lines must be complete and already indented. */
export function insertItems(
  list: YamlList,
  entry: YamlEntry,
  place: number,
  items: readonly string[],
  text: string,
): TextEdit {
  const lines = items.map((item) => `\n${item}`).join("");
  if (list.items.length === 0) return { start: afterKey(entry, text), end: list.end, text: lines };
  const before = list.items[place - 1];
  const at = before ? lineEnd(text, before.end) : lineEnd(text, afterKey(entry, text));
  return { start: at, end: at, text: lines };
}

/** If no items are left, the list is written as `[]`. */
export function withoutItems(
  list: YamlList,
  entry: YamlEntry,
  gone: (item: YamlNode) => boolean,
  text: string,
): TextEdit[] {
  const start = afterKey(entry, text);
  if (list.items.length === 0) return [];
  if (list.items.every(gone)) return [{ start, end: lineEnd(text, list.end), text: " []" }];
  return list.items.flatMap((item, at) => {
    if (!gone(item)) return [];
    const before = list.items[at - 1];
    return [{ start: lineEnd(text, before ? before.end : start), end: lineEnd(text, item.end), text: "" }];
  });
}

/** Both indexes refer to the list before the move. */
export function moveItem(list: YamlList, entry: YamlEntry, from: number, to: number, text: string): TextEdit[] {
  const item = list.items[from];
  if (!item || from === to) return [];
  const lineStart = text.lastIndexOf("\n", item.start) + 1;
  const line = text.slice(lineStart, lineEnd(text, item.end));
  return [
    ...withoutItems(list, entry, (each) => each === item, text),
    insertItems(list, entry, to > from ? to + 1 : to, [line], text),
  ];
}
