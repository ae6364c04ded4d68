/** The MCP door (design §4): `main.ts` starts it. */
export { DEFAULT_BUDGET, MAX_BUDGET, type McpOptions, serveMcp } from "./serve.ts";
export { claimStdout } from "./stdout.ts";
