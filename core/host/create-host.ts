/** Puts the host together: workspace, registry, runners, the calls between them. */
import { createHash } from "node:crypto";
import { availableParallelism } from "node:os";
import { extname, join } from "node:path";
import { openAudit } from "./audit.ts";
import { createCapabilities } from "./capabilities/capabilities.ts";
import { createNet } from "./capabilities/network.ts";
import { createGate } from "./capabilities/permissions.ts";
import { createProcesses } from "./capabilities/processes.ts";
import { createServiceContext } from "./capabilities/service-context.ts";
import type { FileSymbol, Root, Sweep, SweepOptions, Workspace } from "./context.ts";
import type { DoctorLine, PathScheme, PluginDeclaration } from "./define.ts";
import { JigError, toJigError } from "./errors.ts";
import { fitOutcome } from "./fit.ts";
import type { Host, InvokeOptions } from "./host.ts";
import { type InvokeParts, invokeTool } from "./invoke.ts";
import { manifestOf } from "./manifest/manifest.ts";
import { createRegistry, inactive, type Plugin, pluginInfo, toolInfo } from "./manifest/registry.ts";
import { createPatternChecker, PATTERN_WORKER } from "./manifest/schema-patterns.ts";
import { createEndGuard } from "./runners/end-guard.ts";
import { createInProcessRunner } from "./runners/in-process.ts";
import type { CallContext } from "./runners/runner.ts";
import { createWorkerPool } from "./runners/worker-pool.ts";
import { HOST_WORKER, type WorkerRole } from "./runners/worker-thread.ts";
import { createAssets, createExecutables } from "./runtime/assets.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { watchReloads } from "./third-parties/reload-signal.ts";
import { loadThirdParties } from "./third-parties/third-parties.ts";
import { defaultView } from "./view.ts";
import { type BoundScheme, createWorkspace, openRoots } from "./workspace/workspace.ts";

export interface HostOptions {
  runtime: Runtime;
  builtIns: readonly PluginDeclaration[];
  /** Folders to serve; see `openRoots`. */
  roots: readonly string[];
  /** Folders with plugins, or plugin folders, named by the user (`--plugins`). */
  pluginFolders?: readonly string[];
  readOnly?: boolean;
  /** Third parties' modules run inside the host: for tests that compare the two ways. */
  pluginsInProcess?: boolean;
  /** A file to which every call adds a line; see `AuditLine`. */
  audit?: string;
}

export async function createHost(options: HostOptions): Promise<Host> {
  const { runtime } = options;
  const readOnly = options.readOnly ?? false;
  const roots = openRoots(options.roots, runtime.home);
  const audit =
    options.audit === undefined ? undefined : openAudit(options.audit, (line) => runtime.log("error", "audit", line));
  const registry = createRegistry();
  const rules = { roots, readOnly };
  const listeners = new Set<() => void>();
  const calls = new Set<AbortController>();
  const cores = availableParallelism();
  const schemes: BoundScheme[] = [];
  const wholeWorkspace = createWorkspace(roots, () => schemes);
  const assets = createAssets(runtime.assets);
  const locate = createExecutables(runtime.assets, join(runtime.cacheFolder, "bin"), runtime.environment.PATH ?? "");
  const processes = createProcesses({ locate, cwd: roots[0]?.path, environment: runtime.environment });
  const rootsHash = createHash("sha256")
    .update(roots.map((root) => root.path).join("\0"))
    .digest("hex")
    .slice(0, 16);
  const cacheFolderOf = (plugin: string) => (root: Root | undefined) => {
    const hash = root ? createHash("sha256").update(root.path).digest("hex").slice(0, 16) : rootsHash;
    return join(runtime.cacheFolder, "v1", plugin, hash);
  };

  const hostThread = (worker: string) => () =>
    runtime.startThread({
      role: "worker",
      plugin: HOST_WORKER,
      worker,
      permissions: { read: ["workspace"] },
      roots,
      readOnly: true,
      cacheFolder: runtime.cacheFolder,
    } satisfies WorkerRole);
  const hostLog = (level: "debug" | "info" | "warn" | "error", message: string) =>
    runtime.log(level, HOST_WORKER, message);
  const patterns = createPatternChecker(hostThread(PATTERN_WORKER), hostLog);
  const sweeper = createWorkerPool({
    name: "sweep",
    threads: 1,
    start: hostThread("sweep"),
    relay: () => Promise.reject(new JigError("INTERNAL", "The sweep asks for nothing")),
    log: hostLog,
  });
  const sweep = ({ signal, ...sweepOptions }: SweepOptions = {}) =>
    sweeper.run(
      { directories: roots.map((root) => root.path), ...sweepOptions },
      signal ? { signal } : {},
    ) as Promise<Sweep>;

  function contextFor(
    plugin: Plugin,
    tool: string,
    signal: AbortSignal,
    { onProgress, onRows }: InvokeOptions,
    workspace: Workspace = wholeWorkspace,
  ): CallContext {
    const { name, permissions } = plugin.manifest;
    const gate = createGate(name, permissions, workspace, readOnly);
    return {
      ...createCapabilities({
        plugin: name,
        permissions,
        workspace,
        readOnly,
        cacheFolder: cacheFolderOf(name)(undefined),
        assets,
        environment: runtime.environment,
        log: (level, message) => runtime.log(level, name, message),
        sweep,
        blocking: false,
      }),
      tool,
      signal,
      net: createNet(gate.net),
      async run(request) {
        gate.run(request.command);
        return await processes.run({ cwd: roots[0]?.path ?? ".", signal, ...request });
      },
      progress: (progress) => onProgress?.(progress),
      rows: (rows) => onRows?.(rows),
      symbols: (file) => symbols(file, signal),
      async invoke(other, input) {
        gate.invoke(other);
        return await host.invoke(other, input, { signal });
      },
    };
  }

  /** Asks the first plugin that contributes the file's language. */
  async function symbols(
    file: string,
    signal: AbortSignal,
    onFailure: (plugin: Plugin, error: unknown) => void = (plugin, error) => {
      // Whoever asks for symbols can do without those of a stranger's plugin that is broken.
      if (plugin.builtIn || signal.aborted) throw error;
      runtime.log("error", plugin.manifest.name, `symbols: ${toJigError(error).advice}`);
    },
  ): Promise<FileSymbol[] | undefined> {
    const ending = extname(file).toLowerCase();
    for (const plugin of registry.plugins()) {
      const language = plugin.manifest.languages.find((each) => each.extensions.includes(ending));
      if (!language || !plugin.runner || plugin.trouble) continue;
      const context = contextFor(plugin, "symbols", signal, {});
      const found = await plugin.runner.symbols(language.id, file, context).catch((error) => onFailure(plugin, error));
      if (found) return found;
    }
    return undefined;
  }

  function quarantine(plugin: Plugin, error: JigError): void {
    plugin.trouble = {
      state: "unavailable",
      reason: error.message,
      fix: error.hint ?? `Correct ${plugin.source}, then run \`jig plugin reload\``,
    };
    changed();
  }

  function changed(): void {
    for (const listener of listeners) listener();
  }

  function bindSchemes(declaration: PluginDeclaration, plugin: Plugin): void {
    for (const scheme of declaration.contributes?.paths ?? []) schemes.push(bindScheme(scheme, plugin));
  }

  function bindScheme(scheme: PathScheme, plugin: Plugin): BoundScheme {
    const context = contextFor(plugin, "paths", new AbortController().signal, {});
    const bound = {
      ...context,
      root: undefined,
      worker: () => Promise.reject(new JigError("INTERNAL", "A path scheme has no workers")),
    };
    let loaded: Awaited<ReturnType<PathScheme["module"]>> | undefined;
    return {
      prefix: scheme.prefix,
      async resolve(path) {
        loaded ??= await scheme.module();
        return await loaded.resolve(path, bound);
      },
      // Before the scheme was first used nothing of it can have been printed.
      display: (absolute) => loaded?.display?.(absolute, bound),
    };
  }

  const sharedBy = (name: string) => ({
    name,
    workspace: wholeWorkspace,
    processes,
    runtime,
    readOnly,
    cacheFolderOf: cacheFolderOf(name),
    sweep: (sweepOptions: SweepOptions | undefined) => sweep(sweepOptions),
  });

  function workerRole({ name, permissions }: PluginDeclaration, worker: string): WorkerRole {
    const cacheFolder = cacheFolderOf(name)(undefined);
    return { role: "worker", plugin: name, worker, permissions, roots, readOnly, cacheFolder };
  }

  for (const declaration of options.builtIns) {
    const manifest = manifestOf(declaration);
    const shared = sharedBy(manifest.name);
    const { permissions } = declaration;
    const runner = createInProcessRunner({
      declaration,
      roots,
      serviceContext: (root, signal) => createServiceContext({ ...shared, permissions }, root, signal),
      startWorker: (worker) => runtime.startThread(workerRole(declaration, worker)),
      log: (level, message) => runtime.log(level, manifest.name, message),
      cores,
    });
    const plugin: Plugin = { manifest, runner, source: "built-in", builtIn: true, sandbox: "host" };
    registry.add(plugin);
    bindSchemes(declaration, plugin);
  }

  const guard = createEndGuard();
  const thirdParties = loadThirdParties({
    registry,
    folders: options.pluginFolders ?? [],
    roots,
    runtime,
    runner: (name) => ({
      ...sharedBy(name),
      locate,
      cores,
      patterns,
      guard,
      inProcess: options.pluginsInProcess ?? false,
    }),
  });

  const host: Host = {
    workspace: wholeWorkspace,
    assets,
    readOnly,
    tools: () => registry.names().map((name) => toolInfo(registry.find(name)!, rules)),
    tool(name) {
      const found = registry.find(name);
      return found && toolInfo(found, rules);
    },
    plugins: () => registry.plugins().map((plugin) => pluginInfo(plugin, roots)),
    prompts: () => usable().flatMap((plugin) => plugin.manifest.prompts),
    languages: () => usable().flatMap((plugin) => plugin.manifest.languages),
    cliAliases: () => usable().flatMap((plugin) => plugin.manifest.cliAliases),
    async invoke(tool, input, invokeOptions = {}) {
      const call = new AbortController();
      calls.add(call);
      const signal = invokeOptions.signal ? AbortSignal.any([invokeOptions.signal, call.signal]) : call.signal;
      // A name that no tool has is the caller's own text, which no log may hold.
      const audited = audit?.begin(registry.find(tool) ? tool : "(unknown)", wholeWorkspace);
      const context: InvokeParts["context"] = (...args) => contextFor(...args, audited?.workspace);
      const parts = { find: registry.find, names: registry.names, rules, context, quarantine };
      try {
        const outcome = await invokeTool(parts, tool, input, { ...invokeOptions, signal });
        audited?.end(outcome, signal.aborted);
        return outcome;
      } finally {
        calls.delete(call);
      }
    },
    symbols: (file, signal = new AbortController().signal) =>
      symbols(file, signal, (_, error) => {
        throw error;
      }),
    async view(tool, value, input) {
      const found = registry.find(tool);
      const view = await found?.plugin.runner?.view(tool, value, input).catch((error) => {
        runtime.log("error", found.plugin.manifest.name, `view of "${tool}": ${toJigError(error).message}`);
        return undefined;
      });
      return view ?? defaultView(value);
    },
    async fit(tool, outcome, maxChars) {
      const found = registry.find(tool);
      return await fitOutcome(found?.plugin.runner, tool, outcome, maxChars, join(runtime.cacheFolder, "answers"));
    },
    async doctor() {
      const lines: DoctorLine[] = [];
      // A plugin that has nothing to do here has said so by its state.
      for (const plugin of usable().filter((each) => !inactive(each, roots))) {
        const context = contextFor(plugin, "doctor", AbortSignal.timeout(5000), {});
        lines.push(
          ...(await plugin.runner!.doctor(context).catch((error) => [brokenDoctor(plugin, toJigError(error))])),
        );
      }
      return lines;
    },
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    async reload(name) {
      const before = listing();
      for (const plugin of registry.plugins()) {
        if (plugin.builtIn && (name === undefined || plugin.manifest.name === name)) delete plugin.trouble;
      }
      await thirdParties.reload(name);
      if (listing() !== before) changed();
    },
    async close() {
      unwatch();
      for (const call of calls) call.abort(new JigError("CANCELLED", "The host is closing"));
      await Promise.allSettled(registry.plugins().map((plugin) => plugin.runner?.close()));
      sweeper.close();
      patterns.close();
      processes.close();
      guard.close();
      audit?.close();
    },
  };
  const unwatch = watchReloads(runtime.cacheFolder, () => void host.reload());
  /** What doors show of all plugins, as one string to compare. */
  const listing = () => JSON.stringify([host.plugins(), host.tools(), host.prompts(), host.languages()]);
  const usable = () => registry.plugins().filter((plugin) => plugin.runner && !plugin.trouble);
  return host;
}

function brokenDoctor(plugin: Plugin, error: JigError): DoctorLine {
  return {
    what: plugin.manifest.title,
    state: "error",
    detail: error.message,
    ...(error.hint ? { fix: error.hint } : {}),
  };
}
