/** Contains the CLI frontend. `main.ts` starts it and adds the commands of other frontends. */
export { type HostFlags, wordFormat } from "./host-flags.ts";
export type { Io } from "./io.ts";
export { ANSWER_FLAGS, configFlags, readConfigFlags, readMcpFlags } from "./mcp-flags.ts";
export { runCli } from "./run-command-line.ts";
export { readServeFlags, SERVE_FLAGS } from "./serve-flags.ts";
export { serverVariables } from "./settings/server-variables.ts";
export { addressesOf } from "./settings/settings-files.ts";
export { readSetupFlags, setupFlags } from "./setup-flags.ts";
export type { Command, Shell } from "./shell.ts";
