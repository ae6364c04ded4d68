/** The MCP frontend: `main.ts` starts it. */
export { serveMcp } from "./stdio-server.ts";
