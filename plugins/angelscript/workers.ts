/** Declares the worker threads. This is separate from the manifest so that a new thread loads as little as possible. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  engine: { threads: 1, module: () => import("./queries/query-worker.ts") },
  match: { threads: 1, module: () => import("./engine/match-worker.ts") },
  sweep: { threads: 1, module: () => import("./engine/sweep-worker.ts") },
  parse: { endsWhenIdle: true, module: () => import("./engine/parse-worker.ts") },
  symbols: { threads: 1, module: () => import("./queries/document-symbols.ts") },
} satisfies Record<string, WorkerDeclaration>;
