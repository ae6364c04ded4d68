/** The MCP door: `main.ts` starts it. */
export { serveMcp } from "./serve.ts";
