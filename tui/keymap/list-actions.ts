/** Moving through lists, and typing a line: the same keys wherever there is a list or a line. */
import type { TextEdit } from "../components/text-input/text-input-state.ts";
import type { Action, LayerName } from "./action.ts";

const LISTS: readonly LayerName[] = ["home", "tools", "form", "result", "screen", "reader", "palette", "menu", "raw"];
/** Lists beside a line that is typed: there the ends of the line have `home` and `end`. */
const BESIDE_TEXT: readonly LayerName[] = ["home", "palette"];
const ENDS: readonly LayerName[] = ["tools", "form", "result", "screen", "reader"];
const SIDEWAYS: readonly LayerName[] = ["tools", "form", "result", "reader"];
const LINES: readonly LayerName[] = ["home", "filter", "field", "find", "palette", "prompt", "raw"];

const edits: readonly [TextEdit, title: string, keys: readonly string[], where: readonly LayerName[]][] = [
  ["left", "One character to the left", ["left"], LINES.filter((layer) => layer !== "filter")],
  ["right", "One character to the right", ["right"], LINES.filter((layer) => layer !== "filter")],
  ["start", "To the start of the line", ["home", "ctrl+a"], LINES],
  ["end", "To the end of the line", ["end", "ctrl+e"], LINES],
  ["word-left", "One word to the left", ["alt+left", "alt+b"], LINES.filter((layer) => layer !== "home")],
  ["word-right", "One word to the right", ["alt+right", "alt+f"], LINES.filter((layer) => layer !== "home")],
  ["cut-left", "Delete the character before the cursor", ["backspace"], LINES],
  ["cut-right", "Delete the character after the cursor", ["delete"], LINES],
  ["cut-word", "Delete the word before", ["ctrl+w", "alt+backspace"], LINES],
  ["cut-to-start", "Delete to the start of the line", ["ctrl+u"], LINES],
  ["cut-to-end", "Delete to the end of the line", ["ctrl+k"], LINES.filter((layer) => !BESIDE_TEXT.includes(layer))],
];

export const MOVING: readonly Action[] = [
  { id: "up", title: "Up", keys: ["up", "k"], where: LISTS, plain: true, run: (to) => to.move({ by: -1 }) },
  { id: "down", title: "Down", keys: ["down", "j"], where: LISTS, plain: true, run: (to) => to.move({ by: 1 }) },
  {
    id: "list-up",
    title: "Up, while typing",
    keys: ["ctrl+k", "ctrl+p"],
    where: BESIDE_TEXT,
    plain: true,
    run: (to) => to.move({ by: -1 }),
  },
  {
    id: "list-down",
    title: "Down, while typing",
    keys: ["ctrl+j", "ctrl+n"],
    where: BESIDE_TEXT,
    plain: true,
    run: (to) => to.move({ by: 1 }),
  },
  {
    id: "page-up",
    title: "Page up",
    keys: ["pageup"],
    where: LISTS,
    plain: true,
    run: (to) => to.move({ pages: -1 }),
  },
  {
    id: "page-down",
    title: "Page down",
    keys: ["pagedown"],
    where: LISTS,
    plain: true,
    run: (to) => to.move({ pages: 1 }),
  },
  {
    id: "reader-page",
    title: "Page down in the source",
    keys: ["space"],
    where: ["reader"],
    plain: true,
    run: (to) => to.move({ pages: 1 }),
  },
  {
    id: "first",
    title: "To the first line",
    keys: ["home", "g"],
    where: ENDS,
    plain: true,
    run: (to) => to.move({ end: "first" }),
  },
  {
    id: "last",
    title: "To the last line, even of an answer in pages",
    keys: ["end", "G"],
    where: ENDS,
    plain: true,
    run: (to) => to.move({ end: "last" }),
  },
  {
    id: "left",
    title: "Fold, scroll left, previous choice, previous name",
    keys: ["left"],
    where: SIDEWAYS,
    plain: true,
    run: (to) => to.sideways(-1),
  },
  {
    id: "right",
    title: "Unfold, scroll right, next choice, next name",
    keys: ["right"],
    where: SIDEWAYS,
    plain: true,
    run: (to) => to.sideways(1),
  },
  {
    id: "fold",
    title: "Fold or unfold",
    keys: ["space"],
    where: ["tools", "result"],
    plain: true,
    run: (to) => to.fold(),
  },
  ...edits.map(
    ([edit, title, keys, where]): Action => ({
      id: `type-${edit}`,
      title,
      keys,
      where,
      plain: true,
      run: (to) => to.edit(edit),
    }),
  ),
  {
    id: "type-line-break",
    title: "A line break in a text",
    keys: ["alt+enter"],
    where: ["field"],
    plain: true,
    run: (to) => to.newLine(),
  },
];
