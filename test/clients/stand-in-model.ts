/**
 * Fake model that calls tools according to a script. Supports the four wire formats used by clients (Anthropic messages, OpenAI
 * responses and chat completions, Google contents) and records what the client shows it.
 */
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";

// Requests of four vendors, read as untyped JSON.
// biome-ignore lint/suspicious/noExplicitAny: see above
type Wire = any;

export interface PlannedCall {
  tool: string;
  /** May depend on earlier results. */
  input: object | ((seen: readonly string[]) => object);
  /** Runs before the call. */
  before?: () => void;
}

/** A call in one vendor's format: the client's tool name, and a namespace if it uses them. */
interface Ask {
  input: object;
  name: string;
  namespace?: string;
  id: string;
}

export class StandInModel {
  readonly #server: Server;
  #plan: PlannedCall[] = [];
  /** Tools already loaded by name. Clients defer most of them. */
  #loaded = new Set<string>();
  /** Results of the scripted calls, as shown by the client. */
  seen: string[] = [];
  /** Number of scripted calls made. */
  asked = 0;
  /** Tool names last offered by the client. */
  offered: string[] = [];

  private constructor() {
    this.#server = createServer((request, response) => {
      void this.#answer(request, response).catch((error) => response.writeHead(500).end(String(error)));
    });
  }

  static async start(): Promise<StandInModel> {
    const model = new StandInModel();
    await new Promise<void>((resolve) => model.#server.listen(0, "127.0.0.1", resolve));
    return model;
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  begin(plan: PlannedCall[]): void {
    Object.assign(this, { seen: [], asked: 0, offered: [] });
    this.#plan = plan;
    this.#loaded = new Set();
  }

  stop(): void {
    this.#server.closeAllConnections();
    this.#server.close();
  }

  async #answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    let text = "";
    for await (const chunk of request) text += chunk;
    const path = request.url ?? "";
    const body: Wire = text ? JSON.parse(text) : {};
    if (path.includes("count_tokens")) return json(response, { input_tokens: 100 });
    if (path.includes("countTokens")) return json(response, { totalTokens: 100 });
    const vendor = VENDORS.find(({ matches }) => matches(path));
    if (request.method !== "POST" || !vendor) return json(response, { data: [], models: [] });
    const tools = vendor.tools(body);
    const results = vendor.results(body).filter(({ id }) => id.startsWith("planned"));
    for (const { id, text: shown } of results) this.seen[Number(/\d+/.exec(id)![0])] = shown;
    if (tools.length > 0) this.offered = tools.map(({ name }) => name);
    const done = this.seen.filter((each) => each !== undefined).length;
    const next = this.#plan[done];
    const known =
      next &&
      tools.find(({ name }) => name === next.tool || SEPARATED.some((mark) => name.endsWith(`${mark}${next.tool}`)));
    const loader = next && !known && !this.#loaded.has(next.tool) && tools.find(({ name }) => LOADER.test(name));
    if (loader) {
      this.#loaded.add(next.tool);
      const input = { query: `select:${SERVER_PREFIX}${next.tool}`, max_results: 1 };
      return vendor.ask(response, { input, ...loader, id: `load${done}` }, path);
    }
    const caller = next && !known && tools.find(({ name }) => name === CALLER);
    if (!next || !(known || caller)) return vendor.say(response, "done", path);
    if (this.asked === done) next.before?.();
    this.asked = done + 1;
    const own = typeof next.input === "function" ? next.input(this.seen) : next.input;
    const ask = known
      ? { input: own, ...known }
      : { input: { name: `${SERVER_PREFIX}${next.tool}`, arguments: own }, name: CALLER };
    vendor.ask(response, { ...ask, id: `planned${done}` }, path);
  }
}

/** Tools for loading deferred tools, for calling them, and name prefixes. */
const LOADER = /^(ToolSearch|tool_search)$/;
const CALLER = "tool_call";
const SERVER_PREFIX = "mcp__jig__";
const SEPARATED = ["_", "-"];

interface Vendor {
  matches(path: string): boolean;
  tools(body: Wire): { name: string; namespace?: string }[];
  results(body: Wire): { id: string; text: string }[];
  say(response: ServerResponse, text: string, path: string): void;
  ask(response: ServerResponse, ask: Ask, path: string): void;
}

function json(response: ServerResponse, body: object): void {
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

function stream(response: ServerResponse, events: object[], named = false): void {
  response.writeHead(200, { "content-type": "text/event-stream" });
  for (const event of events)
    response.write(`${named ? `event: ${(event as Wire).type}\n` : ""}data: ${JSON.stringify(event)}\n\n`);
}

function textOf(content: Wire): string {
  if (typeof content === "string") return content;
  if (Array.isArray(content))
    return content.map((each) => each.text ?? each.output ?? (each.type ? `[${each.type}]` : "")).join("\n");
  return JSON.stringify(content ?? "");
}

const anthropic: Vendor = {
  matches: (path) => path.includes("/messages"),
  tools: ({ tools = [] }) => tools,
  results: ({ messages = [] }) =>
    messages
      .flatMap(({ content }: Wire) => (Array.isArray(content) ? content : []))
      .filter(({ type }: Wire) => type === "tool_result")
      .map((each: Wire) => ({
        id: each.tool_use_id,
        text: `${each.is_error ? "(error) " : ""}${textOf(each.content)}`,
      })),
  say: (response, text) =>
    anthropicEvents(response, { type: "text", text: "" }, { type: "text_delta", text }, "end_turn"),
  ask: (response, { name, id, input }) =>
    anthropicEvents(
      response,
      { type: "tool_use", id, name, input: {} },
      { type: "input_json_delta", partial_json: JSON.stringify(input) },
      "tool_use",
    ),
};

function anthropicEvents(response: ServerResponse, block: object, delta: object, stop: string): void {
  const usage = { input_tokens: 10, output_tokens: 10 };
  const message = {
    id: "msg_1",
    type: "message",
    role: "assistant",
    model: "stand-in",
    content: [],
    stop_reason: null,
    stop_sequence: null,
    usage,
  };
  stream(
    response,
    [
      { type: "message_start", message },
      { type: "content_block_start", index: 0, content_block: block },
      { type: "content_block_delta", index: 0, delta },
      { type: "content_block_stop", index: 0 },
      { type: "message_delta", delta: { stop_reason: stop, stop_sequence: null }, usage },
      { type: "message_stop" },
    ],
    true,
  );
  response.end();
}

const responses: Vendor = {
  matches: (path) => path.includes("/responses"),
  tools: ({ tools = [] }) =>
    tools.flatMap((tool: Wire) =>
      tool.type === "namespace"
        ? tool.tools.map(({ name }: Wire) => ({ name, namespace: tool.name }))
        : tool.name
          ? [{ name: tool.name }]
          : [],
    ),
  results: ({ input = [] }) =>
    (Array.isArray(input) ? input : [])
      .filter(({ type }: Wire) => type === "function_call_output")
      .map((each: Wire) => ({ id: each.call_id, text: textOf(each.output) })),
  say: (response, text) =>
    responsesEvents(response, {
      type: "message",
      id: "item_1",
      role: "assistant",
      status: "completed",
      content: [{ type: "output_text", text, annotations: [] }],
    }),
  ask: (response, { name, namespace, id, input }) =>
    responsesEvents(response, {
      type: "function_call",
      id: `fc_${id}`,
      call_id: id,
      name,
      ...(namespace ? { namespace } : {}),
      arguments: JSON.stringify(input),
      status: "completed",
    }),
};

function responsesEvents(response: ServerResponse, item: object): void {
  const usage = {
    input_tokens: 10,
    input_tokens_details: { cached_tokens: 0 },
    output_tokens: 10,
    output_tokens_details: { reasoning_tokens: 0 },
    total_tokens: 20,
  };
  stream(
    response,
    [
      { type: "response.created", response: { id: "resp_1", status: "in_progress" } },
      { type: "response.output_item.added", output_index: 0, item },
      { type: "response.output_item.done", output_index: 0, item },
      { type: "response.completed", response: { id: "resp_1", status: "completed", output: [item], usage } },
    ],
    true,
  );
  response.end();
}

const chat: Vendor = {
  matches: (path) => path.includes("/chat/completions"),
  tools: ({ tools = [] }) => tools.map(({ function: { name } }: Wire) => ({ name })),
  results: ({ messages = [] }) =>
    messages
      .filter(({ role }: Wire) => role === "tool")
      .map((each: Wire) => ({ id: each.tool_call_id, text: textOf(each.content) })),
  say: (response, content) => chatEvents(response, { role: "assistant", content }, "stop"),
  ask: (response, { name, id, input }) =>
    chatEvents(
      response,
      {
        role: "assistant",
        tool_calls: [{ index: 0, id, type: "function", function: { name, arguments: JSON.stringify(input) } }],
      },
      "tool_calls",
    ),
};

function chatEvents(response: ServerResponse, delta: object, finish: string): void {
  const head = { id: "c1", object: "chat.completion.chunk", created: 1, model: "stand-in" };
  const usage = { prompt_tokens: 10, completion_tokens: 10, total_tokens: 20 };
  stream(response, [
    { ...head, choices: [{ index: 0, delta, finish_reason: null }] },
    { ...head, choices: [{ index: 0, delta: {}, finish_reason: finish }], usage },
  ]);
  response.end("data: [DONE]\n\n");
}

const google: Vendor = {
  matches: (path) => /enerateContent/.test(path),
  tools: ({ tools = [] }) => tools.flatMap(({ functionDeclarations = [] }: Wire) => functionDeclarations),
  // Google's calls have no id; results are in order.
  results: ({ contents = [] }) =>
    contents
      .flatMap(({ parts = [] }: Wire) => parts)
      .filter(({ functionResponse }: Wire) => functionResponse)
      .map(({ functionResponse: { response } }: Wire, at: number) => ({
        id: `planned${at}`,
        text: textOf(response.output ?? response.error ?? response),
      })),
  say: (response, text, path) => googleEvents(response, [{ text }], path),
  ask: (response, { name, id, input }, path) =>
    googleEvents(response, [{ functionCall: { id, name, args: input } }], path),
};

function googleEvents(response: ServerResponse, parts: object[], path: string): void {
  const event = {
    candidates: [{ content: { role: "model", parts }, finishReason: "STOP", index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 10, totalTokenCount: 20 },
  };
  if (!path.includes("stream")) {
    json(response, event);
    return;
  }
  stream(response, [event]);
  response.end();
}

const VENDORS: readonly Vendor[] = [anthropic, responses, chat, google];
