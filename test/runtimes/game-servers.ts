/** Servers on a copy of the fixture game: the binary, and the sources in Deno. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Example } from "../../core/host/frontend-api.ts";
import { JIG, runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { denoOn } from "./deno.ts";

/** A server with its own cache. `steady` removes that path from answers. */
export interface Server {
  mcp: McpProcess;
  cache: string;
}

/** One project. Each server starts with an empty cache. */
export function gameServers() {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  // For the examples of the code tools.
  writeFileSync(join(project, "src", "app.ts"), "export class App {\n  render(): void {}\n}\nnew App().render();\n");
  const tools: {
    name: string;
    plugin: string;
    plan?: boolean;
    /** False for tools that are only on the command line. */
    mcp?: boolean;
    listed: boolean;
    examples: Example[];
  }[] = JSON.parse(runJig(["tools", "--json", "--root", project]).stdout);
  const start = (command: string[]): Server => {
    const env = { XDG_CACHE_HOME: scratch() };
    return { cache: env.XDG_CACHE_HOME, mcp: new McpProcess(["--root", project], { command, cwd: project, env }) };
  };
  return {
    tools,
    binary: () => start([JIG]),
    deno: () => start(denoOn(TOP)),
  };
}
