/** The runner of a plugin on disk: modules in a child process, commands each in theirs, pointers of the manifest in the host. */
import { join } from "node:path";
import { createGate } from "../capabilities/permissions.ts";
import { createProcesses } from "../capabilities/processes.ts";
import { createServiceContext, type ServiceContextOptions } from "../capabilities/service-context.ts";
import type { Root } from "../contract/context.ts";
import type { Permissions } from "../contract/define.ts";
import type { JsonSchema } from "../contract/host.ts";
import type { CommandHandler, PluginFile } from "../manifest/plugin-file.ts";
import { failureByPointers, fitByPointers, viewByPointers } from "../manifest/pointers.ts";
import type { PatternChecker } from "../manifest/schema-patterns.ts";
import { declaredEnvironment, pluginEnvironment } from "../third-parties/plugin-environment.ts";
import { CHILD_SCRIPT, sandboxedStart } from "../third-parties/sandbox.ts";
import type { ChildStart } from "./child-link.ts";
import { CHILD_ROLE } from "./child-process.ts";
import { type ChildRunner, createChildRunner } from "./child-runner.ts";
import { callOnce } from "./command-once.ts";
import { type EndGuard, guardedProcesses } from "./end-guard.ts";
import { createInProcessRunner } from "./in-process.ts";
import { declarationOf, hasGrammars, hasModules, modulePathOf } from "./plugin-modules.ts";
import { type CallContext, defaultFailure, type Runner } from "./runner.ts";
import type { WorkerRole } from "./worker-thread.ts";

/** The asset that is web-tree-sitter's module. */
const TREE_SITTER = "web-tree-sitter.js";

export interface PluginRunnerOptions extends ServiceContextOptions {
  file: PluginFile;
  /** Where its code is run from. */
  folder: string;
  locate: (command: string) => Promise<string>;
  cores: number;
  patterns: PatternChecker;
  guard: EndGuard;
  /** Where the sandbox is; undefined: modules run without one. */
  deno: string | undefined;
  /** Modules run inside the host: for tests that compare the two ways. */
  inProcess: boolean;
}

export function createPluginRunner(options: PluginRunnerOptions): Runner {
  const { file, folder, runtime, workspace, cacheFolderOf, guard } = options;
  const permissions = file.permissions as Permissions;
  const environment = pluginEnvironment(permissions, runtime.environment);
  // The guard ends by groups, so each leads one, jig's own programs too.
  const find = async (command: string) => ({ path: await options.locate(command), own: false });
  const processes = guardedProcesses(createProcesses({ find, cwd: folder, environment }), guard);
  const framed = new Map<string, ChildRunner>();
  const log = (level: "debug" | "info" | "warn" | "error", message: string) => runtime.log(level, file.name, message);
  const serviceContext = (root: Root | undefined, signal: AbortSignal) =>
    createServiceContext({ ...options, processes }, root, signal);
  /** Programs that the plugin starts get what it declared of the environment, not what the host has. */
  const own = (context: CallContext): CallContext => ({
    ...context,
    async run(request) {
      createGate(file.name, permissions, workspace, options.readOnly).run(request.command);
      return await processes.run({ cwd: workspace.roots[0]?.path ?? folder, signal: context.signal, ...request });
    },
  });

  function childOf(start: () => Promise<ChildStart>): ChildRunner {
    return createChildRunner({
      subject: `The plugin "${file.name}"`,
      start,
      guard,
      hello: {
        folder,
        file,
        roots: workspace.roots,
        permissions,
        readOnly: options.readOnly,
        env: declaredEnvironment(permissions, runtime.environment),
        cacheFolders: Object.fromEntries([
          ["", cacheFolderOf(undefined)],
          ...workspace.roots.map((root) => [root.path, cacheFolderOf(root)]),
        ]),
        cores: options.cores,
      },
      serviceContext,
      repeatable: (tool) => file.tools[tool]?.effect === "read",
      log,
    });
  }

  function workerRole(worker: string): WorkerRole {
    return {
      role: "worker",
      plugin: file.name,
      worker,
      module: modulePathOf(folder, file.workers![worker]!.module),
      permissions,
      roots: workspace.roots,
      readOnly: options.readOnly,
      cacheFolder: cacheFolderOf(undefined),
    };
  }

  const inHost = () =>
    createInProcessRunner({
      declaration: declarationOf(file, folder, () => options.locate(TREE_SITTER)),
      roots: workspace.roots,
      serviceContext,
      startWorker: (worker) => runtime.startThread(workerRole(worker)),
      log,
      cores: options.cores,
    });
  const inChild = () => childOf(options.deno === undefined ? bareStart : () => sandboxed(options.deno!));
  const library = async () => (hasGrammars(file) ? await options.locate(TREE_SITTER) : undefined);
  const bareStart = async () => ({
    library: await library(),
    command: runtime.self.command,
    args: [...runtime.self.args, CHILD_ROLE],
    cwd: folder,
    env: environment,
  });
  const sandboxed = async (deno: string) =>
    await sandboxedStart({
      deno,
      script: await options.locate(CHILD_SCRIPT),
      folder,
      permissions,
      cacheFolder: runtime.cacheFolder,
      ownCaches: file.workers ? [cacheFolderOf(undefined)] : [],
      locate: options.locate,
      env: environment,
      library: await library(),
    });
  const modules: Omit<ChildRunner, "load"> | undefined = hasModules(file)
    ? options.inProcess
      ? inHost()
      : inChild()
    : undefined;

  const commandOf = async ({ command: [program, ...args] }: CommandHandler) => ({
    command: program!.startsWith("./") ? join(folder, program!) : await options.locate(program!),
    args,
  });

  function framedOf(handler: CommandHandler): ChildRunner {
    const key = JSON.stringify(handler.command);
    let runner = framed.get(key);
    if (!runner) {
      runner = childOf(async () => ({ ...(await commandOf(handler)), cwd: folder, env: environment }));
      framed.set(key, runner);
    }
    return runner;
  }

  const toolOf = (tool: string) => file.tools[tool]!;
  const moduleRuns = (tool: string) => (typeof toolOf(tool).handler === "string" ? modules : undefined);

  return {
    async call(tool, input, context) {
      const { handler, input: schema } = toolOf(tool);
      await options.patterns.check(schema as JsonSchema, input);
      if (typeof handler === "string") return await modules!.call(tool, input, own(context));
      if (handler.mode === "framed") return await framedOf(handler).call(tool, input, own(context));
      const { command, args } = await commandOf(handler);
      return await callOnce({ processes, command: [command, ...args], folder }, tool, input, context);
    },
    async view(tool, value, input) {
      const { rows } = toolOf(tool);
      if (rows) return await viewByPointers(rows, value, workspace);
      return await moduleRuns(tool)?.view(tool, value, input);
    },
    async fit(tool, value, maxChars) {
      const { fit } = toolOf(tool);
      if (fit) return fitByPointers(fit, value, maxChars);
      return await moduleRuns(tool)?.fit(tool, value, maxChars);
    },
    failure: (error) => (file.failure ? failureByPointers(file.failure, error) : defaultFailure(error)),
    symbols: async (language, path, context) => await modules?.symbols(language, path, own(context)),
    doctor: async (context) => (file.contributes?.doctor ? ((await modules?.doctor(own(context))) ?? []) : []),
    async close() {
      processes.close();
      await Promise.allSettled([modules, ...framed.values()].map((runner) => runner?.close()));
    },
  };
}
