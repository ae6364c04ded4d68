/** Declares the worker threads. This is separate from the manifest, so that a new thread does not have to load anything else. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  walk: { threads: 1, module: () => import("./list/walk.ts") },
  fingerprint: { threads: 1, module: () => import("./content/fingerprint.ts") },
  structure: { threads: 2, module: () => import("./structure/structure-worker.ts") },
  places: { threads: 1, module: () => import("./structure/place-worker.ts") },
  savedSearch: { threads: 1, module: () => import("./content/saved-search.ts") },
} satisfies Record<string, WorkerDeclaration>;
