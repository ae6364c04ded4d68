/** One call of a tool: the project that it is about, with its router and its time. */
import type { Context } from "../../../core/host/plugin-api.ts";
import type { CommandContext } from "../command/command.ts";
import { Deadline } from "../command/deadline.ts";
import { findProject } from "../editor/target-project.ts";
import type { BackendRouter } from "./backend-router.ts";
import type { Routers } from "./routers.ts";

/** The host gives a tool 5 s beyond its own time; ours ends 1 s after the requested one, so that an Editor of the first era, which keeps TimeoutSeconds itself, answers first. */
const MARGIN_MS = 1_000;

/** How soon the same progress is reported again, ms. */
const REPEAT_MS = 500;

/** The parameters that every tool takes. */
export interface CommonInput {
  TimeoutSeconds: number;
  ProjectPath?: string | undefined;
}

export interface EditorCall {
  router: BackendRouter;
  commandContext: CommandContext;
  /** The project is the workspace's one root, so paths relative to it are found by every tool. */
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

/** Waiting looks many times a second; a client wants to hear of changes, and the same again only after a while. */
function withoutRepeats(context: Context): CommandContext["progress"] {
  let last: { message: string | undefined; at: number } | undefined;
  return (progress) => {
    const at = context.clock.monotonic();
    if (last && last.message === progress.message && at - last.at < REPEAT_MS) return;
    last = { message: progress.message, at };
    context.progress(progress);
  };
}
