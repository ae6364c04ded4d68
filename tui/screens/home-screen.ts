/**
 * Draws the home screen, which has the question, the results, and the source for the row under the cursor. It does not use Ink
 * because that would be slower.
 */

import { progressText } from "../../core/host/frontend-api.ts";
import { inSight } from "../components/list/list-state.ts";
import { framedLines, placedLines } from "../components/pane-frame.ts";
import { inner, type Rect } from "../components/rect.ts";
import { drawInput } from "../components/text-input/text-input.ts";
import { homeHeight, homeParts, QUESTION_LINES } from "../layout/geometry.ts";
import { questionOf, TOOLS_SIGN, unansweredSign } from "../layout/home-items.ts";
import type { Painter } from "../look/paint.ts";
import type { ExplorerState, HomeItem } from "../state/explorer-state.ts";
import { HEADER } from "../state/panes.ts";
import type { PlacedLines } from "../terminal/surface.ts";
import { cut, cutPath, type Line, line, linked, marked, pad, span, unlinked, widthOf, wrap } from "../text/line.ts";
import { previewLines, type SourceColors } from "./preview.ts";

export interface HomeScreenProps {
  state: ExplorerState;
  painter: Painter;
  colors: SourceColors;
}

/** Returns everything except for the header and the footer. */
export function homeScreen({ state, painter, colors }: HomeScreenProps): PlacedLines[] {
  const { found, source } = homeParts(state);
  const items = state.homeItems;
  const { cursor, top } = inSight(state.home.list, items.length, homeHeight(state));
  const { width, height } = inner(found);
  const { words } = questionOf(state.home.input.text, state.finders);
  const lines = items.slice(top, top + height).map((item, index): Line => {
    const before = items[top + index - 1];
    const rendered = itemLine(item, index === 0 || before?.tag !== item.tag, width, words);
    return top + index === cursor ? { ...rendered, cursor: "strong" } : unlinked(rendered);
  });
  const typed = drawInput(state.home.input, state.columns - 6);
  const shown = state.home.selected
    ? typed.map((each) => (each.tone === "accent" ? each : span(each.text, "mark")))
    : typed;
  const input = line(span("› ", "accent"), ...shown);
  const question = { x: 0, y: HEADER, width: state.columns, height: QUESTION_LINES };
  const pane = (rect: typeof found, lines: readonly Line[], about: { title: string; aside?: string }) => [
    ...framedLines({ ...about, rect, focused: rect === question, painter }),
    placedLines(lines, inner(rect), painter),
  ];
  return [
    ...pane(question, [input], { title: "What are you looking for?", aside: status(state) }),
    ...pane(found, lines.length > 0 ? lines : nothing(state), {
      title: title(state),
      aside: counted(cursor, items.length, state),
    }),
    ...(source ? pane(source, besideRow(state, items[cursor], colors, inner(source)), { title: "Source" }) : []),
  ];
}

/**
 * Returns the lines next to a row, which are normally its source. A row without a source shows the call that Enter would run.
 * For a failed search it is the full reason, since the row itself truncates it.
 */
function besideRow(state: ExplorerState, item: HomeItem | undefined, colors: SourceColors, { width, height }: Rect) {
  const { does } = item ?? {};
  if (item && !item.row && !does) return wrap(item.label, width).map((text) => line(span(text)));
  if (item?.row?.location || does?.type !== "run") return previewLines(state, colors, width, height, true);
  const tool = state.catalog.tools.find(({ name }) => name === does.tool);
  const shown = (value: unknown) => (Array.isArray(value) ? value.join(" ") : String(value));
  return [
    line(span("⏎ ", "key"), span(tool?.title ?? does.tool)),
    ...Object.entries(does.input).map(([name, value]) => line(span(`  ${name}  `, "muted"), span(shown(value)))),
  ];
}

/** The number of columns for the kind. */
const TAG = 9;
/** A path gets at least this many columns, no matter how long the name is. */
const MIN_PATH = 12;

function itemLine(
  { tag, label, detail, marks, row, named }: HomeItem,
  first: boolean,
  width: number,
  words: string,
): Line {
  const lead = width < 40 ? 0 : TAG;
  const space = width - lead;
  const right =
    detail === "" ? 0 : Math.min(widthOf(detail), Math.max(Math.floor(space * 0.4), forFile(detail, space)));
  // If there is little space, we try to keep the whole name, and after that the name of the file.
  const [name = ""] = label.split("  ");
  const besideFile = space - Math.max(MIN_PATH, forFile(detail, space));
  const forName = named
    ? Math.min(widthOf(label), Math.max(besideFile, Math.min(widthOf(name) + 2, space - MIN_PATH)))
    : forFile(label, space);
  const left = Math.max(4, space - right - 2, forName);
  const from = beginOf(label, marks?.[0]?.[0] ?? label.toLowerCase().indexOf(words.toLowerCase()), words, left);
  const shown =
    words === "" && isPath(label) ? cutPath(label, left) : cut(from === 0 ? label : `…${label.slice(from)}`, left);
  const forDetail = Math.max(0, space - widthOf(shown) - 2);
  const where = isPath(detail) ? cutPath(detail, forDetail) : cut(detail, forDetail);
  const gap = " ".repeat(Math.max(1, space - widthOf(shown) - widthOf(where)));
  return line(
    ...(lead > 0 ? [span(pad(first ? cut(tag, lead - 1) : "", lead), "muted")] : []),
    ...marked(shown, from === 0 ? marks : marks?.map(([start, end]) => [start - from + 1, end - from + 1])),
    span(gap),
    linked(span(where, "muted"), row?.location),
  );
}

/** When a path is truncated, the file name is the last part to be cut. */
function forFile(text: string, space: number): number {
  const name = isPath(text) ? text.slice(text.lastIndexOf("/", text.length - 2)) : "";
  return Math.min(widthOf(name) + 1, Math.floor(space * 0.6));
}

/** Returns true for paths, because they are truncated at the start, whereas sentences are truncated at the end. */
function isPath(text: string): boolean {
  return text.includes("/") && !/\s/.test(text);
}

/** Returns the offset to scroll a long label. The match must be visible, preferably together with the word in front of it. */
function beginOf(label: string, found: number, words: string, width: number): number {
  const end = found + words.length;
  if (found <= 0 || widthOf(label.slice(0, end)) < width) return 0;
  const own = label.lastIndexOf(" ", found - 1) + 1;
  const before = label.lastIndexOf(" ", own - 2) + 1;
  return [before, own].find((from) => widthOf(label.slice(from, end)) + 1 < width) ?? own;
}

function asks(state: ExplorerState): boolean {
  const { words, prefix } = questionOf(state.home.input.text, state.finders);
  return words !== "" || prefix !== undefined;
}

function title(state: ExplorerState): string {
  if (asks(state)) return "Found";
  if (state.overview.length > 0) return "Where you are";
  return state.homeItems.length > 0 ? "Where you were" : "What to type";
}

function status(state: ExplorerState): string {
  return state.home.sections.some(({ status }) => status === "asking") ? `asking…${progressOf(state)}` : "";
}

/** Explains why a search is slow, for example because an index is being built. */
function progressOf({ home }: ExplorerState): string {
  const section = home.sections.find(({ status, progress }) => status === "asking" && progress !== undefined);
  const text = progressText(section?.progress ?? {});
  return text === undefined ? "" : ` ${text}`;
}

function counted(cursor: number, count: number, { home }: ExplorerState): string {
  const more = home.sections.some(({ more }) => more) ? "+" : "";
  return count === 0 ? "" : `${cursor + 1}/${count}${more}`;
}

/** Returns the hints for an empty prompt. */
function nothing(state: ExplorerState): Line[] {
  if (asks(state)) {
    const missing = unansweredSign(questionOf(state.home.input.text, state.finders), state.finders);
    const text = missing
      ? `No plugin finds ${missing} in the languages of this folder; use # to search its text.`
      : undefined;
    return [line(span(text ?? (status(state) === "" ? "Nothing found." : `Looking…${progressOf(state)}`), "muted"))];
  }
  const signs = [...new Set(state.finders.flatMap(({ prefix }) => prefix ?? []))].map((sign): [string, string] => {
    const titles = state.finders.filter(({ prefix }) => prefix === sign).map(({ title }) => title);
    return [sign, `only ${titles.join(", ")}`];
  });
  const all: [string, string][] = [["words", "everything at once"], ...signs, [TOOLS_SIGN, "only tools and actions"]];
  return all.map(([sign, what]) => line(span(pad(sign, TAG), "key"), span(what, "muted")));
}
