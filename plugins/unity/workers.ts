/** Declares the worker threads. This is separate from the manifest so that a thread doesn't load anything else when it starts. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  assets: { threads: 1, module: () => import("./tools/asset-worker.ts") },
} satisfies Record<string, WorkerDeclaration>;
