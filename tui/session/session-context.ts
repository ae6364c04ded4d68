/** Declares everything that the parts of a session share: the state, updates, the host and ports. */

import type { DoctorLine, Host, Location, Row, ToolInfo } from "../../core/host/frontend-api.ts";
import type { FormShape } from "../components/form/form-lines.ts";
import type { KeyMap } from "../keymap/action.ts";
import type { RenderedResult } from "../layout/result-renderer.ts";
import type { ThemeName } from "../look/theme.ts";
import type { ExplorerState, HistoryEntry, Intent, StatusMessage } from "../state/explorer-state.ts";
import { currentEntry, type TabState, withEntry, withTabState } from "../state/trail.ts";
import type { RootSuggestion } from "../terminal/root-suggestions.ts";

/** Access to the terminal and to files, which tests replace by their own. */
export interface Ports {
  now(): number;
  /** Resolves to the method, e.g. `terminal`. Throws if none of them worked. */
  copy(text: string): Promise<string>;
  /** Opens an editor. If it runs in the terminal, this waits until it exits. */
  edit(place: Location): Promise<void>;
  /** Resolves to the absolute path. Throws EEXIST unless `replace` is set. */
  save(path: string, text: string, replace: boolean): Promise<string>;
  readLines(path: string): Promise<string[]>;
  /** Watches files. Changes are reported to the session. */
  watch(files: readonly string[]): void;
  saveHistory(entries: readonly HistoryEntry[]): void;
  countTokens(text: string): Promise<number>;
  doctor(): Promise<DoctorLine[]>;
  /** Resolves once the shell has let us continue. */
  suspend(): Promise<void>;
  roots: {
    /** Returns suggestions. For "", these are likely folders. */
    of(typed: string): Promise<readonly RootSuggestion[]>;
    /** Opens a folder. Throws if that isn't possible. */
    go(path: string): Promise<void>;
  };
  /** Applies and saves a theme. */
  theme(name: ThemeName): Promise<void>;
  /** Shows the plugins there in full, and then asks whether they may run. */
  trust(folders: readonly string[]): Promise<void>;
  exit(code: number): void;
}

export interface SessionContext {
  readonly host: Host;
  readonly ports: Ports;
  readonly keys: KeyMap;
  state(): ExplorerState;
  /** Merges a change into the state, computes derived values, and renders at the end of the current event. */
  update(patch: Partial<ExplorerState>): void;
  notify(tone: StatusMessage["tone"], text: string): void;
  tool(name: string | undefined): ToolInfo | undefined;
  shape(tool: ToolInfo): FormShape;
  /** Carries out an intent. This also closes overlays. */
  choose(intent: Intent): void;
  /** Called when the visible source may have changed or been deleted. */
  reread(): void;
  /** Returns the current row of the answer or the home screen. */
  row(): Row | undefined;
  rendered(): RenderedResult | undefined;
  /** Returns the path relative to its root, if it has one. */
  shorten(path: string): string;
  /** The words of the command line that started us. */
  readonly hostWords: readonly string[];
}

export function changeTabState(context: SessionContext, change: (tabState: TabState) => TabState): void {
  const { trail } = context.state();
  const entry = currentEntry(trail);
  if (entry) context.update({ trail: withEntry(trail, entry.id, (each) => withTabState(each, change)) });
}
