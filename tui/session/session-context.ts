/** Shared by all parts of a session: state, updates, host, ports. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** Terminal and file access. Tests substitute their own. */
export interface Ports {
  now(): number;
  /** Resolves to the method, e.g. `terminal`. Throws if none worked. */
  copy(text: string): Promise<string>;
  /** Waits for it to exit if it runs in the terminal. */
  edit(place: Location): Promise<void>;
  /** Resolves to the absolute path. Throws EEXIST unless `replace` is set. */
  save(path: string, text: string, replace: boolean): Promise<string>;
  readLines(path: string): Promise<string[]>;
  /** Changes are reported to the session. */
  watch(files: readonly string[]): void;
  saveHistory(entries: readonly HistoryEntry[]): void;
  countTokens(text: string): Promise<number>;
  doctor(): Promise<DoctorLine[]>;
  /** Returns once the shell has continued us. */
  suspend(): Promise<void>;
  roots: {
    /** For "", likely folders. */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Throws if it can't be opened. */
    go(path: string): Promise<void>;
  };
  /** Applied and saved. */
  theme(name: ThemeName): Promise<void>;
  /** Shows the plugins there in full, then asks whether they may run. */
  trust(folders: readonly string[]): Promise<void>;
  exit(code: number): void;
}

export interface SessionContext {
  readonly host: Host;
  readonly ports: Ports;
  readonly keys: KeyMap;
  state(): ExplorerState;
  /** Merge, recompute derived values, and render when the current event is over. */
  update(patch: Partial<ExplorerState>): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  tool(name: string | undefined): ToolInfo | undefined;
  shape(tool: ToolInfo): FormShape;
  /** Also closes overlays. */
  choose(intent: Intent): void;
  /** The visible source may have changed or been deleted. */
  reread(): void;
  /** Answer or home screen. */
  row(): Row | undefined;
  rendered(): RenderedResult | undefined;
  /** Relative to its root, if it has one. */
  shorten(path: string): string;
  /** From the command line we were started with. */
  readonly hostWords: readonly string[];
}

export function changeTabState(context: SessionContext, change: (tabState: TabState) => TabState): void {
  const { trail } = context.state();
  const entry = currentEntry(trail);
  if (entry) context.update({ trail: withEntry(trail, entry.id, (each) => withTabState(each, change)) });
}
