/** Configurations of MCP clients: shown, written into what is there, taken out again, checked. */
export { configure } from "./configure.ts";
export { checkClients } from "./inspect.ts";
export { runSetup } from "./setup-command.ts";
