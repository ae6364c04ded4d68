/** Creates the context of a handler, which is limited to the plugin's declarations. */
import { extname } from "node:path";
import { withAnswers } from "./answer/saved-paths.ts";
import { createCapabilities } from "./capabilities/capabilities.ts";
import { createNet, trafficLine } from "./capabilities/network.ts";
import { createOutputs } from "./capabilities/outputs.ts";
import { createGate } from "./capabilities/permissions.ts";
import type { PlanKeeper } from "./changes/plan-log.ts";
import { createChanges, plansWithin, withoutPlans } from "./changes/propose.ts";
import type { Workspace } from "./contract/context.ts";
import { toJigError } from "./contract/errors.ts";
import type { FileSymbol } from "./contract/file-symbol.ts";
import type { Host, InvokeOptions } from "./contract/host.ts";
import type { Json, JsonObject, Row } from "./contract/outcome.ts";
import type { Effect } from "./contract/plugin-schema.ts";
import type { CallContext } from "./contract/runner.ts";
import { createGuests, withoutGuests } from "./guests.ts";
import type { Resources } from "./host-resources.ts";
import type { Plugin, Registry } from "./manifest/registry.ts";
import type { Runtime } from "./runtime/runtime.ts";
import {
  type BoundRemoteSource,
  fetchCandidates,
  thirdPartyError,
  withoutRemoteSources,
} from "./workspace/remote-sources.ts";

export interface CallContextParts {
  runtime: Runtime;
  resources: Resources;
  registry: Registry;
  workspace: Workspace;
  readOnly: boolean;
  plans: PlanKeeper;
  sources(): readonly BoundRemoteSource[];
  /** Renders rows of a result that isn't complete yet. */
  earlyRows(tool: string, rows: Json[]): Row[];
  /** Encodes an answer for a file. */
  encode(tool: string, value: Json, format: "json" | "toon"): Promise<string>;
  /** Used by handlers that call other tools. */
  invoke: Host["invoke"];
}

/** Details about a call from a frontend. */
export interface CallDetails {
  effect?: Effect;
  /** The arguments including defaults. */
  input?: JsonObject;
}

export interface CallContexts {
  /** If `workspace` is passed, it replaces the workspace with one that records reads. */
  contextFor(
    plugin: Plugin,
    tool: string,
    signal: AbortSignal,
    options: InvokeOptions & CallDetails,
    workspace?: Workspace,
  ): CallContext;
  /** Returns the symbols of the first plugin that supports the language of the file. */
  symbols(
    file: string,
    signal: AbortSignal,
    onFailure?: (plugin: Plugin, error: unknown) => void,
  ): Promise<FileSymbol[] | undefined>;
}

export function createCallContexts(parts: CallContextParts): CallContexts {
  const { runtime, resources, registry, readOnly } = parts;
  const cwd = parts.workspace.roots[0]?.path ?? ".";

  function contextFor(
    plugin: Plugin,
    tool: string,
    signal: AbortSignal,
    { onProgress, onRows, recheck, effect = "read", input = {} }: InvokeOptions & CallDetails,
    given: Workspace = parts.workspace,
  ): CallContext {
    const { name, permissions } = plugin.manifest;
    const reached = plugin.builtIn ? given : withoutRemoteSources(given, resources.copies, parts.sources);
    const workspace = withAnswers(reached, resources.savedAnswers, plugin.builtIn ? undefined : name);
    const manifest = plugin.manifest.tools.find((each) => each.name === tool);
    const openWorld = manifest?.openWorld ?? false;
    const call = { tool, effect, openWorld };
    const gate = createGate(name, permissions, workspace, readOnly, call);
    const capabilities = createCapabilities({
      plugin: name,
      permissions,
      workspace,
      readOnly,
      cacheFolder: resources.cacheFolderOf(name)(undefined),
      assets: resources.assets,
      environment: runtime.environment,
      log: (level, message) => runtime.log(level, name, message),
      sweep: resources.sweep,
      blocking: false,
      countTokens: resources.countTokens,
      call,
    });
    return {
      ...capabilities,
      outputs: createOutputs({
        workspace,
        files: capabilities.files,
        record: resources.written,
        encode: (value, format) => parts.encode(tool, value, format),
      }),
      changes: createChanges({
        ...{ plugin: name, tool, permissions, gate, workspace, plans: parts.plans, input, effect, recheck },
        isDeclared: plugin.builtIn || manifest?.plan === true,
      }),
      plans: plugin.builtIn ? plansWithin(parts.plans, effect) : withoutPlans(),
      tool,
      signal,
      net: createNet({
        allows: gate.net,
        guarded: !plugin.builtIn,
        ...(plugin.builtIn ? {} : { onEnd: (traffic) => capabilities.log.debug(trafficLine(traffic)) }),
      }),
      async run(request) {
        gate.run(request.command);
        return await resources.processes.run({ cwd, signal, ...request });
      },
      progress: (progress) => onProgress?.(progress),
      rows: (rows) => onRows?.(parts.earlyRows(tool, typeof rows === "function" ? rows() : rows)),
      symbols: (file) => symbols(file, signal),
      guests: plugin.builtIn ? guests : withoutGuests(),
      async fetchCandidates(paths, query) {
        if (!plugin.builtIn) throw thirdPartyError(paths[0] ?? "");
        return await fetchCandidates(paths, query, { sources: parts.sources(), copies: resources.copies, signal });
      },
      async invoke(other, input) {
        gate.invoke(other);
        return await parts.invoke(other, input, { signal, atMost: effect });
      },
    };
  }

  async function symbols(
    file: string,
    signal: AbortSignal,
    onFailure: (plugin: Plugin, error: unknown) => void = (plugin, error) => {
      // A third-party plugin that fails is ignored, because its symbols are not essential.
      if (plugin.builtIn || signal.aborted) throw error;
      runtime.log("error", plugin.manifest.name, `symbols: ${toJigError(error).advice}`);
    },
  ): Promise<FileSymbol[] | undefined> {
    const ending = extname(file).toLowerCase();
    const able = registry.plugins().flatMap((plugin) => {
      const language = plugin.manifest.languages.find((each) => each.extensions.includes(ending));
      return language && plugin.runner && !plugin.problem ? [{ plugin, runner: plugin.runner, language }] : [];
    });
    for (const { plugin, runner, language } of able.sort((a, b) => precedence(a) - precedence(b))) {
      const context = contextFor(plugin, "symbols", signal, {});
      const found = await runner.symbols(language.id, file, context).catch((error) => onFailure(plugin, error));
      if (found)
        return found.symbols.map(({ name, kind, container, startLine, endLine }) => ({
          name,
          kind,
          container,
          startLine,
          endLine,
        }));
    }
    return undefined;
  }

  const guests = createGuests(registry, (plugin, signal) => contextFor(plugin, "symbols", signal, {}));

  return { contextFor, symbols };
}

/**
 * A language plugin that the user has installed takes precedence over a built-in grammar, but not over a built-in plugin that
 * resolves names.
 */
function precedence({
  plugin,
  language,
}: {
  plugin: Plugin;
  language: Plugin["manifest"]["languages"][number];
}): number {
  if (!plugin.builtIn) return 1;
  return language.level === "binding" ? 0 : 2;
}
