/** Lists the repositories that the configured servers have. */
import { type Context, JigError, type JsonObject, type Outcome } from "../../core/host/plugin-api.ts";
import { PREFIX } from "./repos.ts";
import type { ListReposInput } from "./repos-contract.ts";
import type { Fleet } from "./service.ts";

export default async function listRepos(input: ListReposInput, context: Context): Promise<Outcome> {
  const { servers, repos } = await context.service<Fleet>();
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
      root: PREFIX + name,
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
