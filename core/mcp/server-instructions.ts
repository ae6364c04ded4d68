/** Creates the instructions that the server sends in response to `initialize`. */
import type { Host, Json, JsonObject } from "../host/frontend-api.ts";

export interface ServerDescription {
  serverInfo: { name: string; title: string; version: string };
  capabilities: JsonObject;
  /** `asksForRoots` is for older clients that can tell us their roots. */
  instructions(asksForRoots: boolean, client?: Json): Promise<string>;
}

/** Claude Code cuts them at 2,048. */
const MAX_CHARS = 2_000;

/**
 * Returns the instructions that clients pass to the model. With tool search, this is how the model knows when to look here.
 * `host` is undefined before the client has sent its roots.
 */
export function instructionsFor(host: Host | undefined, budget: number): string {
  const roots = host?.workspace.roots.map((root) => root.path) ?? [];
  const plugins = host?.plugins().filter((plugin) => plugin.state === "ready") ?? [];
  const lines = [
    "Tools to search, read, measure and change the code base on this machine.",
    host ? `Workspace: ${roots.join(", ")}.` : "Workspace: the roots that this client names.",
    "Paths may be absolute or relative to a workspace root; every path that one tool prints, the others accept.",
    `An answer has at most ${budget} characters; one that was cut says so and how to get the rest.`,
    ...plugins.map((plugin) => `${plugin.title}: ${plugin.description}`),
  ];
  let text = "";
  for (const line of lines) if (text.length + line.length < MAX_CHARS) text += `${line}\n`;
  return text.trimEnd();
}
