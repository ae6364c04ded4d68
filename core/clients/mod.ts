/** Configurations of MCP clients: show, add, remove, check. */
export { configure } from "./configure.ts";
export { checkClients } from "./inspect.ts";
export { runSetup } from "./setup-command.ts";
