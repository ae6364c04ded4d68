/** Plain HTTP clients for both protocol revisions. */

// biome-ignore lint/suspicious/noExplicitAny: tests look into untyped JSON
type Wire = any;

export const ACCEPT = { accept: "application/json, text/event-stream", "content-type": "application/json" };

/** Parses a response, either JSON or an event stream. */
export function messagesOf(text: string): Wire[] {
  if (text.startsWith("{")) return [JSON.parse(text)];
  return [...text.matchAll(/^data: (\{.*)$/gm)].map(([, data]) => JSON.parse(data!));
}

export interface Answer {
  status: number;
  headers: Headers;
  messages: Wire[];
}

export async function post(url: string, body: object | string, headers: Record<string, string> = {}): Promise<Answer> {
  const text = typeof body === "string" ? body : JSON.stringify({ jsonrpc: "2.0", ...body });
  const response = await fetch(url, { method: "POST", headers: { ...ACCEPT, ...headers }, body: text });
  return { status: response.status, headers: response.headers, messages: messagesOf(await response.text()) };
}

const OLD = "2025-11-25";

const NEW = "2026-07-28";

const META = {
  "io.modelcontextprotocol/protocolVersion": NEW,
  "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
  "io.modelcontextprotocol/clientCapabilities": {},
};

export interface Client {
  /** Sent with all requests. */
  headers: Record<string, string>;
  ask(id: number | string, method: string, params?: object): Promise<Answer>;
  /** Text of the answer. Rejects if there's none. */
  call(id: number | string, name: string, input?: object): Promise<string>;
}

function client(headers: Record<string, string>, ask: Client["ask"]): Client {
  return {
    headers,
    ask,
    async call(id, name, input = {}) {
      const { status, messages } = await ask(id, "tools/call", { name, arguments: input });
      const last = messages.at(-1);
      if (last?.id !== id || !last.result) throw new Error(`${status}: ${JSON.stringify(messages)}`);
      return last.result.content[0].text;
    },
  };
}

/** Session of an older revision. */
export async function connectOld(url: string, extra: Record<string, string> = {}): Promise<Client> {
  const hello = { protocolVersion: OLD, capabilities: {}, clientInfo: { name: "test", version: "1" } };
  const { status, headers, messages } = await post(url, { id: "hello", method: "initialize", params: hello }, extra);
  const session = headers.get("mcp-session-id");
  if (status !== 200 || !session) throw new Error(`${status}: ${JSON.stringify(messages)}`);
  const all = { ...extra, "mcp-session-id": session, "mcp-protocol-version": OLD };
  await post(url, { method: "notifications/initialized" }, all);
  return client(all, (id, method, params = {}) => post(url, { id, method, params }, all));
}

/** Client of the newer revision, which has no sessions. */
export function connectNew(url: string, extra: Record<string, string> = {}): Client {
  return client(extra, (id, method, params = {}) => post(url, ...newRequest(id, method, params, extra)));
}

/** Body and headers of a request in the newer revision. */
export function newRequest(
  id: number | string,
  method: string,
  params: { name?: string; uri?: string } = {},
  extra: Record<string, string> = {},
): [body: object, headers: Record<string, string>] {
  const name = params.name ?? params.uri;
  const headers = { ...extra, "mcp-protocol-version": NEW, "mcp-method": method, ...(name && { "mcp-name": name }) };
  return [{ id, method, params: { ...params, _meta: META } }, headers];
}
