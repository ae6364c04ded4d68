/** Provides the project, the router and the deadline that a tool call needs. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { CommandContext } from "../command/command.ts";
import { Deadline } from "../command/deadline.ts";
import { findProject } from "../editor/target-project.ts";
import type { BackendRouter } from "./backend-router.ts";
import type { Routers } from "./routers.ts";

/**
 * Old Editors apply TimeoutSeconds themselves and should be able to answer first, so our deadline is slightly later. The
 * deadline of the host is 5 s after that.
 */
const MARGIN_MS = 1_000;

/** The minimum interval in milliseconds before the same progress is reported again. */
const REPEAT_MS = 500;

export interface CommonInput {
  TimeoutSeconds: number;
  ProjectPath?: string | undefined;
}

export interface EditorCall {
  router: BackendRouter;
  commandContext: CommandContext;
  /** True if this is the only root of the workspace, so that relative paths mean the same to every tool. */
  isRoot: boolean;
}

/** Throws PROJECT_NOT_FOUND and PROJECT_AMBIGUOUS. */
export async function openCall(input: CommonInput, context: Context): Promise<EditorCall> {
  const projectRoot = await findProject(context.workspace, context.files, input.ProjectPath);
  const { roots } = context.workspace;
  const routers = await context.service<Routers>();
  const deadline = new Deadline(context.clock, input.TimeoutSeconds * 1_000 + MARGIN_MS, context.signal);
  return {
    router: routers.of(projectRoot),
    commandContext: { deadline, progress: withoutRepeats(context) },
    isRoot: roots.length === 1 && roots[0]?.path === projectRoot,
  };
}

/** We poll many times per second, so progress that doesn't change is only reported now and then. */
function withoutRepeats(context: Context): CommandContext["progress"] {
  let last: { message: string | undefined; at: number } | undefined;
  return (progress) => {
    const at = context.clock.monotonic();
    if (last && last.message === progress.message && at - last.at < REPEAT_MS) return;
    last = { message: progress.message, at };
    context.progress(progress);
  };
}
