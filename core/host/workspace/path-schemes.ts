/** Path schemes (`Packages/…`) of plugins, as the workspace asks them. */
import type { CallContext, Runner } from "../runners/runner.ts";
import type { BoundScheme } from "./workspace.ts";

/** `context` is that of the plugin, outside any call. */
export function bindScheme(prefix: string, runner: Runner, context: CallContext): BoundScheme {
  return { prefix, resolve: (path) => runner.path(prefix, path, context) };
}
