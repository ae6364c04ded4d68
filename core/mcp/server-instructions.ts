/** The server's instructions in the answer to `initialize`. */
import type { Host, Json, JsonObject } from "../host/frontend-api.ts";

export interface ServerDescription {
  serverInfo: { name: string; title: string; version: string };
  capabilities: JsonObject;
  /** Instructions for a client of this name; `asksForRoots` for an older one that can name its roots. */
  instructions(asksForRoots: boolean, client?: Json): Promise<string>;
}

/** Characters that every client keeps (Claude Code cuts after 2,048). */
const MAX_CHARS = 2_000;

/**
 * The page that a client gives its model; clients that search for tools decide by it when to look here. `host` is
 * undefined while the client has not named its roots yet.
 */
export function instructionsFor(host: Host | undefined, budget: number): string {
  const roots = host?.workspace.roots.map((root) => root.path) ?? [];
  const plugins = host?.plugins().filter((plugin) => plugin.state === "ready") ?? [];
  const lines = [
    "Tools to search, read, measure and change the code base on this machine.",
    host ? `Workspace: ${roots.join(", ")}.` : "Workspace: the roots that this client names.",
    "Paths may be absolute or relative to a workspace root; every path that one tool prints, the others accept.",
    `An answer holds at most ${budget} characters; one that was cut says so and how to get the rest.`,
    ...plugins.map((plugin) => `${plugin.title}: ${plugin.description}`),
  ];
  let text = "";
  for (const line of lines) if (text.length + line.length < MAX_CHARS) text += `${line}\n`;
  return text.trimEnd();
}
