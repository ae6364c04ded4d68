/** The colours of the explorer, changed from inside. */
import { toJigError } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { THEME_NAMES, type ThemeName } from "../look/theme.ts";
import type { MenuItem } from "../state/explorer-state.ts";
import type { Core } from "./session-context.ts";

export function themesMenu(core: Core): void {
  const items = THEME_NAMES.map((name): MenuItem => ({ label: name, does: { type: "theme", name } }));
  core.update({ overlay: { kind: "menu", title: "Theme", items, list: LIST_START } });
}

export function takeTheme(core: Core, name: ThemeName): void {
  void core.ports.theme(name).then(
    () => core.say("success", `Using the theme ${name} from now on`),
    (error) => core.say("error", toJigError(error, "keep the theme").advice),
  );
}
