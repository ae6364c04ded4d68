/** Gives all parts of a session access to the state, its updates, the host and the ports. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** The access of a session to the terminal and the file system. Tests pass their own. */
export interface Ports {
  now(): number;
  /** Resolves to the method that worked, such as `terminal`. Throws an error if none did. */
  copy(text: string): Promise<string>;
  /** Opens an editor. If the editor uses the terminal, waits until it exits. */
  edit(place: Location): Promise<void>;
  /**
   * Resolves to the absolute path. Throws an error with the code EEXIST if the file exists and `replace` is not set.
   */
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
    /** Returns the folders that match the typed text, or likely folders for "". */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Restarts the explorer in that folder. Throws an error if it cannot be opened. */
    go(path: string): Promise<void>;
  };
  /** Switches to this theme and saves the choice. */
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
  /** Merges the patch into the state, updates derived values, and renders after the current event. */
  update(patch: Partial<ExplorerState>): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  tool(name: string | undefined): ToolInfo | undefined;
  shape(tool: ToolInfo): FormShape;
  /** Performs the intent of a menu item or row, and closes overlays. */
  choose(intent: Intent): void;
  /** Reads the visible source again, because it may have changed or been removed. */
  reread(): void;
  /** Returns the row under the cursor, in the answer or on the home screen. */
  row(): Row | undefined;
  /** Returns the lines of the visible tab. */
  rendered(): RenderedResult | undefined;
  /** Formats a path for display. It is relative to its root if it has one. */
  shorten(path: string): string;
  /** The host flags on the command line that started the explorer. */
  readonly hostWords: readonly string[];
}

/** Changes the visible tab of the current answer. */
export function changeTabState(context: SessionContext, change: (tabState: TabState) => TabState): void {
  const { trail } = context.state();
  const entry = currentEntry(trail);
  if (entry) context.update({ trail: withEntry(trail, entry.id, (each) => withTabState(each, change)) });
}
