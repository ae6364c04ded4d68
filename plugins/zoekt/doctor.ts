/** Checks each server and lists its repositories. */
import { type Context, type DoctorLine, toJigError } from "../../core/host/plugin-api.ts";
import { configuredServers, labelOf, type Server } from "./server/configured-servers.ts";
import type { ZoektService } from "./service.ts";

const WITHIN_MS = 3000;

export default async function doctor(context: Context): Promise<DoctorLine[]> {
  if ((context.env("JIG_ZOEKT") ?? "").trim() === "") return [];
  let servers: Server[];
  try {
    servers = configuredServers((name) => context.env(name));
  } catch (error) {
    return [{ what: "Zoekt", state: "error", detail: toJigError(error).message, fix: toJigError(error).hint ?? "" }];
  }
  const { repos } = await context.service<ZoektService>();
  const known = await repos.known(WITHIN_MS);
  return servers.map((server) => lineOf(server, known));
}

function lineOf(server: Server, { repos, failures }: Awaited<ReturnType<ZoektService["repos"]["known"]>>): DoctorLine {
  const what = `Zoekt ${labelOf(server)}`;
  const failure = failures.get(server.url);
  if (server.problem !== undefined) return { what, state: "error", detail: server.problem };
  if (failure !== undefined)
    return {
      what,
      state: "error",
      detail: failure,
      fix: `Start it with -rpc, or correct ${server.source ?? "JIG_ZOEKT"}`,
    };
  const own = repos.filter((repo) => repo.server.url === server.url);
  const open = server.token !== undefined && !server.tls && !/^(localhost|127\.|::1)/.test(server.host);
  if (open)
    return { what, state: "warning", detail: "The token is sent over the network unencrypted", fix: "Use https" };
  const count = `${own.length} ${own.length === 1 ? "repository" : "repositories"}`;
  const symbols = `${own.filter((repo) => repo.symbols).length} with symbols`;
  return {
    what,
    state: "ok",
    detail: [count, symbols, ...(server.source ? [`from ${server.source}`] : [])].join(", "),
  };
}
