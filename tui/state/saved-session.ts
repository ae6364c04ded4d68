/**
 * Defines the format of a session on disk, with its screens, forms, queries and cursors. It doesn't include answers, because
 * their calls are run again.
 */

import * as v from "valibot";
import type { JsonObject, LinkRel, Row } from "../../core/host/frontend-api.ts";
import type { Draft } from "../components/form/draft.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { Arrangement } from "../views/renderer.ts";
import { currentTabOf, type ExplorerState, type WorkbenchTab } from "./explorer-state.ts";
import { NO_SPLITS, PANES } from "./panes.ts";
import { rowIndexOf } from "./row-window.ts";
import type { ReaderState } from "./source-reader.ts";
import { newTab } from "./tabs.ts";
import { newEntry, RESULT_TABS, type ResultTab, type Surroundings, type TabState, type TrailEntry } from "./trail.ts";

const whole = v.pipe(v.number(), v.integer(), v.minValue(0));
const offset = v.pipe(v.number(), v.integer());
const list = v.object({ cursor: whole, top: whole });
const location = v.object({
  absolute: v.string(),
  display: v.string(),
  startLine: v.pipe(v.number(), v.integer(), v.minValue(1)),
  startColumn: v.pipe(v.number(), v.integer(), v.minValue(1)),
});
const reading = v.object({ place: location, list, column: whole });
const form = v.object({ draft: v.any(), list, caret: whole, more: v.boolean(), tried: v.boolean() });
const tabState = v.object({
  list,
  shift: whole,
  folded: v.array(v.string()),
  sort: v.optional(v.object({ column: v.string(), descending: v.boolean() })),
  widths: v.record(v.string(), v.number()),
});
const surroundings = v.object({
  form: v.optional(form),
  focus: v.picklist(PANES),
  zoomed: v.boolean(),
  reading: v.optional(reading),
});
const entry = v.object({
  tool: v.string(),
  input: v.record(v.string(), v.any()),
  rel: v.optional(v.string()),
  tab: v.picklist(RESULT_TABS),
  places: v.record(v.picklist(RESULT_TABS), tabState),
  left: v.optional(surroundings),
  direct: v.optional(v.boolean()),
  seek: v.optional(whole),
});

const tab = v.object({
  screen: v.picklist(["home", "explore"]),
  focus: v.picklist(PANES),
  zoomed: v.boolean(),
  tool: v.optional(v.string()),
  tree: v.object({ list, filter: v.string(), toggled: v.array(v.string()) }),
  forms: v.record(v.string(), form),
  trail: v.object({ at: v.pipe(v.number(), v.integer()), fromHome: v.optional(v.boolean()), visits: v.array(entry) }),
  home: v.object({ text: v.string(), list, reading: v.optional(reading) }),
  reading: v.optional(reading),
});

export const savedSession = v.object({
  ...tab.entries,
  version: v.literal(1),
  showPreview: v.boolean(),
  splits: v.optional(v.object({ tools: offset, form: offset, lines: offset }), NO_SPLITS),
  /** The index of the current tab, followed by the other tabs. */
  bench: v.optional(whole, 0),
  benches: v.optional(v.array(tab), []),
  recent: v.array(v.object({ ...location.entries, at: v.number() })),
  marks: v.array(v.object({ place: location, text: v.string() })),
});
export type SavedSession = v.InferOutput<typeof savedSession>;
type SavedTab = v.InferOutput<typeof tab>;
type SavedEntry = v.InferOutput<typeof entry>;

/** The number of steps that we save. Each of them is run again when it is visited. */
const STEPS = 20;

/** Converts the state. `row` is the one under the cursor. */
export function toSavedSession(state: ExplorerState, row: Row | undefined): SavedSession {
  return {
    ...toSavedTab(currentTabOf(state), row),
    version: 1,
    showPreview: state.showPreview,
    splits: state.splits,
    bench: state.tabIndex,
    benches: state.tabs.filter((_, index) => index !== state.tabIndex).map((each) => toSavedTab(each, undefined)),
    recent: [...state.recent],
    marks: [...state.marks],
  };
}

function toSavedTab(state: WorkbenchTab, row: Row | undefined): SavedTab {
  // Nothing was typed, so the next start offers the same place again.
  if (state.home.resume && state.home.input.text === "") return toSavedTab(state.home.resume, undefined);
  const { trail, tree, home, overlay } = state;
  const first = Math.max(0, Math.min(trail.at - STEPS / 2, trail.entries.length - STEPS));
  const entries = trail.entries.slice(first, first + STEPS);
  return {
    screen: state.screen === "home" || state.screen === "explore" ? state.screen : state.previousScreen,
    focus: state.focus,
    zoomed: state.zoomed,
    tool: state.tool,
    tree: { list: tree.list, filter: tree.filter, toggled: [...tree.toggled] },
    forms: { ...state.forms },
    trail: {
      at: trail.at - first,
      fromHome: trail.fromHome,
      visits: entries.map((each) => toSavedEntry(each, each === trail.entries[trail.at], row)),
    },
    home: { text: home.input.text, list: home.list, reading: home.reading },
    reading: overlay?.kind === "reader" ? toSavedReader(overlay) : undefined,
  };
}

function toSavedReader({ place, list, column }: ReaderState): ReaderState {
  return { place, list, column };
}

function toSavedEntry(entry: TrailEntry, current: boolean, row: Row | undefined): SavedEntry {
  const { tool, input, rel, tab, tabStates, surroundings: left, autoOpened: direct, window } = entry;
  const seek = window?.from ? (current ? rowIndexOf(entry, row) : window.from) : entry.seek;
  const saved = ({ list, shift, arrangement }: TabState) => ({
    list,
    shift,
    folded: [...arrangement.folded],
    ...(arrangement.sort ? { sort: arrangement.sort } : {}),
    widths: { ...arrangement.widths },
  });
  const places = Object.fromEntries(RESULT_TABS.map((name) => [name, saved(tabStates[name])])) as Record<
    ResultTab,
    ReturnType<typeof saved>
  >;
  return { tool, input, rel, tab, places, left, direct, seek };
}

/**
 * Restores the state without tools that no longer exist. It starts on the home screen because a word that is typed right after
 * `jig` is a search, whereas in an answer or a source its letters would be commands.
 */
export function restoredState(saved: SavedSession, state: ExplorerState): Partial<ExplorerState> {
  const others = saved.benches.map((each, index) => restoredTab(each, state, (index + 1) * STEPS));
  const own = offered(restoredTab(saved, state, 0), state);
  const at = Math.min(saved.bench, others.length);
  return {
    ...own,
    tabs: others.toSpliced(at, 0, own),
    tabIndex: at,
    showPreview: saved.showPreview,
    splits: saved.splits,
    recent: saved.recent,
    marks: saved.marks,
  };
}

/** Returns a home screen that has the tab as its first row. */
function offered(tab: WorkbenchTab, { finders }: ExplorerState): WorkbenchTab {
  const isHome = tab.screen === "home" && tab.home.input.text === "" && !tab.overlay;
  if (isHome || finders.length === 0) return tab;
  const fresh = newTab({ ...tab, finders });
  return { ...fresh, home: { ...fresh.home, resume: tab } };
}

/** Restores a tab. `before` is the number of entries in other tabs, whose ids are taken. */
function restoredTab(saved: SavedTab, state: ExplorerState, before: number): WorkbenchTab {
  const entries = saved.trail.visits.slice(0, STEPS).map((each, index) => restoredEntry(each, -1 - before - index));
  const at = Math.max(-1, Math.min(saved.trail.at, entries.length - 1));
  const { screen } = saved;
  return {
    screen: screen === "home" && state.finders.length === 0 ? "explore" : screen,
    focus: saved.focus,
    zoomed: saved.zoomed,
    previousScreen: state.previousScreen,
    list: state.list,
    tool: state.catalog.tools.some(({ name }) => name === saved.tool) ? saved.tool : state.tool,
    tree: { ...saved.tree, filtering: false, toggled: new Set(saved.tree.toggled) },
    forms: saved.forms as ExplorerState["forms"],
    trail: { entries, at, ...(saved.trail.fromHome ? { fromHome: true } : {}) },
    home: {
      input: textOfInput(saved.home.text),
      list: saved.home.list,
      sections: [],
      selected: saved.home.text !== "",
      ...(saved.home.reading ? { reading: saved.home.reading } : {}),
    },
    overlay: saved.reading && { kind: "reader", ...saved.reading },
  };
}

function restoredEntry(saved: SavedEntry, id: number): TrailEntry {
  const input = saved.input as JsonObject;
  const fresh = newEntry(id, saved.tool, input, 0, saved.rel as LinkRel | undefined);
  const tabStates = Object.fromEntries(
    RESULT_TABS.map((name): [ResultTab, TabState] => {
      const place = saved.places[name];
      if (!place) return [name, fresh.tabStates[name]];
      const { list, shift, folded, sort, widths } = place;
      const arrangement: Arrangement = { folded: new Set(folded), widths, ...(sort ? { sort } : {}) };
      return [name, { list, shift, arrangement }];
    }),
  ) as Record<ResultTab, TabState>;
  return {
    ...fresh,
    status: "unloaded",
    tab: saved.tab,
    tabStates,
    ...(saved.left ? { surroundings: restoredSurroundings(saved.left) } : {}),
    ...(saved.direct ? { autoOpened: true } : {}),
    ...(saved.seek === undefined ? {} : { seek: saved.seek }),
  };
}

function restoredSurroundings({ form, reading, ...rest }: NonNullable<SavedEntry["left"]>): Surroundings {
  return { ...rest, form: form && { ...form, draft: form.draft as Draft }, reading };
}
