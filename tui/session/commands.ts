/** Maps the ids of actions to commands. */
import { type DoctorLine, toJigError } from "../../core/host/frontend-api.ts";
import { formLines } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { ActionId } from "../keymap/keymap.ts";
import { formHeight } from "../layout/geometry.ts";
import { finderInput, matchingFinders, questionOf } from "../layout/home-items.ts";
import type { ScreenName } from "../state/explorer-state.ts";
import { layerOf } from "../state/key-layers.ts";
import { PANES, type Pane, resizedSplits } from "../state/panes.ts";
import { currentEntry, nextRenderer, nextSort, widened } from "../state/trail.ts";
import { createAccept } from "./accept.ts";
import type { CursorMovement } from "./cursor-movement.ts";
import type { HomeSearch } from "./home-search.ts";
import type { MarkCommands } from "./mark-commands.ts";
import type { ReviewCommands } from "./review-commands.ts";
import { completeRoot, openRootPicker } from "./root-picker.ts";
import { changeTabState, type SessionContext } from "./session-context.ts";
import type { TextEditing } from "./text-editing.ts";
import { openThemeMenu } from "./theme-menu.ts";
import type { ToolCommands } from "./tool-commands.ts";
import type { TrailNavigation } from "./trail-navigation.ts";
import type { Workbench } from "./workbench.ts";

export type Commands = Readonly<Record<ActionId, () => void>>;

export interface CommandParts {
  context: SessionContext;
  tools: ToolCommands;
  cursorMovement: CursorMovement;
  textEditing: TextEditing;
  trailNavigation: TrailNavigation;
  homeSearch: HomeSearch;
  marks: MarkCommands;
  review: ReviewCommands;
  formChanged(): void;
  interrupt(): void;
  /** Stops the running call or closes the prompt. */
  stop(): boolean;
  workbench: Workbench;
}

export function createCommands(parts: CommandParts): Commands {
  const {
    context,
    tools,
    cursorMovement,
    textEditing,
    trailNavigation,
    homeSearch,
    marks,
    review,
    workbench,
    formChanged,
  } = parts;
  const { host, ports } = context;
  const columns = () => context.rendered()?.columns ?? [];
  const take = createAccept(context, homeSearch);
  const { findInView, exporter } = tools;

  function formLine() {
    const info = context.tool(context.state().tool);
    if (!info) return undefined;
    const shape = context.shape(info);
    const state = context.state().forms[info.name] ?? emptyForm(shape);
    const lines = formLines(shape, state.draft, state.more);
    return { lines, at: state.list.cursor, line: lines[state.list.cursor] };
  }

  /** Handles Enter in a form, which activates the line or runs the tool. */
  function activate() {
    const line = formLine()?.line;
    if (line?.kind === "more") return tools.form({ type: "more" });
    if (line?.kind === "presets") return tools.presets();
    if (line?.kind === "add" || (line?.kind === "field" && line.field.kind === "list"))
      return tools.form({ type: "add" });
    tools.submit();
  }

  function choose() {
    const line = formLine()?.line;
    if (line?.kind !== "field" || (line.field.kind !== "toggle" && line.field.kind !== "choice")) return activate();
    tools.form({ type: "cycle", by: 1 });
    formChanged();
  }

  /** Goes to the next field. After the last one, this continues with the next pane. */
  function nextField(by: 1 | -1) {
    const form = formLine();
    if (!form?.lines[form.at + by]) return turnPane(by);
    tools.form({ type: "move", move: { by }, height: formHeight(context.state()) });
  }

  const turnPane = (by: 1 | -1) => {
    const { focus } = context.state();
    context.update({ focus: PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length]! });
  };

  function closeLayer() {
    if (layerOf(context.state(), context.shape) !== "home") return context.update({ overlay: undefined });
    const { input, resume } = context.state().home;
    if (input.text !== "") homeSearch.type(textOfInput(""));
    else if (resume) workbench.resume();
    else context.update({ screen: "explore", previousScreen: "home" });
  }

  /** Goes from the home screen to the panes, with the tool of the first finder and the text that was typed. */
  function panes() {
    const state = context.state();
    const question = questionOf(state.home.input.text, state.finders);
    const [first] = matchingFinders(question, state.finders);
    context.update({ screen: "explore", previousScreen: "home", zoomed: false });
    if (!first || question.words === "") return;
    tools.openTool(first.tool, { ...first.fixed, [first.parameter]: finderInput(first, question.words) });
    context.update({ focus: "form" });
  }

  const show = (screen: ScreenName) => {
    const { screen: here, previousScreen, overlay, under: below } = context.state();
    const under = overlay?.kind === "reader" ? overlay : overlay && below;
    const from = here === "home" || here === "explore" ? here : previousScreen;
    context.update({ screen, previousScreen: from, list: LIST_START, notice: undefined, overlay: undefined, under });
  };

  function doctor() {
    show("doctor");
    context.update({ doctor: undefined });
    void ports.doctor().then(
      (lines: DoctorLine[]) => context.update({ doctor: lines }),
      (error) => context.notify("error", toJigError(error, "ask the doctor").advice),
    );
  }

  function reload() {
    context.notify("muted", "Reloading the plugins…");
    void host.reload().then(
      () => context.notify("success", `Plugins reloaded: ${host.plugins().length}`),
      (error) => context.notify("error", toJigError(error, "reload").advice),
    );
  }

  function trust() {
    const untrusted = context.state().catalog.plugins.filter((plugin) => plugin.state === "untrusted");
    void ports
      .trust(untrusted.map((plugin) => plugin.source))
      .then(reload, (error) => context.notify("error", toJigError(error, "ask for trust").advice));
  }

  function leaveResult() {
    const { zoomed, trail, find, previousScreen } = context.state();
    if (find) return context.update({ find: undefined });
    if (trail.at > 0 || trail.fromHome) return trailNavigation.back();
    if (zoomed) return context.update({ zoomed: false });
    if (!currentEntry(trail) && previousScreen === "home") return goHome();
    // We don't focus the form, because the next letter would be added to the query.
    context.update({ focus: "tools" });
  }

  function goHome() {
    const { home } = context.state();
    context.update({ screen: "home", home: { ...home, selected: true }, overlay: undefined, find: undefined });
  }

  function resize(by: 1 | -1) {
    const splits = resizedSplits(context.state(), by);
    if (splits) context.update({ splits });
    else context.notify("muted", by > 0 ? "The other panes need the remaining space" : "It cannot get any smaller");
  }

  const focus = (pane: Pane) => context.update({ focus: pane });
  const zoom = () => context.update({ zoomed: !context.state().zoomed });
  const widen = (by: number) => changeTabState(context, (tabState) => widened(tabState, columns(), by));

  return {
    cancel: () => void parts.stop(),
    "home-take": take,
    panes,

    enter: cursorMovement.openNode,
    filter: textEditing.startFilter,
    "filter-clear": textEditing.clearFilter,
    activate,
    choose,
    "field-next": () => nextField(1),
    "field-previous": () => nextField(-1),
    "item-remove": () => {
      tools.form({ type: "remove" });
      formChanged();
    },
    run: tools.runForm,
    preset: tools.presets,
    raw: tools.editAsJson,
    clear: () => tools.form({ type: "clear" }),

    "home-clear": closeLayer,
    home: goHome,
    palette: () => context.update({ overlay: { kind: "palette", input: textOfInput(""), list: LIST_START } }),
    "pane-next": () => turnPane(1),
    "pane-previous": () => turnPane(-1),
    "pane-tools": () => focus("tools"),
    "pane-form": () => focus("form"),
    "pane-result": () => focus("result"),
    unzoom: zoom,
    zoom,
    history: tools.history,
    trust,
    reload,
    plugins: () => show("plugins"),
    log: () => show("log"),
    doctor,
    help: () => show("help"),
    close() {
      const { previousScreen: screen, under: overlay } = context.state();
      context.update({ screen, list: LIST_START, notice: undefined, overlay, under: undefined });
    },
    "leave-form": () => context.update(context.state().zoomed ? { zoomed: false } : { focus: "tools" }),
    "leave-tools": goHome,
    quit: () => ports.exit(0),
    suspend: () => void ports.suspend().catch((error) => context.notify("error", toJigError(error, "suspend").advice)),
    interrupt: parts.interrupt,

    follow: tools.follow,
    "follow-name": tools.follow,
    draw: () => changeTabState(context, (tabState) => nextRenderer(tabState, context.state())),
    "jump-definition": () => tools.jump("definition"),
    "jump-references": () => tools.jump("references"),
    "jump-hierarchy": () => tools.jump("hierarchy"),
    "jump-members": () => tools.jump("members"),
    "jump-callers": () => tools.jump("callers"),
    "jump-derived": () => tools.jump("derived"),
    "jump-overrides": () => tools.jump("overrides"),
    "jump-assets": () => tools.jump("assets"),
    "jump-open": () => tools.jump("open"),
    links: () => tools.jump(),
    back: trailNavigation.back,
    forward: trailNavigation.forward,
    "tab-next": () => tools.turnTab(1),
    "tab-previous": () => tools.turnTab(-1),
    edit: tools.openEditor,
    mark: marks.toggle,
    marks: marks.menu,
    copy: exporter.copyMenu,
    save: exporter.savePrompt,
    sort: () => changeTabState(context, (tabState) => nextSort(tabState, columns())),
    widen: () => widen(4),
    narrow: () => widen(-4),
    preview: () => context.update({ showPreview: !context.state().showPreview }),
    find: findInView.open,
    "find-next": () => findInView.next(1),
    "find-previous": () => findInView.next(-1),
    "leave-result": leaveResult,

    hunk: review.toggleHunk,
    hunks: review.toggleFile,
    "plan-apply": review.apply,
    "plan-undo": review.undo,

    "tab-new": workbench.open,
    "tab-close": workbench.close,
    "tab-right": () => workbench.turn(1),
    "tab-left": () => workbench.turn(-1),
    tabs: workbench.menu,
    "pane-larger": () => resize(1),
    "pane-smaller": () => resize(-1),
    root: () => openRootPicker(context),
    complete: () => completeRoot(context),
    theme: () => openThemeMenu(context),

    take,
    yes: take,
    no: closeLayer,
    dismiss: closeLayer,
    "leave-source": closeLayer,
    "find-keep": findInView.accept,
    "find-drop": findInView.cancel,
    "json-break": textEditing.newLine,
    "json-use": () => tools.takeJson(false),
    "json-run": () => tools.takeJson(true),
    "json-drop": closeLayer,

    up: () => cursorMovement.move({ by: -1 }),
    down: () => cursorMovement.move({ by: 1 }),
    "list-up": () => cursorMovement.move({ by: -1 }),
    "list-down": () => cursorMovement.move({ by: 1 }),
    "page-up": () => cursorMovement.move({ pages: -1 }),
    "page-down": () => cursorMovement.move({ pages: 1 }),
    "reader-page": () => cursorMovement.move({ pages: 1 }),
    first: () => cursorMovement.move({ end: "first" }),
    last: () => cursorMovement.move({ end: "last" }),
    left: () => cursorMovement.sideways(-1),
    right: () => cursorMovement.sideways(1),
    fold: cursorMovement.fold,
    "type-left": () => textEditing.edit("left"),
    "type-right": () => textEditing.edit("right"),
    "type-start": () => textEditing.edit("start"),
    "type-end": () => textEditing.edit("end"),
    "type-word-left": () => textEditing.edit("word-left"),
    "type-word-right": () => textEditing.edit("word-right"),
    "type-cut-left": () => textEditing.edit("cut-left"),
    "type-cut-right": () => textEditing.edit("cut-right"),
    "type-cut-word": () => textEditing.edit("cut-word"),
    "type-cut-to-start": () => textEditing.edit("cut-to-start"),
    "type-cut-to-end": () => textEditing.edit("cut-to-end"),
    "type-line-break": textEditing.newLine,
  };
}
