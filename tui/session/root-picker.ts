/** Implements switching roots. It suggests folders, completes paths and opens them. */
import { basename, dirname } from "node:path";
import { toJigError } from "../../core/host/frontend-api.ts";
import { LIST_START } from "../components/list/list-state.ts";
import { textOfInput } from "../components/text-input/text-input-state.ts";
import { rootItems } from "../layout/menu-items.ts";
import type { Intent, MenuItem, Overlay } from "../state/explorer-state.ts";
import { isPath } from "../text/typed-path.ts";
import type { SessionContext } from "./session-context.ts";

export function openRootPicker(context: SessionContext): void {
  context.update({
    overlay: { kind: "palette", input: textOfInput(""), list: LIST_START, roots: { of: "", items: [] } },
  });
  refreshRootItems(context);
}

/** Updates the suggestions, but drops those that arrive late and are for an older text. */
export function refreshRootItems(context: SessionContext): void {
  const { overlay } = context.state();
  if (overlay?.kind !== "palette" || !overlay.roots) return;
  const typed = overlay.input.text;
  void context.ports.roots.of(typed).then(
    (suggestions) => {
      const { overlay: now } = context.state();
      if (now?.kind !== "palette" || !now.roots || now.input.text !== typed) return;
      // We cut the start, because paths differ at the end.
      const items = suggestions.map(
        ({ path, what }): MenuItem => ({
          label: basename(path) || path,
          detail: `${what} · ${context.shorten(dirname(path))}`,
          does: { type: "root", path },
        }),
      );
      context.update({ overlay: { ...now, roots: { of: typed, items } } });
    },
    (error) => context.notify("error", toJigError(error, "look for folders").advice),
  );
}

/** Completes the folder and lets the user continue from there, like Tab does in a shell. */
export function completeRoot(context: SessionContext): void {
  const { overlay } = context.state();
  if (overlay?.kind !== "palette" || !overlay.roots) return;
  const item = rootItems(overlay.roots, overlay.input.text)[overlay.list.cursor];
  if (item?.does.type !== "root") return;
  const input = textOfInput(`${item.does.path.replace(/\/$/, "")}/`);
  context.update({ overlay: { ...overlay, input, list: LIST_START } });
  refreshRootItems(context);
}

/** Returns the path that was typed, for when there are no suggestions. */
export function typedRoot({ input, roots }: Extract<Overlay, { kind: "palette" }>): Intent | undefined {
  return roots && isPath(input.text) ? { type: "root", path: input.text } : undefined;
}

export function openRoot(context: SessionContext, path: string): void {
  context.notify("muted", `Opening ${path}…`);
  void context.ports.roots
    .go(path)
    .catch((error) => context.notify("error", toJigError(error, "open the folder").advice));
}
