/** Everything that actions can do, put together from the parts of a session. */

import { type DoctorLine, toJigError } from "../../core/host/frontend-api.ts";
import { formLines } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import type { Deeds } from "../keymap/action.ts";
import { formHeight, homeHeight } from "../layout/geometry.ts";
import { askedFinders, askedWords, homeItems, questionOf } from "../layout/home-items.ts";
import { offered } from "../layout/menu-items.ts";
import type { Intent, ScreenName } from "../state/explorer-state.ts";
import { PANES, resized } from "../state/panes.ts";
import { currentEntry, nextRenderer, nextSort, widened } from "../state/trail.ts";
import type { CursorMovement } from "./cursor-movement.ts";
import type { Home } from "./home.ts";
import { layerOf } from "./key-layers.ts";
import type { MarkCommands } from "./marks.ts";
import { completeRoot, openRootPicker, typedRoot } from "./root-picker.ts";
import type { SessionContext } from "./session-context.ts";
import type { TextEditing } from "./text-editing.ts";
import { openThemeMenu } from "./themes.ts";
import type { ToolCommands } from "./tool-commands.ts";
import type { TrailNavigation } from "./trail-navigation.ts";
import type { Workbench } from "./workbench.ts";

export interface CommandParts {
  context: SessionContext;
  tools: ToolCommands;
  cursorMovement: CursorMovement;
  textEditing: TextEditing;
  trailNavigation: TrailNavigation;
  home: Home;
  marks: MarkCommands;
  /** The form changed. */
  formChanged(): void;
  interrupt(): void;
  /** Cancels what runs or is asked for. */
  stop(): boolean;
  workbench: Workbench;
}

export function createCommands(parts: CommandParts): Deeds {
  const { context, tools, cursorMovement, textEditing, trailNavigation, home, marks, formChanged } = parts;
  const { host, ports } = context;
  const columns = () => context.rendered()?.columns ?? [];
  const { finder, exporter } = tools;

  function formLine() {
    const info = context.tool(context.state().tool);
    if (!info) return undefined;
    const shape = context.shape(info);
    const state = context.state().forms[info.name] ?? emptyForm(shape);
    const lines = formLines(shape, state.draft, state.more);
    return { lines, at: state.list.cursor, line: lines[state.list.cursor] };
  }

  /** Enter in the form: what the line under the cursor is for, else run. */
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

  /** From field to field, as everywhere; past the last one to the next pane. */
  function nextField(by: 1 | -1) {
    const form = formLine();
    if (!form?.lines[form.at + by]) return turnPane(by);
    tools.form({ type: "move", move: { by }, height: formHeight(context.state()) });
  }

  const turnPane = (by: 1 | -1) => {
    const { focus } = context.state();
    context.update({ focus: PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length]! });
  };

  /** Takes what is chosen in a list that lies above, or on the home screen. */
  function take() {
    const state = context.state();
    const { overlay } = state;
    if (!overlay && state.screen === "home") {
      const item = homeItems(state, context.keys, homeHeight(state), context.shorten)[state.home.list.cursor];
      if (item?.does) context.choose(item.does);
      return;
    }
    context.update({ overlay: undefined });
    const chosen = chosenIntent();
    if (chosen) context.choose(chosen);

    function chosenIntent(): Intent | undefined {
      switch (overlay?.kind) {
        case "palette":
          return offered(state, overlay, context.keys)[overlay.list.cursor]?.does ?? typedRoot(overlay);
        case "menu":
          return overlay.items[overlay.list.cursor]?.does;
        case "confirm":
          return overlay.yes;
        case "prompt":
          return {
            type: "save",
            path: overlay.input.text,
            replace: overlay.replace,
            ...(overlay.marks ? { marks: true } : {}),
          };
        default:
          return undefined;
      }
    }
  }

  function closeLayer() {
    if (layerOf(context) !== "home") return context.update({ overlay: undefined });
    if (context.state().home.input.text === "") return context.update({ screen: "explore", previousScreen: "home" });
    home.type(textOfInput(""));
  }

  /** From the home screen: the first tool that was asked, with what was typed. */
  function panes() {
    const { home: asked, finders } = context.state();
    const question = questionOf(asked.input.text, finders);
    const [first] = askedFinders(question, finders);
    context.update({ screen: "explore", previousScreen: "home", zoomed: false });
    if (!first || question.words === "") return;
    tools.openTool(first.tool, { ...first.set, [first.parameter]: askedWords(first, question.words) });
    context.update({ focus: "form" });
  }

  const show = (screen: ScreenName) => {
    const { screen: here, previousScreen } = context.state();
    const from = here === "home" || here === "explore" ? here : previousScreen;
    context.update({ screen, previousScreen: from, list: LIST_START, notice: undefined });
  };

  function doctor() {
    show("doctor");
    context.update({ doctor: undefined });
    void ports.doctor().then(
      (lines: DoctorLine[]) => context.update({ doctor: lines }),
      (error) => context.say("error", toJigError(error, "ask the doctor").advice),
    );
  }

  function reload() {
    context.say("muted", "Reloading the plugins…");
    void host.reload().then(
      () => context.say("success", `Plugins reloaded: ${host.plugins().length}`),
      (error) => context.say("error", toJigError(error, "reload").advice),
    );
  }

  function trust() {
    const untrusted = context.state().catalogue.plugins.filter((plugin) => plugin.state === "untrusted");
    void ports
      .trust(untrusted.map((plugin) => plugin.source))
      .then(reload, (error) => context.say("error", toJigError(error, "ask for trust").advice));
  }

  function leaveResult() {
    const { zoomed, trail, find, previousScreen } = context.state();
    if (find) return context.update({ find: undefined });
    if (trail.at > 0 || trail.fromHome) return trailNavigation.back();
    if (zoomed) return context.update({ zoomed: false });
    if (!currentEntry(trail) && previousScreen === "home") return goHome();
    // Not to the form: the next letter would change the question.
    context.update({ focus: "tools" });
  }

  function goHome() {
    const { home } = context.state();
    context.update({ screen: "home", home: { ...home, selected: true }, overlay: undefined, find: undefined });
  }

  return {
    move: cursorMovement.move,
    edit: textEditing.edit,
    newLine: textEditing.newLine,
    sideways: cursorMovement.sideways,
    fold: cursorMovement.fold,
    take,
    closeLayer,
    interrupt: parts.interrupt,
    suspend: () => void ports.suspend().catch((error) => context.say("error", toJigError(error, "suspend").advice)),
    quit: () => ports.exit(0),
    cancel: () => void parts.stop(),

    openNode: cursorMovement.openNode,
    startFilter: textEditing.startFilter,
    clearFilter: textEditing.clearFilter,

    activate,
    choose,
    nextField,
    removeItem() {
      tools.form({ type: "remove" });
      formChanged();
    },
    runForm: tools.runForm,
    presets: tools.presets,
    editAsJson: tools.editAsJson,
    takeJson: tools.takeJson,
    clearForm: () => tools.form({ type: "clear" }),
    leaveForm: () => context.update(context.state().zoomed ? { zoomed: false } : { focus: "tools" }),

    follow: tools.follow,
    jump: tools.jump,
    back: trailNavigation.back,
    forward: trailNavigation.forward,
    leaveResult,
    turnTab: tools.turnTab,
    openEditor: tools.openEditor,
    mark: marks.toggle,
    marksMenu: marks.menu,
    copyMenu: exporter.copyMenu,
    savePrompt: exporter.savePrompt,
    draw: () => tools.changeTabState((tabState) => nextRenderer(tabState, context.state())),
    sort: () => tools.changeTabState((tabState) => nextSort(tabState, columns())),
    widen: (by) => tools.changeTabState((tabState) => widened(tabState, columns(), by)),
    togglePreview: () => context.update({ showPreview: !context.state().showPreview }),

    find: finder.open,
    findNext: finder.next,
    keepFind: finder.keep,
    dropFind: finder.drop,

    palette: () => context.update({ overlay: { kind: "palette", input: textOfInput(""), list: LIST_START } }),
    history: tools.history,
    goHome,
    panes,
    focus: (focus) => context.update({ focus }),
    turnPane,
    zoom: () => context.update({ zoomed: !context.state().zoomed }),
    resize(by) {
      const splits = resized(context.state(), by);
      if (splits) context.update({ splits });
      else context.say("muted", by > 0 ? "The panes beside it need their room" : "It is as small as it can be");
    },
    show: (screen) => (screen === "doctor" ? doctor() : show(screen)),
    closeScreen: () => context.update({ screen: context.state().previousScreen, list: LIST_START, notice: undefined }),
    trust,
    reload,
    themes: () => openThemeMenu(context),
    roots: () => openRootPicker(context),
    complete: () => completeRoot(context),
    bench(does) {
      const { workbench } = parts;
      if (does === "right" || does === "left") workbench.turn(does === "right" ? 1 : -1);
      else workbench[does]();
    },
  };
}
