/**
 * Draws a treemap with box-drawing characters. The area of a tile is proportional to its size, and the names of groups are
 * above the tiles.
 */
import { type Size, type Tile, treemapOf } from "../../core/host/frontend-api.ts";
import { clean } from "../text/clean.ts";
import { cut, cutPath, type Line, lineWidth, span, type Tone } from "../text/line.ts";
import { sizedRows } from "./bars.ts";
import { Canvas } from "./canvas.ts";
import { type Area, nearest, type PaneSize, type Picture } from "./picture-window.ts";
import type { RenderedView, RenderInput } from "./renderer.ts";

/** The tones are used in turn. */
const GROUPS: readonly Tone[] = ["type", "string", "keyword", "number", "function", "warning"];

export function treemap({ view, shorten }: RenderInput): RenderedView {
  const rows = sizedRows(view.rows);
  const sizes = rows.map(({ size }) => size!);
  const total = sizes.reduce((sum, { value }) => sum + value, 0);
  const toneOf = tonesOf(sizes);
  let made: { key: string; tiles: Tile[]; areas: (Area | undefined)[] } | undefined;

  /** Tiles overlap by a column and a row, because neighbors share a line. The bottom line is for text. */
  function layout({ width, height }: PaneSize) {
    const key = `${width} ${height}`;
    if (made?.key === key) return made;
    const tiles = treemapOf(sizes, {
      width: Math.max(1, width - 1),
      height: Math.max(1, height - 2),
      aspect: 2,
      frame: { width: 1, height: 1 },
      head: 0,
      inset: 0,
    });
    const areas: (Area | undefined)[] = Array(rows.length).fill(undefined);
    for (const { item, group, x, y, width, height } of tiles)
      if (group === undefined) areas[item] = { x, y, width, height };
    made = { key, tiles, areas };
    return made;
  }

  const picture: Picture = {
    lines(cursor, _, pane) {
      const { tiles, areas } = layout(pane);
      const canvas = new Canvas({ width: pane.width, height: Math.max(1, pane.height - 1) });
      for (const tile of tiles) if (tile.group === undefined) canvas.frame(framed(tile), "muted");
      for (const tile of tiles) if (tile.group === undefined) label(canvas, tile, sizes[tile.item]!, toneOf(tile.item));
      const chosen = areas[cursor];
      if (chosen) {
        canvas.frame(framed(chosen), "accent", true);
        label(canvas, chosen, sizes[cursor]!, "accent");
      }
      nameGroups(canvas, tiles);
      return [...canvas.lines(), status(sizes[cursor], total, pane.width)];
    },
    toward: (cursor, direction, pane) => nearest(layout(pane).areas, cursor, direction),
    inSight: () => ({ x: 0, y: 0 }),
    at(x, y, _, __, pane) {
      const found = layout(pane).areas.findIndex(
        (area) => area && x >= area.x && x < area.x + area.width && y >= area.y && y < area.y + area.height,
      );
      return found < 0 ? undefined : found;
    },
  };

  function status(size: Size | undefined, whole: number, width: number): Line {
    if (!size) return { spans: [] };
    const share = `${((size.value / whole) * 100).toFixed(1)} %`;
    // If there is little space, we drop the count rather than the name.
    const unit = width < 44 ? "" : (view.chart?.unit ?? "");
    const counted = `  ${size.value.toLocaleString("en")} ${unit}`.trimEnd();
    const numbers: Line = { spans: [span(`${counted} · ${share}`, "muted")] };
    const path = [...(size.within ?? []), size.name].join("/");
    return {
      spans: [span(cutPath(shorten(path), Math.max(1, width - lineWidth(numbers))), "title"), ...numbers.spans],
    };
  }

  return {
    count: rows.length,
    head: [],
    line: (index) => (sizes[index] ? status(sizes[index], total, 200) : { spans: [] }),
    row: (index) => rows[index],
    text: (index) => [...(sizes[index]?.within ?? []), sizes[index]?.name ?? ""].join("/"),
    picture,
  };
}

function framed({ x, y, width, height }: Area): Area {
  return { x, y, width: width + 1, height: height + 1 };
}

function label(canvas: Canvas, { x, y, width, height }: Area, { name, value }: Size, tone: Tone): void {
  const space = width - 1;
  if (space < 2 || height < 2) return;
  canvas.write(x + 1, y + 1, cut(clean(name), space), tone);
  if (height > 2) canvas.write(x + 1, y + 2, cut(value.toLocaleString("en"), space), "muted");
}

/** Writes the names of groups, starting with the outermost. If a name would hide another one, it is left out. */
function nameGroups(canvas: Canvas, tiles: readonly Tile[]): void {
  const taken: Area[] = [];
  for (const { group, x, y, width } of tiles) {
    const name = group === undefined ? "" : cut(clean(group), width - 3, "start");
    if (name.length < 2) continue;
    const area: Area = { x, y, width: name.length + 4, height: 1 };
    if (taken.some((other) => other.y === y && other.x < x + area.width && x < other.x + other.width)) continue;
    taken.push(area);
    canvas.write(x + 1, y, ` ${name} `, "title");
  }
}

/** Returns a tone for each outermost group. */
function tonesOf(sizes: readonly Size[]): (item: number) => Tone {
  const depth = sharedDepth(sizes);
  const groups = new Map<string, Tone>();
  return (item) => {
    const group = sizes[item]?.within?.[depth] ?? "";
    const tone = groups.get(group) ?? GROUPS[groups.size % GROUPS.length]!;
    groups.set(group, tone);
    return tone;
  };
}

/** Returns the number of outermost groups that all rows have in common. */
function sharedDepth(sizes: readonly Size[]): number {
  const [first] = sizes;
  const within = first?.within ?? [];
  const depth = within.findIndex((name, at) => sizes.some((size) => size.within?.[at] !== name));
  return depth < 0 ? within.length : depth;
}
