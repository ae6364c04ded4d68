/** MCP frontend, started by `main.ts`. */
export { serveMcp } from "./stdio-server.ts";
