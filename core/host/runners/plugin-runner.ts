/** Runs a plugin from disk. Its modules share one child process, while each command has its own. */
import { existsSync } from "node:fs";
import { isAbsolute, join } from "node:path";
import { withQuota } from "../capabilities/cache-quota.ts";
import { createGate } from "../capabilities/permissions.ts";
import { commandNotFound, createProcesses, type Processes, type ProcessStart } from "../capabilities/processes.ts";
import { createServiceContext, type ServiceContextOptions } from "../capabilities/service-context.ts";
import type { Root, RunRequest } from "../contract/context.ts";
import { JigError } from "../contract/errors.ts";
import { withValueAt } from "../contract/json-pointer.ts";
import type { Json, JsonObject, Outcome } from "../contract/outcome.ts";
import type { CommandHandler, FailureByPointer, PluginFile, ToolFile } from "../contract/plugin-file.ts";
import type { Effect } from "../contract/plugin-schema.ts";
import { type CallContext, defaultFailure, type Runner } from "../contract/runner.ts";
import { EFFECTS, effectOfCall } from "../manifest/call-effect.ts";
import { type ChildStart, type Confinement, createConfinement, type Purpose } from "../sandbox/confinement.ts";
import type { Kernel } from "../sandbox/kernel.ts";
import { guardedProcesses, newMark, type OrphanGuard } from "../sandbox/orphan-guard.ts";
import { declaredEnvironment, pluginEnvironment, refuseVariables } from "../sandbox/plugin-environment.ts";
import { MARK_VARIABLE } from "../sandbox/process-tree.ts";
import { createScratch } from "../sandbox/scratch-folders.ts";
import { type ChildRunner, createChildRunner } from "./child-runner.ts";
import { confinedStart, modulesStart } from "./child-start.ts";
import { createInProcessRunner } from "./in-process.ts";
import { rootVariables, runOneShotCommand } from "./one-shot-command.ts";
import type { PatternChecker } from "./pattern-worker.ts";
import { withPermissionHint } from "./permission-hints.ts";
import { declarationOf, hasGrammars, hasModules, modulePathOf } from "./plugin-modules.ts";
import type { WorkerRole } from "./worker-thread.ts";

/** The asset with the web-tree-sitter module. */
const TREE_SITTER = "web-tree-sitter.js";

export interface PluginRunnerOptions extends ServiceContextOptions {
  file: PluginFile;
  /** The folder from which its code runs. */
  folder: string;
  locate: (command: string) => Promise<string>;
  cores: number;
  patterns: PatternChecker;
  guard: OrphanGuard;
  /** The path of the sandbox. Without it, modules aren't sandboxed. */
  deno: string | undefined;
  /** The answers that this plugin has saved, for its threads. */
  answers: NonNullable<WorkerRole["answers"]>;
  /** Confinement by the kernel, or undefined if the kernel doesn't support it. */
  kernel: Kernel | undefined;
  /** Runs modules in the host, for tests that compare the two ways. */
  inProcess: boolean;
}

export function createPluginRunner(options: PluginRunnerOptions): Runner {
  const { file, folder, runtime, workspace, cacheFolderOf, guard } = options;
  const permissions = file.permissions;
  const environment = pluginEnvironment(permissions, runtime.environment);
  // The guard kills whole process groups, so each program has to lead its own, even jig's.
  const find = async (command: string) => ({ path: await options.locate(command), own: false });
  const confinement = options.kernel && confinementOf(options, options.kernel);
  const processesByPurpose = new Map<string, Processes>();
  /** Returns processes that are limited to the effect of a call. */
  function processesFor(effect: Effect, openWorld: boolean): Processes {
    const key = `${effect} ${openWorld}`;
    let processes = processesByPurpose.get(key);
    if (!processes) {
      const confine = confinement && confineOf(confinement, options, effect, openWorld);
      processes = guardedProcesses(
        createProcesses({ find, cwd: folder, environment, ...(confine ? { confine } : {}) }),
        guard,
        { memoryMb: file.memoryMb, storageMb: file.storageMb, keeps: confinement ? [confinement.folder] : [] },
        confinement?.groupOf,
      );
      processesByPurpose.set(key, processes);
    }
    return processes;
  }
  const weakest = weakestOf(Object.values(file.tools).filter((tool) => typeof tool.handler === "string"));
  const framed = new Map<string, ChildRunner>();
  const log = (level: "debug" | "info" | "warn" | "error", message: string) => runtime.log(level, file.name, message);
  const serviceContext = (root: Root | undefined, signal: AbortSignal) => {
    const call = { tool: `The service of "${file.name}"`, ...weakest };
    const processes = processesFor(weakest.effect, weakest.openWorld);
    const context = createServiceContext({ ...options, call, processes }, root, signal);
    return { ...context, cache: withQuota(context.cache, file.storageMb) };
  };
  /** Programs that the plugin starts only see its declared environment variables. */
  const own = (context: CallContext, { effect, openWorld }: CallPurpose = weakest): CallContext => ({
    ...context,
    cache: withQuota(context.cache, file.storageMb),
    async run(request) {
      createGate(file.name, permissions, workspace, options.readOnly).run(request.command);
      refuseVariables(file.name, permissions, request.env);
      const processes = processesFor(effect, openWorld);
      return await processes.run({ cwd: workspace.roots[0]?.path ?? folder, signal: context.signal, ...request });
    },
  });

  function childOf(start: () => Promise<ChildStart>, numbers: "packed" | "lists" = "packed"): ChildRunner {
    return createChildRunner({
      numbers,
      subject: `The plugin "${file.name}"`,
      start,
      guard,
      memoryMb: file.memoryMb,
      storageMb: file.storageMb,
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
      plans: (tool) => file.tools[tool]?.plan === true,
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
      answers: options.answers,
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
  const library = async () => (hasGrammars(file) ? await options.locate(TREE_SITTER) : undefined);
  const inChild = () =>
    childOf(async () =>
      modulesStart({
        ...options,
        permissions,
        ...weakest,
        confinement,
        env: environment,
        library: await library(),
        ownCaches: file.workers ? [cacheFolderOf(undefined)] : [],
      }),
    );
  const modules: Omit<ChildRunner, "load"> | undefined = hasModules(file)
    ? options.inProcess
      ? inHost()
      : inChild()
    : undefined;

  const commandOf = async ({ command: [program, ...args] }: CommandHandler) => ({
    command: program!.startsWith("./") ? ownProgram(folder, program!) : await options.locate(program!),
    args,
  });

  /**
   * Calls only share a process if their permissions are the same. A read-only tool never runs in the same process as one that
   * writes.
   */
  function framedOf(handler: CommandHandler, purpose: CallPurpose): ChildRunner {
    const granted = grantedFor(purpose, options);
    const key = JSON.stringify(confinement ? [handler.command, granted] : handler.command);
    let runner = framed.get(key);
    if (!runner) {
      runner = childOf(async () => {
        const env = { ...environment, ...rootVariables(workspace.roots.map(({ path }) => path)) };
        const start = { ...(await commandOf(handler)), cwd: folder, env };
        if (!confinement) return start;
        const access = await confinement.accessFor({ ...granted, programs: await programsOf(options, start.command) });
        return { ...start, ...confinedStart(confinement, access) };
      }, "lists");
      framed.set(key, runner);
    }
    return runner;
  }

  const toolOf = (tool: string) => file.tools[tool]!;
  const moduleRuns = (tool: string) => (typeof toolOf(tool).handler === "string" ? modules : undefined);

  return {
    async call(tool, input, context) {
      const { handler, input: schema } = toolOf(tool);
      await options.patterns.check(schema, input);
      const purpose = {
        effect: effectOfCall(toolOf(tool), input),
        openWorld: toolOf(tool).openWorld ?? false,
      };
      return await withPermissionHint(file, tool, context.log, folder, async () => {
        if (typeof handler === "string") return await modules!.call(tool, input, own(context, purpose));
        if (handler.mode === "framed") return await framedOf(handler, purpose).call(tool, input, own(context, purpose));
        const { command, args } = await commandOf(handler);
        const processes = processesFor(purpose.effect, purpose.openWorld);
        const plans = file.tools[tool]?.plan === true;
        return await runOneShotCommand({ processes, command: [command, ...args], folder, plans }, tool, input, context);
      });
    },
    lines: async (tool, rows, answer, input) => await moduleRuns(tool)?.lines(tool, rows, answer, input),
    failure: (error) => (file.failure ? failureByPointers(file.failure, error) : defaultFailure(error)),
    resolvePath: async (prefix, path, context) => await modules?.resolvePath(prefix, path, own(context)),
    callRemoteSource: async (prefix, call, context) => await modules?.callRemoteSource(prefix, call, own(context)),
    symbols: async (language, path, context) => await modules?.symbols(language, path, own(context)),
    doctor: async (context) => (file.contributes?.doctor ? ((await modules?.doctor(own(context))) ?? []) : []),
    availableTools: async (context) =>
      file.contributes?.availableTools ? ((await modules?.availableTools(own(context))) ?? []) : [],
    async close() {
      for (const processes of processesByPurpose.values()) processes.close();
      await Promise.allSettled([modules, ...framed.values()].map((runner) => runner?.close()));
      confinement?.close();
    },
  };
}

type CallPurpose = Pick<Purpose, "effect" | "openWorld">;

/** Returns the weakest effect of all tools, which applies to the process that serves them. */
function weakestOf(tools: readonly ToolFile[]): CallPurpose {
  const effects = tools.map(({ effect }) => effect);
  const weakest = EFFECTS.find((effect) => effects.includes(effect)) ?? "read";
  return { effect: weakest, openWorld: tools.length > 0 && tools.every(({ openWorld }) => openWorld) };
}

/** Removes everything that doesn't affect permissions. */
function grantedFor({ effect, openWorld }: CallPurpose, { file, readOnly }: PluginRunnerOptions): CallPurpose {
  const { write = [], net = [] } = file.permissions;
  const writes = effect !== "read" && !readOnly && write.length > 0;
  return { effect: writes ? "write" : "read", openWorld: openWorld && net.length > 0 };
}

function confinementOf(options: PluginRunnerOptions, kernel: Kernel): Confinement {
  const { runtime, file, workspace } = options;
  return createConfinement({
    kernel,
    home: runtime.home,
    permissions: file.permissions,
    roots: workspace.roots,
    readOnly: options.readOnly,
    folder: options.folder,
    memoryMb: file.memoryMb,
    scratch: createScratch(runtime.cacheFolder, file.name),
    locate: options.locate,
    log: (level, message) => runtime.log(level, file.name, message),
  });
}

/** Confines the programs that a plugin starts. Each of them may start the others. */
function confineOf(confinement: Confinement, options: PluginRunnerOptions, effect: Effect, openWorld: boolean) {
  return async (start: ProcessStart, { command }: RunRequest) => {
    if (!isAbsolute(start.command)) throw commandNotFound(command);
    const access = await confinement.accessFor({
      effect,
      openWorld,
      programs: await programsOf(options, start.command),
    });
    const ended = confinement.hold();
    try {
      return { ...confinement.confine(start, access, start.env[MARK_VARIABLE] ?? newMark()), ended };
    } catch (error) {
      ended();
      throw error;
    }
  };
}

/** Returns the paths of a program and of all other programs in the manifest. */
async function programsOf({ file, locate }: PluginRunnerOptions, program: string): Promise<string[]> {
  const named = await Promise.all((file.permissions.run ?? []).map(locate));
  return [program, ...named].filter((path) => isAbsolute(path));
}

/** Creates the failure envelope of a plugin that declares it with JSON pointers. */
function failureByPointers(where: FailureByPointer, error: JigError): Outcome {
  let value: Json = withValueAt(where.with ?? {}, where.message, error.advice);
  if (where.code !== undefined) value = withValueAt(value, where.code, error.code);
  if (where.details !== undefined && error.details) {
    value = withValueAt(value, where.details, error.details as JsonObject);
  }
  return { value, failed: true };
}

/** Finds a program in the folder of the plugin. @throws UNAVAILABLE, which usually means that it hasn't been built */
function ownProgram(folder: string, program: string): string {
  const path = join(folder, program);
  if (existsSync(path)) return path;
  throw new JigError("UNAVAILABLE", `The plugin's folder has no ${JSON.stringify(program)}`, {
    hint: "Build it first, as described in the README of a new plugin, or correct handler.command in plugin.json",
  });
}
