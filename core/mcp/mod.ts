/** Contains the MCP frontend, which `main.ts` starts. */
export { serveMcp } from "./stdio-server.ts";
