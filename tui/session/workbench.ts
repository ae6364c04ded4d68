/** Tabs of the workbench: each has its own question, form, answers and way back; the others wait as they were left. */
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { ExplorerState, MenuItem } from "../state/explorer-state.ts";
import { changed, crumb, currentVisit, EMPTY_TRAIL, type Trail, type Visit } from "../state/trail.ts";
import type { Core } from "./session-context.ts";

const FIELDS = ["screen", "focus", "zoomed", "tree", "tool", "forms", "trail", "home", "behind", "list"] as const;

/** What a tab holds while another one is in sight. */
export type Bench = Pick<ExplorerState, (typeof FIELDS)[number] | "overlay">;

export interface Benches {
  open(): void;
  close(): void;
  turn(by: 1 | -1): void;
  menu(): void;
  show(index: number): void;
}

/** More than anybody tells apart. */
const MOST = 20;

/** The tab in sight, to be put aside. */
export function benchOf(state: ExplorerState): Bench {
  const { overlay } = state;
  const kept = Object.fromEntries(FIELDS.map((field) => [field, state[field]])) as Pick<Bench, (typeof FIELDS)[number]>;
  return { ...kept, overlay: overlay?.kind === "reader" ? overlay : undefined };
}

/** All of them as they are now. */
export function benchesOf(state: ExplorerState): readonly Bench[] {
  return state.benches.with(state.bench, benchOf(state));
}

/** Changes a visit in whichever tab it is; one that is gone is dropped silently. */
export function withVisit(state: ExplorerState, id: number, how: (visit: Visit) => Visit): Partial<ExplorerState> {
  if (has(state.trail, id)) return { trail: changed(state.trail, id, how) };
  const at = state.benches.findIndex(({ trail }, index) => index !== state.bench && has(trail, id));
  const bench = state.benches[at];
  return bench ? { benches: state.benches.with(at, { ...bench, trail: changed(bench.trail, id, how) }) } : {};
}

export function visitOf(state: ExplorerState, id: number): Visit | undefined {
  const beside = state.benches.filter((_, index) => index !== state.bench);
  return [state, ...beside].flatMap(({ trail }) => trail.visits).find((visit) => visit.id === id);
}

/** Whether it belongs to a tab that is not in sight. */
export function isBeside(state: ExplorerState, id: number): boolean {
  return !has(state.trail, id) && visitOf(state, id) !== undefined;
}

function has({ visits }: Trail, id: number): boolean {
  return visits.some((visit) => visit.id === id);
}

function titleOf(bench: Bench, { catalogue }: ExplorerState): string {
  const visit = currentVisit(bench.trail);
  const tool = (name: string | undefined) => catalogue.tools.find((each) => each.name === name);
  if (bench.overlay?.kind === "reader") return bench.overlay.place.display;
  if (bench.screen === "home") return bench.home.input.text === "" ? "home" : `home: ${bench.home.input.text}`;
  return visit ? crumb(visit, tool(visit.tool)) : (tool(bench.tool)?.title ?? bench.screen);
}

/** `left`: before another tab comes into sight; `came`: after it. */
export function createBenches(core: Core, left: () => void, came: () => void): Benches {
  function put(benches: readonly Bench[], bench: number) {
    left();
    core.update({ ...benches[bench]!, benches, bench, find: undefined, seeking: undefined, notice: undefined });
    came();
  }

  function show(index: number) {
    const benches = benchesOf(core.state());
    if (index !== core.state().bench && benches[index]) put(benches, index);
  }

  return {
    show,
    open() {
      const state = core.state();
      if (state.benches.length >= MOST) return core.say("warning", `${MOST} tabs are open: close one first`);
      const { finders, tree, tool, forms } = state;
      const fresh: Bench = {
        screen: finders.length > 0 ? "home" : "explore",
        behind: finders.length > 0 ? "home" : "explore",
        focus: "tools",
        zoomed: false,
        tree,
        tool,
        forms,
        trail: EMPTY_TRAIL,
        home: { input: textOfInput(""), list: LIST_START, sections: [] },
        list: LIST_START,
        overlay: undefined,
      };
      put(benchesOf(state).toSpliced(state.bench + 1, 0, fresh), state.bench + 1);
    },
    close() {
      const state = core.state();
      if (state.benches.length < 2) return core.say("muted", "This is the only tab");
      const rest = state.benches.toSpliced(state.bench, 1);
      put(rest, Math.min(state.bench, rest.length - 1));
    },
    turn(by) {
      const { benches, bench } = core.state();
      show((bench + by + benches.length) % benches.length);
    },
    menu() {
      const state = core.state();
      const items = benchesOf(state).map((bench, index): MenuItem => {
        const key = index < 9 ? { key: String(index + 1) } : {};
        const detail = index === state.bench ? "here" : "";
        return { label: titleOf(bench, state), detail, ...key, does: { type: "bench", index } };
      });
      core.update({ overlay: { kind: "menu", title: "Tabs", items, list: { cursor: state.bench, top: 0 } } });
    },
  };
}
