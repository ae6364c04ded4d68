/** The worker threads. Apart from the manifest, for a thread that starts needs no more than this. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  // One thread: the tokenizer's vocabulary takes 100 MB in each.
  count: { threads: 1, module: () => import("./count-file.ts") },
  lines: { module: () => import("./count-languages.ts") },
} satisfies Record<string, WorkerDeclaration>;
