/** Shared by all parts of a session: the state, its updates, the host, and the ports. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** A session's access to the terminal and the file system. Tests pass their own. */
export interface Ports {
  now(): number;
  /** Resolves to the method that worked, e.g. `terminal`. Throws if none did. */
  copy(text: string): Promise<string>;
  /** Opens an editor, and waits if it takes over the terminal. */
  edit(place: Location): Promise<void>;
  /** Throws with code EEXIST if the file exists and `replace` is not set. Resolves to the absolute path. */
  save(path: string, text: string, replace: boolean): Promise<string>;
  readLines(path: string): Promise<string[]>;
  /** Reports changes of these files to the session. */
  watch(files: readonly string[]): void;
  saveHistory(entries: readonly HistoryEntry[]): void;
  countTokens(text: string): Promise<number>;
  doctor(): Promise<DoctorLine[]>;
  /** Stops the process until the shell continues it. */
  suspend(): Promise<void>;
  roots: {
    /** Folders that match the typed text, or likely ones for "". */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Restarts in that folder. Throws if it cannot be opened. */
    go(path: string): Promise<void>;
  };
  /** Switches to these colours and saves the choice. */
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
  /** Merges the patch, updates derived state, and redraws after the current event. */
  update(patch: Partial<ExplorerState>): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  tool(name: string | undefined): ToolInfo | undefined;
  shape(tool: ToolInfo): FormShape;
  /** Performs the intent of a menu item or row, and closes overlays. */
  choose(intent: Intent): void;
  /** Reads the visible source again, which may have changed or been removed. */
  reread(): void;
  /** The row under the cursor, in the answer or on the home screen. */
  row(): Row | undefined;
  /** The lines of the visible tab. */
  rendered(): RenderedResult | undefined;
  /** Formats a path for display, relative to its root if it has one. */
  shorten(path: string): string;
  /** Host flags of the command line that started the explorer. */
  readonly hostWords: readonly string[];
}

/** Changes the visible tab of the current answer. */
export function changeTabState(context: SessionContext, change: (tabState: TabState) => TabState): void {
  const { trail } = context.state();
  const entry = currentEntry(trail);
  if (entry) context.update({ trail: withEntry(trail, entry.id, (each) => withTabState(each, change)) });
}
