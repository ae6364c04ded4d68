/** The graph that rows make: nodes, the edges between them, and which of those close a circle. Pure. */
import type { Row } from "../contract/outcome.ts";

export interface Node {
  id: string;
  name: string;
  /** Its row; undefined for a node that is only referred to. */
  row?: number;
}

export interface Edge {
  /** Numbers of nodes. */
  from: number;
  to: number;
  /** Part of a circle. */
  circular: boolean;
}

export interface Graph {
  nodes: Node[];
  edges: Edge[];
  /** Nodes left out because there are too many to be drawn. */
  left: number;
}

/** More nodes than anybody reads in a terminal, and more than a layout takes a second for. */
const MAX_NODES = 200;
const MAX_EDGES = 600;

export function graphOf(rows: readonly Row[]): Graph {
  const numbers = new Map<string, number>();
  const all: Node[] = [];
  const nodeOf = (id: string): number => {
    const known = numbers.get(id);
    if (known !== undefined) return known;
    numbers.set(id, all.length);
    all.push({ id, name: id });
    return all.length - 1;
  };
  const seen = new Set<string>();
  const pairs: [number, number][] = [];
  const connect = (from: string, to: string) => {
    const pair: [number, number] = [nodeOf(from), nodeOf(to)];
    const key = pair.join(" ");
    if (pair[0] === pair[1] || seen.has(key)) return;
    seen.add(key);
    pairs.push(pair);
  };
  // Adds each node with its neighbors, so that a graph with too many nodes shows a connected part.
  rows.forEach(({ node }, row) => {
    if (!node) return;
    const at = all[nodeOf(node.id)]!;
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

/** The strongly connected component of each node (Tarjan), without recursion: chains may be long. */
function components(count: number, pairs: readonly (readonly [number, number])[]): number[] {
  const next: number[][] = Array.from({ length: count }, () => []);
  for (const [from, to] of pairs) next[from]!.push(to);
  const index: number[] = Array(count).fill(-1);
  const low: number[] = Array(count).fill(0);
  const component: number[] = Array(count).fill(-1);
  const stack: number[] = [];
  let visited = 0;
  let found = 0;
  const enter = (node: number): [node: number, at: number] => {
    index[node] = low[node] = visited++;
    stack.push(node);
    return [node, 0];
  };
  for (let start = 0; start < count; start++) {
    if (index[start] !== -1) continue;
    const path = [enter(start)];
    for (let frame = path.at(-1); frame; frame = path.at(-1)) {
      const [node] = frame;
      const child = next[node]![frame[1]++];
      if (child !== undefined) {
        if (index[child] === -1) path.push(enter(child));
        else if (component[child] === -1) low[node] = Math.min(low[node]!, index[child]!);
        continue;
      }
      path.pop();
      const above = path.at(-1)?.[0];
      if (above !== undefined) low[above] = Math.min(low[above]!, low[node]!);
      if (low[node] !== index[node]) continue;
      for (let member = -1; member !== node; ) {
        member = stack.pop()!;
        component[member] = found;
      }
      found++;
    }
  }
  return component;
}
