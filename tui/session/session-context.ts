/** Shared by the parts of a session: the state, the way to change it, the host, and the ports to the outside. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** A session's access to the outside; tests pass their own. */
export interface Ports {
  now(): number;
  /** Resolves to the way it was copied, e.g. `terminal`; throws if it could not be. */
  copy(text: string): Promise<string>;
  /** Opens an editor, and waits if it takes over the terminal. */
  edit(place: Location): Promise<void>;
  /** Throws with code EEXIST if the file exists and `replace` is not set. Resolves to the absolute path. */
  save(path: string, text: string, replace: boolean): Promise<string>;
  readLines(path: string): Promise<string[]>;
  /** Tells the session when one of these files changes. */
  watch(files: readonly string[]): void;
  saveHistory(entries: readonly HistoryEntry[]): void;
  countTokens(text: string): Promise<number>;
  doctor(): Promise<DoctorLine[]>;
  /** Stops the process until the shell continues it. */
  suspend(): Promise<void>;
  roots: {
    /** Folders that match the typed text; for "" likely ones. */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Starts over in that folder. Throws if it cannot be opened. */
    go(path: string): Promise<void>;
  };
  /** Draws in these colours from now on, and keeps them. */
  theme(name: ThemeName): Promise<void>;
  /** Shows the plugins in these folders in full, and asks whether they may run. */
  trust(folders: readonly string[]): Promise<void>;
  exit(code: number): void;
}

export interface SessionContext {
  readonly host: Host;
  readonly ports: Ports;
  readonly keys: KeyMap;
  state(): ExplorerState;
  /** Merges, derives what depends on it, and has the screen drawn once the current event is handled. */
  update(patch: Partial<ExplorerState>): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  tool(name: string | undefined): ToolInfo | undefined;
  shape(tool: ToolInfo): FormShape;
  /** Performs an item of a menu, a palette or a row, and closes overlays. */
  choose(intent: Intent): void;
  /** Reads the source in sight again: it may have changed, or gone. */
  reread(): void;
  /** The row under the cursor: of the answer, or of the home screen. */
  row(): Row | undefined;
  /** The lines of the tab in sight. */
  rendered(): RenderedResult | undefined;
  /** A path for people: relative to its root if it has one. */
  shorten(path: string): string;
  /** Host flags of the command line that started the explorer. */
  readonly hostWords: readonly string[];
}

/** Changes the tab in sight of the current answer. */
export function changeTabState(context: SessionContext, change: (tabState: TabState) => TabState): void {
  const { trail } = context.state();
  const entry = currentEntry(trail);
  if (entry) context.update({ trail: withEntry(trail, entry.id, (each) => withTabState(each, change)) });
}
