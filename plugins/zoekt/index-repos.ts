/** Tool `index_repos`: compares local repositories with a server and prints the commands to index them. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../core/host/plugin-api.ts";
import { type Checkout, checkoutsBelow } from "./git-checkouts.ts";
import type { IndexReposInput, STATES } from "./index-repos-schema.ts";
import type { KnownRepos } from "./repo-catalog.ts";
import type { Repo } from "./server/zoekt-api.ts";
import type { ZoektService } from "./service.ts";

const INDEXER = "zoekt-git-index";
const PROGRAMS = [INDEXER, "zoekt-webserver"];
/** Optional. Without it, shards don't have symbols. */
const SYMBOLS = "universal-ctags";
const BUILD = "go install github.com/sourcegraph/zoekt/cmd/...@latest";
const DEFAULT_INDEX = "~/.zoekt";

export default async function indexRepos(input: IndexReposInput, context: Context): Promise<Outcome> {
  const { workspace } = context;
  const wanted = input.roots ?? workspace.roots.map(({ path }) => path);
  const roots = await Promise.all(wanted.map((path) => workspace.resolve(path, { expect: "directory" })));
  const { checkouts, whole } = await checkoutsBelow(
    roots.map(({ absolute }) => absolute),
    context,
  );
  if (checkouts.length === 0) {
    throw new JigError("PATH_NOT_FOUND", `No git repository in ${roots.map(({ absolute }) => absolute).join(", ")}`, {
      hint: "Pass a folder that is a repository, or contains repositories at most four levels down",
    });
  }
  const { servers, repos } = await context.service<ZoektService>();
  const known = servers.length > 0 ? await repos.known() : undefined;
  const index = input.index ?? DEFAULT_INDEX;
  const rows = checkouts.map((checkout) => rowOf(checkout, index, known));
  const todo = rows.some(({ command }) => command !== null);
  const absent = await absentPrograms(context);
  const value: JsonObject = {
    success: true,
    count: rows.length,
    repositories: rows,
    steps: [
      ...(absent.some((program) => program !== SYMBOLS) ? [`First: ${BUILD}`] : []),
      ...(todo
        ? [`zoekt-webserver picks up new shards in ${index} automatically; run the commands again after each pull`]
        : []),
      ...(known
        ? []
        : [
            `Start it: zoekt-webserver -index ${index} -listen 127.0.0.1:6070 -rpc`,
            `Then: jig --zoekt http://127.0.0.1:6070 list_repos`,
          ]),
    ],
    ...warnings(absent, whole, known),
  };
  return { value };
}

function rowOf(checkout: Checkout, index: string, known: KnownRepos | undefined) {
  const { path, name, commit } = checkout;
  const there = known?.repos.find((repo) => isSame(repo, checkout));
  const indexed = there?.branches.find(({ version }) => version === commit) ?? there?.branches[0];
  const state = stateOf(commit, known, indexed?.version);
  return {
    path,
    name,
    commit: commit ?? null,
    indexed: indexed?.version ?? null,
    state,
    command: state === "indexed" ? null : `${INDEXER} -index ${shellWord(index)} ${shellWord(path)}`,
  };
}

function stateOf(
  commit: string | undefined,
  known: KnownRepos | undefined,
  indexed: string | undefined,
): (typeof STATES)[number] {
  if (!known) return "not asked";
  if (indexed === undefined) return known.failures.size > 0 ? "not asked" : "missing";
  return indexed === commit ? "indexed" : "behind";
}

/** Compares by commit, or else by origin. If the indexer had no URL, by folder. */
function isSame({ name, branches }: Repo, { path, name: own, commit }: Checkout): boolean {
  if (branches.some(({ version }) => version === commit)) return true;
  const [theirs, ours] = [name.toLowerCase(), own.toLowerCase()];
  if (!theirs.includes("/")) return path.toLowerCase().endsWith(`/${theirs}`);
  return theirs === ours || ours.endsWith(`/${theirs}`);
}

/** Doesn't check flags, only if the programs start. */
async function absentPrograms(context: Context): Promise<string[]> {
  const absent: string[] = [];
  for (const command of [...PROGRAMS, SYMBOLS]) {
    const started = await context
      .run({ command, args: ["-h"], spool: true })
      .then(
        ({ exit }) => exit.then(() => true),
        () => false,
      )
      .catch(() => false);
    if (!started) absent.push(command);
  }
  return absent;
}

function warnings(absent: readonly string[], whole: boolean, known: KnownRepos | undefined): { warnings?: string[] } {
  const all = [
    ...absent.map((program) =>
      program === SYMBOLS
        ? `${SYMBOLS} is not on the PATH: shards will contain no symbols`
        : `${program} is not on the PATH`,
    ),
    ...(known ? known.failures.values() : []),
    ...(whole ? [] : ["There are too many folders to search them all: name those with repositories as roots"]),
  ];
  return all.length > 0 ? { warnings: all } : {};
}

/** Quotes a word for a POSIX shell, except for a leading `~/`. */
function shellWord(text: string): string {
  return /^[\w@%+=:,./~-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
