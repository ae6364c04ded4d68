/** The worker threads. Apart from the manifest, for a thread that starts needs no more than this. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  assets: { threads: 1, module: () => import("./tools/asset-worker.ts") },
} satisfies Record<string, WorkerDeclaration>;
