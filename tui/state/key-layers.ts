/** Determines which layers receive keys, starting at the top. Each layer either handles a key or passes it on. */
import type { ToolInfo } from "../../core/host/frontend-api.ts";
import { type FormShape, formLines, isTyped } from "../components/form/form-lines.ts";
import { emptyForm } from "../components/form/form-state.ts";
import type { ExplorerState } from "./explorer-state.ts";

/** The layers: panes, screens, overlays and text lines. */
export const LAYERS = [
  "home",
  "tools",
  "filter",
  "form",
  "field",
  "result",
  "screen",
  "reader",
  "find",
  "palette",
  "menu",
  "confirm",
  "prompt",
  "raw",
] as const;

export type LayerName = (typeof LAYERS)[number];

/** The layers in which letters are text. */
const TYPED: ReadonlySet<LayerName> = new Set(["home", "filter", "field", "find", "palette", "prompt", "raw"]);

export function takesText(layer: LayerName): boolean {
  return TYPED.has(layer);
}

type ShapeOf = (tool: ToolInfo) => FormShape;

export function layersOf(state: ExplorerState, shapeOf: ShapeOf): readonly LayerName[] {
  const { find, overlay, screen, focus, tree } = state;
  if (find?.typing) return ["find"];
  if (overlay) return [overlay.kind];
  if (screen === "home") return ["home"];
  if (screen !== "explore") return ["screen"];
  if (focus === "tools") return tree.filtering ? ["filter", "tools"] : ["tools"];
  if (focus === "result") return ["result"];
  return isInText(state, shapeOf) ? ["field", "form"] : ["form"];
}

export function layerOf(state: ExplorerState, shapeOf: ShapeOf): LayerName {
  return layersOf(state, shapeOf)[0]!;
}

function isInText({ catalog, tool: name, forms }: ExplorerState, shapeOf: ShapeOf): boolean {
  const tool = catalog.tools.find((each) => each.name === name);
  if (!tool) return false;
  const shape = shapeOf(tool);
  const form = forms[tool.name] ?? emptyForm(shape);
  return isTyped(formLines(shape, form.draft, form.more)[form.list.cursor]);
}
