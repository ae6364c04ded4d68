/** The Editor's state for `jig doctor`: a line or two for each Unity project. */
import { type Context, type DoctorLine, toJigError } from "../../../core/host/plugin-api.ts";
import type { EditorState } from "../editor/survey.ts";
import { CHOICE } from "../routing/backend-router.ts";
import { dealingsOf } from "./call-editor.ts";
import { editorCodeOf } from "./error-envelope.ts";

const STATES: Record<EditorState, DoctorLine["state"]> = {
  ready: "ok",
  busy: "ok",
  reloading: "warning",
  "not answering": "warning",
  "not running": "off",
  "not installed": "off",
  "wrong project": "error",
  misconfigured: "error",
};

/** How long one look may take, ms. */
const GLANCE_MS = 1_500;
/** Projects that are looked at where the workspace has several. */
const MOST = 5;

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
    const each = projects.slice(0, MOST).map((project) =>
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

/** Throws what there is to say where no one project is meant. */
async function linesOf(context: Context, ProjectPath?: string): Promise<DoctorLine[]> {
  const of = ProjectPath === undefined ? "" : ` of ${ProjectPath}`;
  const what = `Unity Editor${of}`;
  const { session, caller } = await dealingsOf({ TimeoutSeconds: 5, ProjectPath }, context);
  const { found, chosen } = await session.survey(caller, GLANCE_MS);
  if (found.state === "not installed") return [{ what, state: STATES[found.state], detail: found.why, fix: found.fix }];
  const unity = found.unityVersion === "" ? "" : `Unity ${found.unityVersion}, `;
  const where = found.endpoint === "" || found.why.includes(found.endpoint) ? "" : ` at ${found.endpoint}`;
  const ready = found.tools === undefined ? "ready" : `ready, ${found.tools} tools`;
  const state = found.state === "ready" ? `${ready}. ${found.why}` : `${found.state}: ${found.why}`;
  const lines: DoctorLine[] = [
    {
      what,
      state: STATES[found.state],
      detail: `${unity}${chosen.backend.title}${where}: ${state}`.trim(),
      ...(found.fix ? { fix: found.fix.replace("focus-window brings", "`jig focus-window` brings") } : {}),
    },
  ];
  if (!chosen.expected && found.state !== "ready") {
    const detail = `${CHOICE} names ${chosen.backend.name}, whose package this project does not have`;
    lines.unshift({ what, state: "warning", detail, fix: `Unset ${CHOICE}, or install the package` });
  }
  if (chosen.others.length > 0) {
    const others = chosen.others.map(({ title, name }) => `${title} (${name})`).join(", ");
    const detail = `${chosen.backend.title} (${chosen.backend.name}) is used; the project also has ${others}`;
    lines.push({ what: `Unity backends${of}`, state: "ok", detail, fix: `Set ${CHOICE} to use another one` });
  }
  return lines;
}
