/** Converts rows to a graph with nodes and edges, and marks the edges that are part of a cycle. */
import type { Row } from "../contract/outcome.ts";

export interface Node {
  id: string;
  name: string;
  /** Undefined if the node only occurs as a target. */
  row?: number;
}

export interface Edge {
  /** The indexes of nodes. */
  from: number;
  to: number;
  /** True if it is part of a cycle. */
  circular: boolean;
}

export interface Graph {
  nodes: Node[];
  edges: Edge[];
  /** The number of nodes that were left out because there were too many. */
  left: number;
}

/** A terminal can't show more nodes in a readable way, and the layout would take more than a second. */
const MAX_NODES = 200;
const MAX_EDGES = 600;

export function graphOf(rows: readonly Row[]): Graph {
  const numbers = new Map<string, { node: Node; number: number }>();
  const all: Node[] = [];
  const added = (id: string): { node: Node; number: number } => {
    const known = numbers.get(id);
    if (known) return known;
    const fresh = { node: { id, name: id }, number: all.length };
    numbers.set(id, fresh);
    all.push(fresh.node);
    return fresh;
  };
  const seen = new Set<string>();
  const pairs: [number, number][] = [];
  const connect = (from: string, to: string) => {
    const pair: [number, number] = [added(from).number, added(to).number];
    const key = pair.join(" ");
    if (pair[0] === pair[1] || seen.has(key)) return;
    seen.add(key);
    pairs.push(pair);
  };
  // Nodes are added along with their neighbors, so that the part that is shown is connected if there isn't room for all.
  rows.forEach(({ node }, row) => {
    if (!node) return;
    const at = added(node.id).node;
    at.row ??= row;
    if (node.name !== undefined) at.name = node.name;
    for (const to of node.to ?? []) connect(node.id, to);
    for (const from of node.from ?? []) connect(from, node.id);
  });
  const nodes = all.slice(0, MAX_NODES);
  const shown = pairs.filter(([from, to]) => from < nodes.length && to < nodes.length).slice(0, MAX_EDGES);
  const component = components(nodes.length, shown);
  const edges = shown.map(([from, to]): Edge => ({ from, to, circular: component[from] === component[to] }));
  return { nodes, edges, left: all.length - nodes.length };
}

/** Computes strongly connected components with Tarjan's algorithm. It isn't recursive, because chains can be long. */
function components(count: number, pairs: readonly (readonly [number, number])[]): number[] {
  const all = Array.from({ length: count }, (): Visit => ({ next: [], at: 0, index: -1, low: 0, component: -1 }));
  for (const [from, to] of pairs) {
    const target = all[to];
    if (target) all[from]?.next.push(target);
  }
  const stack: Visit[] = [];
  let visited = 0;
  let found = 0;
  const enter = (node: Visit): Visit => {
    node.index = node.low = visited++;
    stack.push(node);
    return node;
  };
  for (const start of all) {
    if (start.index !== -1) continue;
    const path = [enter(start)];
    for (let node = path.at(-1); node; node = path.at(-1)) {
      const child = node.next[node.at++];
      if (child) {
        if (child.index === -1) path.push(enter(child));
        else if (child.component === -1) node.low = Math.min(node.low, child.index);
        continue;
      }
      path.pop();
      const above = path.at(-1);
      if (above) above.low = Math.min(above.low, node.low);
      if (node.low !== node.index) continue;
      for (const member of stack.splice(stack.lastIndexOf(node))) member.component = found;
      found++;
    }
  }
  return all.map(({ component }) => component);
}

interface Visit {
  next: Visit[];
  /** The number of entries of `next` that were visited. */
  at: number;
  /** The order of the first visit, and -1 before that. */
  index: number;
  low: number;
  /** The component, or -1 as long as it isn't known. */
  component: number;
}
