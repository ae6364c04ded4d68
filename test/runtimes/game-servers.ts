/** Servers on a copy of the fixture game: the binary, and the source under Deno. */
import { cpSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Example } from "../../core/host/frontend-api.ts";
import { JIG, runJig, scratch, TOP } from "../jig.ts";
import { McpProcess } from "../mcp/mcp-process.ts";
import { denoOn } from "./deno.ts";

/** A server with a cache of its own, whose path `steady` takes out of answers. */
export interface Server {
  mcp: McpProcess;
  cache: string;
}

/** One project; every server that is started on it has an empty cache. */
export function gameServers() {
  const project = scratch();
  cpSync(join(TOP, "test", "fixtures", "game"), project, { recursive: true });
  // What the examples of the code tools ask for.
  writeFileSync(join(project, "src", "app.ts"), "export class App {\n  render(): void {}\n}\nnew App().render();\n");
  const tools: {
    name: string;
    plugin: string;
    plan?: boolean;
    /** False for a tool of the command line alone. */
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
