/** Connects the path schemes (`Packages/…`) and sources (`repo:…`) of plugins with the workspace. */
import type { RemoteSourceModule } from "../contract/remote-source-module.ts";
import type { CallContext, Runner } from "../contract/runner.ts";
import type { BoundRemoteSource } from "./remote-sources.ts";
import type { BoundScheme } from "./workspace.ts";

/** @param context the plugin's, outside of any call */
export function bindScheme(prefix: string, runner: Runner, context: CallContext): BoundScheme {
  return { prefix, resolve: (path) => runner.resolvePath(prefix, path, context) };
}

/** @param contextOf makes the plugin's context for the signal of a caller */
export function bindRemoteSource(
  prefix: string,
  runner: Runner,
  contextOf: (signal: AbortSignal) => CallContext,
): BoundRemoteSource {
  const ask = <Name extends keyof RemoteSourceModule>(
    call: Parameters<Runner["callRemoteSource"]>[1],
    signal: AbortSignal,
  ) => runner.callRemoteSource(prefix, call, contextOf(signal)) as ReturnType<RemoteSourceModule[Name]>;
  return {
    prefix,
    locate: (path) => ask<"locate">({ name: "locate", args: [path] }, new AbortController().signal),
    find: (roots, query, signal) => ask<"find">({ name: "find", args: [roots, query] }, signal),
    read: (from, paths, signal) => ask<"read">({ name: "read", args: [from, paths] }, signal),
  };
}
