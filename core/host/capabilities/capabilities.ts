/** Creates the capabilities that handlers, services and workers have in common. They are limited by the plugin's permissions. */
import type { Assets, Capabilities, Sweep, SweepOptions, Workspace } from "../contract/context.ts";
import type { Permissions } from "../contract/plugin-schema.ts";
import { createCache } from "./cache.ts";
import { createClock } from "./clock.ts";
import { type CallLimits, createGate } from "./permissions.ts";
import { undeclaredEnv } from "./undeclared-env.ts";
import { createFiles } from "./workspace-files.ts";

export interface CapabilityOptions {
  plugin: string;
  permissions: Permissions;
  workspace: Workspace;
  readOnly: boolean;
  /** A folder for this plugin in this workspace. */
  cacheFolder: string;
  assets: Assets;
  environment: Readonly<Record<string, string | undefined>>;
  log: (level: "debug" | "info" | "warn" | "error", message: string) => void;
  sweep: (options: SweepOptions) => Promise<Sweep>;
  /** See `createFiles`. */
  blocking: boolean;
  mayReadDirect?: (path: string) => boolean;
  countTokens: Capabilities["countTokens"];
  /** Only set during a call. */
  call?: CallLimits | undefined;
}

/** Creates all capabilities except for `worker`, which the runner or the thread adds. */
export function createCapabilities(options: CapabilityOptions): Omit<Capabilities, "worker"> {
  const { plugin, permissions, workspace, readOnly, environment, log } = options;
  const gate = createGate(plugin, permissions, workspace, readOnly, options.call);
  return {
    plugin,
    workspace,
    readOnly,
    files: createFiles({
      resolve: gate.path,
      sweep: options.sweep,
      blocking: options.blocking,
      ...(options.mayReadDirect && permissions.read?.includes("workspace")
        ? { mayReadDirect: options.mayReadDirect }
        : {}),
    }),
    clock: createClock(),
    log: {
      debug: (message) => log("debug", message),
      info: (message) => log("info", message),
      warn: (message) => log("warn", message),
      error: (message) => log("error", message),
    },
    cache: createCache(options.cacheFolder),
    assets: options.assets,
    countTokens: options.countTokens,
    env(name) {
      if (gate.env(name)) return environment[name];
      throw undeclaredEnv(plugin, name);
    },
  };
}
