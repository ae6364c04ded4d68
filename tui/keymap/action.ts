/** What an action is: something a person can do, with its keys, the layers in which they work, and what it does. */
import type { LinkRel } from "../../core/host/frontend-api.ts";
import type { ListMove } from "../components/list/list-state.ts";
import type { TextEdit } from "../components/text-input/text-input-state.ts";
import type { ExplorerState } from "../state/explorer-state.ts";

/** What takes keys: the panes, the screens, what lies over them, and the lines in which text is typed. */
export const LAYERS = [
  "home",
  "tools",
  "filter",
  "form",
  "field",
  "result",
  "screen",
  "reader",
  "find",
  "palette",
  "menu",
  "confirm",
  "prompt",
  "raw",
] as const;
export type LayerName = (typeof LAYERS)[number];

/** All that actions do. The parts of a session that do it are put together in one object. */
export interface Deeds {
  move(move: ListMove): void;
  /** The line that is typed into. */
  edit(edit: TextEdit): void;
  newLine(): void;
  sideways(by: 1 | -1): void;
  fold(): void;
  take(): void;
  closeLayer(): void;
  interrupt(): void;
  suspend(): void;
  quit(): void;
  cancel(): void;

  openNode(): void;
  startFilter(): void;
  clearFilter(): void;

  activate(): void;
  nextField(by: 1 | -1): void;
  choose(): void;
  removeItem(): void;
  runForm(): void;
  presets(): void;
  editAsJson(): void;
  takeJson(run: boolean): void;
  clearForm(): void;
  leaveForm(): void;

  follow(): void;
  jump(rel?: LinkRel): void;
  back(): void;
  forward(): void;
  leaveResult(): void;
  turnTab(by: 1 | -1): void;
  openEditor(): void;
  mark(): void;
  marksMenu(): void;
  copyMenu(): void;
  savePrompt(): void;
  draw(): void;
  sort(): void;
  widen(by: number): void;
  togglePreview(): void;

  find(): void;
  findNext(by: 1 | -1): void;
  keepFind(): void;
  dropFind(): void;

  palette(): void;
  history(): void;
  goHome(): void;
  panes(): void;
  focus(pane: "tools" | "form" | "result"): void;
  turnPane(by: 1 | -1): void;
  zoom(): void;
  resize(by: 1 | -1): void;
  show(screen: "plugins" | "log" | "doctor" | "help"): void;
  closeScreen(): void;
  trust(): void;
  reload(): void;
  themes(): void;
  /** Another root. */
  roots(): void;
  /** The folder under the cursor into the line. */
  complete(): void;
  /** Tabs of the workbench. */
  bench(does: "open" | "close" | "right" | "left" | "menu"): void;
}

export interface Action {
  id: string;
  title: string;
  /** Defaults; settings may rebind them. */
  keys: readonly string[];
  where: readonly LayerName[];
  /** A word for the last line. */
  hint?: string;
  /** Where the last line has it; default: everywhere it works. */
  hinted?: readonly LayerName[];
  /** Belongs to the place under the cursor or to a line being typed: the palette does not offer it. */
  plain?: true;
  /** Whether it does something now; where it does not, the key is passed on. Default yes. */
  live?: (state: ExplorerState) => boolean;
  run(deeds: Deeds): void;
}

/** Keys by action, the person's own before the defaults. */
export type KeyMap = Readonly<Record<string, readonly string[]>>;
