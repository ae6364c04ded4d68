/**
 * Implements completion for the arguments of prompts and for resource URIs, which covers paths, symbols, tools and saved
 * answers.
 */
import {
  type CompletedKind,
  type Completion,
  type Host,
  isObject,
  JigError,
  type Json,
  type JsonObject,
  type ToolInfo,
  valueAt,
} from "../host/frontend-api.ts";
import { ANSWER_TEMPLATE } from "./answer-resources.ts";

/** The limit of the protocol. */
const MAX_WORDS = 100;
/** In milliseconds. It is short because someone is typing. */
const WAIT_MS = 2_000;

/** Handles `completion/complete`. */
export async function complete(
  host: Host,
  { ref, argument }: JsonObject,
  isOffered: (tool: ToolInfo) => boolean,
  signal: AbortSignal,
  given?: ReadonlySet<string>,
): Promise<JsonObject> {
  if (!isObject(ref) || !isObject(argument) || typeof argument.name !== "string" || typeof argument.value !== "string")
    throw new JigError(
      "INVALID_ARGUMENT",
      `"ref" and "argument" must be objects, the argument's name and value strings`,
    );
  const word = argument.value;
  if (ref.type === "ref/resource") {
    if (ref.uri !== ANSWER_TEMPLATE.uriTemplate)
      throw new JigError("INVALID_ARGUMENT", `Unknown resource template: ${String(ref.uri).slice(0, 200)}`);
    const seen = (await host.savedAnswers()).filter(({ id }) => given?.has(`answer:${id}`) ?? true);
    return answer(argument.name === "id" ? seen.flatMap(({ id }) => (id.startsWith(word) ? [id] : [])) : []);
  }
  const prompt = ref.type === "ref/prompt" ? host.prompts().find(({ name }) => name === ref.name) : undefined;
  if (!prompt) throw new JigError("INVALID_ARGUMENT", `Unknown prompt: ${String(ref.name).slice(0, 200)}`);
  const kinds = prompt.arguments?.find(({ name }) => name === argument.name)?.completion ?? [];
  const tools = host.tools().filter((tool) => tool.listed && isOffered(tool));
  const until = AbortSignal.any([signal, AbortSignal.timeout(WAIT_MS)]);
  const words = await Promise.all(kinds.map((kind) => wordsOf(host, kind, word, tools, until)));
  return answer(words.flat());
}

async function wordsOf(
  host: Host,
  kind: CompletedKind,
  word: string,
  tools: readonly ToolInfo[],
  signal: AbortSignal,
): Promise<string[]> {
  if (kind === "tool") return tools.flatMap(({ name }) => (name.startsWith(word) ? [name] : []));
  if (kind === "symbol" && word === "") return []; // There would be thousands of results.
  const answers = tools.flatMap((tool) =>
    tool.completion?.of === kind ? [completionsBy(host, tool, tool.completion, word, signal)] : [],
  );
  return (await Promise.all(answers)).flat();
}

async function completionsBy(
  host: Host,
  tool: ToolInfo,
  completes: Completion,
  word: string,
  signal: AbortSignal,
): Promise<string[]> {
  const input = fillTemplate(completes.input, word);
  const { value, failed } = await host.invoke(tool.name, input, { atMost: "read", signal });
  const rows = failed ? [] : valueAt(value, completes.rows);
  const words = (Array.isArray(rows) ? rows : []).map((row) => valueAt(row, completes.value));
  return words.flatMap((each) =>
    typeof each !== "string" ? [] : [completes.of === "path" ? host.workspace.display(each) : each],
  );
}

function fillTemplate(value: Json | undefined, word: string): Json {
  if (typeof value === "string") return value.replaceAll("{{word}}", () => word);
  if (Array.isArray(value)) return value.map((each) => fillTemplate(each, word));
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, fillTemplate(each, word)]));
}

function answer(words: string[]): JsonObject {
  const all = [...new Set(words)];
  return { completion: { values: all.slice(0, MAX_WORDS), hasMore: all.length > MAX_WORDS } };
}
