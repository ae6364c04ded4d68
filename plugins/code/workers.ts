/** The worker threads. Apart from the manifest, for a thread that starts needs no more than this. */
import type { WorkerDeclaration } from "../../core/host/plugin-api.ts";

export default {
  outline: { module: () => import("./outline/describe-file.ts") },
} satisfies Record<string, WorkerDeclaration>;
