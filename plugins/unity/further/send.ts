/** Sends one of the Editor's further tools: found in what this Editor offers, its parameters under the Editor's own spelling, refused before sending where it has no such thing. */
import type { Context, JsonObject } from "../../../core/host/plugin-api.ts";
import type { BackendName } from "../backends/backend.ts";
import { commandOf, spelled } from "../backends/pipeline/command-names.ts";
import { type Answer, aside } from "../command/command.ts";
import type { Catalogue, EditorTool } from "../editor/catalogue.ts";
import { type CommonInput, type Dealings, dealingsOf } from "../tools/call-editor.ts";
import { editorError } from "../tools/error-envelope.ts";
import { type Errand, FURTHER } from "./further-commands.ts";

/** The Editor's tool of that name; Unity Pipeline has renamed its commands. */
export function offeredTool(catalogue: Catalogue, backend: BackendName, name: string): EditorTool | undefined {
  return backend === "pipeline" ? commandOf(catalogue.tools, name) : catalogue.tools.find((tool) => tool.name === name);
}

export interface Sender {
  dealings: Dealings;
  backend: BackendName;
  /** Throws NOT_ON_THIS_VERSION and PARAMETER_REFUSED with nothing sent, and what `Door.run` throws. */
  run(errand: Errand): Promise<Answer>;
}

export async function senderFor(tool: string, input: CommonInput, context: Context): Promise<Sender> {
  const dealings = await dealingsOf(input, context);
  const { session, caller } = dealings;
  const { backend } = await session.choose(aside(caller));
  const catalogue = await session.catalogue(aside(caller));
  return {
    dealings,
    backend: backend.name,
    async run({ method, params, reads }) {
      const found = offeredTool(catalogue, backend.name, method);
      if (!found) throw missing(tool, method, session.title, catalogue);
      const command = { method: found.name, params: inItsWords(found, params), repeatable: reads === true };
      return session.run(command, caller);
    },
  };
}

/** What the input asks of this Editor. Throws NOT_ON_THIS_VERSION where it has nothing for it. */
export function errandFor(tool: string, { backend, dealings }: Sender, input: object): Errand {
  const errand = FURTHER[tool]!.errand(backend, input as JsonObject);
  if (errand) return errand;
  throw editorError(
    "NOT_ON_THIS_VERSION",
    `This Editor (${dealings.session.title}) has nothing for this call of "${tool}"`,
    {
      hint: "Nothing was sent. unity-tools lists what it has, and unity-call calls it",
      details: { dispatched: false },
    },
  );
}

/** Under the tool's own spelling of each name; where it does not say its parameters, as they are. */
function inItsWords(found: EditorTool, params: JsonObject): JsonObject {
  if (found.parameters.length === 0) return params;
  const { params: own, unknown } = spelled({ parameters: found.parameters }, params);
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

function missing(tool: string, method: string, title: string, { tools }: Catalogue) {
  const words = method.split(/[\s._-]+/);
  const near = tools.map(({ name }) => name).filter((name) => words.some((word) => word !== "" && name.includes(word)));
  const hint = near.length > 0 ? `It has ${near.slice(0, 12).join(", ")}` : "unity-tools lists what it has";
  return editorError("NOT_ON_THIS_VERSION", `This Editor (${title}) has no "${method}", which "${tool}" needs`, {
    hint: `Nothing was sent. ${hint}`,
    details: { dispatched: false },
  });
}
