/** The home screen's question: asked of every finder as one types, answers as they come, the newest question wins. */
import { JigError, type Row, toJigError, type View } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import type { TextState } from "../components/text-input/text-input-state.ts";
import { finderInput, matchingFinders, questionOf, rankedByName, unfrozenHome } from "../layout/home-items.ts";
import type { HomeSection } from "../state/explorer-state.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

export interface HomeSearch {
  /** The line that is typed changed. */
  type(input: TextState): void;
  /** Asks the same again: a file changed, or the session begins. */
  ask(): void;
  /** Something else comes into sight. */
  leave(): void;
  close(): void;
}

/** From the last letter to the question, ms. */
const DELAY = 70;
/** From the last letter until what fits of the answers before is drawn; who types on, or has the new ones by then, spares it, ms. */
const PATIENCE = 300;
/** Answers are drawn at most this often, ms: each costs a frame on a slow line. Who types on sees the last ones fitted. */
const EVERY = 300;
/** Of one finder: more than anybody looks through here, and little to hold. */
const MOST = 200;

export function createHomeSearch(context: SessionContext): HomeSearch {
  let asking: AbortController | undefined;
  let delay: ReturnType<typeof setTimeout> | undefined;
  let flush: ReturnType<typeof setTimeout> | undefined;
  let patience: ReturnType<typeof setTimeout> | undefined;
  let waiting = new Map<string, HomeSection>();

  const keyOf = ({ finder }: HomeSection) => `${finder.tool} ${finder.title}`;

  function show() {
    clearTimeout(flush);
    flush = undefined;
    if (waiting.size === 0) return;
    const changed = waiting;
    waiting = new Map();
    clearTimeout(patience);
    const home = unfrozenHome(context.state().home);
    context.update({ home: { ...home, sections: home.sections.map((each) => changed.get(keyOf(each)) ?? each) } });
  }

  /** Draws what there is. */
  function settle() {
    clearTimeout(patience);
    if (context.state().home.frozen) context.update({ home: unfrozenHome(context.state().home) });
  }

  function later(section: HomeSection) {
    waiting.set(keyOf(section), section);
    flush ??= setTimeout(show, EVERY);
  }

  function ask() {
    asking?.abort(new JigError("CANCELLED", "A newer question took its place"));
    const call = new AbortController();
    asking = call;
    waiting.clear();
    const { home, finders } = context.state();
    const question = questionOf(home.input.text, finders);
    const matching = matchingFinders(question, finders);
    const before = new Map(home.sections.map((each) => [keyOf(each), each]));
    const sections = matching.map((finder): HomeSection => {
      const empty: HomeSection = { finder, status: "asking", stale: false, view: { rows: [] }, more: false };
      const old = before.get(keyOf(empty));
      return old ? { ...old, status: "asking", stale: true } : empty;
    });
    context.update({ home: { ...home, sections } });
    for (const section of sections) void run(section, question.words, call.signal);
  }

  async function run(section: HomeSection, words: string, signal: AbortSignal): Promise<void> {
    const { finder } = section;
    const own = new AbortController();
    const input = { ...finder.fixed, [finder.parameter]: finderInput(finder, words) };
    let current = section;
    const rowsCame = (rows: readonly Row[]) => {
      // Early rows come in no order.
      if (signal.aborted || own.signal.aborted || finder.order !== undefined) return;
      const all = current.stale ? [...rows] : [...current.view.rows, ...rows];
      current = {
        ...current,
        stale: false,
        view: { ...current.view, rows: all.slice(0, MOST) },
        more: all.length > MOST,
      };
      later(current);
      if (current.more) own.abort(new JigError("CANCELLED", "Enough was found"));
    };
    try {
      const either = AbortSignal.any([signal, own.signal]);
      const outcome = await context.host.invoke(finder.tool, input, { signal: either, onRows: rowsCame });
      if (signal.aborted) return;
      if (own.signal.aborted) later({ ...current, status: "done" });
      else {
        const view = await context.host.view(finder.tool, withoutNextPage(outcome), input);
        if (signal.aborted) return;
        later(answered(current, view, outcome.failed === true, words));
      }
      if (waiting.size === context.state().home.sections.length) show();
    } catch (error) {
      later({ ...current, status: "failed", stale: false, view: { rows: [] }, reason: toJigError(error).message });
    }
  }

  function leave() {
    clearTimeout(delay);
    clearTimeout(patience);
    clearTimeout(flush);
    flush = undefined;
    waiting.clear();
    asking?.abort(new JigError("CANCELLED", "Nobody looks at it"));
  }

  return {
    type(input) {
      const { selected: _, ...home } = context.state().home;
      if (input.text === home.input.text) return context.update({ home: { ...home, input } });
      asking?.abort(new JigError("CANCELLED", "A newer question took its place"));
      waiting.clear();
      // What was found before stays as far as it fits what is typed now.
      const { words } = questionOf(input.text, context.state().finders);
      const sections = home.sections.map((each) => fitting(each, words));
      const { frozen = { text: home.input.text, list: home.list, sections: home.sections } } = home;
      const next = { ...unfrozenHome(home), input, list: LIST_START, sections };
      context.update({ home: words === "" ? next : { ...next, frozen } });
      clearTimeout(patience);
      patience = setTimeout(settle, PATIENCE);
      clearTimeout(delay);
      delay = setTimeout(ask, DELAY);
    },
    ask,
    leave,
    close: leave,
  };
}

function fitting(section: HomeSection, words: string): HomeSection {
  const parts = words.toLowerCase().split(/\s+/);
  const fits = ({ text, cells, location }: Row) => {
    const all = `${text} ${Object.values(cells ?? {}).join(" ")} ${location?.display ?? ""}`.toLowerCase();
    return parts.every((part) => all.includes(part));
  };
  return { ...section, status: "asking", stale: true, view: { ...section.view, rows: section.view.rows.filter(fits) } };
}

function answered(section: HomeSection, view: View, failed: boolean, words: string): HomeSection {
  if (failed)
    return {
      ...section,
      status: "failed",
      stale: false,
      view: { rows: [] },
      reason: view.rows[0]?.text ?? "it failed",
    };
  const rows = section.finder.order === "name" ? rankedByName(view.rows, words) : view.rows;
  return {
    ...section,
    status: "done",
    stale: false,
    view: { ...view, rows: rows.slice(0, MOST) },
    more: section.more || rows.length > MOST,
  };
}
