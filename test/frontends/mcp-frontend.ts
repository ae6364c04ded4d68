/** Runs the MCP frontend over in-memory streams. */
import { PassThrough } from "node:stream";
import type { JsonObject } from "../../core/host/frontend-api.ts";
import { toStream } from "../../core/host/runtime/standard-streams.ts";
import { type McpOptions, serveMcp } from "../../core/mcp/stdio-server.ts";
import type { FakeHost } from "./fake-host.ts";

// Messages are read here as the untyped JSON that a client sees.
// biome-ignore lint/suspicious/noExplicitAny: see above
export type Wire = any;

/** Metadata for requests of the revision without a handshake. */
export const MODERN = {
  "io.modelcontextprotocol/protocolVersion": "2026-07-28",
  "io.modelcontextprotocol/clientCapabilities": {},
};

export function openFrontend(host: FakeHost, options: Partial<McpOptions> = {}, calls: (string[] | undefined)[] = []) {
  const input = new PassThrough();
  const output = new PassThrough();
  const error = new PassThrough();
  const received: Wire[] = [];
  const waiting: { wanted: (message: Wire) => boolean; resolve: (message: Wire) => void }[] = [];
  let text = "";
  output.on("data", (chunk) => {
    const lines = (text + chunk).split("\n");
    text = lines.pop() as string;
    for (const line of lines) {
      const message = JSON.parse(line);
      received.push(message);
      for (const { wanted, resolve } of waiting) if (wanted(message)) resolve(message);
    }
  });
  const hostFor = async (roots?: string[]) => {
    calls.push(roots);
    return host;
  };
  const exit = serveMcp(hostFor, { input, output: toStream(output), error, version: "1.2.3", ...options });
  const next = (wanted: (message: Wire) => boolean): Promise<Wire> => {
    const seen = received.find(wanted);
    return seen ? Promise.resolve(seen) : new Promise((resolve) => waiting.push({ wanted, resolve }));
  };
  const send = (message: unknown) => void input.write(`${JSON.stringify(message)}\n`);
  const ask = (id: unknown, method: string, params?: JsonObject) => {
    send({ jsonrpc: "2.0", id, method, params });
    return next((message) => message.id === id && !message.method);
  };
  const initialize = (capabilities: JsonObject = {}, protocolVersion = "2025-11-25") =>
    ask("init", "initialize", { protocolVersion, capabilities, clientInfo: { name: "test", version: "1" } });
  return { input, output, error, exit, received, next, send, ask, initialize, host };
}
