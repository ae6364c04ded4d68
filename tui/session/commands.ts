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
import { currentVisit, nextDrawing, nextSort, widened } from "../state/trail.ts";
import type { Moves } from "./cursor-movement.ts";
import type { Home } from "./home.ts";
import { layerOf } from "./key-layers.ts";
import type { Marks } from "./marks.ts";
import { completeRoot, openRoots, typedRoot } from "./root-picker.ts";
import type { Core } from "./session-context.ts";
import type { TypingDeeds } from "./text-editing.ts";
import { themesMenu } from "./themes.ts";
import type { Performer } from "./tool-commands.ts";
import type { Trailing } from "./trail-navigation.ts";
import type { Benches } from "./workbench.ts";

export interface DeedParts {
  core: Core;
  performer: Performer;
  moves: Moves;
  typing: TypingDeeds;
  trailing: Trailing;
  home: Home;
  marks: Marks;
  /** The form changed. */
  formChanged(): void;
  interrupt(): void;
  /** Cancels what runs or is asked for. */
  stop(): boolean;
  benches: Benches;
}

export function createDeeds(parts: DeedParts): Deeds {
  const { core, performer, moves, typing, trailing, home, marks, formChanged } = parts;
  const { host, ports } = core;
  const columns = () => core.drawn()?.columns ?? [];
  const { finder, exporter } = performer;

  function formLine() {
    const info = core.tool(core.state().tool);
    if (!info) return undefined;
    const shape = core.shape(info);
    const state = core.state().forms[info.name] ?? emptyForm(shape);
    const lines = formLines(shape, state.draft, state.more);
    return { lines, at: state.list.cursor, line: lines[state.list.cursor] };
  }

  /** Enter in the form: what the line under the cursor is for, else run. */
  function activate() {
    const line = formLine()?.line;
    if (line?.kind === "more") return performer.form({ type: "more" });
    if (line?.kind === "presets") return performer.presets();
    if (line?.kind === "add" || (line?.kind === "field" && line.field.kind === "list"))
      return performer.form({ type: "add" });
    performer.submit();
  }

  function choose() {
    const line = formLine()?.line;
    if (line?.kind !== "field" || (line.field.kind !== "toggle" && line.field.kind !== "choice")) return activate();
    performer.form({ type: "cycle", by: 1 });
    formChanged();
  }

  /** From field to field, as everywhere; past the last one to the next pane. */
  function nextField(by: 1 | -1) {
    const form = formLine();
    if (!form?.lines[form.at + by]) return turnPane(by);
    performer.form({ type: "move", move: { by }, height: formHeight(core.state()) });
  }

  const turnPane = (by: 1 | -1) => {
    const { focus } = core.state();
    core.update({ focus: PANES[(PANES.indexOf(focus) + by + PANES.length) % PANES.length]! });
  };

  /** Takes what is chosen in a list that lies above, or on the home screen. */
  function take() {
    const state = core.state();
    const { overlay } = state;
    if (!overlay && state.screen === "home") {
      const item = homeItems(state, core.keys, homeHeight(state), core.shorten)[state.home.list.cursor];
      if (item?.does) core.choose(item.does);
      return;
    }
    core.update({ overlay: undefined });
    const chosen = chosenIntent();
    if (chosen) core.choose(chosen);

    function chosenIntent(): Intent | undefined {
      switch (overlay?.kind) {
        case "palette":
          return offered(state, overlay, core.keys)[overlay.list.cursor]?.does ?? typedRoot(overlay);
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
    if (layerOf(core) !== "home") return core.update({ overlay: undefined });
    if (core.state().home.input.text === "") return core.update({ screen: "explore", behind: "home" });
    home.type(textOfInput(""));
  }

  /** From the home screen: the first tool that was asked, with what was typed. */
  function panes() {
    const { home: asked, finders } = core.state();
    const question = questionOf(asked.input.text, finders);
    const [first] = askedFinders(question, finders);
    core.update({ screen: "explore", behind: "home", zoomed: false });
    if (!first || question.words === "") return;
    performer.openTool(first.tool, { ...first.set, [first.parameter]: askedWords(first, question.words) });
    core.update({ focus: "form" });
  }

  const show = (screen: ScreenName) => {
    const { screen: here, behind } = core.state();
    const from = here === "home" || here === "explore" ? here : behind;
    core.update({ screen, behind: from, list: LIST_START, notice: undefined });
  };

  function doctor() {
    show("doctor");
    core.update({ doctor: undefined });
    void ports.doctor().then(
      (lines: DoctorLine[]) => core.update({ doctor: lines }),
      (error) => core.say("error", toJigError(error, "ask the doctor").advice),
    );
  }

  function reload() {
    core.say("muted", "Reloading the plugins…");
    void host.reload().then(
      () => core.say("success", `Plugins reloaded: ${host.plugins().length}`),
      (error) => core.say("error", toJigError(error, "reload").advice),
    );
  }

  function trust() {
    const untrusted = core.state().catalogue.plugins.filter((plugin) => plugin.state === "untrusted");
    void ports
      .trust(untrusted.map((plugin) => plugin.source))
      .then(reload, (error) => core.say("error", toJigError(error, "ask for trust").advice));
  }

  function leaveResult() {
    const { zoomed, trail, find, behind } = core.state();
    if (find) return core.update({ find: undefined });
    if (trail.at > 0 || trail.fromHome) return trailing.back();
    if (zoomed) return core.update({ zoomed: false });
    if (!currentVisit(trail) && behind === "home") return goHome();
    // Not to the form: the next letter would change the question.
    core.update({ focus: "tools" });
  }

  function goHome() {
    const { home } = core.state();
    core.update({ screen: "home", home: { ...home, selected: true }, overlay: undefined, find: undefined });
  }

  return {
    move: moves.move,
    edit: typing.edit,
    newLine: typing.newLine,
    sideways: moves.sideways,
    fold: moves.fold,
    take,
    closeLayer,
    interrupt: parts.interrupt,
    suspend: () => void ports.suspend().catch((error) => core.say("error", toJigError(error, "suspend").advice)),
    quit: () => ports.exit(0),
    cancel: () => void parts.stop(),

    openNode: moves.openNode,
    startFilter: typing.startFilter,
    clearFilter: typing.clearFilter,

    activate,
    choose,
    nextField,
    removeItem() {
      performer.form({ type: "remove" });
      formChanged();
    },
    runForm: performer.runForm,
    presets: performer.presets,
    editAsJson: performer.editAsJson,
    takeJson: performer.takeJson,
    clearForm: () => performer.form({ type: "clear" }),
    leaveForm: () => core.update(core.state().zoomed ? { zoomed: false } : { focus: "tools" }),

    follow: performer.follow,
    jump: performer.jump,
    back: trailing.back,
    forward: trailing.forward,
    leaveResult,
    turnTab: performer.turnTab,
    openEditor: performer.openEditor,
    mark: marks.turn,
    marksMenu: marks.menu,
    copyMenu: exporter.copyMenu,
    savePrompt: exporter.savePrompt,
    draw: () => performer.changeVisit((place) => nextDrawing(place, core.state())),
    sort: () => performer.changeVisit((place) => nextSort(place, columns())),
    widen: (by) => performer.changeVisit((place) => widened(place, columns(), by)),
    togglePreview: () => core.update({ showPreview: !core.state().showPreview }),

    find: finder.open,
    findNext: finder.next,
    keepFind: finder.keep,
    dropFind: finder.drop,

    palette: () => core.update({ overlay: { kind: "palette", input: textOfInput(""), list: LIST_START } }),
    history: performer.history,
    goHome,
    panes,
    focus: (focus) => core.update({ focus }),
    turnPane,
    zoom: () => core.update({ zoomed: !core.state().zoomed }),
    resize(by) {
      const splits = resized(core.state(), by);
      if (splits) core.update({ splits });
      else core.say("muted", by > 0 ? "The panes beside it need their room" : "It is as small as it can be");
    },
    show: (screen) => (screen === "doctor" ? doctor() : show(screen)),
    closeScreen: () => core.update({ screen: core.state().behind, list: LIST_START, notice: undefined }),
    trust,
    reload,
    themes: () => themesMenu(core),
    roots: () => openRoots(core),
    complete: () => completeRoot(core),
    bench(does) {
      const { benches } = parts;
      if (does === "right" || does === "left") benches.turn(does === "right" ? 1 : -1);
      else benches[does]();
    },
  };
}
