/** A session of the explorer: state in, events in, state out. It draws nothing and knows no terminal, so tests drive it directly. */
import type { Host, ToolInfo } from "../../core/host/door-api.ts";
import { readDraft } from "../components/form/draft.ts";
import { formOf } from "../components/form/field.ts";
import { type FormShape, formLines, isTyped } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { pasteRaw } from "../components/raw-editor/raw-editor-state.ts";
import { insert } from "../components/text-input/text-input-state.ts";
import type { MouseEvent } from "../terminal/mouse.ts";
import type { Drawn } from "../views/renderer.ts";
import { asksFirst, createCalls } from "./calls.ts";
import type { KeyMap } from "./commands.ts";
import type { Core, Ports } from "./core.ts";
import { createDispatch } from "./dispatch.ts";
import type { Drawing } from "./drawing.ts";
import type { KeyPress } from "./keys.ts";
import { createPaging } from "./paging.ts";
import { createPerformer } from "./perform.ts";
import { createPointer } from "./pointer.ts";
import { createPreviews } from "./previews.ts";
import { type ExplorerState, type HistoryEntry, initialState, type LogLine, logged, type Notice } from "./state.ts";
import { currentVisit, isAnswerTo, placeOf } from "./visit.ts";

/** From the last keystroke to a live run, ms. */
const LIVE_DELAY = 80;
/** A second ctrl+c within this time quits, ms. */
const QUIT_WITHIN = 2000;

export interface SessionOptions {
  host: Host;
  ports: Ports;
  keys: KeyMap;
  drawing: Drawing;
  shorten(path: string): string;
  columns: number;
  rows: number;
  history: readonly HistoryEntry[];
  /** Host flags of the command line that started it. */
  hostWords: readonly string[];
  /** Called once for each event that changed something. */
  onChange(): void;
}

export interface Session {
  state(): ExplorerState;
  drawn(): Drawn | undefined;
  shape(tool: ToolInfo): FormShape;
  press(keys: readonly KeyPress[]): void;
  paste(text: string): void;
  mouse(event: MouseEvent): void;
  resize(columns: number, rows: number): void;
  /** Draws again, for what changed outside (colours arrived). */
  refresh(): void;
  log(level: LogLine["level"], text: string): void;
  say(tone: Notice["tone"], text: string): void;
  /** Cancels what runs and forgets the host. */
  close(): void;
}

export function createSession(options: SessionOptions): Session {
  const { host, ports, drawing } = options;
  const catalogue = () => ({ plugins: host.plugins(), tools: host.tools() });
  const shapes = new Map<ToolInfo, FormShape>();
  let state: ExplorerState = { ...initialState(catalogue(), options.columns, options.rows), history: options.history };
  // Events that change much draw once.
  let depth = 0;
  let dirty = false;
  let closed = false;
  let liveTimer: ReturnType<typeof setTimeout> | undefined;
  let quitArmedAt = Number.NEGATIVE_INFINITY;

  function batch(work: () => void) {
    depth++;
    try {
      work();
    } finally {
      depth--;
      if (depth === 0 && dirty) {
        dirty = false;
        // A call that ends later would draw on a terminal that was given back.
        if (!closed) options.onChange();
      }
    }
  }

  function update(patch: Partial<ExplorerState>) {
    batch(() => {
      state = { ...state, ...patch };
      const visit = currentVisit(state.trail);
      const drawn = visit && drawing(state);
      const cursor = visit ? placeOf(visit).list.cursor : 0;
      const row = visit?.tab === "result" ? drawn?.row(cursor) : undefined;
      const rels = [...new Set((row?.links ?? []).map((link) => link.rel))];
      state = {
        ...state,
        drawings: drawn?.drawings ?? [],
        drawing: drawn?.drawing,
        pictured: drawn?.picture !== undefined,
        place: row?.location,
        rels,
        folds: drawn?.fold?.(cursor) !== undefined,
      };
      dirty = true;
      previews.want(state.place);
      // A picture shows all of an answer at once.
      if (state.pictured) paging.look();
    });
  }

  const core: Core = {
    host,
    ports: {
      ...ports,
      async edit(place) {
        await ports.edit(place);
        previews.forget();
        update({});
      },
    },
    keys: options.keys,
    state: () => state,
    update,
    say: (tone, text) => update({ notice: { tone, text } }),
    tool: (name) => state.catalogue.tools.find((tool) => tool.name === name),
    shape(tool) {
      let shape = shapes.get(tool);
      if (!shape) {
        shape = {
          form: formOf(tool.inputSchema),
          presets: tool.examples.length > 0,
          hints: Object.assign({}, ...tool.examples.map(({ input }) => input).reverse()),
          ...(tool.live === undefined ? {} : { live: tool.live }),
        };
        shapes.set(tool, shape);
      }
      return shape;
    },
    drawn: () => drawing(state),
    shorten: options.shorten,
    hostWords: options.hostWords,
  };
  const previews = createPreviews(core);
  const calls = createCalls(core);
  const performer = createPerformer(core, calls);
  const paging = createPaging(core);
  const dispatch = createDispatch(core, performer, paging, { interrupt, edited });
  const pointer = createPointer(core, performer, dispatch, edited);

  function interrupt() {
    if (state.find?.typing) return update({ find: undefined });
    if (state.overlay) return update({ overlay: undefined });
    if (calls.cancel()) return;
    if (ports.now() - quitArmedAt < QUIT_WITHIN) return ports.exit(0);
    quitArmedAt = ports.now();
    core.say("muted", "Press ctrl+c again to quit");
  }

  /** The form changed: where the tool searches as one types, it searches. */
  function edited() {
    const tool = core.tool(state.tool);
    if (tool?.live === undefined) return;
    clearTimeout(liveTimer);
    liveTimer = setTimeout(() => batch(() => runLive(tool)), LIVE_DELAY);
  }

  function runLive(tool: ToolInfo) {
    if (state.tool !== tool.name) return;
    const shape = core.shape(tool);
    const { value, faults } = readDraft(shape.form, (state.forms[tool.name] ?? emptyForm(shape)).draft);
    const input = (value ?? {}) as Record<string, never>;
    if (faults.length > 0 || input[tool.live!] === undefined || asksFirst(tool, input)) return;
    const at = currentVisit(state.trail);
    // Enter was faster, or the text is what it was.
    if (at && isAnswerTo(at, tool.name, input)) return;
    calls.run(tool, input, { live: true });
  }

  function paste(text: string) {
    const { overlay, focus, tree } = state;
    if (overlay?.kind === "raw") {
      const { fault: _, ...rest } = overlay;
      return update({ overlay: { ...rest, ...pasteRaw(rest, text) } });
    }
    const lineOfText = text.replace(/[\r\n]+$/, "");
    if (state.find?.typing) return performer.finder.key({ name: "paste", text: lineOfText });
    if (overlay?.kind === "palette" || overlay?.kind === "prompt") {
      return update({ overlay: { ...overlay, input: insert(overlay.input, lineOfText) } });
    }
    if (overlay || state.screen !== "explore") return;
    if (focus === "tools" && tree.filtering) return update({ tree: { ...tree, filter: tree.filter + lineOfText } });
    const tool = core.tool(state.tool);
    if (focus !== "form" || !tool) return;
    const shape = core.shape(tool);
    const form = state.forms[tool.name] ?? emptyForm(shape);
    if (!isTyped(formLines(shape, form.draft, form.more)[form.list.cursor])) return;
    performer.form({ type: "type", text: lineOfText });
    edited();
  }

  const forget = host.onChange(() => {
    shapes.clear();
    update({ catalogue: catalogue() });
  });

  // A tool stands ready: the one that was used last, else one that most people begin with.
  batch(() => {
    const usable = state.catalogue.tools.filter((tool) => tool.listed);
    const ready =
      usable.find(({ name }) => name === options.history[0]?.tool) ??
      usable.find(({ live, view }) => live !== undefined && view === "matches") ??
      usable.find(({ live }) => live !== undefined);
    if (ready) performer.openTool(ready.name);
    else
      dispatch.showNode({ cursor: state.catalogue.plugins.some((plugin) => plugin.state === "ready") ? 1 : 0, top: 0 });
  });

  return {
    state: () => state,
    drawn: () => drawing(state),
    shape: core.shape,
    press: (keys) =>
      batch(() => {
        for (const key of keys) dispatch.press(key);
      }),
    paste: (text) => batch(() => paste(text)),
    mouse: (event) => batch(() => pointer(event)),
    resize: (columns, rows) => update({ columns, rows }),
    refresh: () => update({}),
    log: (level, text) => update({ log: logged(state.log, { at: ports.now(), level, text }) }),
    say: core.say,
    close() {
      closed = true;
      clearTimeout(liveTimer);
      forget();
      previews.close();
      calls.cancel();
    },
  };
}
