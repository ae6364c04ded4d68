/** Handles Enter in an overlay or on the home screen. */
import { paletteItems } from "../layout/menu-items.ts";
import type { Intent } from "../state/explorer-state.ts";
import type { HomeSearch } from "./home-search.ts";
import { typedRoot } from "./root-picker.ts";
import type { SessionContext } from "./session-context.ts";

/** Creates the function that accepts the selected item. */
export function createAccept(context: SessionContext, homeSearch: HomeSearch): () => void {
  function acceptRow() {
    const { home, homeItems } = context.state();
    const { cursor } = home.list;
    const isCertain = cursor > 0 || homeSearch.isFirstRowFinal();
    const item = isCertain ? homeItems[cursor] : undefined;
    if (item?.does) {
      context.update({ notice: undefined });
      context.choose(item.does);
    } else if (homeSearch.whenFound(acceptFound)) context.notify("muted", "The first result will open");
  }

  /** Enter was pressed before there were any results, so we open the first one as soon as it appears. */
  function acceptFound() {
    const { overlay, screen, home, homeItems } = context.state();
    if (overlay || screen !== "home" || home.list.cursor > 0) return;
    if (homeItems.length === 0) context.notify("muted", "Nothing was found");
    acceptRow();
  }

  function chosenIntent(): Intent | undefined {
    const state = context.state();
    const { overlay } = state;
    switch (overlay?.kind) {
      case "palette":
        return paletteItems(state, overlay, context.keys)[overlay.list.cursor]?.does ?? typedRoot(overlay);
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

  return () => {
    const { overlay, screen } = context.state();
    if (!overlay && screen === "home") return acceptRow();
    const chosen = chosenIntent();
    context.update({ overlay: undefined });
    if (chosen) context.choose(chosen);
  };
}
