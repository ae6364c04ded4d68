/** What each command does. */
import {
  type DoctorLine,
  type JsonObject,
  LINK_RELS,
  type LinkRel,
  type Row,
  toJigError,
} from "../../core/host/door-api.ts";
import { holds, readDraft } from "../components/form/draft.ts";
import { emptyForm, type FormAction, reduceForm } from "../components/form/form-state.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { treeNodes } from "../components/tool-tree/tool-tree-state.ts";
import { historyItems, linkItems, presetItems } from "./call-menus.ts";
import { asksFirst, type Calls } from "./calls.ts";
import type { Core } from "./core.ts";
import { createExporter } from "./exporter.ts";
import { createFinder, type Finder } from "./finder.ts";
import { PANES } from "./layout.ts";
import type { Intent, MenuItem, ScreenName } from "./state.ts";
import {
  currentVisit,
  folded,
  isAnswerTo,
  nextDrawing,
  nextSort,
  placeOf,
  stepped,
  TABS,
  type Tab,
  widened,
  withPlace,
} from "./visit.ts";

export interface Performer {
  /** By the command's id. */
  perform(id: string): void;
  /** Runs the form, or goes to the answer where it stands already. */
  submit(): void;
  /** Runs a tool; asks first where that cannot be taken back. */
  run(tool: string, input: JsonObject): void;
  intend(intent: Intent): void;
  form(action: FormAction): void;
  openTool(name: string, input?: JsonObject): void;
  /** The input of the form, or undefined where something is wrong with it (which is then shown). */
  validInput(): JsonObject | undefined;
  changeVisit(change: Parameters<typeof withPlace>[1]): void;
  showTab(tab: Tab): void;
  readonly finder: Finder;
}

export function createPerformer(core: Core, calls: Calls): Performer {
  const { host, ports } = core;
  const visit = () => currentVisit(core.state().trail);
  const overlay = (next: ReturnType<Core["state"]>["overlay"]) => core.update({ overlay: next });
  const menu = (title: string, items: MenuItem[]) => overlay({ kind: "menu", title, items, list: LIST_START });

  function form(action: FormAction) {
    const { tool, forms } = core.state();
    const info = core.tool(tool);
    if (!info) return;
    const shape = core.shape(info);
    const before = forms[info.name] ?? emptyForm(shape);
    core.update({ forms: { ...forms, [info.name]: reduceForm(shape, before, action) } });
  }

  /** Shows a tool in the form and in the tree. */
  function openTool(name: string, input?: JsonObject) {
    const info = core.tool(name);
    if (!info) return core.say("error", `There is no tool "${name}"`);
    const { tree, catalogue } = core.state();
    const plugin = catalogue.plugins.find((each) => each.name === info.plugin);
    let next = { ...tree, filtering: false };
    const find = () => treeNodes(catalogue, next).findIndex((node) => node.kind === "tool" && node.tool.name === name);
    if (find() < 0) next = { ...next, filter: "" };
    if (find() < 0 && plugin) next = { ...next, toggled: new Set([...next.toggled, plugin.name]) };
    core.update({ tool: name, tree: { ...next, list: { ...next.list, cursor: Math.max(0, find()) } } });
    if (input) form({ type: "fill", input });
  }

  /** Fills the form; what has no field in it is edited as JSON. */
  function fill(tool: string, input: JsonObject) {
    const info = core.tool(tool);
    core.update({ screen: "explore", focus: "form" });
    openTool(tool, input);
    if (info && !holds(core.shape(info).form, input)) editRaw(tool, input);
  }

  function validInput(): JsonObject | undefined {
    const info = core.tool(core.state().tool);
    if (!info) return undefined;
    const shape = core.shape(info);
    const { draft } = core.state().forms[info.name] ?? emptyForm(shape);
    const { value, faults } = readDraft(shape.form, draft);
    const [first] = faults;
    if (!first) return (value ?? {}) as JsonObject;
    form({ type: "tried", at: first.path });
    core.update({ focus: "form", screen: "explore" });
    core.say("warning", `${first.path.join(".")}: ${first.message}`);
    return undefined;
  }

  function run(tool: string, input: JsonObject, jump?: LinkRel) {
    const info = core.tool(tool);
    if (!info) return core.say("error", `There is no tool "${tool}"`);
    if (!asksFirst(info, input)) return start(tool, input, jump);
    overlay({
      kind: "confirm",
      title: info.effect === "execute" ? "This runs code or changes a running program" : "This changes files for good",
      text: [`${info.title} (${info.name})`, "", ...JSON.stringify(input, null, 2).split("\n")],
      yes: { type: "run", tool, input, ...(jump ? { jump } : {}) },
    });
  }

  function start(tool: string, input: JsonObject, jump?: LinkRel) {
    const info = core.tool(tool);
    if (!info) return;
    if (jump) openTool(tool, input);
    core.update({ focus: "result", screen: "explore" });
    calls.run(info, input, jump ? { rel: jump } : {});
  }

  const selectedRow = (): Row | undefined => {
    const at = visit();
    return at ? core.drawn()?.row(placeOf(at).list.cursor) : undefined;
  };

  function jump(rel?: LinkRel) {
    const items = linkItems(core, selectedRow(), rel);
    if (items.length === 1) return intend(items[0]!.does);
    menu("Follow a link", items);
  }

  /** Enter on a row: fold a heading, read the source, or take the first link. */
  function follow() {
    const at = visit();
    if (!at) return;
    if (at.tab === "result") {
      const row = selectedRow();
      if (row?.location && core.state().place) return openReader();
      if (row?.links?.length) return jump(row.links[0]!.rel);
    }
    const key = core.drawn()?.fold?.(placeOf(at).list.cursor);
    if (key !== undefined) changeVisit((place) => folded(place, key));
  }

  function openReader() {
    const { place } = core.state();
    if (place)
      core.update({
        overlay: {
          kind: "reader",
          line: place.startLine - 1,
          list: { cursor: place.startLine - 1, top: Math.max(0, place.startLine - 8) },
        },
      });
  }

  function changeVisit(change: Parameters<typeof withPlace>[1]) {
    const { trail } = core.state();
    const at = visit();
    if (!at) return;
    core.update({
      trail: { ...trail, visits: trail.visits.map((each) => (each === at ? withPlace(at, change) : each)) },
    });
  }

  function showTab(tab: Tab) {
    const { trail } = core.state();
    const at = visit();
    if (!at) return;
    core.update({ trail: { ...trail, visits: trail.visits.map((each) => (each === at ? { ...at, tab } : each)) } });
    if (tab === "model") calls.fitModel();
  }

  const turnTab = (by: 1 | -1) => {
    const at = visit();
    if (at) showTab(TABS[(TABS.indexOf(at.tab) + by + TABS.length) % TABS.length]!);
  };

  const turnPane = (by: 1 | -1) => {
    const { focus } = core.state();
    core.update({ focus: PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length]! });
  };

  /** The answer on the trail, and the form that asked for it. */
  function step(by: 1 | -1) {
    core.update({ trail: stepped(core.state().trail, by) });
    const at = visit();
    if (at && core.tool(at.tool)) openTool(at.tool, at.input);
  }

  const screen = (name: ScreenName) => core.update({ screen: name, list: LIST_START, notice: undefined });

  function runForm() {
    const { tool } = core.state();
    const input = validInput();
    if (tool !== undefined && input) run(tool, input);
  }

  /** Enter in the form. A live tool has its answer already, or is about to: Enter goes there. */
  function submit() {
    const info = core.tool(core.state().tool);
    const input = validInput();
    if (!info || !input) return;
    const at = visit();
    if (info.live === undefined || !at || !isAnswerTo(at, info.name, input)) return run(info.name, input);
    core.update({ focus: "result" });
    calls.keep(at);
  }

  function presets() {
    const found = presetItems(core);
    if (found) menu(found.title, found.items);
  }

  function history() {
    const items = historyItems(core);
    if (items.length > 0) return menu("History", items);
    core.say("muted", "No calls yet: run a tool and it will be here, also after a restart");
  }

  function edit() {
    const { place } = core.state();
    if (place) void ports.edit(place).catch((error) => core.say("error", toJigError(error, "open the editor").advice));
  }

  function raw() {
    const info = core.tool(core.state().tool);
    if (!info) return;
    const shape = core.shape(info);
    const { draft } = core.state().forms[info.name] ?? emptyForm(shape);
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

  function doctor() {
    screen("doctor");
    core.update({ doctor: undefined });
    void ports.doctor().then(
      (lines: DoctorLine[]) => core.update({ doctor: lines }),
      (error) => core.say("error", toJigError(error, "ask the doctor").advice),
    );
  }

  function reload() {
    core.say("muted", "Reading the plugins again…");
    void host.reload().then(
      () => core.say("success", `Plugins read again: ${host.plugins().length}`),
      (error) => core.say("error", toJigError(error, "reload").advice),
    );
  }

  function trust() {
    const untrusted = core.state().catalogue.plugins.filter((plugin) => plugin.state === "untrusted");
    void ports
      .trust(untrusted.map((plugin) => plugin.source))
      .then(reload, (error) => core.say("error", toJigError(error, "ask for trust").advice));
  }

  const exporter = createExporter(core, validInput);
  const finder = createFinder(core, changeVisit);
  const columns = () => core.drawn()?.columns ?? [];
  const COMMANDS: Readonly<Record<string, () => void>> = {
    ...Object.fromEntries(LINK_RELS.map((rel) => [`jump-${rel}`, () => jump(rel)])),
    cancel: () => calls.cancel(),
    run: runForm,
    preset: presets,
    raw,
    clear: () => form({ type: "clear" }),
    follow,
    links: () => jump(),
    back: () => step(-1),
    forward: () => step(1),
    find: finder.open,
    "find-next": () => finder.next(1),
    "find-previous": () => finder.next(-1),
    "tab-next": () => turnTab(1),
    "tab-previous": () => turnTab(-1),
    edit,
    copy: exporter.copyMenu,
    save: exporter.savePrompt,
    draw: () => changeVisit((place) => nextDrawing(place, core.state())),
    sort: () => changeVisit((place) => nextSort(place, columns())),
    widen: () => changeVisit((place) => widened(place, columns(), 4)),
    narrow: () => changeVisit((place) => widened(place, columns(), -4)),
    preview: () => core.update({ showPreview: !core.state().showPreview }),
    filter: () => core.update({ focus: "tools", tree: { ...core.state().tree, filtering: true } }),
    palette: () => overlay({ kind: "palette", input: textOfInput(""), list: LIST_START }),
    "pane-next": () => turnPane(1),
    "pane-previous": () => turnPane(-1),
    "pane-tools": () => core.update({ focus: "tools" }),
    "pane-form": () => core.update({ focus: "form" }),
    "pane-result": () => core.update({ focus: "result" }),
    zoom: () => core.update({ zoomed: !core.state().zoomed }),
    history,
    plugins: () => screen("plugins"),
    log: () => screen("log"),
    help: () => screen("help"),
    doctor,
    trust,
    reload,
    close: () => screen("explore"),
    suspend: () => void ports.suspend().catch((error) => core.say("error", toJigError(error, "suspend").advice)),
    quit: () => ports.exit(0),
  };

  function intend(intent: Intent) {
    switch (intent.type) {
      case "command":
        return perform(intent.id);
      case "open":
        core.update({ screen: "explore", focus: "form" });
        return openTool(intent.tool);
      case "fill":
        return fill(intent.tool, intent.input);
      case "jump":
        return run(intent.tool, intent.input, intent.rel);
      case "run":
        return start(intent.tool, intent.input, intent.jump);
      case "copy":
        return exporter.copy(intent.what);
      case "save":
        return exporter.save(intent.path, intent.replace);
    }
  }

  function perform(id: string) {
    COMMANDS[id]?.();
  }

  return { perform, submit, run, intend, form, openTool, validInput, changeVisit, showTab, finder };
}
