/** Runs a plugin inside the host: what built-ins do. Modules load on first use and are kept. */
import { createAssets } from "./assets.ts";
import { createCapabilities } from "./capabilities.ts";
import type { Capabilities, Net, Root, ServiceContext, WorkerCall, Workspace } from "./context.ts";
import type { PluginDeclaration, ToolModule } from "./define.ts";
import { JigError } from "./errors.ts";
import { createNet } from "./network.ts";
import { createGate } from "./permissions.ts";
import type { Processes } from "./processes.ts";
import { defaultFailure, type Runner } from "./runner.ts";
import type { Runtime } from "./runtime.ts";
import { createServices } from "./services.ts";
import { createWorkerPool, type WorkerPool } from "./worker-pool.ts";
import type { WorkerRole } from "./worker-thread.ts";

export interface InProcessOptions {
  declaration: PluginDeclaration;
  workspace: Workspace;
  processes: Processes;
  runtime: Runtime;
  readOnly: boolean;
  cacheFolderOf: (root: Root | undefined) => string;
  sweep: Capabilities["files"]["sweep"];
  cores: number;
}

export function createInProcessRunner(options: InProcessOptions): Runner {
  const { declaration, workspace, processes, runtime } = options;
  const { name, permissions } = declaration;
  const gate = createGate(name, permissions, workspace, options.readOnly);
  const pools = new Map<string, WorkerPool>();
  const modules = new Map<string, Promise<ToolModule>>();
  const log = (level: "debug" | "info" | "warn" | "error", message: string) => runtime.log(level, name, message);

  function worker<Answer>(worker: string, input: unknown, call: WorkerCall = {}): Promise<Answer> {
    let pool = pools.get(worker);
    if (!pool) {
      const declared = declaration.workers?.[worker];
      if (!declared) throw new JigError("INTERNAL", `The plugin "${name}" declares no worker "${worker}"`);
      const role: WorkerRole = {
        role: "worker",
        plugin: name,
        worker,
        permissions,
        roots: workspace.roots,
        readOnly: options.readOnly,
        cacheFolder: options.cacheFolderOf(undefined),
      };
      const threads = declared.threads ?? options.cores;
      pool = createWorkerPool({ name: worker, threads, start: () => runtime.startThread(role), relay: worker_, log });
      pools.set(worker, pool);
    }
    return pool.run(input, call) as Promise<Answer>;
  }
  const worker_ = (other: string, input: unknown, call: WorkerCall) => worker(other, input, call);

  const net: Net = createNet(gate.net);
  const services = createServices({
    plugin: name,
    load: declaration.service,
    roots: workspace.roots,
    context(root, signal): ServiceContext {
      const shared = createCapabilities({
        plugin: name,
        permissions,
        workspace,
        readOnly: options.readOnly,
        cacheFolder: options.cacheFolderOf(root),
        assets: createAssets(runtime.assets),
        environment: runtime.environment,
        log,
        sweep: options.sweep,
        blocking: false,
      });
      return {
        ...shared,
        root,
        signal,
        net,
        worker,
        async run(request) {
          gate.run(request.command);
          return await processes.run({ cwd: root?.path ?? workspace.roots[0]?.path ?? ".", ...request });
        },
      };
    },
  });

  function moduleOf(tool: string): Promise<ToolModule> {
    let module = modules.get(tool);
    if (!module) {
      const declared = declaration.tools[tool];
      if (!declared) throw new JigError("UNKNOWN_TOOL", `The plugin "${name}" has no tool "${tool}"`);
      module = declared.handler() as Promise<ToolModule>;
      modules.set(tool, module);
      module.catch(() => modules.delete(tool));
    }
    return module;
  }

  return {
    async call(tool, input, context) {
      const { default: handle } = await moduleOf(tool);
      return await handle(input, {
        ...context,
        worker,
        service: <Service>(root?: string) => services.get(root) as Promise<Service>,
      });
    },
    async view(tool, value, input) {
      return (await moduleOf(tool)).view?.(value, input);
    },
    async fit(tool, value, maxChars) {
      return (await moduleOf(tool)).fit?.(value, maxChars);
    },
    failure: (error, tool) => declaration.failure?.(error, tool) ?? defaultFailure(error),
    async symbols(language, file, context) {
      const declared = declaration.contributes?.languages?.find((each) => each.id === language);
      if (!declared?.symbols) return undefined;
      const { default: symbols } = await declared.symbols();
      return await symbols(file, {
        ...context,
        worker,
        service: <Service>(root?: string) => services.get(root) as Promise<Service>,
      });
    },
    async doctor(context) {
      const module = await declaration.contributes?.doctor?.();
      if (!module) return [];
      return await module.default({
        ...context,
        worker,
        service: <Service>(root?: string) => services.get(root) as Promise<Service>,
      });
    },
    async close() {
      await services.close();
      for (const pool of pools.values()) pool.close();
    },
  };
}
