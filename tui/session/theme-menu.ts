/** Implements the menu of themes. */
import { toJigError } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { THEME_NAMES, type ThemeName } from "../look/theme.ts";
import type { MenuItem } from "../state/explorer-state.ts";
import type { SessionContext } from "./session-context.ts";

export function openThemeMenu(context: SessionContext): void {
  const items = THEME_NAMES.map((name): MenuItem => ({ label: name, does: { type: "theme", name } }));
  context.update({ overlay: { kind: "menu", title: "Theme", items, list: LIST_START } });
}

export function applyTheme(context: SessionContext, name: ThemeName): void {
  void context.ports.theme(name).then(
    () => context.notify("success", `Using the theme ${name} from now on`),
    (error) => context.notify("error", toJigError(error, "keep the theme").advice),
  );
}
