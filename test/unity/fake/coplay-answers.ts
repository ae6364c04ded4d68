/** Response formats of MCP for Unity, its compile state after a reload, and its tool lists via REST and MCP. */
import type { ServerResponse } from "node:http";

export const success = (message: string, data?: unknown) => ({
  success: true,
  message,
  ...(data === undefined ? {} : { data }),
});
export const error = (said: string, data?: unknown) => ({
  success: false,
  error: said,
  ...(data === undefined ? {} : { data }),
});

/** A reload resets the compile time and has its own timestamp. */
export function reloaded(): Record<string, unknown> {
  return {
    is_compiling: false,
    last_compile_started_unix_ms: null,
    last_compile_finished_unix_ms: null,
    last_domain_reload_after_unix_ms: Date.now(),
  };
}

const parameter = (name: string, type: string) => ({
  name,
  description: "",
  type,
  required: false,
  default_value: null,
});
const registered = (name: string, parameters: object[] = [], polls = false) => ({
  name,
  description: `Tool: ${name}`,
  structured_output: true,
  requires_polling: polls,
  poll_action: polls ? "poll" : "status",
  max_poll_seconds: 0,
  parameters,
});

/** Package tools are listed without parameters, a project's own tools with them. */
export function registeredTools(): object[] {
  const own = [
    "manage_editor",
    "manage_gameobject",
    "manage_components",
    "manage_scene",
    "manage_prefabs",
    "read_console",
    "manage_camera",
    "manage_packages",
    "manage_build",
    "manage_profiler",
  ];
  return [
    ...own.map((name) => registered(name)),
    registered("spawn_wave", [parameter("Count", "integer")]),
    registered("bake_navmesh", [], true),
  ];
}

export function mcpTools(): object[] {
  const properties = {
    action: { anyOf: [{ enum: ["play", "pause", "stop"], type: "string" }, { type: "null" }], default: null },
    wait: { type: "boolean", default: false },
  };
  const inputSchema = { type: "object", properties, required: ["action"] };
  const annotations = { readOnlyHint: false, destructiveHint: true };
  const console = { name: "read_console", inputSchema: { type: "object", properties: {} } };
  return [
    { name: "manage_editor", description: "Controls the Editor", inputSchema, annotations },
    { ...console, description: "Reads the Console", annotations: { readOnlyHint: true } },
  ];
}

/** Minimal MCP over HTTP for listing tools: a session, with responses as events. */
export function mcpAnswer(
  method: string | undefined,
  text: string,
  tools: object[] | undefined,
  response: ServerResponse,
): void {
  if (!tools) return void response.writeHead(404).end("Not Found");
  if (method === "DELETE") return void response.writeHead(200).end();
  const { id, method: called } = JSON.parse(text) as { id?: number; method: string };
  if (id === undefined) return void response.writeHead(202).end();
  const result = called === "initialize" ? { protocolVersion: "2025-06-18", capabilities: {} } : { tools };
  response.writeHead(200, { "Content-Type": "text/event-stream", "Mcp-Session-Id": "session-1" });
  response.write(": ping\r\n\r\n");
  response.end(`event: message\r\ndata: ${JSON.stringify({ jsonrpc: "2.0", id, result })}\r\n\r\n`);
}

export interface Logged {
  type: string;
  message: string;
  stackTrace: string | null;
}

/** Oldest first. */
export function consoleEntries(errors: string[], logged: Logged[]): object[] {
  const compiler = errors.map((message) => ({
    type: "Error",
    message,
    file: "Assets/A.cs",
    line: 3,
    stackTrace: null,
  }));
  const thrown = {
    type: "Exception",
    message: "NullReferenceException",
    file: "Assets/B.cs",
    line: 7,
    stackTrace: "at B.C () (at Assets/B.cs:7)",
  };
  return [{ type: "Log", message: "oldest", file: "", line: 0, stackTrace: null }, thrown, ...compiler, ...logged];
}

export function send(response: ServerResponse, status: number, value: object): void {
  if (response.destroyed || response.headersSent) return;
  const text = Buffer.from(JSON.stringify(value), "utf8");
  response.writeHead(status, { "Content-Type": "application/json", "Content-Length": text.length }).end(text);
}

/** A blocked main thread: the original server times out on queries after two seconds; other commands wait. */
export function silence(type: string, answer: (status: number, value: object) => void): void {
  if (!["get_editor_state", "read_console", "ping"].includes(type)) return;
  const said = `Unity did not respond to '${type}' within 2.0s; please retry`;
  setTimeout(() => answer(200, { success: false, message: null, error: said, data: null, hint: "retry" }), 2_000);
}
