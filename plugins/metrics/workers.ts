/** Worker threads, separate from the manifest so that a new thread loads as little as possible. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  // Only one thread, because the tokenizer's vocabulary takes 100 MB.
  count: { threads: 1, module: () => import("./count-file.ts") },
  lines: { module: () => import("./count-languages.ts") },
} satisfies Record<string, WorkerDeclaration>;
