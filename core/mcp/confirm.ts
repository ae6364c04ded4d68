/**
 * Requests a confirmation from the user before a tool executes anything, if the client supports it. In revisions with a
 * handshake this is an elicitation request, while later ones use a result that requires input. For other clients, nothing
 * changes.
 */
import { effectOfCall, type Host, isObject, type JsonObject, type ToolInfo } from "../host/frontend-api.ts";
import type { ClientProfile } from "./client-profiles.ts";
import type { Call } from "./sdk-server.ts";

/** `auto` skips clients that request a confirmation on their own. */
export type Confirm = "auto" | "always" | "never";

/** Arguments are cut to a readable length. */
const MAX_CHARS = 2_000;
const KEY = "confirm";

/** Remembers which tools the user has approved on a connection. */
export class Confirmations {
  readonly #confirm: Confirm;
  readonly #settled = new Set<string>();

  constructor(confirm: Confirm) {
    this.#confirm = confirm;
  }

  /** Returns a result to send in place of running the tool. It is undefined if the tool can run. */
  async askFirst(
    host: Host,
    tool: ToolInfo,
    input: JsonObject,
    params: JsonObject,
    client: ClientProfile,
    call: Call,
  ): Promise<JsonObject | undefined> {
    if (this.#confirm === "never" || (this.#confirm === "auto" && client.asksUser)) return undefined;
    if (!tool.listed || host.readOnly || effectOfCall(tool, input) !== "execute" || this.#settled.has(tool.name))
      return undefined;
    if (call.elicit) {
      const reply = await call.elicit(question(tool, input, true));
      if (reply?.action === "accept" && isObject(reply.content) && reply.content.remember === true)
        this.#settled.add(tool.name);
      return reply?.action === "accept" ? undefined : refusal(tool, reply?.action === "decline");
    }
    if (!call.elicitsByResult) return undefined;
    const replies = isObject(params.inputResponses) ? params.inputResponses : {};
    const reply = replies[KEY];
    if (!isObject(reply)) {
      const ask = { method: "elicitation/create", params: question(tool, input, false) };
      return { resultType: "input_required", inputRequests: { [KEY]: ask } };
    }
    return reply.action === "accept" ? undefined : refusal(tool, reply.action === "decline");
  }
}

function question(tool: ToolInfo, input: JsonObject, lasting: boolean): JsonObject {
  const text = JSON.stringify(input, null, 2);
  const shown =
    text.length > MAX_CHARS ? `${text.slice(0, MAX_CHARS)}\n… ${text.length - MAX_CHARS} more characters` : text;
  const remember = { type: "boolean", title: `Do not ask again about ${tool.name} in this session`, default: false };
  return {
    mode: "form",
    message: `Run ${tool.name} (${tool.title})? It can change more than files.${text === "{}" ? "" : `\n${shown}`}`,
    requestedSchema: { type: "object", properties: lasting ? { remember } : {} },
  };
}

function refusal(tool: ToolInfo, declined: boolean): JsonObject {
  const text = declined
    ? `${tool.name} was not run: the user declined`
    : `${tool.name} was not run: it was not confirmed. If no one can answer, start jig with: jig mcp --confirm never`;
  return { content: [{ type: "text", text }], isError: true };
}
