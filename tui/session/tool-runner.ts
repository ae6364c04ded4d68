/**
 * Runs tools, with one call at a time in each tab. If the rows of a call arrive early, they are shown while it is still
 * running, and the previous answer stays until then. The final answer replaces them. All that we save of an answer is its call,
 * which the next session runs again.
 */
import {
  effectOfCall,
  JigError,
  type JsonObject,
  type LinkRel,
  type Row,
  type ToolInfo,
  toJigError,
} from "../../core/host/frontend-api.ts";
import {
  entryInAnyTab,
  type HistoryEntry,
  isInOtherTab,
  withEntryInAnyTab,
  withLogLine,
} from "../state/explorer-state.ts";
import { rowIndexOf, withoutFarRows } from "../state/row-window.ts";
import {
  currentEntry,
  jumped,
  MODEL_BUDGET,
  newEntry,
  rerunEntry,
  settled,
  started,
  type TrailEntry,
  withRows,
} from "../state/trail.ts";
import { withoutNextPage } from "./row-paging.ts";
import type { SessionContext } from "./session-context.ts";

/** The interval in ms that limits the rendering while rows arrive. */
const ROWS_EVERY = 40;
/** The interval of the spinner in ms. There are no ticks while nothing is running. */
const BEAT = 120;
const MAX_HISTORY = 200;

export interface RunOptions {
  /** The jump that caused it. If this is set, the current view stays on the trail. */
  rel?: LinkRel;
  /** True if a keystroke caused the call, which therefore doesn't belong in the history. */
  live?: boolean;
  onDone?(entry: TrailEntry): void;
  /** True for a repeated call. If it is cancelled, the earlier answer comes back. */
  rerun?: boolean;
}

export interface ToolRunner {
  run(tool: ToolInfo, input: JsonObject, options?: RunOptions): void;
  /** Runs a call again in place, after a file has changed or if it is from an earlier session. */
  rerun(entry: TrailEntry): void;
  /** Adds a live call to the history. */
  addToHistory(entry: TrailEntry): void;
  /** Returns false if nothing was running. */
  cancel(): boolean;
  /** Called on exit. */
  close(): void;
  /** Truncates the answer to the budget of MCP and counts its tokens. This only happens when it is shown for the first time. */
  fitModel(): void;
}

/** Marks an entry from an earlier session that is not safe to repeat automatically. */
function notRerun(entry: TrailEntry): TrailEntry {
  return { ...entry, status: "cancelled", view: { rows: [] }, stale: false };
}

/** Returns true if we have to ask, because the effect can't be undone. */
export function needsConfirmation(tool: ToolInfo, input: JsonObject): boolean {
  const effect = effectOfCall(tool, input);
  return effect === "execute" || (effect === "write" && tool.destructive);
}

/** Creates a runner that passes each answer to `arrived`. */
export function createToolRunner(context: SessionContext, arrived: (entry: TrailEntry) => void): ToolRunner {
  const { host, ports } = context;
  const running = new Map<number, AbortController>();
  const wanted = new Set<number>();
  let lastId = 0;

  const change = (id: number, how: (entry: TrailEntry) => TrailEntry) =>
    context.update(withEntryInAnyTab(context.state(), id, how));

  function run(tool: ToolInfo, input: JsonObject, options: RunOptions): Promise<void> {
    const { rel } = options;
    const entry = newEntry(++lastId, tool.name, input, ports.now(), rel);
    const { trail } = context.state();
    const next = rel ? withoutFarRows(jumped(trail, entry), isRead) : started(trail, entry);
    context.update({ trail: next, notice: undefined, beat: 0 });
    return ask(tool, entry, options);
  }

  function isRead({ tool: name, input }: TrailEntry): boolean {
    const tool = context.tool(name);
    return tool !== undefined && effectOfCall(tool, input) === "read";
  }

  function rerun(before: TrailEntry) {
    const tool = context.tool(before.tool);
    // We must never repeat a call that has side effects merely to display it.
    if (!tool || tool.plan || !isRead(before)) return change(before.id, notRerun);
    const seek = before.window?.from ? { seek: rowIndexOf(before, context.row()) } : {};
    const entry = { ...rerunEntry(before, ++lastId, ports.now()), ...seek };
    change(before.id, () => entry);
    void ask(tool, entry, { live: true, rerun: true });
  }

  async function ask(tool: ToolInfo, entry: TrailEntry, { live, rerun: isRerun, onDone }: RunOptions): Promise<void> {
    // Other tabs are not affected.
    for (const [id, older] of running)
      if (!isInOtherTab(context.state(), id)) older.abort(new JigError("CANCELLED", "Replaced by a newer call"));
    const call = new AbortController();
    running.set(entry.id, call);
    const { input } = entry;
    // We keep the old rows until the new answer is complete.
    const whileRunning = entry.stale && entry.view.rows.length > 0 ? {} : { onRows: (added: Row[]) => rows.add(added) };
    const rows = collector(entry, call.signal);
    const beat = setInterval(() => context.update({ beat: context.state().beat + 1 }), BEAT);
    try {
      const outcome = await host.invoke(tool.name, input, {
        signal: call.signal,
        ...whileRunning,
        onProgress: (progress) => !call.signal.aborted && change(entry.id, (each) => ({ ...each, progress })),
      });
      const answeredAt = ports.now();
      // The users cancelled it themselves, so we don't have to tell them.
      const view = call.signal.aborted ? { rows: [] } : await host.view(tool.name, withoutNextPage(outcome), input);
      rows.flush();
      const { aborted } = call.signal;
      if (aborted && isRerun) change(entry.id, (each) => ({ ...each, status: "done", stale: false }));
      else change(entry.id, (each) => settled(each, outcome, view, aborted, answeredAt, ports.now()));
    } catch (error) {
      // This should never happen. If it does, we must not leave the terminal in a broken state.
      context.notify("error", toJigError(error).advice);
    } finally {
      clearInterval(beat);
      rows.stop();
      running.delete(entry.id);
    }
    const ended = entryInAnyTab(context.state(), entry.id);
    if (ended && (wanted.delete(entry.id) || !live)) remember(ended);
    if (ended?.tab === "model") fitModel();
    if (ended?.status !== "done") return;
    onDone?.(ended);
    arrived(ended);
  }

  function collector(entry: TrailEntry, signal: AbortSignal) {
    let waiting: Parameters<typeof withRows>[1][number][] = [];
    let timer: ReturnType<typeof setTimeout> | undefined;
    const flush = () => {
      clearTimeout(timer);
      timer = undefined;
      if (waiting.length === 0) return;
      const rows = waiting;
      waiting = [];
      change(entry.id, (each) => withRows(each, rows, ports.now()));
    };
    return {
      add(rows: typeof waiting) {
        if (signal.aborted) return;
        for (const row of rows) waiting.push(row);
        timer ??= setTimeout(flush, ROWS_EVERY);
      },
      flush,
      stop: () => clearTimeout(timer),
    };
  }

  function remember(entry: TrailEntry): void {
    const ms = (entry.endedAt ?? ports.now()) - entry.startedAt;
    const status = entry.status === "running" || entry.status === "unloaded" ? "cancelled" : entry.status;
    const item: HistoryEntry = {
      tool: entry.tool,
      input: entry.input,
      at: entry.startedAt,
      ms,
      status,
      rows: entry.view.rows.length,
    };
    const same = JSON.stringify([item.tool, item.input]);
    const before = context.state().history.filter((each) => JSON.stringify([each.tool, each.input]) !== same);
    const history = [item, ...before].slice(0, MAX_HISTORY);
    const level = status === "failed" ? "warn" : "info";
    // The log must not contain any queries or the content of files.
    const line = { at: ports.now(), level, text: `${entry.tool}: ${status} in ${ms} ms, ${item.rows} rows` } as const;
    context.update({ history, log: withLogLine(context.state().log, line) });
    ports.saveHistory(history);
  }

  function fitModel(): void {
    const entry = currentEntry(context.state().trail);
    const outcome = entry?.outcome;
    if (!entry || !outcome || entry.model) return;
    change(entry.id, (each) => ({ ...each, model: { text: "", characters: 0, tokens: undefined } }));
    void host
      .present(entry.tool, outcome, entry.input, { maxChars: MODEL_BUDGET })
      .then(async ({ text }) => {
        change(entry.id, (each) => ({ ...each, model: { text, characters: text.length, tokens: undefined } }));
        const tokens = await ports.countTokens(text);
        change(entry.id, (each) => ({ ...each, model: { text, characters: text.length, tokens } }));
      })
      .catch((error) => context.notify("error", toJigError(error, "count the answer").advice));
  }

  return {
    run: (tool, input, options = {}) => void run(tool, input, options),
    rerun,
    addToHistory(entry) {
      if (entry.status === "running") wanted.add(entry.id);
      else remember(entry);
    },
    cancel() {
      const call = running.get(currentEntry(context.state().trail)?.id ?? Number.NaN);
      call?.abort(new JigError("CANCELLED", "Cancelled by you"));
      return call !== undefined;
    },
    close() {
      for (const call of running.values()) call.abort(new JigError("CANCELLED", "The explorer is closing"));
    },
    fitModel,
  };
}
