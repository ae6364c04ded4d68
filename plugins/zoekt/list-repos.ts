/** Tool `list_repos`: lists repositories on the configured servers. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../core/host/plugin-api.ts";
import type { ListReposInput } from "./list-repos-schema.ts";
import { REPO_PREFIX } from "./repo-catalog.ts";
import type { ZoektService } from "./service.ts";

export default async function listRepos(input: ListReposInput, context: Context): Promise<Outcome> {
  const { servers, repos } = await context.service<ZoektService>();
  if (servers.length === 0) {
    throw new JigError("UNAVAILABLE", "No Zoekt server is configured", {
      hint: "Start jig with --zoekt URL, or set JIG_ZOEKT",
    });
  }
  const { repos: all, failures } = await repos.known();
  if (failures.size === servers.length) throw new JigError("UNAVAILABLE", [...failures.values()].join(". "));
  const wanted = (input.query ?? "").toLowerCase();
  const found = all.filter(({ name }) => name.toLowerCase().includes(wanted));
  found.sort((a, b) => (a.name < b.name ? -1 : 1));
  const value: JsonObject = {
    success: true,
    count: found.length,
    repos: found.map(({ name, branches, files, bytes, indexedAt, symbols, server }) => ({
      root: REPO_PREFIX + name,
      branches: branches.map((branch) => branch.name),
      commit: branches[0]!.version,
      files,
      bytes,
      indexed_at: indexedAt,
      symbols,
      server: server.url,
    })),
    ...(failures.size > 0 ? { warnings: [...failures.values()] } : {}),
  };
  return { value };
}
