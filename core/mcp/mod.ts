/** The MCP door: `main.ts` starts it. */
export { serveMcp } from "./serve.ts";
export { claimStdout, standardInput } from "./standard-streams.ts";
