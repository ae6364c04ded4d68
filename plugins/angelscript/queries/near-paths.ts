/** Suggests existing scripts if a path is wrong. */
import type { WorkerContext } from "../../../core/host/plugin-api.ts";
import type { Engine } from "../engine/engine.ts";
import { displayPath } from "../symbols/source-preview.ts";

const MOST = 5;

/**
 * Compares the names of files, ignoring case and suffixes for lines (`A.as:4:6`, `A.as#L4`). Paths that have the longest end in
 * common come first.
 */
export function nearPaths(engine: Engine, filePath: string, context: WorkerContext): string[] {
  const wanted = `/${filePath.replaceAll("\\", "/")}`.replace(/(?:#.*|(?::\d+)+)$/, "").toLowerCase();
  const name = wanted.slice(wanted.lastIndexOf("/"));
  const found: [same: number, path: string][] = [];
  for (const path of engine.files.keys()) {
    const folded = path.replaceAll("\\", "/").toLowerCase();
    if (folded.endsWith(name)) found.push([commonEnd(folded, wanted), displayPath(context, path)]);
  }
  found.sort((a, b) => b[0] - a[0] || (a[1] < b[1] ? -1 : 1));
  return found.slice(0, MOST).map(([, path]) => path);
}

function commonEnd(a: string, b: string): number {
  let length = 0;
  while (length < b.length && a.at(-1 - length) === b.at(-1 - length)) length++;
  return length;
}
