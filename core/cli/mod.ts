/** The CLI door (design §4): `main.ts` starts it, and gives it the commands that other parts own. */
export type { Flag } from "./flags.ts";
export { flagsOf, option, toggle } from "./flags.ts";
export { FORMATS, HOST_FLAGS, type HostFlags, takeHostFlags } from "./host-flags.ts";
export { type ConfigFlags, configFlags, MCP_FLAGS, type McpFlags, readConfigFlags, readMcpFlags } from "./mcp-flags.ts";
export { readFlags } from "./read-flags.ts";
export { type CliOptions, runCli } from "./run.ts";
export type { Command, Io, Shell } from "./shell.ts";
