/** The Editor's further tools in the manifest: listed only where the connected Editor has them. */
import * as v from "valibot";
import { type Output, type Timeout, tool } from "../../../core/host/plugin-api.ts";
import { COMMON, envelope } from "../tools/console-outputs.ts";
import * as schemas from "./schemas.ts";

const kept = (seconds: number): Timeout => ({ argument: "TimeoutSeconds", unit: "s", defaultMs: seconds * 1_000 });
const tacit = ["TimeoutSeconds", "ProjectPath"];
const offered = { offered: true, view: "json", timeout: kept(schemas.SECONDS), tacit } as const;
const executes = { effect: "execute", destructive: false, idempotent: false, openWorld: false } as const;
const destroys = { ...executes, destructive: true } as const;

/** Whatever the Editor's command answers: it is known there, not here. */
const output: Output<v.GenericSchema> = { schema: envelope({}), remarks: COMMON };
const pictures: Output<v.GenericSchema> = {
  schema: envelope({
    Success: v.boolean(),
    Images: v.array(v.looseObject({ Path: v.string() })),
  }),
  remarks: COMMON,
};

export const furtherTools = {
  "unity-play-mode": tool({
    ...offered,
    ...executes,
    title: "Play Mode",
    description: "Enters or leaves Play Mode, pauses, resumes, steps one frame, or reports the state.",
    input: schemas.unityPlayModeInput,
    output,
    examples: [{ title: "Play", input: { Action: "Play" } }],
    handler: () => import("../tools/unity-play-mode.ts"),
  }),
  "unity-screenshot": tool({
    ...offered,
    effect: "write",
    destructive: false,
    idempotent: false,
    openWorld: false,
    title: "Screenshot",
    description:
      "A picture of the game or scene view, or of an Editor window, as an image; the file stays in the project.",
    input: schemas.unityScreenshotInput,
    output: pictures,
    examples: [{ title: "The game", input: {} }],
    handler: () => import("../tools/unity-screenshot.ts"),
  }),
  "unity-input": tool({
    ...offered,
    ...executes,
    title: "Simulate input",
    description: "In Play Mode: clicks and drags on the UI, mouse, keys, or replays a recording.",
    input: schemas.unityInputInput,
    output,
    examples: [{ title: "Press a key", input: { Device: "keyboard", Action: "Press", Key: "Space" } }],
    handler: () => import("../tools/unity-input.ts"),
  }),
  "unity-hot-reload": tool({
    ...offered,
    ...executes,
    title: "Hot reload",
    description: "Puts changed method bodies into the running Editor without a domain reload.",
    input: schemas.unityHotReloadInput,
    output,
    examples: [{ title: "What changed", input: {} }],
    handler: () => import("../tools/unity-hot-reload.ts"),
  }),
  "unity-packages": tool({
    ...offered,
    ...destroys,
    openWorld: true,
    title: "Packages",
    description: "Lists, searches, adds and removes the project's packages; status after add and remove.",
    input: schemas.unityPackagesInput,
    output,
    examples: [{ title: "Installed ones", input: { Action: "list" } }],
    handler: () => import("../tools/unity-packages.ts"),
  }),
  "unity-edit": tool({
    ...offered,
    ...destroys,
    title: "Edit the scene",
    description: "Creates, changes and deletes objects, components, scenes and prefabs by the Editor's own commands.",
    input: schemas.unityEditInput,
    output,
    examples: [
      { title: "An empty object", input: { Target: "object", Action: "create", Parameters: { name: "Spawn" } } },
    ],
    handler: () => import("../tools/unity-edit.ts"),
  }),
  "unity-build": tool({
    ...offered,
    ...destroys,
    timeout: kept(schemas.BUILD_SECONDS),
    title: "Build a player",
    description: "Starts a player build, reports its state, or cancels it.",
    input: schemas.unityBuildInput,
    output,
    examples: [{ title: "How far is it?", input: { Action: "status" } }],
    handler: () => import("../tools/unity-build.ts"),
  }),
  "unity-profile": tool({
    ...offered,
    ...executes,
    title: "Profile",
    description: "A sample of the Editor's performance counters.",
    input: schemas.unityProfileInput,
    output,
    examples: [{ title: "Now", input: {} }],
    handler: () => import("../tools/unity-profile.ts"),
  }),
};
