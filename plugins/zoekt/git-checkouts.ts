/** Finds local Git repositories with their names and checked-out commits. */
import type { Context, Files } from "../../core/host/plugin-api.ts";

export interface Checkout {
  path: string;
  /** `host/org/name` from the origin, same as the indexer. Without an origin, the folder's name. */
  name: string;
  /** Undefined if there's no commit, or `.git` is a file that points elsewhere. */
  commit: string | undefined;
}

/** Search depth below a root. Nested repositories aren't found. */
const DEPTH = 4;
const MAX_FOLDERS = 20_000;
const NEVER_ENTERED: ReadonlySet<string> = new Set(["node_modules", "Library", "Temp", "obj", "bin"]);

/** `whole` is false if there were too many folders. */
export async function checkoutsBelow(
  roots: readonly string[],
  { files, signal }: Pick<Context, "files" | "signal">,
): Promise<{ checkouts: Checkout[]; whole: boolean }> {
  const found = new Map<string, Checkout>();
  let folders = 0;
  let level = roots.map((path) => path);
  for (let depth = 0; depth <= DEPTH && level.length > 0; depth++) {
    const below: string[] = [];
    for (const path of level) {
      if (++folders > MAX_FOLDERS) return { checkouts: [...found.values()], whole: false };
      signal.throwIfAborted();
      const entries = await files.list(path).catch(() => []);
      if (entries.some((entry) => nameOf(entry.path) === ".git")) {
        found.set(path, await checkoutAt(path, files));
        continue;
      }
      for (const { path: each, kind } of entries) {
        const name = nameOf(each);
        if (kind === "directory" && !name.startsWith(".") && !NEVER_ENTERED.has(name)) below.push(each);
      }
    }
    level = below;
  }
  return { checkouts: [...found.values()].sort((a, b) => (a.path < b.path ? -1 : 1)), whole: true };
}

async function checkoutAt(path: string, files: Files): Promise<Checkout> {
  const read = async (name: string) => (await files.readText(`${path}/.git/${name}`).catch(() => undefined))?.text;
  const config = (await read("config")) ?? "";
  const url = /\[remote "origin"\][^[]*?^\s*url\s*=\s*(\S+)\s*$/ms.exec(config)?.[1];
  const head = (await read("HEAD"))?.trim() ?? "";
  const ref = /^ref: (refs\/\S+)$/.exec(head)?.[1];
  const direct = ref === undefined ? head : ((await read(ref)) ?? packed(await read("packed-refs"), ref))?.trim();
  return {
    path,
    name: url === undefined ? nameOf(path) : plainUrl(url),
    commit: direct !== undefined && /^[0-9a-f]{40,64}$/.test(direct) ? direct : undefined,
  };
}

function packed(text: string | undefined, ref: string): string | undefined {
  const line = text?.split("\n").find((each) => each.endsWith(` ${ref}`));
  return line?.slice(0, line.indexOf(" "));
}

/** Converts a clone URL to `host/org/name`. */
function plainUrl(url: string): string {
  const place = url.replace(/^[a-z+]+:\/\//i, "").replace(/^[^@/]+@/, "");
  return place
    .replace(/^([^/:]+):(?:\d+\/)?/, "$1/")
    .replace(/\/+$/, "")
    .replace(/\.git$/, "");
}

function nameOf(path: string): string {
  return path.slice(path.lastIndexOf("/") + 1);
}
