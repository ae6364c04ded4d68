/** Contains the configuration of MCP clients. */
export { configure } from "./configure.ts";
export { checkClients } from "./inspect.ts";
export { runSetup } from "./setup-command.ts";
