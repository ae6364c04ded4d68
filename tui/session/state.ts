/** The whole state of the explorer, as data. */
import type { DoctorLine, JsonObject, LinkRel, Location } from "../../core/host/door-api.ts";
import type { FormState } from "../components/form/form-state.ts";
import { LIST_START, type ListState } from "../components/list/list-state.ts";
import type { TextState } from "../components/text-input/text-input-state.ts";
import { type Catalogue, TREE_START, type TreeState } from "../components/tool-tree/tool-tree-state.ts";
import type { Drawing } from "../views/renderer.ts";
import type { Pane } from "./layout.ts";
import { EMPTY_TRAIL, type Trail } from "./visit.ts";

export type ScreenName = "explore" | "plugins" | "log" | "doctor" | "help";

/** What choosing something asks the session to do. */
export type Intent =
  | { type: "command"; id: string }
  | { type: "open"; tool: string }
  | { type: "fill"; tool: string; input: JsonObject }
  | { type: "jump"; rel: LinkRel; tool: string; input: JsonObject }
  | { type: "copy"; what: CopyKind }
  | { type: "run"; tool: string; input: JsonObject; jump?: LinkRel }
  | { type: "save"; path: string; replace: boolean };

export const COPY_KINDS = ["text", "json", "cli", "mcp", "place"] as const;
export type CopyKind = (typeof COPY_KINDS)[number];

export interface MenuItem {
  label: string;
  detail?: string;
  /** Chooses it at once. */
  key?: string;
  marks?: [number, number][];
  does: Intent;
}

export type Overlay =
  | { kind: "palette"; input: TextState; list: ListState }
  | { kind: "menu"; title: string; items: readonly MenuItem[]; list: ListState }
  | { kind: "confirm"; title: string; text: readonly string[]; yes: Intent }
  /** The file of the place under the cursor, whole. `line` counts from 0. */
  | { kind: "reader"; line: number; list: ListState }
  | { kind: "prompt"; title: string; input: TextState; replace: boolean }
  | { kind: "raw"; tool: string; lines: readonly string[]; row: number; column: number; top: number; fault?: string };

export interface LogLine {
  /** Milliseconds since the epoch. */
  at: number;
  level: "debug" | "info" | "warn" | "error";
  text: string;
  /** How often in a row it was said; default once. */
  times?: number;
}

const LOG_KEPT = 1000;

/** What is said again and again takes one line. */
export function logged(log: readonly LogLine[], next: LogLine): readonly LogLine[] {
  const last = log.at(-1);
  if (last?.level !== next.level || last.text !== next.text) return [...log, next].slice(-LOG_KEPT);
  return [...log.slice(0, -1), { ...next, times: (last.times ?? 1) + 1 }];
}

/** A call that was made, kept across starts. */
export interface HistoryEntry {
  tool: string;
  input: JsonObject;
  at: number;
  ms: number;
  status: "done" | "failed" | "cancelled";
  rows: number;
}

export interface Preview {
  /** The file, absolute. */
  path: string;
  lines: readonly string[];
  fault?: string;
}

export interface Notice {
  tone: "success" | "warning" | "error" | "muted";
  text: string;
}

/** A text that is looked for in what is shown. */
export interface Find {
  text: string;
  typing: boolean;
  /** Where the cursor stood: letters narrow from there, escape goes back. */
  from: number;
}

export interface ExplorerState {
  columns: number;
  rows: number;
  screen: ScreenName;
  focus: Pane;
  zoomed: boolean;
  catalogue: Catalogue;
  tree: TreeState;
  /** The tool in the form; undefined while a plugin is under the cursor. */
  tool: string | undefined;
  forms: Readonly<Record<string, FormState>>;
  trail: Trail;
  /** Derived with every change: the jumps and the place of the row under the cursor, and whether its line folds. */
  /** How the answer is drawn, and how else it can be; empty where only one way is known. */
  drawings: readonly Drawing[];
  drawing: Drawing | undefined;
  /** It is drawn in two dimensions. */
  pictured: boolean;
  rels: readonly LinkRel[];
  place: Location | undefined;
  folds: boolean;
  overlay: Overlay | undefined;
  notice: Notice | undefined;
  find: Find | undefined;
  showPreview: boolean;
  preview: Preview | undefined;
  log: readonly LogLine[];
  doctor: readonly DoctorLine[] | undefined;
  /** The list of the plugins, log, doctor and help screens. */
  list: ListState;
  history: readonly HistoryEntry[];
  /** Counts up while something runs: spinner and elapsed time. */
  beat: number;
}

export function initialState(catalogue: Catalogue, columns: number, rows: number): ExplorerState {
  return {
    columns,
    rows,
    screen: "explore",
    focus: "tools",
    zoomed: false,
    catalogue,
    tree: TREE_START,
    tool: undefined,
    forms: {},
    trail: EMPTY_TRAIL,
    drawings: [],
    drawing: undefined,
    pictured: false,
    rels: [],
    place: undefined,
    folds: false,
    overlay: undefined,
    notice: undefined,
    find: undefined,
    showPreview: true,
    preview: undefined,
    log: [],
    doctor: undefined,
    list: LIST_START,
    history: [],
    beat: 0,
  };
}
