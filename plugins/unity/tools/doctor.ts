/** Writes the lines for each Unity project in `jig doctor`. */
import { type Context, type DoctorLine, toJigError } from "../../../core/host/plugin-api.ts";
import { editorCodeOf } from "../command/editor-errors.ts";
import type { EditorState } from "../editor/editor-status.ts";
import { BACKEND_SETTING } from "../routing/backend-router.ts";
import { openCall } from "../routing/editor-call.ts";

const STATES: Record<EditorState, DoctorLine["state"]> = {
  ready: "ok",
  busy: "ok",
  reloading: "warning",
  blocked: "warning",
  "not answering": "warning",
  "not running": "off",
  "not installed": "off",
  "wrong project": "error",
  misconfigured: "error",
};

/** The time limit for each project, in milliseconds. */
const STATUS_MS = 1_500;
const MAX_PROJECTS = 5;

export default async function doctor(context: Context): Promise<DoctorLine[]> {
  try {
    return await linesOf(context);
  } catch (thrown) {
    const error = toJigError(thrown);
    const { candidates } = error.details ?? {};
    const projects = Array.isArray(candidates) ? candidates.map(String) : [];
    const state = editorCodeOf(error) === "PROJECT_NOT_FOUND" || projects.length > 0 ? "off" : "warning";
    const said = {
      what: "Unity Editor",
      state,
      detail: error.message,
      ...(error.hint ? { fix: error.hint } : {}),
    } as const;
    const each = projects.slice(0, MAX_PROJECTS).map((project) =>
      linesOf(context, project).catch((failed): DoctorLine[] => {
        const { message, hint } = toJigError(failed);
        return [
          { what: `Unity Editor of ${project}`, state: "warning", detail: message, ...(hint ? { fix: hint } : {}) },
        ];
      }),
    );
    return [said, ...(await Promise.all(each)).flat()];
  }
}

/** Throws an error with an explanation unless there is exactly one project. */
async function linesOf(context: Context, ProjectPath?: string): Promise<DoctorLine[]> {
  const of = ProjectPath === undefined ? "" : ` of ${ProjectPath}`;
  const what = `Unity Editor${of}`;
  const { router, commandContext } = await openCall({ TimeoutSeconds: 5, ProjectPath }, context);
  const { status, choice } = await router.status(commandContext, STATUS_MS);
  if (status.state === "not installed")
    return [{ what, state: STATES[status.state], detail: status.why, fix: status.fix }];
  const unity = status.unityVersion === "" ? "" : `Unity ${status.unityVersion}, `;
  const where = status.endpoint === "" || status.why.includes(status.endpoint) ? "" : ` at ${status.endpoint}`;
  const ready = status.tools === undefined ? "ready" : `ready, ${status.tools} tools`;
  const state = status.state === "ready" ? `${ready}. ${status.why}` : `${status.state}: ${status.why}`;
  const lines: DoctorLine[] = [
    {
      what,
      state: STATES[status.state],
      detail: `${unity}${choice.backend.title}${where}: ${state}`.trim(),
      ...(status.fix ? { fix: status.fix.replace("focus-window brings", "`jig focus-window` brings") } : {}),
    },
  ];
  if (!choice.isInstalled && status.state !== "ready") {
    const detail = `${BACKEND_SETTING} names ${choice.backend.name}, whose package this project does not have`;
    lines.unshift({ what, state: "warning", detail, fix: `Unset ${BACKEND_SETTING}, or install the package` });
  }
  if (choice.others.length > 0) {
    const others = choice.others.map(({ title, name }) => `${title} (${name})`).join(", ");
    const detail = `${choice.backend.title} (${choice.backend.name}) is used; the project also has ${others}`;
    lines.push({ what: `Unity backends${of}`, state: "ok", detail, fix: `Set ${BACKEND_SETTING} to use another one` });
  }
  return lines;
}
