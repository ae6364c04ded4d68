/**
 * Dynamic tools per backend: which Editor commands each one requires, and which command a call sends. A tool is only
 * listed if the connected Editor has one of its commands. Names and parameters differ between backends, so every tool
 * builds the command from its input.
 */
import type { JsonObject } from "../../../core/host/plugin-api.ts";
import type { BackendName } from "../backends/backend.ts";

/** A command of the Editor, by the name that we use for it. */
export interface ToolCommand {
  method: string;
  params: JsonObject;
  /** True if the command only reads, so that it can be repeated. */
  reads?: boolean;
}

export interface DynamicTool {
  /** The tool is available if the Editor has any of these commands. */
  commands: Partial<Record<BackendName, readonly string[]>>;
  /** Returns undefined if this backend has no suitable command. */
  commandFor(backend: BackendName, input: JsonObject): ToolCommand | undefined;
}

const isLoop = (backend: BackendName) => backend === "uloop" || backend === "cli-loop";
const text = (value: unknown) => (typeof value === "string" ? value : "");
const more = (input: JsonObject) => (input.Parameters ?? {}) as JsonObject;
const onLoop = (...names: string[]) => ({ uloop: names, "cli-loop": names });
const given = (entries: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined && value !== ""));

/** MCP for Unity and Unity Pipeline use `object` for a game object. */
const NOUNS: Record<string, string> = {
  object: "gameobject",
  component: "component",
  scene: "scene",
  prefab: "prefab",
};
const MANAGERS: Record<string, string> = {
  object: "manage_gameobject",
  component: "manage_components",
  scene: "manage_scene",
  prefab: "manage_prefabs",
};
const DEVICES: Record<string, string> = {
  ui: "simulate-mouse-ui",
  mouse: "simulate-mouse-input",
  keyboard: "simulate-keyboard",
  replay: "replay-input",
};

export const DYNAMIC_TOOLS: Record<string, DynamicTool> = {
  "unity-play-mode": {
    commands: {
      ...onLoop("control-play-mode"),
      pipeline: ["editor_play", "editor_stop"],
      coplay: ["manage_editor"],
    },
    commandFor(backend, { Action }) {
      const action = text(Action);
      if (isLoop(backend))
        return { method: "control-play-mode", params: { Action: action }, reads: action === "Status" };
      if (action === "Status") {
        const method = backend === "pipeline" ? "editor_status" : "get_editor_state";
        return { method, params: {}, reads: true };
      }
      if (action === "Step") return undefined;
      // Both of them can only toggle the state, so we have to read it first.
      const verb = action === "Resume" ? "pause" : action.toLowerCase();
      return backend === "pipeline"
        ? { method: `editor_${verb}`, params: {} }
        : { method: "manage_editor", params: { action: verb } };
    },
  },
  "unity-screenshot": {
    commands: {
      ...onLoop("screenshot"),
      pipeline: ["screenshot", "capture_game_view", "capture_scene_view"],
      coplay: ["manage_camera"],
    },
    commandFor(backend, { View, Window, Scale }) {
      const scene = View === "scene";
      if (isLoop(backend)) {
        const WindowName = text(Window) || (scene ? "Scene" : "Game");
        return { method: "screenshot", params: { WindowName, ResolutionScale: Scale ?? 1 } };
      }
      if (text(Window) !== "") return undefined;
      if (backend === "pipeline") return { method: "screenshot", params: { view: scene ? "scene" : "game" } };
      const capture_source = scene ? "scene_view" : "game_view";
      return { method: "manage_camera", params: { action: "screenshot", include_image: true, capture_source } };
    },
  },
  "unity-input": {
    commands: onLoop(...Object.values(DEVICES)),
    commandFor(backend, input) {
      const { Device, Action, X, Y, Key, Duration } = input;
      const method = DEVICES[text(Device)];
      if (!method || !isLoop(backend)) return undefined;
      const own = given({ Action, X, Y, Key, Duration });
      return { method, params: { ...own, ...more(input) } };
    },
  },
  "unity-hot-reload": {
    commands: { "cli-loop": ["hot-reload"] },
    commandFor(backend, { Action, Files }) {
      if (backend !== "cli-loop") return undefined;
      const params = { Files: Files ?? [], RevertAll: Action === "revert", Status: Action === "status" };
      return { method: "hot-reload", params, reads: Action === "status" };
    },
  },
  "unity-packages": {
    commands: { pipeline: ["package_list", "package_add"], coplay: ["manage_packages"] },
    commandFor(backend, input) {
      const action = text(input.Action);
      const reads = action === "list" || action === "search" || action === "status";
      const name = text(input.Package);
      if (backend === "coplay") {
        const verb =
          action === "status"
            ? action
            : action === "add" || action === "remove"
              ? `${action}_package`
              : `${action}_packages`;
        const key = action === "search" ? "query" : "package";
        return {
          method: "manage_packages",
          params: { action: verb, ...given({ [key]: name }), ...more(input) },
          reads,
        };
      }
      if (backend !== "pipeline") return undefined;
      const key = { search: "query", add: "identifier", remove: "name" }[action];
      const own = key === undefined ? {} : given({ [key]: name });
      return { method: `package_${action}`, params: { ...own, ...more(input) }, reads };
    },
  },
  "unity-edit": {
    commands: {
      pipeline: ["create_gameobject", "add_component", "open_scene", "create_prefab"],
      coplay: Object.values(MANAGERS),
    },
    commandFor(backend, input) {
      const target = text(input.Target);
      const action = text(input.Action);
      if (backend === "coplay") {
        const params = { action, ...more(input) };
        return { method: MANAGERS[target] ?? "", params };
      }
      if (backend !== "pipeline") return undefined;
      const method = /[\s_]/.test(action) ? action : `${action}_${NOUNS[target]}`;
      return { method, params: more(input) };
    },
  },
  "unity-build": {
    commands: { pipeline: ["build"], coplay: ["manage_build"] },
    commandFor(backend, input) {
      const action = text(input.Action);
      const reads = action === "status";
      if (backend === "coplay") {
        const verb = action === "start" ? "build" : action;
        return { method: "manage_build", params: { action: verb, ...more(input) }, reads };
      }
      if (backend !== "pipeline" || action === "cancel") return undefined;
      return { method: reads ? "build_status" : "build", params: more(input), reads };
    },
  },
  "unity-profile": {
    commands: { pipeline: ["get_performance_stats"], coplay: ["manage_profiler"] },
    commandFor(backend, input) {
      if (backend === "pipeline") return { method: "get_performance_stats", params: more(input), reads: true };
      return backend === "coplay" ? { method: "manage_profiler", params: more(input) } : undefined;
    },
  },
};
