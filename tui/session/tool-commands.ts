/** Implements the commands for tools, which run them, fill in their forms, follow links and rearrange the view. */

import {
  type JsonObject,
  type Link,
  type LinkRel,
  type Location,
  type NamePlace,
  pluginNearby,
  type Row,
  toJigError,
} from "../../core/host/frontend-api.ts";
import { holds, readDraft } from "../components/form/draft.ts";
import { emptyForm, type FormAction, reduceForm } from "../components/form/form-state.ts";
import { LIST_START, moveList } from "../components/list/list-state.ts";
import { type RawState, rawValue } from "../components/raw-editor/raw-editor-state.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { screenHeight } from "../layout/geometry.ts";
import type { MenuItem, RecentPlace } from "../state/explorer-state.ts";
import { readerAt } from "../state/source-reader.ts";
import { currentEntry, currentTabState, folded, isAnswerTo, RESULT_TABS, type ResultTab } from "../state/trail.ts";
import { historyItems, linkItems, presetItems } from "./call-menus.ts";
import { createExporter, type Exporter } from "./export.ts";
import { createFindInView, type FindInView } from "./find-in-view.ts";
import type { Jumps } from "./jumps.ts";
import type { MarkCommands } from "./mark-commands.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";
import { needsConfirmation, type ToolRunner } from "./tool-runner.ts";
import type { TrailNavigation } from "./trail-navigation.ts";

export interface ToolCommands {
  /** Submits the form, or continues to the answer if it is already there. */
  submit(): void;
  runForm(): void;
  /** Runs a tool. If the effect can't be undone, it asks first. */
  run(tool: string, input: JsonObject, jump?: LinkRel): void;
  /** Runs a tool without a confirmation. */
  start(tool: string, input: JsonObject, jump?: LinkRel): void;
  form(action: FormAction): void;
  openTool(name: string, input?: JsonObject): void;
  /** Fills in the form. If the input doesn't fit, the JSON editor is used. */
  fill(tool: string, input: JsonObject): void;
  changeRaw(next: RawState): void;
  takeJson(run: boolean): void;
  editAsJson(): void;
  presets(): void;
  history(): void;
  jump(rel?: LinkRel): void;
  follow(): void;
  read(place: Location, row?: Row): void;
  openEditor(): void;
  showTab(tab: ResultTab): void;
  turnTab(by: 1 | -1): void;
  readonly findInView: FindInView;
  readonly exporter: Exporter;
}

const MAX_RECENT = 50;

export function createToolCommands(
  context: SessionContext,
  runner: ToolRunner,
  jumps: Jumps,
  marks: MarkCommands,
  trailNavigation: () => TrailNavigation,
): ToolCommands {
  const { ports } = context;
  const entry = () => currentEntry(context.state().trail);
  const overlay = (next: ReturnType<SessionContext["state"]>["overlay"]) => context.update({ overlay: next });
  const menu = (title: string, items: MenuItem[]) => overlay({ kind: "menu", title, items, list: LIST_START });

  function form(action: FormAction) {
    const { tool, forms } = context.state();
    const info = context.tool(tool);
    if (!info) return;
    const shape = context.shape(info);
    const before = forms[info.name] ?? emptyForm(shape);
    context.update({ forms: { ...forms, [info.name]: reduceForm(shape, before, action) } });
  }

  function noTool(name: string): void {
    const [root] = context.host.workspace.roots;
    const hint = root && pluginNearby(name, context.host, root.path, { absolute: true });
    context.notify("error", `There is no tool "${name}"${hint ? `. ${hint}` : ""}`);
  }

  /** Opens a tool in the form and in the tree. */
  function openTool(name: string, input?: JsonObject) {
    const info = context.tool(name);
    if (!info) return noTool(name);
    const { tree, catalog } = context.state();
    const plugin = catalog.plugins.find((each) => each.name === info.plugin);
    let next = { ...tree, filtering: false };
    const find = () => treeNodes(catalog, next).findIndex((node) => node.kind === "tool" && node.tool.name === name);
    if (find() < 0) next = { ...next, filter: "" };
    if (find() < 0 && plugin) next = { ...next, toggled: new Set([...next.toggled, plugin.name]) };
    context.update({ tool: name, tree: { ...next, list: { ...next.list, cursor: Math.max(0, find()) } } });
    if (input) form({ type: "fill", input });
  }

  function fill(tool: string, input: JsonObject) {
    const info = context.tool(tool);
    context.update({ screen: "explore", focus: "form" });
    openTool(tool, input);
    if (info && !holds(context.shape(info).form, input)) editRaw(tool, input);
  }

  function validInput(): JsonObject | undefined {
    const info = context.tool(context.state().tool);
    if (!info) return undefined;
    const shape = context.shape(info);
    const { draft } = context.state().forms[info.name] ?? emptyForm(shape);
    const { value, faults } = readDraft(shape.form, draft);
    const [first] = faults;
    if (!first) return (value ?? {}) as JsonObject;
    form({ type: "tried", at: first.path });
    context.update({ focus: "form", screen: "explore" });
    context.notify("warning", `${first.path.join(".")}: ${first.message}`);
    return undefined;
  }

  function run(tool: string, input: JsonObject, jump?: LinkRel) {
    const info = context.tool(tool);
    if (!info) return noTool(tool);
    if (!needsConfirmation(info, input)) return start(tool, input, jump);
    overlay({
      kind: "confirm",
      title:
        info.effect === "execute" ? "This runs code or changes a running program" : "This changes files irreversibly",
      text: [`${info.title} (${info.name})`, "", ...JSON.stringify(input, null, 2).split("\n")],
      yes: { type: "run", tool, input, ...(jump ? { jump } : {}) },
    });
  }

  function start(tool: string, input: JsonObject, jump?: LinkRel) {
    const info = context.tool(tool);
    if (!info) return;
    if (jump) {
      // If the current view uses the full screen, so does the next one.
      const whole = context.state().screen === "home" || context.state().overlay?.kind === "reader";
      trailNavigation().leave();
      if (whole) context.update({ zoomed: true });
      openTool(tool, input);
    }
    context.update({ focus: "result", screen: "explore" });
    context.reread();
    if (!jump) return runner.run(info, input);
    runner.run(info, input, { rel: jump, ...(jump === "definition" ? { onDone: trailNavigation().openOnlyRow } : {}) });
  }

  const selectedRow = (): Row | undefined => context.row();

  function jump(rel?: LinkRel) {
    const links = jumps.links(selectedRow(), rel);
    if (Array.isArray(links)) offer(links);
    else void links.then(offer);
  }

  function offer(links: readonly Link[]) {
    const items = linkItems(context, links);
    if (items.length === 0) return context.notify("muted", "There is no name to follow: press ⏎ to show the source");
    if (items.length === 1) return context.choose(items[0]!.does);
    menu("Where to", items);
  }

  /** Handles Enter on a row, which folds it, opens the source, or follows the first link. */
  function follow() {
    if (context.state().overlay?.kind === "reader") return jump(context.state().rels[0]);
    const at = entry();
    if (!at) return;
    if (at.tab === "result") {
      const row = selectedRow();
      if (row?.location) return read(row.location, row);
      if (row?.links?.length) return jump(row.links[0]!.rel);
    }
    const key = context.rendered()?.fold?.(currentTabState(at).list.cursor);
    if (key !== undefined) changeTabState(context, (tabState) => folded(tabState, key));
  }

  function read(place: Location, row: Row | undefined = context.row()) {
    const { absolute, display, startLine, startColumn } = place;
    const read: RecentPlace = { absolute, display, startLine, startColumn, at: ports.now() };
    const before = context.state().recent.filter((each) => each.absolute !== absolute);
    context.update({
      overlay: { kind: "reader", ...readerAt(place) },
      recent: [read, ...before].slice(0, MAX_RECENT),
    });
    if (row && startColumn === 1) void jumps.name(place, row).then(toName, () => {});
  }

  /** Goes to a name, unless the user has continued elsewhere. */
  function toName(name: NamePlace | undefined) {
    const { overlay: over } = context.state();
    if (!name || over?.kind !== "reader" || over.place.absolute !== name.path || over.column !== 0) return;
    if (over.list.cursor !== over.place.startLine - 1) return;
    overlay({ ...over, list: { ...over.list, cursor: name.line - 1 }, column: name.column - 1 });
  }

  function showTab(tab: ResultTab) {
    const { trail } = context.state();
    const at = entry();
    if (!at) return;
    context.update({
      trail: { ...trail, entries: trail.entries.map((each) => (each === at ? { ...at, tab } : each)) },
    });
    if (tab === "model") runner.fitModel();
  }

  function turnTab(by: 1 | -1) {
    const at = entry();
    if (at) showTab(RESULT_TABS[(RESULT_TABS.indexOf(at.tab) + by + RESULT_TABS.length) % RESULT_TABS.length]!);
  }

  function runForm() {
    const { tool } = context.state();
    const input = validInput();
    if (tool !== undefined && input) run(tool, input);
  }

  /** Handles Enter in a form. For a live tool the answer is there or will be soon, so we go to it. */
  function submit() {
    const info = context.tool(context.state().tool);
    const input = validInput();
    if (!info || !input) return;
    const at = entry();
    if (info.liveParameter === undefined || !at || !isAnswerTo(at, info.name, input)) return run(info.name, input);
    context.update({ focus: "result" });
    runner.addToHistory(at);
  }

  function presets() {
    const found = presetItems(context);
    if (found) menu(found.title, found.items);
  }

  function history() {
    const items = historyItems(context);
    if (items.length > 0) return menu("History", items);
    context.notify("muted", "No calls yet: run a tool and it will be listed here, even after a restart");
  }

  function openEditor() {
    const { place } = context.state();
    if (place)
      void ports.edit(place).catch((error) => context.notify("error", toJigError(error, "open the editor").advice));
  }

  function editAsJson() {
    const info = context.tool(context.state().tool);
    if (!info) return;
    const shape = context.shape(info);
    const { draft } = context.state().forms[info.name] ?? emptyForm(shape);
    editRaw(info.name, (readDraft(shape.form, draft).value ?? {}) as JsonObject);
  }

  function editRaw(tool: string, input: JsonObject) {
    const lines = JSON.stringify(input, null, 2).split("\n");
    overlay({
      kind: "raw",
      tool,
      lines: lines.length > 1 ? lines : ["{", "  ", "}"],
      row: lines.length > 1 ? 0 : 1,
      column: lines.length > 1 ? 1 : 2,
      top: 0,
    });
  }

  function changeRaw({ lines, row, column }: RawState) {
    const { overlay: over } = context.state();
    if (over?.kind !== "raw") return;
    const { fault: _, ...rest } = over;
    const { top } = moveList({ cursor: row, top: over.top }, { by: 0 }, lines.length, screenHeight(context.state()));
    overlay({ ...rest, lines, row, column, top });
  }

  function takeJson(runs: boolean) {
    const { overlay: over } = context.state();
    if (over?.kind !== "raw") return;
    const { value, fault } = rawValue(over.lines);
    const info = context.tool(over.tool);
    const lost = info && value && !runs && !holds(context.shape(info).form, value);
    const problem = lost ? "The form cannot show all of this input: ^r runs it unchanged" : fault;
    if (!value || lost) return overlay({ ...over, ...(problem ? { fault: problem } : {}) });
    context.update({ overlay: undefined, screen: "explore", focus: "form" });
    openTool(over.tool, value);
    if (runs) run(over.tool, value);
  }

  const exporter = createExporter(context, validInput, marks.markdown);
  const findInView = createFindInView(context);
  return {
    submit,
    runForm,
    run,
    start,
    form,
    openTool,
    fill,
    changeRaw,
    takeJson,
    editAsJson,
    presets,
    history,
    jump,
    follow,
    read,
    openEditor,
    showTab,
    turnTab,
    findInView,
    exporter,
  };
}
