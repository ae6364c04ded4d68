/** Tabs of the workbench: each has its own question, form, answers and way back; the others wait as they were left. */
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { type Bench, benchesOf, type ExplorerState, type MenuItem } from "../state/explorer-state.ts";
import { crumb, currentVisit, EMPTY_TRAIL } from "../state/trail.ts";
import type { Core } from "./session-context.ts";

export interface Benches {
  open(): void;
  close(): void;
  turn(by: 1 | -1): void;
  menu(): void;
  show(index: number): void;
}

/** More than anybody tells apart. */
const MOST = 20;

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
