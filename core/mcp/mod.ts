/** The MCP door: `main.ts` starts it. */
export { serveMcp } from "./stdio-server.ts";
