/** A session as data on disk: screens, forms, questions and cursors, without the answers, which are asked again. Pure. */
import * as v from "valibot";
import type { JsonObject, LinkRel, Row } from "../../core/host/frontend-api.ts";
import type { Draft } from "../components/form/draft.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { Arrangement } from "../views/renderer.ts";
import { type Bench, benchOf, type ExplorerState, type Reading } from "./explorer-state.ts";
import { NO_SPLITS, PANES } from "./panes.ts";
import { rowOf } from "./row-window.ts";
import { newVisit, type Place, type Surroundings, TABS, type Tab, type Visit } from "./trail.ts";

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
const place = v.object({
  list,
  shift: whole,
  folded: v.array(v.string()),
  sort: v.optional(v.object({ column: v.string(), descending: v.boolean() })),
  widths: v.record(v.string(), v.number()),
});
const left = v.object({
  form: v.optional(form),
  focus: v.picklist(PANES),
  zoomed: v.boolean(),
  reading: v.optional(reading),
});
const visit = v.object({
  tool: v.string(),
  input: v.record(v.string(), v.any()),
  rel: v.optional(v.string()),
  tab: v.picklist(TABS),
  places: v.record(v.picklist(TABS), place),
  left: v.optional(left),
  direct: v.optional(v.boolean()),
  seek: v.optional(whole),
});

const bench = v.object({
  screen: v.picklist(["home", "explore"]),
  focus: v.picklist(PANES),
  zoomed: v.boolean(),
  tool: v.optional(v.string()),
  tree: v.object({ list, filter: v.string(), toggled: v.array(v.string()) }),
  forms: v.record(v.string(), form),
  trail: v.object({ at: v.pipe(v.number(), v.integer()), fromHome: v.optional(v.boolean()), visits: v.array(visit) }),
  home: v.object({ text: v.string(), list, reading: v.optional(reading) }),
  reading: v.optional(reading),
});

export const keptSession = v.object({
  ...bench.entries,
  version: v.literal(1),
  showPreview: v.boolean(),
  splits: v.optional(v.object({ tools: offset, form: offset, lines: offset }), NO_SPLITS),
  /** Which tab the rest is of, and the others. */
  bench: v.optional(whole, 0),
  benches: v.optional(v.array(bench), []),
  recent: v.array(v.object({ ...location.entries, at: v.number() })),
  marks: v.array(v.object({ place: location, text: v.string() })),
});
export type KeptSession = v.InferOutput<typeof keptSession>;
type KeptBench = v.InferOutput<typeof bench>;

/** Steps that are kept: each is asked again when somebody comes to it. */
const STEPS = 20;

/** `row`: the one under the cursor. */
export function keep(state: ExplorerState, row: Row | undefined): KeptSession {
  return {
    ...keptBench(benchOf(state), row),
    version: 1,
    showPreview: state.showPreview,
    splits: state.splits,
    bench: state.bench,
    benches: state.benches.filter((_, index) => index !== state.bench).map((each) => keptBench(each, undefined)),
    recent: [...state.recent],
    marks: [...state.marks],
  };
}

function keptBench(state: Bench, row: Row | undefined): KeptBench {
  const { trail, tree, home, overlay } = state;
  const first = Math.max(0, Math.min(trail.at - STEPS / 2, trail.visits.length - STEPS));
  const visits = trail.visits.slice(first, first + STEPS);
  return {
    screen: state.screen === "home" || state.screen === "explore" ? state.screen : state.behind,
    focus: state.focus,
    zoomed: state.zoomed,
    tool: state.tool,
    tree: { list: tree.list, filter: tree.filter, toggled: [...tree.toggled] },
    forms: { ...state.forms },
    trail: {
      at: trail.at - first,
      fromHome: trail.fromHome,
      visits: visits.map((each) => keptVisit(each, each === trail.visits[trail.at], row)),
    },
    home: { text: home.input.text, list: home.list, reading: home.reading },
    reading: overlay?.kind === "reader" ? keptReading(overlay) : undefined,
  };
}

function keptReading({ place, list, column }: Reading): Reading {
  return { place, list, column };
}

function keptVisit(visit: Visit, current: boolean, row: Row | undefined): KeptSession["trail"]["visits"][number] {
  const { tool, input, rel, tab, places, left, direct, window } = visit;
  const seek = window?.from ? (current ? rowOf(visit, row) : window.from) : visit.seek;
  const kept = ({ list, shift, arrangement }: Place) => ({
    list,
    shift,
    folded: [...arrangement.folded],
    ...(arrangement.sort ? { sort: arrangement.sort } : {}),
    widths: { ...arrangement.widths },
  });
  const each = Object.fromEntries(TABS.map((name) => [name, kept(places[name])])) as Record<
    Tab,
    ReturnType<typeof kept>
  >;
  return { tool, input, rel, tab, places: each, left, direct, seek };
}

/** What of the state a kept session puts back. Tools that are gone are left out by whoever shows them. */
export function restored(kept: KeptSession, state: ExplorerState): Partial<ExplorerState> {
  const others = kept.benches.map((each, index) => restoredBench(each, state, (index + 1) * STEPS));
  const own = restoredBench(kept, state, 0);
  const at = Math.min(kept.bench, others.length);
  return {
    ...own,
    benches: others.toSpliced(at, 0, own),
    bench: at,
    showPreview: kept.showPreview,
    splits: kept.splits,
    recent: kept.recent,
    marks: kept.marks,
  };
}

/** `before`: visits of other tabs, whose ids are taken. */
function restoredBench(kept: KeptBench, state: ExplorerState, before: number): Bench {
  const visits = kept.trail.visits.slice(0, STEPS).map((each, index) => restoredVisit(each, -1 - before - index));
  const at = Math.max(-1, Math.min(kept.trail.at, visits.length - 1));
  const { screen } = kept;
  return {
    screen: screen === "home" && state.finders.length === 0 ? "explore" : screen,
    focus: kept.focus,
    zoomed: kept.zoomed,
    behind: state.behind,
    list: state.list,
    tool: state.catalogue.tools.some(({ name }) => name === kept.tool) ? kept.tool : state.tool,
    tree: { ...kept.tree, filtering: false, toggled: new Set(kept.tree.toggled) },
    forms: kept.forms as ExplorerState["forms"],
    trail: { visits, at, ...(kept.trail.fromHome ? { fromHome: true } : {}) },
    home: {
      input: textOfInput(kept.home.text),
      list: kept.home.list,
      sections: [],
      selected: kept.home.text !== "",
      ...(kept.home.reading ? { reading: kept.home.reading } : {}),
    },
    overlay: kept.reading && { kind: "reader", ...kept.reading },
  };
}

function restoredVisit(kept: KeptSession["trail"]["visits"][number], id: number): Visit {
  const input = kept.input as JsonObject;
  const fresh = newVisit(id, kept.tool, input, 0, kept.rel as LinkRel | undefined);
  const places = Object.fromEntries(
    TABS.map((name): [Tab, Place] => {
      const place = kept.places[name];
      if (!place) return [name, fresh.places[name]];
      const { list, shift, folded, sort, widths } = place;
      const arrangement: Arrangement = { folded: new Set(folded), widths, ...(sort ? { sort } : {}) };
      return [name, { list, shift, arrangement }];
    }),
  ) as Record<Tab, Place>;
  return {
    ...fresh,
    status: "kept",
    tab: kept.tab,
    places,
    ...(kept.left ? { left: surroundings(kept.left) } : {}),
    ...(kept.direct ? { direct: true } : {}),
    ...(kept.seek === undefined ? {} : { seek: kept.seek }),
  };
}

function surroundings({
  form,
  reading,
  ...rest
}: NonNullable<KeptSession["trail"]["visits"][number]["left"]>): Surroundings {
  return { ...rest, form: form && { ...form, draft: form.draft as Draft }, reading };
}
