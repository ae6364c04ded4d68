/** Declares the editor tools and their outputs. */

import * as v from "valibot";
import { lazily, tool } from "../../../core/host/plugin-api.ts";
import { DEBUG_ACTIONS, EDITOR_ACTIONS } from "./editor-action-names.ts";
import { answered, count, line } from "./symbol-outputs.ts";

const text = (description: string) => v.pipe(v.string(), v.description(description));

export const editorTools = {
  angelscript_assets: tool({
    effect: "read",
    destructive: false,
    idempotent: true,
    openWorld: false,
    dynamic: true,
    title: "Assets of an AngelScript class",
    description:
      "Asset references of a script class: which Blueprints and data assets are based on it, or on a class derived " +
      "from it, according to the running Unreal editor.",
    input: v.strictObject({
      name: text("Script class."),
      includeDerived: v.optional(v.pipe(v.boolean(), v.description("Include derived classes, default true."))),
    }),
    output: {
      schema: lazily(() =>
        answered({
          name: v.string(),
          total: count,
          isIncomplete: v.optional(v.literal(true)),
          truncated: v.optional(v.boolean()),
          assets: v.array(v.object({ path: v.string(), className: v.string(), filePath: v.optional(v.string()) })),
        }),
      ),
      rows: [
        {
          at: "/data/assets",
          unit: ["asset", "assets"],
          total: "/data/total",
          columns: [{ field: "path" }, { field: "className", kind: "symbol" }, { field: "filePath", drop: 1 }],
          location: { path: "/filePath" },
          links: [
            {
              rel: "members",
              tool: "angelscript_getTypeMembers",
              input: { name: { at: "/className", required: true } },
            },
          ],
        },
      ],
      cut: "/data/truncated",
      next: { parameter: "cursor", by: "page" },
      notices: [
        { at: "/data/total", text: "{} assets of {/data/name}", one: "1 asset of {/data/name}", zero: true },
        { at: "/data/isIncomplete", text: "the editor has not reported all assets yet", tone: "warning" },
      ],
    },
    view: "table",
    examples: [{ title: "Blueprints of a class", input: { name: "AExample" } }],
    handler: () => import("./angelscript-assets.ts"),
  }),
  angelscript_editor: tool({
    effect: "execute",
    destructive: true,
    idempotent: false,
    openWorld: true,
    dynamic: true,
    title: "Act in the Unreal editor",
    description:
      "Acts in the running Unreal editor: openDefinition opens a C++ declaration in the IDE, openAsset an asset's " +
      "editor, createBlueprint creates a Blueprint of a script class, stopPlay ends Play In Editor. The editor does " +
      "not confirm.",
    input: v.strictObject({
      action: v.pipe(v.picklist(EDITOR_ACTIONS), v.description("What to do.")),
      name: v.optional(
        text(
          "openDefinition: `AActor`, `AActor.GetActorLocation`, `Math::Clamp`; openAsset: `/Game/Folder/Name`, or a " +
            "class; createBlueprint: a script class.",
        ),
      ),
    }),
    output: {
      schema: lazily(() =>
        answered({
          action: v.picklist(EDITOR_ACTIONS),
          sent: v.literal(true),
          name: v.optional(v.string()),
          assets: v.optional(v.array(v.string())),
        }),
      ),
      notices: [{ at: "/data/action", text: "{} was sent; the editor does not confirm it" }, { at: "/data/name" }],
    },
    view: "json",
    examples: [
      { title: "Open a C++ declaration", input: { action: "openDefinition", name: "AActor.GetActorLocation" } },
      { title: "Create a Blueprint", input: { action: "createBlueprint", name: "AExample" } },
      { title: "End Play In Editor", input: { action: "stopPlay" } },
    ],
    handler: () => import("./angelscript-editor.ts"),
  }),
  angelscript_debug: tool({
    effect: "execute",
    destructive: true,
    idempotent: false,
    openWorld: true,
    dynamic: true,
    title: "Debug AngelScript",
    description:
      "Debugs AngelScript in the running Unreal editor: attach, then breakpoints, pause, continue and steps (these wait for the next stop and return the call stack). status, callStack, variables and evaluate need no attach and leave other clients alone. A stopped game is frozen until continue or detach.",
    input: v.strictObject({
      action: v.pipe(v.picklist(DEBUG_ACTIONS), v.description("The action; attach first to change anything.")),
      filePath: v.optional(text("Script of the breakpoint.")),
      line: v.optional(
        v.pipe(
          v.number(),
          v.integer(),
          v.minValue(1),
          v.description("Line of the breakpoint; clearBreakpoints without it clears the file."),
        ),
      ),
      expression: v.optional(
        text("Expression to evaluate; for variables, the scope: `%local%` (default), `%this%`, `%module%`."),
      ),
      others: v.optional(
        v.pipe(
          v.picklist(["keep", "clear"]),
          v.description(
            "attach with other clients: keep joins without clearing (works while another one debugs); clear removes their breakpoints.",
          ),
        ),
      ),
      frame: v.optional(v.pipe(v.number(), v.integer(), v.minValue(0), v.description("Stack frame, default 0."))),
      waitSeconds: v.optional(
        v.pipe(v.number(), v.minValue(0), v.maxValue(100), v.description("Wait for the next stop, default 10.")),
      ),
    }),
    output: {
      schema: lazily(() =>
        answered({
          action: v.picklist(DEBUG_ACTIONS),
          state: v.picklist(["stopped", "running", "detached"]),
          attachment: v.optional(v.picklist(["started", "joined"])),
          otherClients: v.optional(v.array(v.object({ pid: count, name: v.string(), connections: count }))),
          breakpointsLeft: v.optional(v.array(v.object({ filePath: v.string(), line }))),
          stop: v.optional(
            v.object({ reason: v.string(), description: v.optional(v.string()), text: v.optional(v.string()) }),
          ),
          breakpoint: v.optional(v.object({ filePath: v.string(), line })),
          frames: v.optional(
            v.array(
              v.object({ index: count, name: v.string(), filePath: v.optional(v.string()), line: v.optional(line) }),
            ),
          ),
          variables: v.optional(
            v.array(v.object({ name: v.string(), value: v.string(), type: v.string(), hasMembers: v.boolean() })),
          ),
          truncated: v.optional(v.boolean()),
        }),
      ),
      rows: [
        {
          at: "/data/variables",
          unit: ["variable", "variables"],
          columns: [
            { field: "name" },
            { field: "value", kind: "code" },
            { field: "type" },
            { field: "hasMembers", drop: 1 },
          ],
        },
        {
          at: "/data/frames",
          unit: ["frame", "frames"],
          columns: [
            { field: "index" },
            { field: "name", kind: "symbol" },
            { field: "path", at: "/filePath", kind: "path" },
            { field: "line", kind: "line" },
          ],
          location: { path: "/filePath", line: "/line" },
        },
      ],
      cut: "/data/truncated",
      next: { parameter: "cursor", by: "page" },
      notices: [
        { at: "/data/state", text: "the game: {}" },
        { at: "/data/stop/reason", text: "stopped: {}" },
        { at: "/data/stop/text" },
        { at: "/data/breakpoint/line", text: "breakpoint at line {}" },
      ],
    },
    view: "table",
    examples: [
      { title: "Where it stopped", input: { action: "callStack" } },
      { title: "Stop at a line", input: { action: "setBreakpoint", filePath: "Script/Example.as", line: 4 } },
      { title: "A value where it stopped", input: { action: "evaluate", expression: "this.Name" } },
    ],
    handler: () => import("./angelscript-debug.ts"),
  }),
};
