/** One tool call: its project, router and deadline. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { CommandContext } from "../command/command.ts";
import { Deadline } from "../command/deadline.ts";
import { findProject } from "../editor/target-project.ts";
import type { BackendRouter } from "./backend-router.ts";
import type { Routers } from "./routers.ts";

/**
 * Our deadline is this much later than the requested one. Old Editors apply TimeoutSeconds themselves, and they should answer
 * first. The host allows 5 s more.
 */
const MARGIN_MS = 1_000;

/** The same progress is reported again after this interval at the earliest, in ms. */
const REPEAT_MS = 500;

/** Parameters that every tool has. */
export interface CommonInput {
  TimeoutSeconds: number;
  ProjectPath?: string | undefined;
}

export interface EditorCall {
  router: BackendRouter;
  commandContext: CommandContext;
  /** True if the project is the only root of the workspace, so that every tool resolves paths relative to it. */
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

/** Drops repeated progress, because waits poll many times a second. */
function withoutRepeats(context: Context): CommandContext["progress"] {
  let last: { message: string | undefined; at: number } | undefined;
  return (progress) => {
    const at = context.clock.monotonic();
    if (last && last.message === progress.message && at - last.at < REPEAT_MS) return;
    last = { message: progress.message, at };
    context.progress(progress);
  };
}
