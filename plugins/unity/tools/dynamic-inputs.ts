/** Declares the parameters of the dynamic tools. They should be short, because they are part of every tool list. */
import * as v from "valibot";
import { lazily } from "../../../core/host/plugin-api.ts";

export const SECONDS = 180;
export const BUILD_SECONDS = 3_600;

const common = (seconds: number) => ({
  TimeoutSeconds: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(86_400)), seconds),
  ProjectPath: v.optional(v.string()),
});
const parameters = v.optional(v.pipe(v.record(v.string(), v.any()), v.description("See unity-tools.")), {});
const files = v.optional(v.pipe(v.array(v.string()), v.description("Scripts; empty = all changed ones")), []);

export const unityPlayModeInput = lazily(() =>
  v.strictObject({
    Action: v.picklist(["Status", "Play", "Stop", "Pause", "Resume", "Step"]),
    ...common(SECONDS),
  }),
);

export const unityScreenshotInput = lazily(() =>
  v.strictObject({
    View: v.optional(v.picklist(["game", "scene"]), "game"),
    Window: v.optional(v.pipe(v.string(), v.description("Title of another window")), ""),
    Scale: v.optional(v.pipe(v.number(), v.minValue(0.1), v.maxValue(1)), 1),
    ...common(SECONDS),
  }),
);

export const unityInputInput = lazily(() =>
  v.strictObject({
    Device: v.picklist(["ui", "mouse", "keyboard", "replay"]),
    Action: v.pipe(v.string(), v.description("Click, Drag, LongPress, Scroll, Press, KeyDown, KeyUp, Start, Stop …")),
    X: v.optional(v.number()),
    Y: v.optional(v.number()),
    Key: v.optional(v.string()),
    Duration: v.optional(v.number()),
    Parameters: parameters,
    ...common(SECONDS),
  }),
);

export const unityHotReloadInput = lazily(() =>
  v.strictObject({
    Action: v.optional(v.picklist(["reload", "revert", "status"]), "reload"),
    Files: files,
    ...common(SECONDS),
  }),
);

export const unityPackagesInput = lazily(() =>
  v.strictObject({
    Action: v.picklist(["list", "search", "add", "remove", "status"]),
    Package: v.optional(v.pipe(v.string(), v.description("Name, name@version, git URL, or query")), ""),
    Parameters: parameters,
    ...common(SECONDS),
  }),
);

export const unityEditInput = lazily(() =>
  v.strictObject({
    Target: v.picklist(["object", "component", "scene", "prefab"]),
    Action: v.pipe(v.string(), v.minLength(1), v.description("create, add, modify, delete, open …")),
    Parameters: parameters,
    ...common(SECONDS),
  }),
);

export const unityBuildInput = lazily(() =>
  v.strictObject({
    Action: v.picklist(["start", "status", "cancel"]),
    Parameters: parameters,
    ...common(BUILD_SECONDS),
  }),
);

export const unityProfileInput = v.strictObject({ Parameters: parameters, ...common(SECONDS) });
