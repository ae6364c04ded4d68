/** A session of the explorer: state in, events in, state out. It draws nothing and knows no terminal, so tests drive it directly. */
import type { Host, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import { formOf } from "../components/form/field.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import { LIST_START } from "../components/list/list-state.ts";
import type { KeyMap, LayerName } from "../keymap/action.ts";
import { ACTIONS } from "../keymap/keymap.ts";
import type { Drawing } from "../layout/drawing.ts";
import { homeRow, seenHome } from "../layout/home-items.ts";
import {
  type ExplorerState,
  type HistoryEntry,
  type Intent,
  initialState,
  logged,
  type Notice,
} from "../state/explorer-state.ts";
import type { KeyPress } from "../state/keys.ts";
import { type KeptSession, restored } from "../state/saved-session.ts";
import { linesRead, placeRead, placeSourced } from "../state/source-reader.ts";
import { currentVisit, placeOf } from "../state/trail.ts";
import type { LogLine } from "../terminal/log-feed.ts";
import type { MouseEvent } from "../terminal/mouse-reports.ts";
import type { Drawn } from "../views/renderer.ts";
import { createFreshness } from "./auto-refresh.ts";
import { createDeeds } from "./commands.ts";
import { createMoves } from "./cursor-movement.ts";
import { createDispatch } from "./dispatch.ts";
import { createHome } from "./home.ts";
import { createJumps } from "./jumps.ts";
import { layerOf } from "./key-layers.ts";
import { createLiveRun } from "./live-run.ts";
import { createMarks } from "./marks.ts";
import { createPointer } from "./mouse.ts";
import { createPreviews } from "./previews.ts";
import { takeRoot } from "./root-picker.ts";
import { createPaging } from "./row-paging.ts";
import type { Core, Ports } from "./session-context.ts";
import { createTyping } from "./text-editing.ts";
import { takeTheme } from "./themes.ts";
import { createPerformer, type Performer } from "./tool-commands.ts";
import { createCalls } from "./tool-runner.ts";
import { createTrailing } from "./trail-navigation.ts";
import { createBenches } from "./workbench.ts";

/** The source beside the first row that was found is read only when typing rests so long, ms. */
const TYPING_REST = 120;
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
  /** Where the session before stood. */
  kept?: KeptSession | undefined;
  /** Called once for each event that changed something. */
  onChange(): void;
}

export interface Session {
  state(): ExplorerState;
  drawn(): Drawn | undefined;
  /** The one under the cursor. */
  row(): Row | undefined;
  /** Where keys go, as the last line says it. */
  layer(): LayerName;
  shape(tool: ToolInfo): FormShape;
  press(keys: readonly KeyPress[]): void;
  paste(text: string): void;
  mouse(event: MouseEvent): void;
  resize(columns: number, rows: number): void;
  /** Draws again, for what changed outside (colours arrived). */
  refresh(): void;
  /** Files changed that were asked to be watched. */
  changed(paths: readonly string[]): void;
  log(level: LogLine["level"], text: string): void;
  say(tone: Notice["tone"], text: string): void;
  /** Cancels what runs and forgets the host. */
  close(): void;
}

export function createSession(options: SessionOptions): Session {
  const { host, ports, drawing } = options;
  const catalogue = () => ({ plugins: host.plugins(), tools: host.tools() });
  const shapes = new Map<ToolInfo, FormShape>();
  let state: ExplorerState = {
    ...initialState(catalogue(), host.finders(), options.columns, options.rows),
    history: options.history,
  };
  // Events that change much draw once.
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
        // A call that ends later would draw on a terminal that was given back.
        if (!closed) options.onChange();
      }
    }
  }

  /** The row under the cursor: of the answer, or of the home screen. */
  function rowOf(at: ExplorerState): Row | undefined {
    if (at.screen === "home") return homeRow(at, options.keys, options.shorten);
    const visit = currentVisit(at.trail);
    return visit?.tab === "result" ? drawing(at)?.row(placeOf(visit).list.cursor) : undefined;
  }

  function update(patch: Partial<ExplorerState>) {
    batch(() => {
      state = { ...state, ...patch };
      const visit = currentVisit(state.trail);
      const row = rowOf(seenHome(state));
      const { overlay } = state;
      const reading = overlay?.kind === "reader" ? overlay : undefined;
      // While answers come and go, the source beside them stays: each costs a frame on a slow line.
      const { seen, sections, list } = state.home;
      const asking = state.screen === "home" && row && (seen || sections.some(({ status }) => status === "asking"));
      const place = reading
        ? placeRead(reading, linesRead(state))
        : asking && state.place
          ? state.place
          : row?.location;
      const drawn = visit && drawing(state);
      state = {
        ...state,
        drawings: drawn?.drawings ?? [],
        drawing: drawn?.drawing,
        pictured: drawn?.picture !== undefined,
        place,
        sourced: placeSourced(state, place),
        rels: jumps.rels(state, row),
        folds: visit !== undefined && drawn?.fold?.(placeOf(visit).list.cursor) !== undefined,
      };
      dirty = true;
      if (state.screen === "home" && seen) previews.hold();
      // Typed, and not moved: the next letter may bring another row.
      else previews.want(place, state.screen === "home" && list === LIST_START ? TYPING_REST : undefined);
      freshness.look();
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
    choose: (intent) => choose(intent),
    reread: () => previews.again(),
    row: () => rowOf(state),
    drawn: () => drawing(state),
    shorten: options.shorten,
    hostWords: options.hostWords,
  };
  const jumps = createJumps(core);
  const previews = createPreviews(core);
  const calls = createCalls(core, () => paging.look());
  const paging = createPaging(core);
  const marks = createMarks(core);
  const performer: Performer = createPerformer(core, calls, jumps, marks, () => trailing);
  const trailing = createTrailing(
    core,
    (visit) => performer.openTool(visit.tool, visit.input),
    calls.again,
    performer.read,
  );
  const home = createHome(core);
  const freshness = createFreshness(core, calls, home, previews);
  const benches = createBenches(core, home.leave, arrive);
  const liveRun = createLiveRun(core, (tool, input) => batch(() => calls.run(tool, input, { live: true })));
  const formChanged = liveRun.formChanged;
  const moves = createMoves(core, performer, paging, formChanged);
  const typing = createTyping({ core, performer, home, formChanged, showNode: moves.showNode });
  const deeds = createDeeds({
    core,
    performer,
    moves,
    typing,
    trailing,
    home,
    marks,
    formChanged,
    interrupt,
    stop: () => calls.cancel() || paging.stop(),
    benches,
  });
  const press = createDispatch(core, deeds, typing);
  const pointer = createPointer(core, performer, moves, deeds, formChanged);

  /** Does what a menu, a palette or a row of the home screen offers. */
  function choose(intent: Intent) {
    if (state.overlay && state.overlay.kind !== "reader") update({ overlay: undefined });
    switch (intent.type) {
      case "action":
        return ACTIONS.find(({ id }) => id === intent.id)?.run(deeds);
      case "open":
        update({ screen: "explore", focus: "form", behind: "home", zoomed: false });
        return performer.openTool(intent.tool);
      case "fill":
        return performer.fill(intent.tool, intent.input);
      case "jump":
        return performer.run(intent.tool, intent.input, intent.rel);
      case "run":
        return performer.start(intent.tool, intent.input, intent.jump);
      case "read":
        return performer.read(intent.place);
      case "copy":
        return performer.exporter.copy(intent.what);
      case "save":
        return performer.exporter.save(intent.path, intent.replace, intent.marks);
      case "root":
        return takeRoot(core, intent.path);
      case "theme":
        return takeTheme(core, intent.name);
      case "bench":
        return benches.show(intent.index);
      case "marks":
        return marks.does(intent.what);
    }
  }

  function interrupt() {
    if (state.find?.typing) return update({ find: undefined });
    if (state.overlay) return update({ overlay: undefined });
    if (calls.cancel() || paging.stop()) return;
    if (ports.now() - quitArmedAt < QUIT_WITHIN) return ports.exit(0);
    quitArmedAt = ports.now();
    core.say("muted", "Press ctrl+c again to quit");
  }

  const forget = host.onChange(() => {
    shapes.clear();
    jumps.forget();
    update({ catalogue: catalogue(), finders: host.finders() });
  });

  /** What is in sight now may not have been asked yet. */
  function arrive() {
    const at = currentVisit(state.trail);
    if (state.screen === "home") home.ask();
    else if (at?.status === "kept") calls.again(at);
    else paging.look();
  }

  // A tool stands ready: the one that was used last, else one that most people begin with.
  batch(() => {
    if (options.kept) {
      update(restored(options.kept, state));
      arrive();
    }
    if (state.tool !== undefined) return;
    const usable = state.catalogue.tools.filter((tool) => tool.listed);
    const ready =
      usable.find(({ name }) => name === options.history[0]?.tool) ??
      usable.find(({ live, view }) => live !== undefined && view === "matches") ??
      usable.find(({ live }) => live !== undefined);
    if (ready) performer.openTool(ready.name);
    else moves.showNode({ cursor: state.catalogue.plugins.some((plugin) => plugin.state === "ready") ? 1 : 0, top: 0 });
  });

  return {
    state: () => state,
    drawn: () => drawing(state),
    row: () => rowOf(state),
    layer() {
      const layer = layerOf(core);
      return layer === "field" ? "form" : layer;
    },
    shape: core.shape,
    press: (keys) =>
      batch(() => {
        for (const key of keys) press(key);
      }),
    paste: (text) => batch(() => typing.paste(text)),
    mouse: (event) => batch(() => pointer(event)),
    resize: (columns, rows) => update({ columns, rows }),
    refresh: () => update({}),
    changed: (paths) => batch(() => freshness.changed(paths)),
    log: (level, text) => update({ log: logged(state.log, { at: ports.now(), level, text }) }),
    say: core.say,
    close() {
      closed = true;
      liveRun.close();
      forget();
      previews.close();
      home.close();
      freshness.close();
      calls.close();
    },
  };
}
