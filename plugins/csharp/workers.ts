/** Declares the worker threads. This is separate from the manifest, so that a new thread does not have to load anything else. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  index: { threads: 1, sharesThread: true, module: () => import("./thread/query-worker.ts") },
  outline: { module: () => import("./index/outline-worker.ts") },
  assets: { threads: 1, module: () => import("./unity/asset-uses-worker.ts") },
  events: { threads: 1, module: () => import("./unity/persistent-calls-worker.ts") },
  search: { threads: 3, module: () => import("./search/search-worker.ts") },
} satisfies Record<string, WorkerDeclaration>;
