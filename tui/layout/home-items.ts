/** What stands below the question of the home screen: answers of the finders, tools, recent places. Pure. */

import type { Finder, Row, View } from "../../core/host/frontend-api.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { ExplorerState, HomeSection, HomeState, Intent } from "../state/explorer-state.ts";
import { brief } from "../text/brief.ts";
import { homeHeight } from "./geometry.ts";
import { toolAndActionItems } from "./menu-items.ts";

export interface HomeItem {
  /** What kind of thing it is: said once for each run of them. */
  tag: string;
  label: string;
  detail: string;
  marks?: readonly [number, number][];
  row?: Row;
  does?: Intent;
}

/** The sign for tools and actions; the others are declared. */
export const TOOLS_SIGN = ">";
const RECENT = 12;
const TOOLS_AMONG_ALL = 3;

export interface Question {
  /** Undefined: plain words, asked of all. */
  prefix: string | undefined;
  words: string;
}

export function questionOf(text: string, finders: readonly Finder[]): Question {
  const first = text.slice(0, 1);
  const known = first === TOOLS_SIGN || finders.some(({ prefix }) => prefix === first);
  return known && first !== ""
    ? { prefix: first, words: text.slice(1).trim() }
    : { prefix: undefined, words: text.trim() };
}

/** Those that are asked. */
export function matchingFinders({ prefix, words }: Question, finders: readonly Finder[]): Finder[] {
  return finders.filter((finder) => {
    if (prefix === undefined ? finder.plain === false : finder.prefix !== prefix) return false;
    return words.length >= (finder.minLength ?? 1);
  });
}

/** As it is drawn. */
export function displayedHome(state: ExplorerState): ExplorerState {
  const { frozen, ...home } = state.home;
  if (!frozen) return state;
  const { text, list, sections } = frozen;
  return { ...state, home: { ...home, input: textOfInput(text), list, sections } };
}

export function unfrozenHome({ frozen: _, ...home }: HomeState): HomeState {
  return home;
}

export function homeItems(
  state: ExplorerState,
  keys: KeyMap,
  height: number,
  shorten: (path: string) => string,
): HomeItem[] {
  const question = questionOf(state.home.input.text, state.finders);
  if (question.words === "" && question.prefix === undefined) return recentItems(state, shorten);
  const tools = question.prefix === undefined || question.prefix === TOOLS_SIGN ? toolItems(state, keys, question) : [];
  const found = state.home.sections.map((section) => sectionItems(section, shorten));
  const all = [...found, tools].filter((items) => items.length > 0);
  if (question.prefix !== undefined) return all.flat();
  return sharedSpace(
    all.map((items) => items.length),
    height,
  ).flatMap((count, index) => all[index]!.slice(0, count));
}

/** Of the item under the cursor. */
export function homeRow(state: ExplorerState, keys: KeyMap, shorten: (path: string) => string): Row | undefined {
  return homeItems(state, keys, homeHeight(state), shorten)[state.home.list.cursor]?.row;
}

/** Each gets an equal part of the room; what one does not need goes to the others. */
function sharedSpace(counts: readonly number[], space: number): number[] {
  const given = counts.map(() => 0);
  let left = space;
  while (left > 0) {
    const wanting = counts.flatMap((count, index) => (given[index]! < count ? [index] : []));
    if (wanting.length === 0) break;
    const part = Math.max(1, Math.floor(left / wanting.length));
    for (const index of wanting) {
      const more = Math.min(part, counts[index]! - given[index]!, left);
      given[index]! += more;
      left -= more;
    }
  }
  return given;
}

function toolItems(state: ExplorerState, keys: KeyMap, { prefix, words }: Question): HomeItem[] {
  const items = toolAndActionItems(state, words, keys);
  const fitting =
    prefix === undefined ? items.filter(({ does }) => does.type === "open").slice(0, TOOLS_AMONG_ALL) : items;
  return fitting.map(({ label, detail = "", marks, does }) => ({
    tag: does.type === "open" ? "tool" : "do",
    label,
    detail,
    ...(marks ? { marks } : {}),
    does,
  }));
}

function sectionItems({ finder, view, status, reason }: HomeSection, shorten: (path: string) => string): HomeItem[] {
  if (status === "failed" && view.rows.length === 0)
    return [{ tag: finder.title, label: reason ?? "it failed", detail: "" }];
  return view.rows
    .filter((row) => row.location)
    .map((row) => ({
      tag: finder.title,
      ...words(row, view, shorten, finder.order === "name"),
      row,
      does: { type: "read", place: row.location! },
    }));
}

/** A row in two parts: what it is, and where. */
function words(
  row: Row,
  view: View,
  shorten: (path: string) => string,
  byFile: boolean,
): Pick<HomeItem, "label" | "detail" | "marks"> {
  const { display, startLine } = row.location!;
  const path = shorten(display);
  const cells = row.cells ?? {};
  const columns = (view.columns ?? Object.keys(cells)).filter((column) => {
    const kind = view.shapes?.[column]?.kind ?? "text";
    return (kind === "text" || kind === "code" || kind === "symbol") && cells[column] !== null && cells[column] !== "";
  });
  const code = columns.filter(
    (column) => view.shapes?.[column]?.kind !== undefined && view.shapes[column].kind !== "text",
  );
  const shown = (code.length > 0 ? code : columns).map((column) => String(cells[column] ?? "")).join(" ");
  if (byFile || (row.cells && shown === "")) {
    const folder = path.lastIndexOf("/") + 1;
    return { label: path.slice(folder), detail: path.slice(0, folder) };
  }
  if (row.cells) return { label: shown, detail: `${path}:${startLine}` };
  const text = row.text.trimStart();
  const cut = row.text.length - text.length;
  const marks = row.marks?.map(([start, end]): [number, number] => [Math.max(0, start - cut), Math.max(0, end - cut)]);
  return { label: text, detail: `${path}:${startLine}`, ...(marks ? { marks } : {}) };
}

function recentItems(state: ExplorerState, shorten: (path: string) => string): HomeItem[] {
  const places = state.recent.slice(0, RECENT).map((place): HomeItem => {
    const path = shorten(place.display);
    const row: Row = { text: path, location: place };
    return {
      tag: "recent",
      label: path.slice(path.lastIndexOf("/") + 1),
      detail: `${path}:${place.startLine}`,
      row,
      does: { type: "read", place },
    };
  });
  const calls = state.history.slice(0, RECENT).flatMap((each): HomeItem[] => {
    const info = state.catalog.tools.find((tool) => tool.name === each.tool);
    if (!info) return [];
    return [
      {
        tag: "call",
        label: info.title,
        detail: brief(each.input),
        does: { type: "fill", tool: each.tool, input: each.input },
      },
    ];
  });
  return [...places, ...calls];
}

/** Rows whose file name fits best come first; among equals the order stays. */
export function rankedByName(rows: readonly Row[], wanted: string): Row[] {
  const words = wanted.toLowerCase();
  const rank = ({ location }: Row): number => {
    const path = (location?.display ?? "").toLowerCase();
    const name = path.slice(path.lastIndexOf("/") + 1);
    if (name === words || name.startsWith(`${words}.`)) return 0;
    if (name.startsWith(words)) return 1;
    return name.includes(words) ? 2 : 3;
  };
  return rows
    .map((row) => [rank(row), row] as const)
    .sort(([a], [b]) => a - b)
    .map(([, row]) => row);
}

/** What was typed, as the parameter takes it: a regular expression that means exactly that. */
export function finderInput(finder: Finder, words: string): string {
  if (finder.quote !== "regex") return words;
  return words.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
