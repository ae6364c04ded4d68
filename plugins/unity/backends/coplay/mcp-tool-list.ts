/**
 * Reads the tool list of MCP for Unity with schemas and declared effects. They are only available over MCP, so we open a
 * session with the server, read all pages of its list and close the session again.
 */
import { isObject, type Json, type JsonObject, type Net } from "../../../../core/host/plugin-api.ts";
import type { Deadline } from "../../command/deadline.ts";
import { asObject } from "../../command/json-fields.ts";
import { sendHttpRequest } from "../http-request.ts";

const PATH = "/mcp";
const REVISION = "2025-06-18";
const MAX_PAGES = 50;

/** Returns undefined if the server doesn't follow MCP. */
export async function listMcpTools(net: Net, port: number, deadline: Deadline): Promise<JsonObject[] | undefined> {
  const accept = "application/json, text/event-stream";
  const post = async (message: JsonObject, session?: string) => {
    const headers = {
      Accept: accept,
      ...(session === undefined ? {} : { "Mcp-Session-Id": session, "MCP-Protocol-Version": REVISION }),
    };
    const body = JSON.stringify({ jsonrpc: "2.0", ...message });
    const reply = await sendHttpRequest(net, { port, method: "POST", path: PATH, headers, body, deadline });
    return reply.kind === "answer" && reply.status < 300 ? reply : undefined;
  };
  const clientInfo = { name: "jig", version: "1" };
  const hello = { protocolVersion: REVISION, capabilities: {}, clientInfo };
  const opened = await post({ id: 1, method: "initialize", params: hello });
  const session = opened && /^mcp-session-id:\s*(\S+)\s*$/im.exec(opened.head)?.[1];
  if (!opened || messageIn(opened.text, 1) === undefined) return undefined;
  try {
    await post({ method: "notifications/initialized" }, session);
    const tools: JsonObject[] = [];
    let cursor: Json | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const params = cursor === undefined ? {} : { cursor };
      const reply = await post({ id: 2 + page, method: "tools/list", params }, session);
      const result = reply && messageIn(reply.text, 2 + page);
      if (!result || !Array.isArray(result.tools)) return undefined;
      tools.push(...result.tools.filter(isObject));
      if (typeof result.nextCursor !== "string") return tools;
      cursor = result.nextCursor;
    }
    return tools;
  } finally {
    if (session !== undefined) {
      const headers = { "Mcp-Session-Id": session };
      await sendHttpRequest(net, { port, method: "DELETE", path: PATH, headers, deadline });
    }
  }
}

/** Some servers respond with plain JSON and others with an event stream. */
export function messageIn(text: string, id: number): JsonObject | undefined {
  const events = text
    .split(/\r?\n\r?\n/)
    .map((event) => event.split(/\r?\n/).filter((line) => line.startsWith("data:")))
    .filter((lines) => lines.length > 0)
    .map((lines) => lines.map((line) => line.slice(5).replace(/^ /, "")).join("\n"));
  for (const each of events.length > 0 ? events : [text]) {
    try {
      const parsed: Json = JSON.parse(each);
      const message = asObject(parsed);
      if (message.id === id) return isObject(message.result) ? message.result : undefined;
    } catch {
      // The event is of another kind, or its data is not JSON.
    }
  }
  return undefined;
}
