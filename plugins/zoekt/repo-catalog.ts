/** Catalog of the repositories on all servers, for resolving paths like `repo:org/name@branch/src/a.cs`. */
import { type Capabilities, didYouMean, JigError, type Net, toJigError } from "../../core/host/plugin-api.ts";
import type { Server } from "./server/configured-servers.ts";
import { listRepos, type Repo } from "./server/zoekt-api.ts";

export const REPO_PREFIX = "repo:";

/** In ms. Unreachable servers are retried sooner. */
const FRESH_MS = 60_000;
const FAILED_MS = 10_000;
const LIST_MS = 5000;

/** A branch of a repository. */
export interface Tree {
  repo: Repo;
  branch: string;
  version: string;
  /** `repo:org/name`, or `repo:org/name@branch` if there are several and it's not the default. */
  name: string;
}

export interface KnownRepos {
  repos: Repo[];
  /** Errors by server URL. */
  failures: Map<string, string>;
}

interface Listed {
  at: number;
  answer: Promise<{ repos: Repo[] } | { failure: string }>;
}

export class RepoCatalog {
  private readonly servers: readonly Server[];
  private readonly net: Net;
  private readonly clock: Capabilities["clock"];
  private readonly signal: AbortSignal;
  private readonly listed = new Map<string, Listed>();

  constructor(servers: readonly Server[], context: Pick<Capabilities, "clock"> & { net: Net; signal: AbortSignal }) {
    this.servers = servers;
    this.net = context.net;
    this.clock = context.clock;
    this.signal = context.signal;
  }

  /** Servers in configured order; the first one wins on duplicates. Waits at most `withinMs` for slow ones. */
  async known(withinMs = LIST_MS): Promise<KnownRepos> {
    const answers = await Promise.all(this.servers.map((server) => this.list(server, Math.min(withinMs, LIST_MS))));
    const repos = new Map<string, Repo>();
    const failures = new Map<string, string>();
    for (const [at, answer] of answers.entries()) {
      if ("failure" in answer) failures.set(this.servers[at]?.url ?? "", answer.failure);
      else for (const repo of answer.repos) if (!repos.has(repo.name)) repos.set(repo.name, repo);
    }
    return { repos: [...repos.values()], failures };
  }

  /** Call this if a server's list has changed. */
  forget(server: Server): void {
    this.listed.delete(server.url);
  }

  private list(server: Server, withinMs: number): Listed["answer"] {
    const now = this.clock.monotonic();
    const known = this.listed.get(server.url);
    if (known && now - known.at < FRESH_MS) return known.answer;
    const answer: Listed["answer"] = listRepos(server, { net: this.net, signal: this.signal, withinMs }).then(
      (repos) => ({ repos }),
      (error) => {
        const entry = this.listed.get(server.url);
        if (entry?.answer === answer) entry.at = now - FRESH_MS + FAILED_MS;
        return { failure: toJigError(error).advice };
      },
    );
    this.listed.set(server.url, { at: now, answer });
    return answer;
  }
}

/** Throws PATH_NOT_FOUND, or UNAVAILABLE if a server that might have it doesn't respond. */
export function locate(path: string, { repos, failures }: KnownRepos): { tree: Tree; path: string } {
  const rest = path.slice(REPO_PREFIX.length).replaceAll("\\", "/");
  const repo = longest(
    repos,
    ({ name }) => name,
    (name) => startsWith(rest, name, "@/"),
  );
  if (!repo) throw unknown(path, rest, repos, failures);
  const after = rest.slice(repo.name.length);
  if (!after.startsWith("@")) return { tree: treeOf(repo, repo.branches[0]!), path: inTree(after) };
  const branch = longest(
    repo.branches,
    ({ name }) => name,
    (name) => startsWith(after.slice(1), name, "/"),
  );
  if (!branch) {
    throw new JigError(
      "PATH_NOT_FOUND",
      `${repo.name} has no indexed branch like ${JSON.stringify(after.slice(1, 100))}`,
      {
        hint: `Indexed: ${repo.branches.map(({ name }) => name).join(", ")}`,
      },
    );
  }
  return { tree: treeOf(repo, branch), path: inTree(after.slice(1 + branch.name.length)) };
}

/** Resolves a root. With `*` in the name, there can be several trees. */
export function treesOf(root: string, known: KnownRepos): { tree: Tree; path: string }[] {
  const written = root.slice(REPO_PREFIX.length);
  if (written !== "" && !written.includes("*")) return [locate(root, known)];
  const pattern = new RegExp(
    `^${(written || "*")
      .split("*")
      .map((part) => part.replace(/[\\.+?()|[\]{}^$]/g, "\\$&"))
      .join(".*")}$`,
  );
  return known.repos
    .filter(({ name }) => pattern.test(name))
    .map((repo) => ({ tree: treeOf(repo, repo.branches[0]!), path: "" }));
}

function treeOf(repo: Repo, branch: Repo["branches"][number]): Tree {
  const isDefault = branch.name === "HEAD" || repo.branches.length === 1;
  return {
    repo,
    branch: branch.name,
    version: branch.version,
    name: `${REPO_PREFIX}${repo.name}${isDefault ? "" : `@${branch.name}`}`,
  };
}

function longest<Item>(
  items: readonly Item[],
  nameOf: (item: Item) => string,
  fits: (name: string) => boolean,
): Item | undefined {
  let best: Item | undefined;
  for (const item of items) {
    if (fits(nameOf(item)) && (!best || nameOf(item).length > nameOf(best).length)) best = item;
  }
  return best;
}

function startsWith(text: string, name: string, ends: string): boolean {
  return text.startsWith(name) && (text.length === name.length || ends.includes(text.charAt(name.length)));
}

function inTree(after: string): string {
  const parts = after.split("/").filter((part) => part !== "" && part !== ".");
  if (parts.includes(".."))
    throw new JigError("PATH_OUTSIDE", `${JSON.stringify(after.slice(0, 200))} leads out of its repository`);
  return parts.join("/");
}

function unknown(path: string, rest: string, repos: readonly Repo[], failures: KnownRepos["failures"]): JigError {
  const shown = JSON.stringify(path.slice(0, 200));
  if (failures.size > 0) {
    return new JigError(
      "UNAVAILABLE",
      `None of the servers that answered has ${shown}. ${[...failures.values()].join(". ")}`,
    );
  }
  const near = didYouMean(
    rest.split("@")[0] ?? "",
    repos.map(({ name }) => name),
  );
  return new JigError("PATH_NOT_FOUND", `There is no repository ${shown} on the configured servers`, {
    hint: near === undefined ? "list_repos lists the available ones" : `Did you mean "${REPO_PREFIX}${near}"?`,
  });
}
