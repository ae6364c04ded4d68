/** What the parts of a session share: the state, the way to change it, the host, and the ports to the outside. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** What a session needs of the outside world; tests give their own. */
export interface Ports {
  now(): number;
  /** Resolves to how the text got there, e.g. `terminal`; throws where it could not. */
  copy(text: string): Promise<string>;
  /** Opens an editor and waits where it takes over the terminal. */
  edit(place: Location): Promise<void>;
  /** Throws with code EEXIST where the file exists and `replace` is not set. Resolves to the absolute path. */
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
    /** Folders that fit what is typed; "": those that one may want. */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Starts over there. Throws where that cannot be. */
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
  /** Does what a menu, a palette or a row offers, and closes what lies above. */
  choose(intent: Intent): void;
  /** Reads the source in sight again: it may have changed, or gone. */
  reread(): void;
  /** The row under the cursor: of the answer, or of the home screen. */
  row(): Row | undefined;
  /** The lines of the tab in sight. */
  rendered(): RenderedResult | undefined;
  /** A path as people read it: relative to the root where there is one. */
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
