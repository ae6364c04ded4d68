/** The flags of `jig mcp` beside the host's. They are declared here, since no door may import another. */
import { JigError } from "../host/mod.ts";
import { type Flag, readFlags } from "./flags.ts";

const names = { kind: "string", list: true, placeholder: "NAME" } as const;

const TOOLS: Flag = { ...names, name: "tools", parameter: "tools", description: "Serve only these tools." };
const PLUGINS_ONLY: Flag = {
  ...names,
  name: "plugins-only",
  parameter: "plugins-only",
  description: "Serve only the tools of these plugins.",
};
const STRUCTURED: Flag = {
  name: "structured",
  parameter: "structured",
  kind: "boolean",
  list: false,
  placeholder: "",
  description: "Also send structuredContent. Several clients then show the model nothing else.",
};
const BUDGET: Flag = {
  name: "budget",
  parameter: "budget",
  kind: "integer",
  list: false,
  placeholder: "N",
  description: "Characters of text in one answer, 1000 to 49999.",
  fallback: 40_000,
};

export const MCP_FLAGS: readonly Flag[] = [TOOLS, PLUGINS_ONLY, STRUCTURED, BUDGET];

export interface McpFlags {
  tools: string[];
  plugins: string[];
  structured: boolean;
  budget: number;
}

/** Reads what follows `jig mcp`. Throws INVALID_ARGUMENT. */
export function readMcpFlags(words: string[]): McpFlags {
  const { values, rest } = readFlags(words, MCP_FLAGS);
  if (rest.length > 0) throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[0]}" after mcp`);
  const budget = (values.get(BUDGET) ?? BUDGET.fallback) as number;
  if (budget < 1000 || budget > 49_999)
    throw new JigError("INVALID_ARGUMENT", `--budget takes 1000 to 49999, not ${budget}`);
  // `--tools a,b` is what clients' configurations like to say.
  const list = (flag: Flag) => ((values.get(flag) ?? []) as string[]).flatMap((text) => text.split(","));
  return { tools: list(TOOLS), plugins: list(PLUGINS_ONLY), structured: values.get(STRUCTURED) === true, budget };
}
