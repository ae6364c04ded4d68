/**
 * Implements workspace_overview, the quick tour of an unknown workspace. It covers languages, entry points, tests, recent
 * changes, large files and open TODOs.
 */
import type { Context, JsonObject, Outcome, TimeSlice } from "../../core/host/plugin-api.ts";
import { mapInSlices, searchSlice, sortInSlices } from "./content/sliced-arrays.ts";
import { toListRequest } from "./list/request.ts";
import { visibleFiles } from "./list/visible-files.ts";
import { isTest, isWritten, mayStart, startsOf, testFolders } from "./overview/choose-files.ts";
import { openTodos } from "./overview/open-todos.ts";
import { endingsOf, programmingLanguage } from "./overview/programming-languages.ts";
import { filesOfHistory, type History, type RecentFile } from "./overview/recent-files.ts";
import { Warnings } from "./ripgrep/warnings.ts";

const LANGUAGES = 5;
const EACH = 5;
const TEST_FOLDERS = 3;
/** The number of files that we show for each commit at first. */
const A_COMMIT = 2;

interface SizedFile {
  /** The path relative to its root. */
  path: string;
  size: number;
  changed: number;
}

interface Row {
  section: "language" | "start" | "test" | "changed" | "large" | "todo";
  name: string;
  detail: string;
  path?: string;
  line?: number;
  extensions?: string[];
}

export default async function workspaceOverview(_: object, context: Context): Promise<Outcome> {
  const warnings = new Warnings();
  const { roots } = context.workspace;
  const rows: Row[] = [];
  let files = 0;
  let todos = 0;
  for (const root of roots) {
    const found = await overviewOf(context, root.path, warnings);
    files += found.files;
    todos += found.todos;
    const prefix = roots.length > 1 ? `${root.name}/` : "";
    for (const { path, name, ...row } of found.rows) {
      const absolute = path === undefined ? {} : { path: `${root.path}/${path}` };
      rows.push({ ...row, name: path === undefined ? name : prefix + name, ...absolute });
    }
  }
  const complaints = warnings.list();
  const shown = rows.map((row): JsonObject => ({ ...row }));
  const value = {
    success: true,
    files,
    todos,
    ...(complaints.length > 0 ? { warnings: complaints } : {}),
    rows: shown,
  };
  return { value };
}

async function overviewOf(
  context: Context,
  root: string,
  warnings: Warnings,
): Promise<{ rows: Row[]; files: number; todos: number }> {
  const slice = searchSlice(context.clock);
  const place = { absolute: root, cwd: root, fetched: false, without: [] };
  const [{ visible }, history] = await Promise.all([
    visibleFiles(context, [place], toListRequest({}, context.clock.now()), warnings),
    filesOfHistory(context, root, EACH * 10),
  ]);
  if (history.unread) {
    warnings.add(`"changed" is based on file times, not on commits: ${history.unread}`);
  }
  const paths = await pathsBelow(visible, root, slice);
  const sized = await sizesOf(context, root, paths, slice);
  const lately = await newest(sized, history, slice);
  const ranks = new Map(lately.map(({ path }, index) => [path, index]));
  const times = new Map(await mapInSlices(sized, slice, ({ path, changed }) => [path, changed] as const));
  await slice.check();
  // Recently changed files come first. Prose and tests come last, since they often just mention the word.
  const rankOf = (path: string) => {
    const rank = ranks.get(path) ?? 1e15 - (times.get(path) ?? 0);
    return isWritten(path) && !isTest(path) ? rank : rank + 1e15;
  };
  const open = await openTodos(context, root, EACH, rankOf, slice);
  const starts = await filterInSlices(paths, slice, mayStart);
  const tests = await filterInSlices(paths, slice, isTest);
  const written = await filterInSlices(sized, slice, ({ path }) => isWritten(path) && !isTest(path));
  const rows: Row[] = [
    ...(await languageRows(sized, slice)),
    ...startsOf(starts, EACH, root.slice(root.lastIndexOf("/") + 1)).map(
      (path): Row => ({ section: "start", name: path, detail: "", path }),
    ),
    ...testFolders(tests, TEST_FOLDERS).map(
      ({ folder, files, first }): Row => ({
        section: "test",
        name: folder,
        detail: counted(files, "file"),
        path: first,
      }),
    ),
    ...spread(lately)
      .slice(0, EACH)
      .map(
        ({ path, changed, subject }): Row => ({
          section: "changed",
          name: path,
          detail: [day(changed), subject ?? ""].join("  ").trim(),
          path,
        }),
      ),
    ...written
      .sort((a, b) => b.size - a.size)
      .slice(0, EACH)
      .map(({ path, size }): Row => ({ section: "large", name: path, detail: bytes(size), path })),
    ...open.first.map(
      ({ path, line, text }): Row => ({
        section: "todo",
        name: text.slice(0, 160),
        detail: `${path}:${line}`,
        path,
        line,
      }),
    ),
  ];
  return { rows, files: paths.length, todos: open.total };
}

async function pathsBelow(visible: Uint8Array, root: string, slice: TimeSlice): Promise<string[]> {
  const start = root.endsWith("/") ? root.length : root.length + 1;
  // Each path ends with NUL.
  const written = new TextDecoder().decode(visible).split("\0").slice(0, -1);
  const paths = await mapInSlices(written, slice, (path) => path.slice(start).replaceAll("\\", "/"));
  return await sortInSlices(paths, slice, (path) => path);
}

/** Filters in time slices, because a few thousand paths take milliseconds with some of our patterns. */
async function filterInSlices<Item>(
  items: readonly Item[],
  slice: TimeSlice,
  passes: (item: Item) => boolean,
): Promise<Item[]> {
  const passed: Item[] = [];
  for (const item of items) {
    const pause = slice.step();
    if (pause) await pause;
    if (passes(item)) passed.push(item);
  }
  return passed;
}

/** Calls stat for files, one folder at a time. Files that have been deleted by now are simply dropped. */
async function sizesOf(
  context: Context,
  root: string,
  paths: readonly string[],
  slice: TimeSlice,
): Promise<SizedFile[]> {
  const byFolder = Map.groupBy(paths, (path) => path.slice(0, Math.max(0, path.lastIndexOf("/"))));
  const found: SizedFile[] = [];
  for (const [folder, own] of byFolder) {
    // A listing calls stat for all entries of the folder at once, so these should not run in parallel.
    await slice.check();
    const directory = folder === "" ? root : `${root}/${folder}`;
    const names = new Set(own.map((path) => path.slice(path.lastIndexOf("/") + 1)));
    const entries = await context.files.list(directory).catch(() => []);
    for (const { path, kind, size, mtimeMs } of entries) {
      const name = path.slice(path.lastIndexOf("/") + 1);
      if (kind !== "file" || !names.has(name)) continue;
      found.push({ path: folder === "" ? name : `${folder}/${name}`, size, changed: mtimeMs });
    }
  }
  return await sortInSlices(found, slice, ({ path }) => path);
}

/** Returns the files from the git history first, as long as they still exist. */
async function newest(sized: readonly SizedFile[], history: History, slice: TimeSlice): Promise<RecentFile[]> {
  const named = new Set(history.files.map(({ path }) => path));
  const there = new Set((await filterInSlices(sized, slice, ({ path }) => named.has(path))).map(({ path }) => path));
  const known = history.files.filter(({ path }) => there.has(path));
  return known.length > 0 ? known : await latest(sized, EACH * 10, slice);
}

/** Returns the files that changed most recently. This avoids a full sort. */
async function latest(sized: readonly SizedFile[], most: number, slice: TimeSlice): Promise<SizedFile[]> {
  let first: SizedFile[] = [];
  for (const file of sized) {
    const pause = slice.step();
    if (pause) await pause;
    if (first.length === most && file.changed <= first.at(-1)!.changed) continue;
    first.push(file);
    first = first.sort((a, b) => b.changed - a.changed).slice(0, most);
  }
  return first;
}

/** Limits the files for each commit, so that one huge commit cannot displace the others. */
function spread(files: readonly RecentFile[]): RecentFile[] {
  const shown = new Map<string, number>();
  const [first, rest]: [RecentFile[], RecentFile[]] = [[], []];
  for (const file of files) {
    const key = file.subject ?? file.path;
    const times = shown.get(key) ?? 0;
    shown.set(key, times + 1);
    (times < A_COMMIT ? first : rest).push(file);
  }
  return [...first, ...rest];
}

async function languageRows(sized: readonly SizedFile[], slice: TimeSlice): Promise<Row[]> {
  const totals = new Map<string, { files: number; size: number }>();
  for (const { path, size } of sized) {
    const pause = slice.step();
    if (pause) await pause;
    const language = programmingLanguage(path);
    if (language === undefined) continue;
    const total = totals.get(language) ?? { files: 0, size: 0 };
    totals.set(language, { files: total.files + 1, size: total.size + size });
  }
  const whole = [...totals.values()].reduce((sum, { size }) => sum + size, 0);
  return [...totals]
    .sort(([, a], [, b]) => b.size - a.size)
    .filter(([, { size }], index) => index === 0 || size * 100 >= whole)
    .slice(0, LANGUAGES)
    .map(([language, { files, size }]) => ({
      section: "language",
      name: language,
      detail: `${counted(files, "file")}, ${bytes(size)}, ${Math.round((100 * size) / Math.max(1, whole))} %`,
      extensions: endingsOf(language),
    }));
}

function counted(count: number, unit: string): string {
  return `${count.toLocaleString("en-US")} ${count === 1 ? unit : `${unit}s`}`;
}

function bytes(size: number): string {
  const units = ["B", "kB", "MB", "GB"];
  let value = size;
  let unit = 0;
  while (value >= 1000 && unit < units.length - 1) {
    value /= 1000;
    unit++;
  }
  return `${value < 10 && unit > 0 ? value.toFixed(1) : Math.round(value)} ${units[unit]}`;
}

function day(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}
