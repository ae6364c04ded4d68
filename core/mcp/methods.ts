/** Handles requests for lists, prompts and tool calls. */
import {
  absentTool,
  didYouMean,
  type Format,
  type Host,
  isObject,
  JigError,
  type Json,
  type JsonObject,
  type PresentOptions,
  type PromptContribution,
  pluginNearby,
  type ToolInfo,
  unloadedHint,
} from "../host/frontend-api.ts";
import { ANSWER_TEMPLATE, mediaContent, readAnswer, resourceEntry } from "./answer-resources.ts";
import type { ClientProfile } from "./client-profiles.ts";
import { complete } from "./completions.ts";
import { type Confirm, Confirmations } from "./confirm.ts";
import { startProgress } from "./progress-notifications.ts";
import type { Call, Methods } from "./sdk-server.ts";
import { Semaphore } from "./semaphore.ts";
import { wireSchema } from "./wire-schema.ts";

export interface AnswerOptions {
  /** The default format. */
  as?: Format;
  /** Returns true if the client supports resource links. */
  links(): boolean;
  client(): ClientProfile;
  /** Returns the limits for one answer. */
  limits(): Pick<PresentOptions, "maxChars" | "maxLines" | "maxBytes">;
  /** True to send `structuredContent` as well. Several clients then hide the text from the model. */
  structured: boolean;
  /** Tells when the user has to confirm a call. */
  confirm: Confirm;
  /** The default is all tools. */
  isVisible(tool: ToolInfo): boolean;
  /** Limits `resources/list` to the answers that were sent to this client. If it is undefined, all are listed. */
  visibleAnswers?: Set<string>;
  /** A limit that all clients of a server share. */
  calls?: Semaphore;
}

/**
 * The number of calls that run at the same time. A client that sends a thousand calls must not start a thousand searches, and
 * if it doesn't read, we must not create more answers.
 */
export const CALLS_AT_ONCE = 32;
/** Used for all other methods, which are fast but still take some time. */
const OTHER_REQUESTS_AT_ONCE = 8;

export function methodsOf(host: () => Promise<Host>, options: AnswerOptions): Methods {
  const calls = options.calls ?? new Semaphore(CALLS_AT_ONCE);
  const otherRequests = new Semaphore(OTHER_REQUESTS_AT_ONCE);
  const confirmations = new Confirmations(options.confirm);
  const limited =
    (method: Methods[string]): Methods[string] =>
    async (params, call) => {
      call.onDelivered(await otherRequests.acquire(call.signal));
      return await method(params, call);
    };
  /** Lists have a single page, so we never return a cursor. Null and empty ones are accepted, because some clients send them. */
  const listed = (list: () => Promise<JsonObject>): Methods[string] =>
    limited(async ({ cursor }) => {
      if (cursor === undefined || cursor === null || cursor === "") return await list();
      throw new JigError("INVALID_ARGUMENT", "This server did not issue the cursor", {
        hint: "Lists have one page: omit the cursor",
      });
    });
  return {
    "tools/list": listed(async () => {
      const opened = await host();
      const ours = new Set(opened.plugins().flatMap(({ name, builtIn }) => (builtIn ? [name] : [])));
      const tools = opened.tools().filter((tool) => tool.listed && options.isVisible(tool));
      // In built-in schemas we can leave out obvious limits. Those of third parties are listed without a change.
      return {
        tools: tools.map((tool) => toolEntry(tool, options.structured, options.client(), !ours.has(tool.plugin))),
      };
    }),
    "resources/list": listed(async () => {
      const saved = (await (await host()).savedAnswers()).map(resourceEntry);
      return { resources: saved.filter(({ uri }) => options.visibleAnswers?.has(String(uri)) ?? true) };
    }),
    "resources/templates/list": listed(async () => ({ resourceTemplates: [ANSWER_TEMPLATE] })),
    "resources/read": limited(async (params) => await readAnswer(await host(), params)),
    "tools/call": async (params, call) => callTool(await host(), params, call, calls, confirmations, options),
    "prompts/list": listed(async () => ({ prompts: (await host()).prompts().map(promptEntry) })),
    "prompts/get": limited(async (params) => promptText(await host(), params)),
    "completion/complete": limited(async (params, { signal }) =>
      complete(await host(), params, options.isVisible, signal, options.visibleAnswers),
    ),
  };
}

function toolEntry(
  tool: ToolInfo,
  structured: boolean,
  { hints, strictSchemas = false }: ClientProfile,
  whole: boolean,
): JsonObject {
  return {
    ...(hints ? { _meta: hints(tool) } : {}),
    name: tool.name,
    title: tool.title,
    description: tool.description,
    inputSchema: wireSchema(tool.inputSchema, tool.unlisted, { strict: strictSchemas, whole }),
    // If a schema is declared, `structuredContent` is required and clients may read both, so this has to be enabled.
    ...(structured && tool.output.schema.type === "object" ? { outputSchema: tool.output.schema } : {}),
    annotations: {
      // Plans only read until they are called with `apply`, but clients must not approve that automatically.
      readOnlyHint: tool.effect === "read" && !tool.plan,
      destructiveHint: tool.destructive || tool.plan === true,
      idempotentHint: tool.idempotent,
      openWorldHint: tool.openWorld,
    },
  };
}

async function callTool(
  host: Host,
  params: JsonObject,
  call: Call,
  calls: Semaphore,
  confirmations: Confirmations,
  options: AnswerOptions,
): Promise<JsonObject> {
  const { name, arguments: input = {} } = params;
  if (typeof name !== "string") throw new JigError("INVALID_ARGUMENT", `"name" must be a string`);
  const tool = host.tool(name);
  if (!tool || !options.isVisible(tool)) throw tool ? unknownTool(name) : absentOrUnknown(name, host);
  if (!isObject(input)) throw new JigError("INVALID_ARGUMENT", `"arguments" must be an object`);
  refuseMonsters(input);
  const progress = startProgress(call.progress);
  try {
    // The confirmation comes before waiting for a slot, so that a slow user doesn't block other calls.
    const instead = await confirmations.askFirst(host, tool, input, params, options.client(), call);
    if (instead) return instead;
    call.onDelivered(await calls.acquire(call.signal));
    const outcome = await host.invoke(name, input, { signal: call.signal, onProgress: progress.report });
    const { text, value, failed, saved } = await host.present(name, outcome, input, {
      ...options.limits(),
      toModel: true,
      ...(options.as ? { as: options.as } : {}),
    });
    const shown = options.client().parsesText && isBareJson(text) ? `Answer: ${text}` : text;
    const content: JsonObject[] = [{ type: "text", text: shown }, ...(await mediaContent(host, outcome.media ?? []))];
    if (saved !== undefined) options.visibleAnswers?.add(saved);
    if (saved !== undefined && options.links() && !options.client().noLinks) {
      content.push({
        type: "resource_link",
        uri: saved,
        name: saved,
        title: `${tool.title}: the whole answer`,
        mimeType: "text/plain",
      });
    }
    const result: JsonObject = { content, isError: failed };
    if (options.structured && !failed && isObject(value)) result.structuredContent = value;
    return result;
  } finally {
    progress.stop();
  }
}

const unknownTool = (name: string, hint?: string) =>
  new JigError("UNKNOWN_TOOL", `Unknown tool: ${name}`, hint ? { hint } : {});

/** The protocol requires "invalid params" here, even if a plugin that isn't loaded has the tool. */
function absentOrUnknown(name: string, host: Host): JigError {
  const absent = absentTool(name, host.plugins());
  if (absent) return new JigError("UNKNOWN_TOOL", absent.message, absent.hint ? { hint: absent.hint } : {});
  const [root] = host.workspace.roots;
  const nearby = root && pluginNearby(name, host, root.path, { absolute: true });
  return unknownTool(name, nearby ?? unloadedHint(host.plugins()));
}

/** Returns true for JSON that isn't an object, such as a number. */
function isBareJson(text: string): boolean {
  if (text.startsWith("{")) return false;
  try {
    return !isObject(JSON.parse(text));
  } catch {
    return false;
  }
}

const MAX_DEPTH = 64;
const MAX_ELEMENTS = 100_000;

/** Rejects huge arguments before they are validated against a schema. */
function refuseMonsters(input: JsonObject): void {
  let elements = 0;
  const walk = (value: Json | undefined, depth: number): void => {
    if (depth > MAX_DEPTH) throw new JigError("INVALID_ARGUMENT", `Arguments are nested over ${MAX_DEPTH} levels deep`);
    if (++elements > MAX_ELEMENTS)
      throw new JigError("INVALID_ARGUMENT", `Arguments have over ${MAX_ELEMENTS} elements`);
    if (typeof value === "object" && value !== null) for (const part of Object.values(value)) walk(part, depth + 1);
  };
  walk(input, 0);
}

function promptEntry({ name, title, description, arguments: parameters = [] }: PromptContribution): JsonObject {
  return {
    name,
    title,
    description,
    arguments: parameters.map(({ completion: _, ...parameter }) => ({
      ...parameter,
      required: parameter.required ?? false,
    })),
  };
}

function promptText(host: Host, { name, arguments: given = {} }: JsonObject): JsonObject {
  const prompt = host.prompts().find((candidate) => candidate.name === name);
  if (!prompt) throw new JigError("INVALID_ARGUMENT", `Unknown prompt: ${String(name)}`);
  if (!isObject(given) || Object.values(given).some((value) => typeof value !== "string"))
    throw new JigError("INVALID_ARGUMENT", `"arguments" of a prompt must be strings`);
  const known = (prompt.arguments ?? []).map((parameter) => parameter.name);
  const strange = Object.keys(given).find((name) => !known.includes(name));
  if (strange !== undefined) {
    const near = didYouMean(strange, known);
    throw new JigError("INVALID_ARGUMENT", `Prompt "${prompt.name}" has no argument "${strange}"`, {
      hint: near ? `Did you mean "${near}"?` : `Known: ${known.join(", ") || "none"}`,
    });
  }
  const missing = prompt.arguments?.find((parameter) => parameter.required && given[parameter.name] === undefined);
  if (missing) throw new JigError("INVALID_ARGUMENT", `Prompt "${prompt.name}" needs the argument "${missing.name}"`);
  const text = prompt.text.replace(/\{\{\s*([\w-]+)\s*\}\}/g, (_, parameter: string) => String(given[parameter] ?? ""));
  return { description: prompt.description, messages: [{ role: "user", content: { type: "text", text } }] };
}
