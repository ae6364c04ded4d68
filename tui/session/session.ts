/** Implements a session of the explorer, which turns events into states. It needs no terminal, so tests can use it directly. */
import type { Host, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import { formOf } from "../components/form/field.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { insert, textOfInput } from "../components/text-input/text-input-state.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { KeyPress } from "../keymap/key-names.ts";
import { ACTIONS } from "../keymap/keymap.ts";
import { homeHeight } from "../layout/geometry.ts";
import { homeItems } from "../layout/home-items.ts";
import type { ResultRenderer } from "../layout/result-renderer.ts";
import {
  type ExplorerState,
  type HistoryEntry,
  type Intent,
  initialState,
  type StatusMessage,
  withLogLine,
} from "../state/explorer-state.ts";
import { type LayerName, layerOf } from "../state/key-layers.ts";
import { restoredState, type SavedSession } from "../state/saved-session.ts";
import { placeUnderCursor, previewPlaceOf, readerLines } from "../state/source-reader.ts";
import { withoutOldResume } from "../state/tabs.ts";
import { currentEntry, currentTabState } from "../state/trail.ts";
import { updatedState } from "../state/updated-state.ts";
import type { LogLine } from "../terminal/log-feed.ts";
import type { MouseEvent } from "../terminal/mouse-reports.ts";
import type { RenderedView } from "../views/renderer.ts";
import { createAutoRefresh } from "./auto-refresh.ts";
import { createCommands } from "./commands.ts";
import { createCursorMovement } from "./cursor-movement.ts";
import { createHomeSearch } from "./home-search.ts";
import { createJumps } from "./jumps.ts";
import { createKeyDispatch } from "./key-dispatch.ts";
import { createLiveRun } from "./live-run.ts";
import { createMarkCommands } from "./mark-commands.ts";
import { createMouse } from "./mouse.ts";
import type { KnownNames } from "./name-lists.ts";
import { createPreviewLoader } from "./preview-loader.ts";
import { createReviewCommands } from "./review-commands.ts";
import { openRoot } from "./root-picker.ts";
import { createRowPaging } from "./row-paging.ts";
import type { Ports, SessionContext } from "./session-context.ts";
import { createTextEditing } from "./text-editing.ts";
import { applyTheme } from "./theme-menu.ts";
import { createToolCommands, type ToolCommands } from "./tool-commands.ts";
import { createToolRunner } from "./tool-runner.ts";
import { createTrailNavigation } from "./trail-navigation.ts";
import { createWorkbench } from "./workbench.ts";

/** The time in ms to wait before we read the source of the first result, while the user is typing. */
const TYPING_REST = 120;
/** If ctrl+c is pressed twice within this time (in ms), we quit. */
const QUIT_WITHIN = 2000;

export interface SessionOptions {
  host: Host;
  ports: Ports;
  keys: KeyMap;
  renderResult: ResultRenderer;
  shorten(path: string): string;
  columns: number;
  rows: number;
  history: readonly HistoryEntry[];
  /** The words of the command line that started us. */
  hostWords: readonly string[];
  /** The text that was typed on the first screen, and the names so far. */
  before?: { text: string; names: KnownNames } | undefined;
  saved?: SavedSession | undefined;
  /** Called once for each event, if anything changed. */
  onChange(): void;
}

export interface Session {
  state(): ExplorerState;
  rendered(): RenderedView | undefined;
  row(): Row | undefined;
  /** Returns the layer that receives the keys, which is also shown in the footer. */
  layer(): LayerName;
  shape(tool: ToolInfo): FormShape;
  press(keys: readonly KeyPress[]): void;
  /** Returns the state as if the text had been typed, without changing anything. */
  ifTyped(text: string): ExplorerState;
  paste(text: string): void;
  mouse(event: MouseEvent): void;
  resize(columns: number, rows: number): void;
  /** This is called for changes from outside, for example if the highlighter is ready. */
  refresh(): void;
  /** Called when watched files have changed. */
  changed(paths: readonly string[]): void;
  log(level: LogLine["level"], text: string): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  /** Cancels everything that is running, and releases the host. */
  close(): void;
}

export function createSession(options: SessionOptions): Session {
  const { host, ports, renderResult } = options;
  const catalog = () => ({ plugins: host.plugins(), tools: host.tools() });
  const shapes = new Map<ToolInfo, FormShape>();
  let state: ExplorerState = {
    ...initialState(catalog(), host.finders(), options.columns, options.rows),
    history: options.history,
  };
  // Several updates should only be rendered once.
  let depth = 0;
  let dirty = false;
  let closed = false;
  let quitArmedAt = Number.NEGATIVE_INFINITY;

  function batch(work: () => void) {
    depth++;
    try {
      work();
    } finally {
      depth--;
      if (depth === 0 && dirty) {
        dirty = false;
        // A late call must not draw on a terminal that we no longer own.
        if (!closed) options.onChange();
      }
    }
  }

  /** Returns the current row of the answer or the home screen. */
  function rowOf(at: ExplorerState): Row | undefined {
    if (at.screen === "home") return at.homeItems[at.home.list.cursor]?.row;
    const entry = currentEntry(at.trail);
    return entry?.tab === "result" ? renderResult(at)?.row(currentTabState(entry).list.cursor) : undefined;
  }

  /** Computes all fields that are derived from others. */
  function completed(before: ExplorerState): ExplorerState {
    const given = withoutOldResume(before);
    const { overlay } = given;
    const isHome = given.screen === "home";
    const items = isHome ? homeItems(given, options.keys, homeHeight(given), options.shorten) : given.homeItems;
    const next = { ...given, homeItems: items };
    const entry = currentEntry(next.trail);
    const row = rowOf(next);
    const reading = overlay?.kind === "reader" ? overlay : undefined;
    const place = reading ? placeUnderCursor(reading, readerLines(reading, next.preview)) : row?.location;
    const rendered = entry && renderResult(next);
    return {
      ...next,
      renderers: rendered?.renderers ?? [],
      renderer: rendered?.renderer,
      isPicture: rendered?.picture !== undefined,
      place,
      previewPlace: previewPlaceOf(place, next.previewPlace, next.preview),
      rels: jumps.rels(next, row),
      canFold: entry !== undefined && rendered?.fold?.(currentTabState(entry).list.cursor) !== undefined,
    };
  }

  function update(patch: Partial<ExplorerState>) {
    batch(() => {
      state = completed(updatedState(state, patch));
      const { list } = state.home;
      dirty = true;
      // More letters may select another row, so we wait a little.
      previewLoader.want(state.place, state.screen === "home" && list === LIST_START ? TYPING_REST : undefined);
      autoRefresh.watchShown();
      // Pictures need all of their rows at once.
      if (state.isPicture) paging.loadNearCursor();
    });
  }

  const context: SessionContext = {
    host,
    ports: {
      ...ports,
      async edit(place) {
        await ports.edit(place);
        previewLoader.forget();
        update({});
      },
    },
    keys: options.keys,
    state: () => state,
    update,
    notify: (tone, text) => update({ notice: { tone, text } }),
    tool: (name) => state.catalog.tools.find((tool) => tool.name === name),
    shape(tool) {
      let shape = shapes.get(tool);
      if (!shape) {
        shape = {
          form: formOf(tool.inputSchema),
          presets: tool.examples.length > 0,
          hints: Object.assign({}, ...tool.examples.map(({ input }) => input).reverse()),
          ...(tool.liveParameter === undefined ? {} : { live: tool.liveParameter }),
        };
        shapes.set(tool, shape);
      }
      return shape;
    },
    choose: (intent) => choose(intent),
    reread: () => previewLoader.reload(),
    row: () => rowOf(state),
    rendered: () => renderResult(state),
    shorten: options.shorten,
    hostWords: options.hostWords,
  };
  const jumps = createJumps(context);
  const previewLoader = createPreviewLoader(context);
  const runner = createToolRunner(context, () => paging.loadNearCursor());
  const paging = createRowPaging(context);
  const marks = createMarkCommands(context);
  const tools: ToolCommands = createToolCommands(context, runner, jumps, marks, () => trailNavigation);
  const trailNavigation = createTrailNavigation(
    context,
    (entry) => tools.openTool(entry.tool, entry.input),
    runner.rerun,
    tools.read,
  );
  const homeSearch = createHomeSearch(context, options.before?.names);
  const autoRefresh = createAutoRefresh(context, runner, homeSearch, previewLoader);
  const workbench = createWorkbench(context, homeSearch.leave, arrive);
  const liveRun = createLiveRun(context, (tool, input) => batch(() => runner.run(tool, input, { live: true })));
  const formChanged = liveRun.formChanged;
  const cursorMovement = createCursorMovement(context, tools, paging, formChanged);
  const textEditing = createTextEditing({ context, tools, homeSearch, formChanged, showNode: cursorMovement.showNode });
  const commands = createCommands({
    context,
    tools,
    cursorMovement,
    textEditing,
    trailNavigation,
    homeSearch,
    marks,
    review: createReviewCommands(context),
    formChanged,
    interrupt,
    stop: () => runner.cancel() || paging.stop(),
    workbench,
  });
  const press = createKeyDispatch(context, commands, textEditing);
  const mouse = createMouse(context, tools, cursorMovement, commands, formChanged);

  /** Carries out the intent of a menu item or of a row on the home screen. */
  function choose(intent: Intent) {
    if (state.overlay && state.overlay.kind !== "reader") update({ overlay: undefined });
    switch (intent.type) {
      case "action":
        return runAction(intent.id);
      case "open":
        update({ screen: "explore", focus: "form", previousScreen: "home", zoomed: false });
        return tools.openTool(intent.tool);
      case "fill":
        return tools.fill(intent.tool, intent.input);
      case "jump":
        return tools.run(intent.tool, intent.input, intent.rel);
      case "run":
        return tools.start(intent.tool, intent.input, intent.jump);
      case "read":
        return tools.read(intent.place);
      case "copy":
        return tools.exporter.copy(intent.what);
      case "save":
        return tools.exporter.save(intent.path, intent.replace, intent.marks);
      case "root":
        return openRoot(context, intent.path);
      case "theme":
        return applyTheme(context, intent.name);
      case "tab":
        return workbench.show(intent.index);
      case "resume":
        return workbench.resume();
      case "marks":
        return marks.run(intent.what);
    }
  }

  function runAction(id: string) {
    const action = ACTIONS.find((each) => each.id === id);
    if (action) commands[action.id]();
  }

  function interrupt() {
    if (state.find?.typing) return update({ find: undefined });
    if (state.overlay) return update({ overlay: undefined });
    if (runner.cancel() || paging.stop()) return;
    if (ports.now() - quitArmedAt < QUIT_WITHIN) return ports.exit(0);
    quitArmedAt = ports.now();
    context.notify("muted", "Press ctrl+c again to quit");
  }

  const forget = host.onChange(() => {
    shapes.clear();
    jumps.forget();
    update({ catalog: catalog(), finders: host.finders() });
  });

  /** Runs the tab's call if that hasn't happened yet. */
  function arrive() {
    const at = currentEntry(state.trail);
    if (state.screen === "home") homeSearch.ask();
    else if (at?.status === "unloaded") runner.rerun(at);
    else paging.loadNearCursor();
  }

  // We start with the tool that was used last, or with a common one.
  batch(() => {
    if (options.saved) update(restoredState(options.saved, state));
    if (options.before) update({ home: { ...state.home, input: textOfInput(options.before.text) } });
    if (options.saved || state.screen === "home") arrive();
    if (state.tool !== undefined) return;
    const usable = state.catalog.tools.filter((tool) => tool.listed);
    const ready =
      usable.find(({ name }) => name === options.history[0]?.tool) ??
      usable.find(({ liveParameter, view }) => liveParameter !== undefined && view === "matches") ??
      usable.find(({ liveParameter }) => liveParameter !== undefined);
    if (ready) tools.openTool(ready.name);
    else
      cursorMovement.showNode({
        cursor: state.catalog.plugins.some((plugin) => plugin.state === "ready") ? 1 : 0,
        top: 0,
      });
  });

  return {
    state: () => state,
    rendered: () => renderResult(state),
    row: () => rowOf(state),
    layer() {
      const layer = layerOf(context.state(), context.shape);
      return layer === "field" ? "form" : layer;
    },
    shape: context.shape,
    ifTyped: (text) => completed({ ...state, home: homeSearch.ifTyped(insert(state.home.input, text)) }),
    press: (keys) => batch(() => press(keys)),
    paste: (text) => batch(() => textEditing.paste(text)),
    mouse: (event) => batch(() => mouse(event)),
    resize: (columns, rows) => update({ columns, rows }),
    refresh: () => update({}),
    changed: (paths) => batch(() => autoRefresh.changed(paths)),
    log: (level, text) => update({ log: withLogLine(state.log, { at: ports.now(), level, text }) }),
    notify: context.notify,
    close() {
      closed = true;
      liveRun.close();
      forget();
      previewLoader.close();
      homeSearch.close();
      autoRefresh.close();
      runner.close();
    },
  };
}
