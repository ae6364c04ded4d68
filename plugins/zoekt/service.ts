/** The plugin's service: the servers, what they have, and what is known of it. All connections are its own. */
import type { Net, ServiceContext } from "../../core/host/plugin-api.ts";
import { FactsOf } from "./facts.ts";
import { Repos } from "./repos.ts";
import { configuredServers, type Server } from "./server/configured.ts";

export interface Fleet {
  servers: Server[];
  repos: Repos;
  facts: FactsOf;
  net: Net;
  close(): void;
}

export async function open(context: ServiceContext): Promise<Fleet> {
  const servers = configuredServers((name) => context.env(name));
  return {
    servers,
    repos: new Repos(servers, context),
    facts: new FactsOf(context.cache),
    net: context.net,
    close() {},
  };
}
