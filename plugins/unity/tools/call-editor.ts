/** What every handler of this plugin does: find the project, send one command to its Editor, and warn of what that Editor ignores. */
import type { Context, Json, JsonObject, Outcome } from "../../../core/host/plugin-api.ts";
import { type Answer, aside, type Caller, type Command } from "../command/command.ts";
import { Deadline } from "../command/deadline.ts";
import { toolOf, unknownParameters } from "../editor/catalogue.ts";
import { findProject } from "../editor/target-project.ts";
import type { Door } from "../routing/backend-router.ts";
import type { EditorSessions } from "../routing/routers.ts";
import { outcomeOf } from "./handler.ts";

/** The host gives a tool 5 s beyond its own time; ours ends 1 s after the asked one, so that an Editor of the first era, which keeps TimeoutSeconds itself, speaks first. */
const MARGIN_MS = 1_000;
/** How soon the same progress is told again. */
const REPEAT_MS = 500;

/** The parameters that every tool takes. */
export interface CommonInput {
  TimeoutSeconds: number;
  ProjectPath?: string | undefined;
}

export interface Dealings {
  session: Door;
  caller: Caller;
  /** The project is the workspace's one root, so paths relative to it are found by every tool. */
  isRoot: boolean;
}

/** Throws PROJECT_NOT_FOUND and PROJECT_AMBIGUOUS. */
export async function dealingsOf(input: CommonInput, context: Context): Promise<Dealings> {
  const projectRoot = await findProject(context.workspace, context.files, input.ProjectPath);
  const { roots } = context.workspace;
  const sessions = await context.service<EditorSessions>();
  const deadline = new Deadline(context.clock, input.TimeoutSeconds * 1_000 + MARGIN_MS, context.signal);
  return {
    session: sessions.of(projectRoot),
    caller: { deadline, progress: withoutRepeats(context) },
    isRoot: roots.length === 1 && roots[0]?.path === projectRoot,
  };
}

/** Waiting looks many times a second; a client wants to hear of changes, and the same again only after a while. */
function withoutRepeats(context: Context): Caller["progress"] {
  let last: { message: string | undefined; at: number } | undefined;
  return (progress) => {
    const at = context.clock.monotonic();
    if (last && last.message === progress.message && at - last.at < REPEAT_MS) return;
    last = { message: progress.message, at };
    context.progress(progress);
  };
}

/** The parameters as the Editor gets them: all but ours. Defaults go along, so that every Editor behaves as the contract says. The first Editors read TimeoutSeconds as an integer. */
export function editorParams(input: CommonInput, ours: string[] = []): JsonObject {
  const kept = Object.entries(input).filter(
    ([key, value]) => value !== undefined && key !== "ProjectPath" && !ours.includes(key),
  );
  return { ...Object.fromEntries(kept), TimeoutSeconds: Math.ceil(input.TimeoutSeconds) } as JsonObject;
}

/** Sends a tool's command as it stands and passes the result on. */
export async function askEditor(
  input: CommonInput & object,
  context: Context,
  command: Command,
  defaults: object,
): Promise<Outcome> {
  const dealings = await dealingsOf(input, context);
  const answer = await dealings.session.run(command, dealings.caller);
  return outcomeOf(await withParameterWarnings(answer, dealings, command, defaults), dealings);
}

/** Names the parameters that were set but that this Editor's version of the tool does not have, and so ignored. */
export async function withParameterWarnings(
  answer: Answer,
  { session, caller }: Dealings,
  command: Command,
  defaults: object,
): Promise<Answer> {
  const standard = defaults as Record<string, Json>;
  const set = Object.keys(command.params).filter(
    (name) => name !== "TimeoutSeconds" && JSON.stringify(command.params[name]) !== JSON.stringify(standard[name]),
  );
  if (set.length === 0) return answer;
  // Only a service to the caller: an answer that is there is never lost to it.
  const part = aside(caller, session.timing.probe);
  const catalogue = await session.catalogue(part).catch(() => undefined);
  const tool = catalogue && toolOf(catalogue, command.method);
  if (!tool) return answer;
  const warnings = unknownParameters(tool, set).map(
    (name) => `This Editor (${session.title}) has no parameter ${name} for ${command.method} and ignored it`,
  );
  return { result: answer.result, warnings: [...answer.warnings, ...warnings] };
}
