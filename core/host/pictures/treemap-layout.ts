/**
 * Computes a squarified treemap. Each row is a rectangle whose area is proportional to its size, next to others of the same
 * group.
 */
import type { Size } from "../contract/outcome.ts";

export interface Tile {
  /** The index of the item. A frame has the index of its first item. */
  item: number;
  /** The name and depth of the group, for frames. */
  group?: string;
  depth: number;
  x: number;
  y: number;
  width: number;
  height: number;
}

export interface TreemapSpace {
  width: number;
  height: number;
  /** The height of a unit divided by its width, for example 2 for characters in a terminal. */
  aspect: number;
  /** The size of the smallest group that gets a title. */
  frame: { width: number; height: number };
  /** The space for the title and the frame of a group. */
  head: number;
  inset: number;
}

interface Branch {
  name: string;
  value: number;
  item: number;
  children: Branch[];
}

/** Groups come before their tiles. Items without a size are left out, and all sides are integers. */
export function treemapOf(items: readonly Size[], space: TreemapSpace): Tile[] {
  const tiles: Tile[] = [];
  const fill = ({ children }: Branch, area: Omit<Tile, "item">) => {
    for (const { branch, ...place } of squarified(children, area, space.aspect)) {
      const { name, item } = branch;
      const depth = area.depth;
      if (branch.children.length === 0) {
        tiles.push({ item, depth, ...place });
        continue;
      }
      const framed = place.width >= space.frame.width && place.height >= space.frame.height;
      tiles.push({ item, depth, group: name, ...place });
      const { head, inset } = space;
      fill(
        branch,
        framed
          ? {
              x: place.x + inset,
              y: place.y + head,
              width: place.width - 2 * inset,
              height: place.height - head - inset,
              depth: depth + 1,
            }
          : { ...place, depth: depth + 1 },
      );
    }
  };
  const { width, height } = space;
  fill(treeOf(items), { x: 0, y: 0, width, height, depth: 0 });
  return tiles;
}

/** Builds a tree from the groups of the items. A group that only has one entry is replaced by that entry. */
function treeOf(items: readonly Size[]): Branch {
  const root: Branch = { name: "", value: 0, item: 0, children: [] };
  const groups = new Map<Branch, Map<string, Branch>>();
  items.forEach(({ value, name, within = [] }, item) => {
    if (!(value > 0)) return;
    let at = root;
    for (const part of within) {
      const known = groups.get(at) ?? new Map<string, Branch>();
      groups.set(at, known);
      let next = known.get(part);
      if (!next) {
        next = { name: part, value: 0, item, children: [] };
        known.set(part, next);
        at.children.push(next);
      }
      at = next;
    }
    at.children.push({ name, value, item, children: [] });
  });
  const merged = (branch: Branch): Branch => {
    let { name, children } = branch;
    for (let only = single(children); only; only = single(children)) {
      if (only.children.length === 0) return only;
      name = name === "" ? only.name : `${name}/${only.name}`;
      children = only.children;
    }
    const inner = children.map((child) => (child.children.length > 0 ? merged(child) : child));
    const value = inner.reduce((sum, each) => sum + each.value, 0);
    return { ...branch, name, value, children: inner.sort((a, b) => b.value - a.value) };
  };
  const whole = merged(root);
  return whole.children.length > 0
    ? { ...whole, name: "" }
    : { ...root, children: root.children.length > 0 ? [whole] : [] };
}

function single(branches: readonly Branch[]): Branch | undefined {
  return branches.length === 1 ? branches[0] : undefined;
}

interface Placed {
  branch: Branch;
  x: number;
  y: number;
  width: number;
  height: number;
}

/** Adds tiles to a row along the shorter side as long as this makes them more square (Bruls, Huizing and van Wijk). */
function squarified(branches: readonly Branch[], area: Omit<Tile, "item">, aspect: number): Placed[] {
  const placed: Placed[] = [];
  let { x, y, width, height } = area;
  let rest = branches.reduce((sum, { value }) => sum + value, 0);
  for (let at = 0; at < branches.length && width > 0 && height > 0; ) {
    const across = width >= height * aspect;
    const side = across ? height * aspect : width;
    const scale = (width * height * aspect) / rest;
    let row: Branch[] = [];
    let sum = 0;
    let best = Number.POSITIVE_INFINITY;
    for (const branch of branches.slice(at)) {
      const shape = worst([...row, branch], sum + branch.value, side, scale);
      if (row.length > 0 && shape > best) break;
      row = [...row, branch];
      sum += branch.value;
      best = shape;
    }
    at += row.length;
    const whole = across ? width : height;
    const thickness = at >= branches.length ? whole : Math.min(whole, Math.max(1, Math.round((whole * sum) / rest)));
    let done = 0;
    for (const branch of row) {
      const long = across ? height : width;
      const from = Math.round((long * done) / sum);
      done += branch.value;
      const length = Math.round((long * done) / sum) - from;
      const place = across
        ? { x, y: y + from, width: thickness, height: length }
        : { x: x + from, y, width: length, height: thickness };
      if (length > 0) placed.push({ branch, ...place });
    }
    if (across) [x, width] = [x + thickness, width - thickness];
    else [y, height] = [y + thickness, height - thickness];
    rest -= sum;
  }
  return placed;
}

function worst(row: readonly Branch[], sum: number, side: number, scale: number): number {
  const thickness = (sum * scale) / side;
  return row.reduce((most, { value }) => {
    const length = (value * scale) / thickness;
    return Math.max(most, length / thickness, thickness / length);
  }, 0);
}
