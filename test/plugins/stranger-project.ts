/** Creates a project with a plugin that has not been approved. */
import { join } from "node:path";
import { runJig, scratch } from "../jig.ts";
import { WITHOUT_DENO } from "./paths.ts";

export const manifest = (more: object = {}) =>
  JSON.stringify({
    name: "greeter",
    version: "1.0.0",
    title: "Greeter",
    description: "Greets.",
    host: "^1",
    permissions: {},
    tools: {
      greet: {
        title: "Greet",
        description: "Greets whoever asks.",
        effect: "read",
        input: { type: "object", properties: {} },
        examples: [{ title: "Hello", input: {} }],
        handler: "./greet.ts",
      },
    },
    ...more,
  });

export const HANDLER = 'console.log("I RAN");\nexport default async () => ({ value: "hello" });\n';

export function project(more: Record<string, string> = {}) {
  const root = scratch({
    ".jig/plugins/greeter/plugin.json": manifest(),
    ".jig/plugins/greeter/greet.ts": HANDLER,
    ...more,
  });
  const home = scratch();
  const env = { PATH: WITHOUT_DENO, XDG_CONFIG_HOME: join(home, "config"), XDG_CACHE_HOME: join(home, "cache") };
  const folder = join(root, ".jig", "plugins", "greeter");
  return { root, folder, home, env, jig: (...args: string[]) => runJig(args, { cwd: root, env }) };
}
