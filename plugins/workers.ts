/** Declares the built-in plugins' worker threads. A thread loads one of these and no manifest, so it answers a third sooner. */
import type { WorkerDeclaration } from "../core/host/plugin-api.ts";

export const BUILT_IN_WORKERS: Readonly<Record<string, () => Promise<{ default: Record<string, WorkerDeclaration> }>>> =
  {
    angelscript: () => import("./angelscript/workers.ts"),
    code: () => import("./code/workers.ts"),
    csharp: () => import("./csharp/workers.ts"),
    metrics: () => import("./metrics/workers.ts"),
    search: () => import("./search/workers.ts"),
    unity: () => import("./unity/workers.ts"),
  };
