/** Runs codegraph if it's installed: builds its index (tree-sitter) and uses its CLI. */
import { spawnSync } from "node:child_process";
import type { Task } from "./task.ts";

export interface CodegraphAnswer {
  asked: string;
  answered: string;
  right: boolean;
}

/** Tasks supported by its CLI. */
export const ASKABLE: ReadonlySet<Task["kind"]> = new Set(["callers", "declared"]);

const run = (program: string, root: string, args: string[]) =>
  spawnSync(program, args, { cwd: root, encoding: "utf8", maxBuffer: 1e9, env: { ...process.env, DO_NOT_TRACK: "1" } })
    .stdout;

export function index(program: string, root: string): void {
  run(program, root, ["init", "."]);
}

export function byCodegraph(
  program: string,
  task: Task,
  root: string,
  required: string[],
  allowed: ReadonlySet<string>,
): CodegraphAnswer {
  const { name, container } = task.about;
  const asked =
    task.kind === "callers"
      ? ["callers", `${container ? `${String(container).split("/").at(-1)}.` : ""}${name}`, "-l", "1000"]
      : ["query", String(name)];
  const answered = run(program, root, asked);
  const found = JSON.parse(run(program, root, [...asked, "--json"]) || "[]");
  const split = (place: string) =>
    [place.slice(0, place.lastIndexOf(":")), Number(place.slice(place.lastIndexOf(":") + 1))] as const;
  if (task.kind === "declared") {
    const rows = (found as { node: { name: string; filePath: string; startLine: number; endLine: number } }[]).filter(
      ({ node }) => node.name === name,
    );
    // Its line can be that of an attribute above the name.
    const covers = (place: string) =>
      rows.some(
        ({ node }) =>
          node.filePath === split(place)[0] && node.startLine <= split(place)[1] && split(place)[1] <= node.endLine,
      );
    return { asked: asked.join(" "), answered, right: rows.length === required.length && required.every(covers) };
  }
  // It reports calling members, not lines. Each line must be inside a caller, and each caller must contain a line.
  const rows = (found.callers ?? []) as { filePath: string; startLine: number }[];
  const before = (place: string) =>
    rows.some((row) => row.filePath === split(place)[0] && row.startLine <= split(place)[1]);
  const has = (row: (typeof rows)[number]) =>
    [...required, ...allowed].some((place) => split(place)[0] === row.filePath && split(place)[1] >= row.startLine);
  return { asked: asked.join(" "), answered, right: rows.length > 0 && required.every(before) && rows.every(has) };
}
