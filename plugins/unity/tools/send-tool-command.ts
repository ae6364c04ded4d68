/**
 * Finds the Editor's command for a dynamic tool and adapts the names of its parameters. If there is no such command, the call
 * is refused before anything is sent.
 */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import type { BackendName } from "../backends/backend.ts";
import { commandOf, withOwnSpelling } from "../backends/pipeline/command-names.ts";
import { type EditorAnswer, queryContext } from "../command/command.ts";
import { editorError } from "../command/editor-errors.ts";
import type { EditorTool, ToolCatalog } from "../editor/tool-catalog.ts";
import { type CommonInput, type EditorCall, openCall } from "../routing/editor-call.ts";
import { DYNAMIC_TOOLS, type ToolCommand } from "./dynamic-tool-commands.ts";

/** This includes commands that Unity Pipeline has renamed. */
export function findTool(catalog: ToolCatalog, backend: BackendName, name: string): EditorTool | undefined {
  return backend === "pipeline" ? commandOf(catalog.tools, name) : catalog.tools.find((tool) => tool.name === name);
}

/** The resources of MCP for Unity are not listed as tools. The server rejects an unknown one by name. */
function unlistedQuestion(backend: BackendName, name: string, reads: boolean | undefined): EditorTool | undefined {
  return backend === "coplay" && reads ? { name, description: "", parameters: [], open: true } : undefined;
}

export interface ToolSender {
  call: EditorCall;
  backend: BackendName;
  /** Throws NOT_ON_THIS_VERSION and PARAMETER_REFUSED before anything is sent, and everything that `BackendRouter.run` throws. */
  run(command: ToolCommand): Promise<EditorAnswer>;
}

export async function senderFor(tool: string, input: CommonInput, context: Context): Promise<ToolSender> {
  const call = await openCall(input, context);
  const { router, commandContext } = call;
  const { backend } = await router.choose(queryContext(commandContext));
  const catalog = await router.catalog(queryContext(commandContext));
  return {
    call,
    backend: backend.name,
    async run({ method, params, reads }) {
      const found = findTool(catalog, backend.name, method) ?? unlistedQuestion(backend.name, method, reads);
      if (!found) throw missing(tool, method, router.title, catalog);
      const command = { method: found.name, params: withEditorSpelling(found, params), repeatable: reads === true };
      return router.run(command, commandContext);
    },
  };
}

/** Throws NOT_ON_THIS_VERSION if the backend has no such command. */
export function commandFor(tool: string, { backend, call }: ToolSender, input: object): ToolCommand {
  const command = DYNAMIC_TOOLS[tool]!.commandFor(backend, input as JsonObject);
  if (command) return command;
  throw editorError(
    "NOT_ON_THIS_VERSION",
    `This Editor (${call.router.title}) cannot do what this call of "${tool}" requests`,
    {
      hint: "Nothing was sent. unity-tools lists the available tools, and unity-call calls them",
      details: { dispatched: false },
    },
  );
}

/** Uses the spelling of the tool. If it accepts any parameter, they are passed on unchanged. */
function withEditorSpelling(found: EditorTool, params: JsonObject): JsonObject {
  if (found.open || found.parameters.length === 0) return params;
  const { params: own, unknown } = withOwnSpelling({ parameters: found.parameters }, params);
  if (unknown.length > 0) {
    const names = found.parameters.map(({ name }) => name).join(", ");
    throw refused(`"${found.name}" of this Editor has no parameter ${unknown.join(", ")}; it has ${names || "none"}`);
  }
  for (const { name, choices } of found.parameters) {
    const value = own[name];
    if (!choices || typeof value !== "string") continue;
    const choice = choices.find((each) => each.toLowerCase() === value.toLowerCase());
    if (choice === undefined) throw refused(`${name} of "${found.name}" takes ${choices.join(", ")}, not "${value}"`);
    own[name] = choice;
  }
  return own;
}

function refused(message: string) {
  return editorError("PARAMETER_REFUSED", message, {
    hint: "Nothing was sent. unity-tools shows the tool's parameters",
    details: { dispatched: false },
  });
}

function missing(tool: string, method: string, title: string, { tools }: ToolCatalog) {
  const words = method.split(/[\s._-]+/);
  const near = tools.map(({ name }) => name).filter((name) => words.some((word) => word !== "" && name.includes(word)));
  const hint =
    near.length > 0 ? `The Editor has ${near.slice(0, 12).join(", ")}` : "unity-tools lists the available tools";
  return editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no "${method}", which "${tool}" needs`, {
    hint: `Nothing was sent. ${hint}`,
    details: { dispatched: false },
  });
}
