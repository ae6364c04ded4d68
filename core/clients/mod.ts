/** Configurations of MCP clients: shown, written into what is there, taken out again, checked (design §4 "MCP"). */
export { CLIENT_IDS, SCOPES, type Scope } from "./clients.ts";
export { type Configured, type ConfigureRequest, configure } from "./configure.ts";
export { checkClients } from "./inspect.ts";
export type { Place } from "./place.ts";
