/** Plugin service: servers, repository catalog and index data. All connections are made here. */
import type { Net, ServiceContext } from "../../core/host/plugin-api.ts";
import { IndexFactsCache } from "./index-facts.ts";
import { RepoCatalog } from "./repo-catalog.ts";
import { configuredServers, type Server } from "./server/configured-servers.ts";

export interface ZoektService {
  servers: Server[];
  repos: RepoCatalog;
  facts: IndexFactsCache;
  net: Net;
  close(): void;
}

export async function open(context: ServiceContext): Promise<ZoektService> {
  const servers = configuredServers((name) => context.env(name));
  return {
    servers,
    repos: new RepoCatalog(servers, context),
    facts: new IndexFactsCache(context.cache),
    net: context.net,
    close() {},
  };
}
