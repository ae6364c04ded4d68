/** The Editor's state for `jig doctor`. */
import { type Context, type DoctorLine, toJigError } from "../../core/host/plugin-api.ts";
import { dealingsOf } from "./dealings.ts";
import type { EditorState } from "./editor/survey.ts";
import { editorCodeOf } from "./failure.ts";
import { CHOICE } from "./session/door.ts";

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

const INSTALL =
  "Unity's Package Manager > Add package by name: com.unity.pipeline (Unity 6), or from git: " +
  "https://github.com/hatayama/unity-cli-loop.git?path=/Packages/src (Unity 2022.3 and later)";

export default async function doctor(context: Context): Promise<DoctorLine[]> {
  const what = "Unity Editor";
  try {
    const { session, caller } = await dealingsOf({ TimeoutSeconds: 5 }, context);
    const { found, chosen } = await session.survey(caller, GLANCE_MS);
    if (!chosen.installed && found.state !== "ready") {
      return [
        { what, state: "off", detail: "The project has no package by which jig reaches its Editor", fix: INSTALL },
      ];
    }
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
      lines.push({ what: "Unity backends", state: "ok", detail, fix: `Set ${CHOICE} to use another one` });
    }
    return lines;
  } catch (thrown) {
    const error = toJigError(thrown);
    const state = editorCodeOf(error) === "PROJECT_NOT_FOUND" ? "off" : "warning";
    return [{ what, state, detail: error.message, ...(error.hint ? { fix: error.hint } : {}) }];
  }
}
