/** Creates the host from a workspace, a registry and runners. */

import { availableParallelism } from "node:os";
import { createAnswers } from "./answer/answers.ts";
import { encodeFile } from "./answer/formats.ts";
import { readLines, withAnswers } from "./answer/saved-paths.ts";
import { openAudit } from "./audit.ts";
import { createCallContexts } from "./call-contexts.ts";
import { createServiceContext } from "./capabilities/service-context.ts";
import { createPlanLog, settleInterrupted } from "./changes/plan-log.ts";
import type { DoctorLine, PluginDeclaration } from "./contract/define.ts";
import { JigError, toJigError } from "./contract/errors.ts";
import type { Host } from "./contract/host.ts";
import { nearestName } from "./contract/nearest-name.ts";
import { type Media, textOf } from "./contract/outcome.ts";
import type { Runner } from "./contract/runner.ts";
import { DynamicTools } from "./dynamic-tools.ts";
import { guestEndings } from "./guests.ts";
import { createResources } from "./host-resources.ts";
import { type InvokeParts, invokeTool } from "./invoke.ts";
import { loadThirdParties } from "./loader/load-plugins.ts";
import { watchReloads } from "./loader/reload-signal.ts";
import { BUILT_IN, normalize } from "./manifest/normalize.ts";
import { createRegistry, type Plugin, pluginInfo, toolInfo } from "./manifest/registry.ts";
import { watchConditions } from "./manifest/watch-conditions.ts";
import { WorkspaceConditions } from "./manifest/workspace-condition.ts";
import { mediaBytes } from "./pictures/media-bytes.ts";
import { concernsAny, jumpsAt } from "./rows/view.ts";
import { runCommand } from "./run-command.ts";
import { type BuiltInChildOptions, createBuiltInChild } from "./runners/built-in-child.ts";
import { createInProcessRunner } from "./runners/in-process.ts";
import { startInlineWorker } from "./runners/inline-worker.ts";
import type { WorkerRole } from "./runners/worker-thread.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { createOrphanGuard } from "./sandbox/orphan-guard.ts";
import { withConfiguredHosts } from "./workspace/configured-hosts.ts";
import { bindRemoteSource, bindScheme } from "./workspace/path-schemes.ts";
import { type BoundRemoteSource, withoutRemoteSources, withRemoteSources } from "./workspace/remote-sources.ts";
import { type BoundScheme, createWorkspace, openRoots } from "./workspace/workspace.ts";

export interface HostOptions {
  runtime: Runtime;
  builtIns: readonly PluginDeclaration[];
  /** The folders to serve, see `openRoots`. */
  roots: readonly string[];
  /** The value of `--plugins`, which contains folders of plugins, or folders that contain these. */
  pluginFolders?: readonly string[];
  readOnly?: boolean;
  /** True if the process ends after one call. */
  oneCall?: boolean;
  /** Runs the modules of third parties in this process, for tests that compare both ways. */
  pluginsInProcess?: boolean;
  /** Runs built-in plugins in their own processes, for the same tests. */
  builtInsInChildren?: boolean;
  /** The path of the audit log, which has a line per call, see `AuditLine`. */
  audit?: string;
}

/** The time in milliseconds that a plugin has to list its available tools. */
const DYNAMIC_TOOLS_MS = 5_000;
const MAX_LISTED = 100;
/** This is enough for a screenshot of a large display. */
const MAX_PICTURE_BYTES = 32 * 1024 * 1024;

export async function createHost(options: HostOptions): Promise<Host> {
  const { runtime } = options;
  const readOnly = options.readOnly ?? false;
  const roots = openRoots(options.roots, runtime.home);
  const audit =
    options.audit === undefined ? undefined : openAudit(options.audit, (line) => runtime.log("error", "audit", line));
  const registry = createRegistry();
  const dynamicTools = new DynamicTools(
    (plugin) =>
      plugin.runner?.availableTools(contextFor(plugin, "availableTools", AbortSignal.timeout(DYNAMIC_TOOLS_MS), {})) ??
      Promise.resolve([]),
    changed,
  );
  const conditions = new WorkspaceConditions(roots, () => guestEndings(registry));
  const rules = { roots, conditions, readOnly, isAvailable: dynamicTools.has.bind(dynamicTools) };
  const listeners = new Set<() => void>();
  const calls = new Set<AbortController>();
  const cores = availableParallelism();
  /** The plugins that can run at the moment. If two of them want the same prefix, the first one gets it. */
  const usable = () => registry.plugins().filter(isUsable);
  const schemes = (): BoundScheme[] =>
    usable().flatMap((plugin) => {
      const context = () => contextFor(plugin, "paths", new AbortController().signal, {});
      return plugin.manifest.paths.map((prefix) => bindScheme(prefix, plugin.runner, context()));
    });
  const sources = (): BoundRemoteSource[] =>
    usable().flatMap((plugin) => {
      const contextOf = (signal: AbortSignal) => contextFor(plugin, "paths", signal, {});
      return plugin.manifest.sources.map((prefix) => bindRemoteSource(prefix, plugin.runner, contextOf));
    });
  const resources = createResources(runtime, roots);
  const wholeWorkspace = withRemoteSources(createWorkspace(roots, schemes, nearestName), resources.copies, sources);
  const pictureBytes = async (media: Media): Promise<string> => {
    const base64 = await mediaBytes(media, MAX_PICTURE_BYTES, wholeWorkspace);
    if (base64 !== undefined) return base64;
    throw new JigError("PATH_NOT_FOUND", `The picture${"path" in media ? ` ${media.path}` : ""} cannot be read`);
  };
  const { cacheFolderOf, processes, sweep } = resources;
  const { stateFolder } = runtime;
  const plans = createPlanLog({ stateFolder, roots, readOnly, invoke: (...call) => host.invoke(...call) });
  if (!readOnly) await settleInterrupted(stateFolder, roots);
  const { contextFor, symbols } = createCallContexts({
    runtime,
    resources,
    registry,
    workspace: wholeWorkspace,
    readOnly,
    plans,
    sources,
    earlyRows(tool, rows) {
      const found = registry.find(tool);
      return found ? answers.earlyRows(found, rows) : [];
    },
    encode: (tool, value, format) => encodeFile(registry.find(tool)?.tool.output ?? { schema: {} }, value, format),
    invoke: (tool, input, invokeOptions) => host.invoke(tool, input, invokeOptions),
  });
  const answers = createAnswers(wholeWorkspace, {
    store: resources.savedAnswers,
    countTokens: async (text) => (await resources.countTokens(text)).tokens,
  });

  function changed(): void {
    for (const listener of listeners) listener();
  }

  const sharedBy = (name: string, answersOf?: string) => ({
    name,
    workspace: withAnswers(
      answersOf === undefined ? wholeWorkspace : withoutRemoteSources(wholeWorkspace, resources.copies, sources),
      resources.savedAnswers,
      answersOf,
    ),
    processes,
    runtime,
    readOnly,
    cacheFolderOf: cacheFolderOf(name),
    sweep,
    countTokens: resources.countTokens,
  });

  function workerRole({ name, permissions }: PluginDeclaration, worker: string): WorkerRole {
    const cacheFolder = cacheFolderOf(name)(undefined);
    const answers = { folder: resources.savedAnswers.folder };
    const copies = resources.copies.folder;
    return { role: "worker", plugin: name, worker, permissions, roots, readOnly, cacheFolder, answers, copies };
  }

  const guard = createOrphanGuard();
  for (const declared of options.builtIns) {
    const declaration = withConfiguredHosts(declared, runtime.environment);
    const manifest = normalize(declaration, BUILT_IN);
    const shared = sharedBy(manifest.name);
    const { permissions } = declaration;
    const serviceContext: BuiltInChildOptions["serviceContext"] = (root, signal) =>
      createServiceContext({ ...shared, permissions }, root, signal);
    const runner = options.builtInsInChildren
      ? createBuiltInChild({ ...shared, declaration, roots, cores, serviceContext, guard })
      : createInProcessRunner({
          declaration,
          roots,
          serviceContext,
          startWorker(worker) {
            const role = workerRole(declaration, worker);
            const declared = declaration.workers?.[worker];
            return options.oneCall && declared?.sharesThread
              ? startInlineWorker(async (port) => {
                  const { serveThread } = await import("./thread-assembly.ts");
                  serveThread({ ...role, oneCall: true }, declared.module, port, runtime);
                })
              : runtime.startThread(role);
          },
          log: (level, message) => runtime.log(level, manifest.name, message),
          cores,
        });
    const plugin: Plugin = { manifest, runner, source: BUILT_IN, builtIn: true, sandbox: "host" };
    registry.add(plugin);
  }

  const thirdParties = await loadThirdParties({
    registry,
    folders: options.pluginFolders ?? [],
    roots,
    runtime,
    sandboxes: resources.sandboxes,
    runner: (name) => ({
      ...sharedBy(name, name),
      locate: resources.locate,
      cores,
      patterns: resources.patterns,
      guard,
      answers: { folder: resources.savedAnswers.folder, plugin: name },
      inProcess: options.pluginsInProcess ?? false,
    }),
  });

  const isListed = (tool: string) => host.tool(tool)?.listed === true;

  const host: Host = {
    workspace: wholeWorkspace,
    assets: resources.assets,
    readOnly,
    plans,
    tools() {
      conditions.look();
      if (listeners.size > 0) {
        dynamicTools.askNew(usable().filter((plugin) => !conditions.inactiveReason(plugin)));
        watcher.learn();
      }
      const known = registry.names().flatMap((name) => registry.find(name) ?? []);
      return known.map((each) => toolInfo(each, rules));
    },
    tool(name) {
      const found = registry.find(name);
      return found && toolInfo(found, rules);
    },
    plugins: () => registry.plugins().map((plugin) => pluginInfo(plugin, conditions)),
    prompts: () => usable().flatMap((plugin) => plugin.manifest.prompts),
    promptOwner: (name) => registry.promptOwner(name),
    languages: () => usable().flatMap((plugin) => plugin.manifest.languages),
    cliAliases: () => usable().flatMap((plugin) => plugin.manifest.cliAliases),
    commandOwner: (word) => registry.commandOwner(word),
    finders: () =>
      usable().flatMap(({ manifest }) =>
        manifest.finders.filter(({ tool }) => isListed(tool)).map((each) => ({ ...each, plugin: manifest.name })),
      ),
    overviews: () => usable().flatMap(({ manifest: { overview } }) => (overview && isListed(overview) ? overview : [])),
    jumps: (at) => {
      const known = usable();
      const isEnding = (ending: string) => at.path.toLowerCase().endsWith(ending);
      const languages = known.flatMap(({ manifest }) =>
        manifest.languages.filter(({ extensions }) => extensions.some(isEnding)),
      );
      const ids = languages.map(({ id }) => id);
      const jumps = known.flatMap(({ manifest }) => manifest.jumps).filter((each) => concernsAny(each, ids));
      const rules = jumps.filter(({ tool }) => isListed(tool));
      return jumpsAt(at, rules, ids, guestEndings(registry).some(isEnding));
    },
    async invoke(tool, input, invokeOptions = {}) {
      const call = new AbortController();
      calls.add(call);
      const signal = invokeOptions.signal ? AbortSignal.any([invokeOptions.signal, call.signal]) : call.signal;
      // An unknown name is input from the caller, so it is not logged.
      const audited = audit?.begin(registry.find(tool) ? tool : "(unknown)", wholeWorkspace);
      const context: InvokeParts["context"] = (...args) => contextFor(...args, audited?.workspace);
      const parts = {
        ...registry,
        rules,
        context,
        workspace: wholeWorkspace,
        page: answers.page,
      };
      try {
        const outcome = await invokeTool(parts, tool, input, { ...invokeOptions, signal });
        const called = registry.find(tool);
        if (called && listeners.size > 0) dynamicTools.refresh(called.plugin);
        audited?.end(outcome, signal.aborted);
        return outcome;
      } finally {
        calls.delete(call);
      }
    },
    runCommand: (...words) => runCommand({ registry, workspace: wholeWorkspace, contextFor, audit }, ...words),
    symbols: (file, signal = new AbortController().signal) =>
      symbols(file, signal, (_, error) => {
        throw error;
      }),
    async view(tool, outcome, input) {
      const found = registry.find(tool);
      return found ? await answers.view(found, outcome, input) : { rows: [{ text: textOf(outcome.value) }] };
    },
    async present(tool, outcome, input, presentOptions) {
      const found = registry.find(tool);
      if (found) return await answers.present(found, outcome, input, presentOptions);
      return { text: textOf(outcome.value), value: outcome.value, failed: outcome.failed === true };
    },
    savedAnswers: () => resources.savedAnswers.list(MAX_LISTED),
    async savedText(id, firstLine, lastLine, maxChars) {
      const { absolute } = await withAnswers(wholeWorkspace, resources.savedAnswers).resolve(`answer:${id}`);
      return await readLines(absolute, firstLine, lastLine, maxChars);
    },
    layout: resources.layout,
    async picture(media, width, height) {
      return await resources.scaleImage({ base64: await pictureBytes(media), width, height });
    },
    async encodedPicture(media, form, size) {
      return await resources.encodeImage({ base64: await pictureBytes(media), form, ...size });
    },
    mediaBytes: (media, maxBytes) => mediaBytes(media, maxBytes, wholeWorkspace),
    async doctor() {
      const lines: DoctorLine[] = [];
      // If a plugin doesn't apply here, its state already says so.
      for (const plugin of usable().filter((each) => !conditions.inactiveReason(each))) {
        const context = contextFor(plugin, "doctor", AbortSignal.timeout(5000), {});
        lines.push(
          ...(await plugin.runner.doctor(context).catch((error) => [brokenDoctor(plugin, toJigError(error))])),
        );
      }
      return lines;
    },
    onChange(listener) {
      listeners.add(listener);
      watcher.start();
      return () => {
        listeners.delete(listener);
        if (listeners.size === 0) watcher.stop();
      };
    },
    async reload(name) {
      // We have reloaded directly after the approval. Our own signal would close the plugin in the middle of its first call, so
      // it is ignored.
      if (name === undefined) signals.answered();
      if (await thirdParties.reload(listing, name)) changed();
    },
    async close(withinMs) {
      signals.stop();
      watcher.stop();
      for (const call of calls) call.abort(new JigError("CANCELLED", "The host is closing"));
      await Promise.allSettled(registry.plugins().map((plugin) => plugin.runner?.close()));
      await resources.savedAnswers.settled(withinMs);
      resources.close();
      guard.close();
      audit?.close();
    },
  };
  const watcher = watchConditions(usable, conditions, changed);
  const signals = watchReloads(runtime.cacheFolder, () => void host.reload());
  /** Returns the visible state of all plugins as a string that is easy to compare. */
  const listing = () => JSON.stringify([host.plugins(), host.tools(), host.prompts(), host.languages()]);
  return host;
}

function isUsable(plugin: Plugin): plugin is Plugin & { runner: Runner } {
  return plugin.runner !== undefined && !plugin.problem;
}

function brokenDoctor(plugin: Plugin, error: JigError): DoctorLine {
  return {
    what: plugin.manifest.title,
    state: "error",
    detail: error.message,
    ...(error.hint ? { fix: error.hint } : {}),
  };
}
