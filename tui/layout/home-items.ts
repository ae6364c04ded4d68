/** Builds the rows of the home screen from finders, tools and recent places. */

import {
  type Finder,
  type Matches,
  type MatchQuery,
  parseMatchQuery,
  type Row,
  scoreOfName,
  type View,
} from "../../core/host/frontend-api.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { ExplorerState, HomeItem, HomeSection, Intent } from "../state/explorer-state.ts";
import { tabTitle } from "../state/tabs.ts";
import { brief } from "../text/brief.ts";
import { isSameLine } from "../text/same-line.ts";
import { toolAndActionItems, toolItems } from "./menu-items.ts";
import { type Sentence, sentenceOf } from "./sentences.ts";

/** The prefix for tools and actions. All others are declared by plugins. */
export const TOOLS_SIGN = ">";
const RECENT = 12;
const TOOLS_AMONG_ALL = 3;
/** The number of recent places if the overview is shown as well. */
const RECENT_BESIDE_OVERVIEW = 5;

/** Well-known prefixes. We recognize them even if there is no plugin here that handles them. */
const KNOWN_SIGNS: Readonly<Record<string, string>> = { "@": "symbols", "/": "files", "#": "text" };

export interface Question {
  /** The prefix, which is undefined for plain words. Those go to all finders. */
  prefix: string | undefined;
  words: string;
  /** The name without the line number, for example in `page.ts:12`. */
  name: string;
  line?: number;
  sentence?: Sentence;
}

const SYMBOLS_SIGN = "@";

export function questionOf(text: string, finders: readonly Finder[]): Question {
  const sentence = sentenceOf(text);
  if (sentence?.about === "symbol") {
    const hasSymbols = finders.some(({ prefix }) => prefix === SYMBOLS_SIGN);
    const { name } = sentence;
    return { prefix: hasSymbols ? SYMBOLS_SIGN : undefined, words: name, name, sentence };
  }
  const first = text.slice(0, 1);
  const known =
    first === TOOLS_SIGN || Object.hasOwn(KNOWN_SIGNS, first) || finders.some(({ prefix }) => prefix === first);
  const prefix = known && first !== "" ? first : undefined;
  const words = (prefix === undefined ? text : text.slice(1)).trim();
  if (sentence) return { prefix, words, name: words, sentence };
  const numbered = /^(.+?):([1-9]\d{0,8})(?::\d*)?$/.exec(words);
  return numbered
    ? { prefix, words, name: numbered[1]!, line: Number(numbered[2]) }
    : { prefix, words, name: words.replace(/:$/, "") };
}

/** Returns a prefix that no finder here handles. */
export function unansweredSign({ prefix }: Question, finders: readonly Finder[]): string | undefined {
  if (prefix === undefined || finders.some((finder) => finder.prefix === prefix)) return undefined;
  return KNOWN_SIGNS[prefix];
}

export function matchingFinders({ prefix, words }: Question, finders: readonly Finder[]): Finder[] {
  return finders.filter((finder) => {
    if (prefix === undefined ? finder.plain === false : finder.prefix !== prefix) return false;
    return words.length >= (finder.minLength ?? 1);
  });
}

/** Returns the section of a list in memory. `whole` is true if all of it has been read. */
export function namesSection(finder: Finder, { total, best, whole }: Matches<Row> & { whole: boolean }): HomeSection {
  return {
    finder,
    status: whole ? "done" : "asking",
    stale: false,
    view: { rows: best.map(({ item }) => item) },
    matches: best,
    more: total > best.length,
  };
}

/** If a score is lower than this, the letters of the name are scattered. Such names come after matches in text. */
const STRONG = 300;
/** If the best name has at least this score, we drop everything below `NOISE`. */
const CLEAR = 500;
const NOISE = 150;
/** The share of the rows that names get if there are also matches in text. */
const NAMES_SHARE = 0.6;

export function homeItems(
  state: ExplorerState,
  keys: KeyMap,
  height: number,
  shorten: (path: string) => string,
): HomeItem[] {
  const question = questionOf(state.home.input.text, state.finders);
  if (question.words === "" && question.prefix === undefined) return startItems(state, shorten);
  const tools = toolsAndActions(state, keys, question);
  const query = parseMatchQuery(question.name);
  const { sentence } = question;
  const answers = sentence?.about === "folder" ? overviewItems(state, shorten, sentence.tag) : [];
  let named: ScoredItem[] = [...tools];
  const found: HomeItem[] = [];
  for (const section of state.home.sections) {
    const rowsAreNamed = section.finder.order === "name" || section.view.rows.some((row) => row.name !== undefined);
    const isNamed = rowsAreNamed && section.status !== "failed";
    if (isNamed) named.push(...namedItems(section, query, question.line, shorten));
    else found.push(...sectionItems(section, shorten));
  }
  named = taken(named);
  // Once there is a good match, paths that just contain scattered letters are noise.
  const least = (named[0]?.score ?? 0) >= CLEAR ? NOISE : 0;
  named = named.filter(({ score }) => score >= least);
  if (sentence?.about === "symbol" && sentence.rel) named = named.map((item) => jumping(item, sentence));
  if (question.prefix !== undefined) return [...named, ...found];
  const weakFrom = named.findIndex(({ score }) => score < STRONG);
  const strong = weakFrom === -1 ? named : named.slice(0, weakFrom);
  const weak = weakFrom === -1 ? [] : named.slice(weakFrom).map((item) => ({ ...item, weak: true }));
  const forNames = Math.max(height - found.length, Math.ceil(height * NAMES_SHARE));
  const all = [...answers, ...strong.slice(0, forNames), ...found, ...strong.slice(forNames), ...weak];
  return all.slice(0, height);
}

interface ScoredItem extends HomeItem {
  score: number;
}

/** The size of a group of scores. Names in the same group are considered equally good. */
const STEP = 100;

/**
 * Returns the best items first, but alternates between kinds if the scores are similar. If we went strictly by score, twenty
 * fields with a name could displace the file of the same name from the screen.
 */
function taken(items: readonly ScoredItem[]): ScoredItem[] {
  const stepOf = ({ score }: ScoredItem) => Math.round(score / STEP);
  const turns = new Map<string, number>();
  const ordered = items
    .toSorted((a, b) => b.score - a.score)
    .map((item) => {
      const key = `${stepOf(item)} ${item.tag}`;
      const turn = turns.get(key) ?? 0;
      turns.set(key, turn + 1);
      return { item, turn };
    });
  return ordered
    .sort((a, b) => stepOf(b.item) - stepOf(a.item) || a.turn - b.turn || b.item.score - a.item.score)
    .map(({ item }) => item);
}

function toolsAndActions(state: ExplorerState, keys: KeyMap, { prefix, words }: Question): ScoredItem[] {
  if (prefix !== undefined && prefix !== TOOLS_SIGN) return [];
  const fitting =
    prefix === undefined
      ? toolItems(state, words)
          .filter(({ score = 0 }) => score >= STRONG)
          .slice(0, TOOLS_AMONG_ALL)
      : toolAndActionItems(state, words, keys);
  return fitting.map(({ label, detail = "", marks, does, score = 0 }) => ({
    // If the scores are equal, the name in the workspace comes first.
    score: score - 1,
    tag: does.type === "open" ? "tool" : "do",
    label,
    detail,
    ...(marks ? { marks } : {}),
    does,
  }));
}

/** Scores declarations and files, and appends the line number that was typed. */
function namedItems(
  { finder, view, matches }: HomeSection,
  query: MatchQuery,
  line: number | undefined,
  shorten: (path: string) => string,
): ScoredItem[] {
  if (matches) {
    return matches.flatMap(({ item, score, marks }) => {
      if (!item.location) return [];
      const place = line === undefined ? item.location : { ...item.location, startLine: line, startColumn: 1 };
      const folder = item.text.lastIndexOf("/") + 1;
      const own = marks.map(([start, end]): [number, number] => [Math.max(0, start - folder), end - folder]);
      return {
        tag: finder.title,
        named: true,
        label: item.text.slice(folder),
        detail: item.text.slice(0, folder) + (line === undefined ? "" : `:${line}`),
        marks: own.filter(([, end]) => end > 0),
        row: { ...item, location: place },
        does: { type: "read", place } as const,
        score,
      };
    });
  }
  return sectionItems({ finder, view, status: "done", stale: false, more: false }, shorten).map((item) => {
    const { name = item.label, cells } = item.row ?? {};
    const text = [name, cells?.container, item.row?.location?.display].filter((part) => part).join(" ");
    // The name doesn't match, but the tool has its own rules and returned it anyway. So we keep it as the last one.
    return { ...item, named: true, score: Math.max(1, scoreOfName(query, { text, name: [0, name.length] })) };
  });
}

function sectionItems({ finder, view, status, reason }: HomeSection, shorten: (path: string) => string): HomeItem[] {
  if (status === "failed" && view.rows.length === 0)
    return [{ tag: finder.title, label: reason ?? "it failed", detail: "" }];
  return view.rows
    .filter((row, index) => row.location && !isSameLine(row, view.rows[index - 1]))
    .map((row) => ({
      tag: finder.title,
      ...words(row, view, shorten),
      row,
      does: { type: "read", place: row.location! },
    }));
}

function words(row: Row, view: View, shorten: (path: string) => string): Pick<HomeItem, "label" | "detail" | "marks"> {
  const { display, startLine } = row.location!;
  const path = shorten(display);
  const cells = row.cells ?? {};
  const columns = (view.columns ?? Object.keys(cells)).filter((column) => {
    const kind = view.shapes?.[column]?.kind ?? "text";
    return (kind === "text" || kind === "code" || kind === "symbol") && cells[column] !== null && cells[column] !== "";
  });
  if (row.name !== undefined) {
    // The name comes first, followed by the kind and the container.
    const rest = columns.filter((column) => (view.shapes?.[column]?.kind ?? "text") === "text");
    const all = rest.map((column) => String(cells[column]).trim());
    // We leave out line numbers because the location has them.
    const about = all.filter((text) => !/^\d+(?:-\d+)?$/.test(text)).slice(0, 2);
    return { label: [row.name, ...about].join("  "), detail: `${path}:${startLine}` };
  }
  const shown = columns.map((column) => String(cells[column] ?? "")).join(" ");
  if (row.cells && shown === "") {
    const folder = path.lastIndexOf("/") + 1;
    return { label: path.slice(folder), detail: path.slice(0, folder) };
  }
  if (row.cells) return { label: shown, detail: `${path}:${startLine}` };
  const text = row.text.trimStart();
  const cut = row.text.length - text.length;
  const marks = row.marks?.map(([start, end]): [number, number] => [Math.max(0, start - cut), Math.max(0, end - cut)]);
  return { label: text, detail: `${path}:${startLine}`, ...(marks ? { marks } : {}) };
}

/** Returns the initial items: recent places, then the overview. */
function startItems(state: ExplorerState, shorten: (path: string) => string): HomeItem[] {
  const recent = recentItems(state, shorten);
  const some = state.overview.length > 0 ? RECENT_BESIDE_OVERVIEW : recent.length;
  return [...resumeItems(state, shorten), ...recent.slice(0, some), ...overviewItems(state, shorten)];
}

/** Returns all of the overview, or only its rows of one kind. */
function overviewItems({ overview }: ExplorerState, shorten: (path: string) => string, tag?: string): HomeItem[] {
  const items = overview.flatMap((row) => overviewItem(row, shorten) ?? []);
  return tag === undefined ? items : items.filter((item) => item.tag === tag);
}

/** Makes a declaration of that name lead to its callers, its uses or its heirs. */
function jumping<Item extends HomeItem>(item: Item, { name, rel }: Sentence & { about: "symbol" }): Item {
  const last = (text = "") => text.split(/[.:]/).at(-1)?.toLowerCase();
  if (!rel || last(item.row?.name) !== last(name)) return item;
  return { ...item, tag: rel === "references" ? "uses" : rel, does: { type: "action", id: `jump-${rel}` } };
}

/** Returns the item that leads to the end of the last session. */
function resumeItems(state: ExplorerState, shorten: (path: string) => string): HomeItem[] {
  const { resume } = state.home;
  if (!resume) return [];
  const place = resume.overlay?.kind === "reader" ? resume.overlay.place : undefined;
  const label = place ? shorten(place.display) : tabTitle(resume, state);
  const row: Row | undefined = place && { text: label, location: place };
  return [{ tag: "resume", label, detail: "where you left off", ...(row ? { row } : {}), does: { type: "resume" } }];
}

/** Converts a row. Its cells are kind, name and detail. */
function overviewItem(row: Row, shorten: (path: string) => string): HomeItem | undefined {
  const [tag, label, detail] = Object.values(row.cells ?? {}).map((cell) => String(cell ?? ""));
  if (tag === undefined || label === undefined) return undefined;
  const [link] = row.links ?? [];
  const does: Intent | undefined = row.location
    ? { type: "read", place: row.location }
    : link && { type: "run", tool: link.tool, input: link.input };
  return { tag, label: shorten(label), detail: detail ?? "", row, ...(does ? { does } : {}) };
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

/** Returns the input, which is escaped if the parameter is a regular expression. */
export function finderInput(finder: Finder, words: string): string {
  if (finder.quote !== "regex") return words;
  return words.replace(/[\\^$.*+?()[\]{}|/-]/g, "\\$&");
}
