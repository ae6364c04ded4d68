/** Creates the context of services, whose capabilities don't belong to a call. */
import type { Capabilities, Root, ServiceContext, Workspace } from "../contract/context.ts";
import type { Permissions } from "../contract/plugin-schema.ts";
import { createAssets } from "../runtime/assets.ts";
import type { Runtime } from "../runtime/runtime.ts";
import { createCapabilities } from "./capabilities.ts";
import { createNet } from "./network.ts";
import { type CallLimits, createGate } from "./permissions.ts";
import type { Processes } from "./processes.ts";

export interface ServiceContextOptions {
  name: string;
  permissions: Permissions;
  workspace: Workspace;
  processes: Processes;
  runtime: Runtime;
  readOnly: boolean;
  cacheFolderOf: (root: Root | undefined) => string;
  sweep: Capabilities["files"]["sweep"];
  countTokens: Capabilities["countTokens"];
  /** The highest effect of the tools that use it. It is not set for built-in plugins. */
  call?: CallLimits | undefined;
}

/** Has no workers, because they run in the same process as the service. */
export type BaseServiceContext = Omit<ServiceContext, "worker">;

export function createServiceContext(
  options: ServiceContextOptions,
  root: Root | undefined,
  signal: AbortSignal,
): BaseServiceContext {
  const { name, permissions, workspace, processes, runtime } = options;
  const gate = createGate(name, permissions, workspace, options.readOnly, options.call);
  return {
    ...createCapabilities({
      plugin: name,
      permissions,
      workspace,
      readOnly: options.readOnly,
      cacheFolder: options.cacheFolderOf(root),
      assets: createAssets(runtime.assets),
      environment: runtime.environment,
      log: (level, message) => runtime.log(level, name, message),
      sweep: options.sweep,
      blocking: false,
      countTokens: options.countTokens,
      call: options.call,
    }),
    root,
    signal,
    net: createNet({ allows: gate.net, guarded: options.call !== undefined }),
    async run(request) {
      gate.run(request.command);
      return await processes.run({ cwd: root?.path ?? workspace.roots[0]?.path ?? ".", signal, ...request });
    },
  };
}
