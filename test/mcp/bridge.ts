/**
 * Streamable HTTP in front of `jig mcp`, for the official conformance suite, which speaks nothing else. A session (before
 * 2026-07-28) is a process; a request without one is a process of its own.
 */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { McpProcess, type Wire } from "./mcp-process.ts";

const SESSION = "mcp-session-id";

export async function startBridge(args: string[]): Promise<{ url: string; close(): Promise<void> }> {
  const sessions = new Map<string, McpProcess>();

  async function post(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const message: Wire = JSON.parse(await text(request));
    const mismatch = mismatchOf(request, message);
    if (mismatch) return void response.writeHead(400, { "content-type": "application/json" }).end(mismatch);
    const session = request.headers[SESSION] as string | undefined;
    const known = session === undefined ? undefined : sessions.get(session);
    if (session !== undefined && !known) return void response.writeHead(404).end();
    const mcp = known ?? new McpProcess(args);
    if (message.id === undefined) {
      mcp.write(JSON.stringify(message));
      response.writeHead(202).end();
    } else {
      if (message.method === "initialize") response.setHeader(SESSION, open(mcp));
      await answer(mcp, message, response, !known);
    }
    if (!known && message.method !== "initialize") await mcp.end();
  }

  function open(mcp: McpProcess): string {
    const session = randomUUID();
    sessions.set(session, mcp);
    return session;
  }

  const server = createServer(async (request, response) => {
    if (request.method === "POST") return post(request, response).catch(() => response.writeHead(400).end());
    const session = request.headers[SESSION] as string;
    if (request.method !== "DELETE") return response.writeHead(405).end();
    await sessions.get(session)?.end();
    response.writeHead(sessions.delete(session) ? 200 : 404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/mcp`,
    async close() {
      server.closeAllConnections();
      server.close();
      await Promise.all([...sessions.values()].map((mcp) => mcp.end()));
    },
  };
}

/** The refusal of a request whose header and metadata name different revisions; HTTP's affair, like all that is here. */
function mismatchOf({ headers }: IncomingMessage, { id, params }: Wire): string | undefined {
  const claimed = params?._meta?.["io.modelcontextprotocol/protocolVersion"];
  if (claimed === undefined || headers["mcp-protocol-version"] === claimed) return undefined;
  return JSON.stringify({ jsonrpc: "2.0", id, error: { code: -32020, message: "Header mismatch" } });
}

/** The answer and what is notified before it, as events; of a refusal nothing but the refusal. */
function answer(mcp: McpProcess, message: Wire, response: ServerResponse, stateless: boolean): Promise<void> {
  return new Promise((resolve) => {
    const finish = () => {
      mcp.listeners.delete(relay);
      response.end();
      resolve();
    };
    const relay = (event: Wire) => {
      const last = event.id === message.id && event.method === undefined;
      const status = last && stateless ? STATUS[event.error?.code] : undefined;
      if (status !== undefined && !response.headersSent)
        response.writeHead(status, { "content-type": "application/json" }).write(JSON.stringify(event));
      else {
        if (!response.headersSent) response.writeHead(200, { "content-type": "text/event-stream" });
        response.write(`data: ${JSON.stringify(event)}\n\n`);
      }
      if (last) finish();
    };
    mcp.listeners.add(relay);
    response.on("close", finish);
    mcp.write(JSON.stringify(message));
  });
}

/** HTTP says more than the message in the revision 2026-07-28. */
const STATUS: Record<number, number> = { [-32601]: 404, [-32602]: 400, [-32022]: 400 };
