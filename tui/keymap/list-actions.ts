/** Defines the keys that all lists and text lines have in common. */
import type { LayerName } from "../state/key-layers.ts";
import { actions } from "./action.ts";

const LISTS: readonly LayerName[] = ["home", "tools", "form", "result", "screen", "reader", "palette", "menu", "raw"];
/** These layers have a text field as well, and `home`/`end` belong to its caret. */
const BESIDE_TEXT: readonly LayerName[] = ["home", "palette"];
const ENDS: readonly LayerName[] = ["tools", "form", "result", "screen", "reader"];
const SIDEWAYS: readonly LayerName[] = ["tools", "form", "result", "reader"];
const LINES: readonly LayerName[] = ["home", "filter", "field", "find", "palette", "prompt", "raw"];

const NOT_FILTER = LINES.filter((layer) => layer !== "filter");
const NOT_HOME = LINES.filter((layer) => layer !== "home");
const NOT_BESIDE_LIST = LINES.filter((layer) => !BESIDE_TEXT.includes(layer));

export const LIST_ACTIONS = actions([
  { id: "up", title: "Up", keys: ["up", "k"], layers: LISTS, inPalette: false },
  { id: "down", title: "Down", keys: ["down", "j"], layers: LISTS, inPalette: false },
  { id: "list-up", title: "Up, while typing", keys: ["ctrl+k", "ctrl+p"], layers: BESIDE_TEXT, inPalette: false },
  { id: "list-down", title: "Down, while typing", keys: ["ctrl+j", "ctrl+n"], layers: BESIDE_TEXT, inPalette: false },
  { id: "page-up", title: "Page up", keys: ["pageup"], layers: LISTS, inPalette: false },
  { id: "page-down", title: "Page down", keys: ["pagedown"], layers: LISTS, inPalette: false },
  { id: "reader-page", title: "Page down in the source", keys: ["space"], layers: ["reader"], inPalette: false },
  { id: "first", title: "To the first line", keys: ["home", "g"], layers: ENDS, inPalette: false },
  {
    id: "last",
    title: "To the last line, even of a paged answer",
    keys: ["end", "G"],
    layers: ENDS,
    inPalette: false,
  },
  {
    id: "left",
    title: "Fold, scroll left, previous choice, previous name",
    keys: ["left"],
    layers: SIDEWAYS,
    inPalette: false,
  },
  {
    id: "right",
    title: "Unfold, scroll right, next choice, next name",
    keys: ["right"],
    layers: SIDEWAYS,
    inPalette: false,
  },
  { id: "fold", title: "Fold or unfold", keys: ["space"], layers: ["tools", "result"], inPalette: false },
  { id: "type-left", title: "One character to the left", keys: ["left"], layers: NOT_FILTER, inPalette: false },
  { id: "type-right", title: "One character to the right", keys: ["right"], layers: NOT_FILTER, inPalette: false },
  { id: "type-start", title: "To the start of the line", keys: ["home", "ctrl+a"], layers: LINES, inPalette: false },
  { id: "type-end", title: "To the end of the line", keys: ["end", "ctrl+e"], layers: LINES, inPalette: false },
  {
    id: "type-word-left",
    title: "One word to the left",
    keys: ["alt+left", "alt+b"],
    layers: NOT_HOME,
    inPalette: false,
  },
  {
    id: "type-word-right",
    title: "One word to the right",
    keys: ["alt+right", "alt+f"],
    layers: NOT_HOME,
    inPalette: false,
  },
  {
    id: "type-cut-left",
    title: "Delete the character before the cursor",
    keys: ["backspace"],
    layers: LINES,
    inPalette: false,
  },
  {
    id: "type-cut-right",
    title: "Delete the character after the cursor",
    keys: ["delete"],
    layers: LINES,
    inPalette: false,
  },
  {
    id: "type-cut-word",
    title: "Delete the word before the cursor",
    keys: ["ctrl+w", "alt+backspace"],
    layers: LINES,
    inPalette: false,
  },
  {
    id: "type-cut-to-start",
    title: "Delete to the start of the line",
    keys: ["ctrl+u"],
    layers: LINES,
    inPalette: false,
  },
  {
    id: "type-cut-to-end",
    title: "Delete to the end of the line",
    keys: ["ctrl+k"],
    layers: NOT_BESIDE_LIST,
    inPalette: false,
  },
  { id: "type-line-break", title: "Insert a line break", keys: ["alt+enter"], layers: ["field"], inPalette: false },
]);
