/** The stack of layers that take keys, the topmost first: each consumes a key or passes it on. */
import { formLines, isTyped } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import type { LayerName } from "../keymap/action.ts";
import type { SessionContext } from "./session-context.ts";

/** What a letter does there is to be typed. */
const TYPED: ReadonlySet<LayerName> = new Set(["home", "filter", "field", "find", "palette", "prompt", "raw"]);

export function takesText(layer: LayerName): boolean {
  return TYPED.has(layer);
}

export function layersOf(context: SessionContext): readonly LayerName[] {
  const { find, overlay, screen, focus, tree } = context.state();
  if (find?.typing) return ["find"];
  if (overlay) return [overlay.kind];
  if (screen === "home") return ["home"];
  if (screen !== "explore") return ["screen"];
  if (focus === "tools") return tree.filtering ? ["filter", "tools"] : ["tools"];
  if (focus === "result") return ["result"];
  return isInText(context) ? ["field", "form"] : ["form"];
}

/** The topmost one. */
export function layerOf(context: SessionContext): LayerName {
  return layersOf(context)[0]!;
}

function isInText(context: SessionContext): boolean {
  const info = context.tool(context.state().tool);
  if (!info) return false;
  const shape = context.shape(info);
  const form = context.state().forms[info.name] ?? emptyForm(shape);
  return isTyped(formLines(shape, form.draft, form.more)[form.list.cursor]);
}
