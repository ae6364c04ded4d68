/** Sets up worker threads with the host's own jobs and a workspace for the jobs of plugins. */

import { SavedAnswers } from "./answer/saved-answers.ts";
import { withAnswers } from "./answer/saved-paths.ts";
import { countTokens, TOKEN_WORKER, tokenWorker } from "./answer/token-count.ts";
import { SWEEP_WORKER, sweepWorker } from "./capabilities/sweep.ts";
import type { Workspace } from "./contract/context.ts";
import type { WorkerModule } from "./contract/define.ts";
import { imageWorker } from "./pictures/encoded-image.ts";
import { LAYOUT_WORKER, layoutWorker } from "./pictures/graph-layout.ts";
import { IMAGE_WORKER } from "./pictures/scaled-image.ts";
import { PATTERN_WORKER, patternWorker } from "./runners/pattern-worker.ts";
import { serveWorker, type WorkerPort, type WorkerRole } from "./runners/worker-thread.ts";
import type { Runtime } from "./runtime/runtime.ts";
import { RemoteCopies } from "./workspace/remote-copies.ts";
import { withRemoteSources } from "./workspace/remote-sources.ts";
import { createWorkspace } from "./workspace/workspace.ts";

export { lowerPriority } from "./capabilities/background-priority.ts";
export { HOST_WORKER, type WorkerRole } from "./runners/worker-thread.ts";
export type { Entry, ThreadData } from "./runtime/node-runtime.ts";

/** Returns the host's own worker with this name. */
export function hostWorker(worker: string): WorkerModule {
  const modules: Record<string, WorkerModule> = {
    [SWEEP_WORKER]: sweepWorker,
    [PATTERN_WORKER]: patternWorker,
    [TOKEN_WORKER]: tokenWorker,
    [LAYOUT_WORKER]: layoutWorker,
    [IMAGE_WORKER]: imageWorker,
  };
  return modules[worker]!;
}

/**
 * Serves the jobs of a worker until its thread is ended.
 * @param load - Loads the module of the worker
 */
export function serveThread(
  role: WorkerRole,
  load: () => Promise<WorkerModule>,
  port: WorkerPort,
  runtime: Pick<Runtime, "assets" | "environment">,
): void {
  serveWorker(role, load, port, { ...runtime, workspace: workspaceOf(role), countTokens });
}

function workspaceOf({ roots, copies, answers }: WorkerRole): Workspace {
  const local = createWorkspace(roots, () => []);
  // The host has already fetched the files that a job reads.
  const workspace = copies === undefined ? local : withRemoteSources(local, new RemoteCopies(copies), () => []);
  return answers ? withAnswers(workspace, new SavedAnswers(answers.folder), answers.plugin) : workspace;
}
