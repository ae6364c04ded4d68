/** Declares the dynamic tools, which are only listed while the connected Editor supports them. */
import * as v from "valibot";
import { type Output, type Timeout, tool } from "../../../core/host/plugin-api.ts";
import { COMMON, envelope } from "./console-outputs.ts";
import * as schemas from "./dynamic-inputs.ts";

const timeoutOf = (seconds: number): Timeout => ({ argument: "TimeoutSeconds", unit: "s", defaultMs: seconds * 1_000 });
const unlisted = ["TimeoutSeconds", "ProjectPath"];
const dynamic = { dynamic: true, view: "json", timeout: timeoutOf(schemas.SECONDS), unlisted } as const;
const executes = { effect: "execute", destructive: false, idempotent: false, openWorld: false } as const;
const destroys = { ...executes, destructive: true } as const;

/** The command belongs to the Editor, so its result can have any form. */
const output: Output<v.GenericSchema> = { schema: envelope({}), notices: COMMON };
const pictures: Output<v.GenericSchema> = {
  schema: envelope({
    Success: v.boolean(),
    Images: v.array(v.looseObject({ Path: v.string() })),
  }),
  notices: COMMON,
};

export const dynamicTools = {
  "unity-play-mode": tool({
    ...dynamic,
    ...executes,
    title: "Play Mode",
    description: "Controls Play Mode, or reports its state.",
    input: schemas.unityPlayModeInput,
    output,
    examples: [{ title: "Play", input: { Action: "Play" } }],
    handler: () => import("./unity-play-mode.ts"),
  }),
  "unity-screenshot": tool({
    ...dynamic,
    effect: "write",
    destructive: false,
    idempotent: false,
    openWorld: false,
    title: "Screenshot",
    description: "An image of the game, the scene or an Editor window; its file stays in the project.",
    unlisted: [...unlisted, "Scale"],
    input: schemas.unityScreenshotInput,
    output: pictures,
    examples: [{ title: "The game", input: {} }],
    handler: () => import("./unity-screenshot.ts"),
  }),
  "unity-input": tool({
    ...dynamic,
    ...executes,
    title: "Simulate input",
    description: "In Play Mode, clicks and drags on the UI, sends mouse and key input, or replays a recording.",
    input: schemas.unityInputInput,
    output,
    examples: [{ title: "Press a key", input: { Device: "keyboard", Action: "Press", Key: "Space" } }],
    handler: () => import("./unity-input.ts"),
  }),
  "unity-hot-reload": tool({
    ...dynamic,
    ...executes,
    title: "Hot reload",
    description: "Patches changed method bodies into the running Editor without a domain reload.",
    input: schemas.unityHotReloadInput,
    output,
    examples: [{ title: "What changed", input: {} }],
    handler: () => import("./unity-hot-reload.ts"),
  }),
  "unity-packages": tool({
    ...dynamic,
    ...destroys,
    openWorld: true,
    title: "Packages",
    description: "Lists, searches, adds and removes the project's packages; call status after add and remove.",
    input: schemas.unityPackagesInput,
    output,
    examples: [{ title: "Installed ones", input: { Action: "list" } }],
    handler: () => import("./unity-packages.ts"),
  }),
  "unity-edit": tool({
    ...dynamic,
    ...destroys,
    title: "Edit the scene",
    description: "Edits scenes and prefabs with the Editor's own commands.",
    input: schemas.unityEditInput,
    output,
    examples: [
      { title: "An empty object", input: { Target: "object", Action: "create", Parameters: { name: "Spawn" } } },
    ],
    handler: () => import("./unity-edit.ts"),
  }),
  "unity-build": tool({
    ...dynamic,
    ...destroys,
    timeout: timeoutOf(schemas.BUILD_SECONDS),
    title: "Build a player",
    description: "Starts a player build, reports its state, or cancels it.",
    input: schemas.unityBuildInput,
    output,
    examples: [{ title: "How far is the build?", input: { Action: "status" } }],
    handler: () => import("./unity-build.ts"),
  }),
  "unity-profile": tool({
    ...dynamic,
    ...executes,
    title: "Profile",
    description: "A sample of the Editor's performance counters.",
    unlisted: [...unlisted, "Parameters"],
    input: schemas.unityProfileInput,
    output,
    examples: [{ title: "Now", input: {} }],
    handler: () => import("./unity-profile.ts"),
  }),
};
