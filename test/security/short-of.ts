/** A place with limited resources, and a user-installed plugin. */
import { scratch } from "../jig.ts";

export const LINUX = process.platform === "linux";
export const CLASS = "using System;\npublic class Foo { public int Bar(int n) { return n; } }\n";
export const ENOUGH = 120_000;

export interface Place {
  root: string;
  env?: Record<string, string>;
  /** Shell command that sets the limit. */
  limit?: string;
}

/** A user-installed plugin and the flags for it. */
export function greeter(): string[] {
  const folder = scratch({
    "greet.py": 'import json\nprint(json.dumps({"value": {"said": "hello"}}))\n',
    "plugin.json": JSON.stringify({
      name: "greeter",
      version: "1.0.0",
      title: "Greeter",
      description: "Greets.",
      host: "^1",
      permissions: { run: ["python3"] },
      tools: {
        greet: {
          title: "Greet",
          description: "Says hello to whoever calls it.",
          effect: "read",
          input: { type: "object" },
          handler: { command: ["python3", "greet.py"] },
        },
      },
    }),
  });
  return ["--plugins", folder];
}
