/** Walks directories for fd, find, ls and tree. */
import type { Context, FileStat } from "../../../core/host/plugin-api.ts";
import { type IgnoreOptions, IgnoreRules, namesOf } from "./ignore-rules.ts";
import { leadsOut } from "./operands.ts";

export interface Entry extends FileStat {
  /** The path that is printed. */
  shown: string;
  name: string;
  /** Set for a link, also if `kind` is that of its target. */
  isLink?: boolean;
  /** The depth, which is 0 for the start itself. */
  depth: number;
}

export interface WalkOptions {
  /** The ignore rules, which are disabled if this is left out. */
  ignore?: IgnoreOptions | undefined;
  hidden: boolean;
  follow: boolean;
  maxDepth: number;
  /** Returns true for folders that should be listed but not entered. */
  prunes?(entry: Entry): boolean;
  /** Returns true for entries that should be dropped along with everything below them. */
  leavesOut?(entry: Entry): boolean;
  /** This is called for unreadable folders, and for links that we do not follow. */
  onFault?(shown: string, error: unknown): void;
  /** Called for a folder that is the same as one above it. Returns true to leave it out. */
  onLoop?(shown: string, above: string, isLink: boolean): boolean;
}

/** Walks everything below a folder. Entries are sorted by name, and a folder comes right before its contents. */
export async function* walkBelow(
  start: { absolute: string; shown: string },
  root: string,
  options: WalkOptions,
  context: Context,
): AsyncGenerator<Entry> {
  const rules = options.ignore && (await IgnoreRules.above(start.absolute, root, options.ignore, context));
  const prefix = start.shown === "" || start.shown.endsWith("/") ? start.shown : `${start.shown}/`;
  yield* below(start.absolute, prefix, 1, rules, [{ real: start.absolute, shown: start.shown }], options, context);
}

async function* below(
  folder: string,
  prefix: string,
  depth: number,
  above: IgnoreRules | undefined,
  way: readonly { real: string; shown: string }[],
  options: WalkOptions,
  context: Context,
): AsyncGenerator<Entry> {
  if (depth > options.maxDepth) return;
  context.signal.throwIfAborted();
  let entries: FileStat[];
  try {
    entries = await context.files.list(folder, { anyName: true });
  } catch (error) {
    options.onFault?.(prefix.replace(/(?<=.)\/$/, ""), error);
    return;
  }
  const rules = above && (await above.enter(folder, namesOf(entries), context));
  for (const stat of entries) {
    const name = stat.path.slice(stat.path.lastIndexOf("/") + 1);
    const isLink = stat.kind === "link";
    let entry: Entry = { ...stat, shown: prefix + name, name, ...(isLink && { isLink }), depth };
    let real = stat.path;
    if (isLink && options.follow) {
      // If the link is broken or leads out of the workspace, we list it as a link.
      const target = await context.workspace.resolve(stat.path, { expect: "any" }).catch((error: unknown) => {
        if (leadsOut(error)) options.onFault?.(entry.shown, error);
      });
      if (target && target.kind !== "missing") {
        entry = { ...entry, kind: target.kind, size: target.size, mtimeMs: target.mtimeMs };
        real = target.absolute;
      }
    }
    const isFolder = entry.kind === "directory";
    const verdict = rules?.verdict(stat.path, isFolder);
    if (verdict === "hidden" || options.leavesOut?.(entry)) continue;
    if (!options.hidden && name.startsWith(".") && verdict !== "kept") continue;
    const above = isFolder ? way.find((each) => each.real === real) : undefined;
    const loops = above && options.onLoop ? options.onLoop(entry.shown, above.shown, isLink) : above;
    if (loops === true) continue;
    yield entry;
    if (!isFolder || loops || options.prunes?.(entry)) continue;
    yield* below(real, `${prefix}${name}/`, depth + 1, rules, [...way, { real, shown: entry.shown }], options, context);
  }
}

export async function entryOf(absolute: string, shown: string, context: Context): Promise<Entry> {
  const slash = absolute.lastIndexOf("/");
  const name =
    shown
      .replace(/(?<=.)\/+$/, "")
      .split("/")
      .at(-1) ?? shown;
  const inRoot = context.workspace.roots.some(({ path }) => path === absolute);
  const listed = inRoot
    ? []
    : await context.files.list(absolute.slice(0, slash) || "/", { names: [absolute.slice(slash + 1)] }).catch(() => []);
  const stat = listed[0] ?? (await context.files.stat(absolute));
  return { ...stat, shown, name, depth: 0 };
}

export function rootOf(absolute: string, { workspace: { roots } }: Context): string {
  const found = roots.find(({ path }) => absolute === path || absolute.startsWith(`${path}/`));
  return found?.path ?? absolute;
}
