/**
 * Contains settings for particular clients by their names. There are few of them, because schemas are limited to keywords that
 * all adapters accept. The output format comes from the call's `output_format` or from `--as`. docs/clients.md is generated
 * from this table.
 */
import type { Json, JsonObject, ToolInfo } from "../host/frontend-api.ts";

export interface ClientProfile {
  title: string;
  /** The value of `clientInfo.name`. Some clients append a dash and the name of the server. */
  name?: string;
  /** The default for `--budget`, in characters of text per answer. */
  budget: number;
  /** The client cuts answers above these limits. Bytes are in UTF-8. */
  most?: { maxLines?: number; maxBytes?: number };
  /** True if the client has its own rules for confirmation, so that we don't request a second one. */
  asksUser?: boolean;
  /** True if the client adds resource links to the text as JSON, which wastes space. */
  noLinks?: boolean;
  /** True if the client parses all text as JSON and fails if the result isn't an object. */
  parsesText?: boolean;
  /**
   * True if the client has a strict mode that only accepts objects with named properties. Objects without a fixed form are
   * listed as JSON strings.
   */
  strictSchemas?: boolean;
  /** Returns metadata of a tool for this client. */
  hints?(tool: ToolInfo): JsonObject;
  /** The source of this knowledge. */
  evidence: string;
}

/**
 * This is close to Claude Code's threshold for a warning (10,000 tokens) and below 50,000 characters, from which on it only
 * shows a preview.
 */
export const DEFAULT_BUDGET = 40_000;

/** This is above any budget, so that the client never moves our answers into a file. */
const MAX_RESULT_CHARS = 64_000;

const OTHER_CLIENT: ClientProfile = {
  title: "any other",
  budget: DEFAULT_BUDGET,
  evidence: "we know of no client that cuts an answer of this length",
};

export const PROFILES: readonly ClientProfile[] = [
  {
    title: "Claude Code",
    name: "claude-code",
    asksUser: true,
    budget: DEFAULT_BUDGET,
    hints: ({ alwaysLoad, keywords }) => ({
      "anthropic/maxResultSizeChars": MAX_RESULT_CHARS,
      ...(alwaysLoad ? { "anthropic/alwaysLoad": true } : {}),
      ...(keywords === undefined ? {} : { "anthropic/searchHint": keywords }),
    }),
    evidence:
      "Claude Code's code reads these keys. It saves answers over 50,000 characters to a file and shows the model the first 2 KB",
  },
  {
    title: "Codex",
    name: "codex-mcp-client",
    asksUser: true,
    budget: 12_000,
    most: { maxBytes: 12_000 },
    noLinks: true,
    evidence:
      "with a model it does not know, Codex kept 12,017 of 39,782 characters and cut the middle; of 12,000 Japanese characters, it kept half. jig cannot see which model is used. Resource links are sent as JSON and count toward the limit, so they are left out",
  },
  {
    title: "Gemini CLI",
    name: "gemini-cli-mcp-client",
    asksUser: true,
    budget: DEFAULT_BUDGET,
    parsesText: true,
    evidence:
      "Gemini CLI rejects a text answer if it is JSON but not an object (a plain number, for example), so these start with `Answer:`",
  },
  {
    title: "Copilot CLI",
    name: "copilot-cli",
    asksUser: true,
    budget: 20_000,
    evidence:
      "19,892 characters reached the model uncut. With 24,900, the model saw only the first ten lines and a file name",
  },
  {
    title: "Cline CLI",
    name: "@cline/core",
    budget: 7_000,
    evidence: "Cline shows the answer to the model as JSON and silently cuts the middle, to 8,000 characters",
  },
  {
    title: "Qwen Code",
    name: "qwen-cli-mcp-client",
    asksUser: true,
    budget: 24_000,
    most: { maxLines: 990 },
    evidence:
      "Qwen Code saves answers over 25,000 characters or 1,000 lines to a file and shows the model the beginning and the end. 23,903 characters reached it uncut",
  },
  ...(["opencode", "kilo"] as const).map((name) => ({
    title: name === "kilo" ? "Kilo CLI" : "opencode",
    name,
    budget: DEFAULT_BUDGET,
    most: { maxLines: 1_990, maxBytes: 51_000 },
    evidence: "answers over 51,200 bytes or 2,000 lines are saved to a file",
  })),
  {
    title: "programs that use the Python SDK",
    name: "mcp",
    budget: DEFAULT_BUDGET,
    strictSchemas: true,
    evidence:
      "the SDK's default client name. openai-agents and LangChain convert schemas to strict mode, which turns a free-form object into an empty one, so these parameters are listed as JSON strings",
  },
];

export function profileOf(name: Json | undefined): ClientProfile {
  const isNamed = (own: string) => name === own || (typeof name === "string" && name.startsWith(`${own}-`));
  return PROFILES.find((profile) => profile.name !== undefined && isNamed(profile.name)) ?? OTHER_CLIENT;
}
