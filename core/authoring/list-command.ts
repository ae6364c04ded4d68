/** Implements `jig plugin list` and `jig plugin reload`. */
import {
  findKernel,
  jsonForTerminal,
  memoryAccounting,
  type PluginInfo,
  type Runtime,
  signalReload,
} from "../host/frontend-api.ts";
import { revealed } from "./revealed-text.ts";
import { counted, readWords, type Subcommand } from "./terminal.ts";

const SANDBOX: Record<PluginInfo["sandbox"], string> = {
  host: "built in",
  kernel: "confined by the kernel",
  deno: "sandboxed by Deno",
  none: "NOT SANDBOXED",
};

export const list: Subcommand = {
  name: "list",
  usage: "[--json]",
  summary: "List all plugins: state, sandbox, location",
  async run(words, terminal, { runtime }) {
    const { on } = readWords(words, { json: "boolean" }, 0);
    const plugins = (await terminal.host()).plugins();
    if (on.has("json") || terminal.flags?.as === "json") await terminal.print(jsonForTerminal(plugins));
    else await terminal.print([...plugins.map(lineOf), ...accountingLines(plugins, runtime)].join("\n"));
    return 0;
  },
};

function accountingLines(plugins: readonly PluginInfo[], runtime: Runtime): string[] {
  const kernel = plugins.some(({ sandbox }) => sandbox === "kernel") ? findKernel(runtime) : undefined;
  return kernel ? ["", `Confined plugins: ${memoryAccounting(kernel)}`] : [];
}

function lineOf({
  name,
  version,
  state,
  sandbox,
  source,
  builtIn,
  tools,
  reason,
  fix,
  leftOut = [],
}: PluginInfo): string {
  // If the manifest can't be read, nothing else is known.
  const isUnread = state === "unavailable" && tools.length === 0;
  const about = isUnread
    ? `${name}  ${state}`
    : `${name} ${version}  ${state}, ${SANDBOX[sandbox]}, ${counted(tools.length, "tool")}`;
  const where = builtIn ? [] : [`  ${source}`];
  const missing = leftOut.map((line) => `  Left out: ${line}`);
  return [about, ...where, ...(reason ? [`  ${reason}. ${fix}`] : []), ...missing].map(revealed).join("\n");
}

export const reload: Subcommand = {
  name: "reload",
  usage: "",
  summary: "Make every running jig reload its plugins",
  async run(words, terminal, { runtime }) {
    readWords(words, {}, 0);
    signalReload(runtime.cacheFolder);
    await terminal.print("Every running jig reloads its plugins");
    return 0;
  },
};
