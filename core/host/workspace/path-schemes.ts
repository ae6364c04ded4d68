/** Path schemes (`Packages/…`) of plugins, as the workspace asks them. */
import type { ServiceContext } from "../contract/context.ts";
import type { PathScheme } from "../contract/define.ts";
import { JigError } from "../contract/errors.ts";
import type { BoundScheme } from "./workspace.ts";

/** `context` is that of the plugin, outside any call. */
export function bindScheme(scheme: PathScheme, context: Omit<ServiceContext, "root" | "worker">): BoundScheme {
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
