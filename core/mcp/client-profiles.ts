/**
 * Client-specific settings, by client name. There are few because schemas are limited to keywords that all adapters accept. Output
 * format comes from the call's `output_format` or `--as`. docs/clients.md is generated from this table.
 */
import type { Json, JsonObject, ToolInfo } from "../host/frontend-api.ts";

export interface ClientProfile {
  title: string;
  /** `clientInfo.name`. Some clients append a dash and the server's name. */
  name?: string;
  /** Default for `--budget`, in characters of text per answer. */
  budget: number;
  /** The client truncates answers beyond this. Bytes are in UTF-8. */
  most?: { maxLines?: number; maxBytes?: number };
  /** The client has its own confirmation rules, so we don't ask a second time. */
  asksUser?: boolean;
  /** The client adds resource links as JSON to the text, which wastes space. */
  noLinks?: boolean;
  /** The client parses all text as JSON and fails if the result isn't an object. */
  parsesText?: boolean;
  /** In strict mode the client only accepts objects with named properties. Free-form objects are listed as JSON strings. */
  strictSchemas?: boolean;
  /** Client-specific tool metadata. */
  hints?(tool: ToolInfo): JsonObject;
  /** How we know. */
  evidence: string;
}

/** Around Claude Code's warning threshold (10,000 tokens) and below 50,000 characters, when it shows a preview instead. */
export const DEFAULT_BUDGET = 40_000;

/** Above any budget, so the client never moves our answers into a file. */
const MAX_RESULT_CHARS = 64_000;

const OTHER_CLIENT: ClientProfile = {
  title: "any other",
  budget: DEFAULT_BUDGET,
  evidence: "no tested client cuts a text of this length",
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
      "its program reads these keys; a text over 50,000 characters goes to a file and the model sees its first 2 KB",
  },
  {
    title: "Codex",
    name: "codex-mcp-client",
    asksUser: true,
    budget: 12_000,
    most: { maxBytes: 12_000 },
    noLinks: true,
    evidence:
      "for a model unknown to it, it kept 12,017 of 39,782 characters, cutting the middle, and half of 12,000 characters in Japanese; it does not report its model. Links count as JSON within this limit, so none is sent",
  },
  {
    title: "Gemini CLI",
    name: "gemini-cli-mcp-client",
    asksUser: true,
    budget: DEFAULT_BUDGET,
    parsesText: true,
    evidence:
      "it rejected a text that is JSON but not an object (a bare number), so such an answer begins with `Answer:`",
  },
  {
    title: "Copilot CLI",
    name: "copilot-cli",
    asksUser: true,
    budget: 20_000,
    evidence: "19,892 characters reached the model whole; of 24,900 it saw the first ten lines and the name of a file",
  },
  {
    title: "Cline CLI",
    name: "@cline/core",
    budget: 7_000,
    evidence: "it shows the model the answer as JSON, cut in the middle to 8,000 characters without a mark",
  },
  {
    title: "Qwen Code",
    name: "qwen-cli-mcp-client",
    asksUser: true,
    budget: 24_000,
    most: { maxLines: 990 },
    evidence:
      "a text over 25,000 characters or 1,000 lines goes to a file, and the model sees its ends; 23,903 characters reached it whole",
  },
  ...(["opencode", "kilo"] as const).map((name) => ({
    title: name === "kilo" ? "Kilo CLI" : "opencode",
    name,
    budget: DEFAULT_BUDGET,
    most: { maxLines: 1_990, maxBytes: 51_000 },
    evidence: "a text over 51,200 bytes or 2,000 lines goes to a file",
  })),
  {
    title: "programs that use the Python SDK",
    name: "mcp",
    budget: DEFAULT_BUDGET,
    strictSchemas: true,
    evidence:
      "the SDK's default name. openai-agents and LangChain make schemas strict, which empties a free-form object, so such a parameter is listed as JSON text",
  },
];

export function profileOf(name: Json | undefined): ClientProfile {
  const isNamed = (own: string) => name === own || (typeof name === "string" && name.startsWith(`${own}-`));
  return PROFILES.find((profile) => profile.name !== undefined && isNamed(profile.name)) ?? OTHER_CLIENT;
}
