/**
 * Runs tools, one call at a time per tab. A call's rows may arrive early, in which case they're shown while it's still
 * running; the previous answer stays until then. The final answer replaces them. What we save of an answer is only its
 * call, which the next session runs again.
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

/** In ms. Throttles rendering while rows come in. */
const ROWS_EVERY = 40;
/** Spinner interval in ms. No ticking while idle. */
const BEAT = 120;
const MAX_HISTORY = 200;

export interface RunOptions {
  /** Jump that caused it. If set, the current view stays on the trail. */
  rel?: LinkRel;
  /** From a keystroke, so it's not history-worthy. */
  live?: boolean;
  onDone?(entry: TrailEntry): void;
  /** Repeated call. Canceling brings back the earlier answer. */
  rerun?: boolean;
}

export interface ToolRunner {
  run(tool: ToolInfo, input: JsonObject, options?: RunOptions): void;
  /** In place, after a file change or for a call from an earlier session. */
  rerun(entry: TrailEntry): void;
  /** Promotes a live call to the history. */
  addToHistory(entry: TrailEntry): void;
  /** False if nothing was running. */
  cancel(): boolean;
  /** On exit. */
  close(): void;
  /** Truncates to the MCP budget and counts tokens. Lazy; not done before it's first shown. */
  fitModel(): void;
}

/** From an earlier session and not safe to repeat automatically. */
function notRerun(entry: TrailEntry): TrailEntry {
  return { ...entry, status: "cancelled", view: { rows: [] }, stale: false };
}

/** Can't be undone, so ask. */
export function needsConfirmation(tool: ToolInfo, input: JsonObject): boolean {
  const effect = effectOfCall(tool, input);
  return effect === "execute" || (effect === "write" && tool.destructive);
}

/** `arrived` gets each answer. */
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
    // Never repeat a call with side effects merely to display it.
    if (!tool || tool.plan || !isRead(before)) return change(before.id, notRerun);
    const seek = before.window?.from ? { seek: rowIndexOf(before, context.row()) } : {};
    const entry = { ...rerunEntry(before, ++lastId, ports.now()), ...seek };
    change(before.id, () => entry);
    void ask(tool, entry, { live: true, rerun: true });
  }

  async function ask(tool: ToolInfo, entry: TrailEntry, { live, rerun: isRerun, onDone }: RunOptions): Promise<void> {
    // Other tabs carry on.
    for (const [id, older] of running)
      if (!isInOtherTab(context.state(), id)) older.abort(new JigError("CANCELLED", "Replaced by a newer call"));
    const call = new AbortController();
    running.set(entry.id, call);
    const { input } = entry;
    // Keep the old rows until the new answer is complete.
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
      // They canceled it, they know.
      const view = call.signal.aborted ? { rows: [] } : await host.view(tool.name, withoutNextPage(outcome), input);
      rows.flush();
      const { aborted } = call.signal;
      if (aborted && isRerun) change(entry.id, (each) => ({ ...each, status: "done", stale: false }));
      else change(entry.id, (each) => settled(each, outcome, view, aborted, answeredAt, ports.now()));
    } catch (error) {
      // Can't happen, supposedly. If it does, don't leave the terminal broken.
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
    // No queries, no file contents in the log.
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
