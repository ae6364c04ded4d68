/**
 * Determines the port of MCP for Unity's server. We use the setting if there is one, the ports that the package has recorded
 * for this project, and finally the default.
 */
import path from "node:path";
import type { ServiceContext } from "../../../../core/host/plugin-api.ts";

export const PORT_SETTING = "JIG_UNITY_COPLAY_PORT";
export const USUAL_PORT = 8080;
/** The package writes an `mcp_http_<port>.pid` file to this folder for each server that it starts. */
const RUN_STATE = "Library/MCPForUnity/RunState";
const MAX_PORTS = 4;

/** The most likely port comes first. If a port is configured, it is the only candidate. */
export async function candidatePorts(host: ServiceContext, projectRoot: string): Promise<number[]> {
  const setting = Number(host.env(PORT_SETTING) ?? 0);
  if (isPort(setting)) return [setting];
  const entries = await host.files.list(path.join(projectRoot, RUN_STATE)).catch(() => []);
  const noted = await Promise.all(
    entries.flatMap((entry) => {
      const port = portOfRunState(path.basename(entry.path));
      return port === undefined ? [] : [modified(host, entry.path).then((at) => ({ port, at }))];
    }),
  );
  const newest = noted.sort((one, other) => other.at - one.at).map(({ port }) => port);
  return [...new Set([...newest.slice(0, MAX_PORTS), USUAL_PORT])];
}

export function portOfRunState(name: string): number | undefined {
  const port = Number(/^mcp_http_(\d{1,5})\.pid$/.exec(name)?.[1] ?? 0);
  return isPort(port) ? port : undefined;
}

function isPort(port: number): boolean {
  return Number.isInteger(port) && port > 0 && port < 65_536;
}

async function modified({ files }: ServiceContext, file: string): Promise<number> {
  return files.stat(file).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
