/** Declares the worker threads. This is not part of the manifest, so that a new thread loads nothing else. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  index: { threads: 1, sharesThread: true, module: () => import("./queries/query-worker.ts") },
  parse: { module: () => import("./index/parse-batch.ts") },
  trees: { module: () => import("./uses/tree-batch.ts") },
  outline: { sharesThread: true, module: () => import("./outline/describe-file.ts") },
} satisfies Record<string, WorkerDeclaration>;
