/** Defines the flags of `jig setup`. They are declared here because frontends can't import each other. */
import { JigError } from "../host/frontend-api.ts";
import { type Flag, option, toggle } from "./flags.ts";
import { readFlags } from "./read-flags.ts";

export function setupFlags(clients: readonly string[], scopes: readonly string[]): Flag[] {
  return [
    option("client", "NAME", `Only these, found or not: ${clients.join(", ")}.`, { list: true, choices: [...clients] }),
    option(
      "scope",
      scopes.join("|"),
      "For all your projects, or in the files of this one. Default: user; with --undo both.",
      {
        choices: [...scopes],
      },
    ),
    toggle("yes", "Do not ask."),
    toggle("undo", "Remove everything that jig setup wrote."),
    option(
      "shell",
      "DIR",
      "Only link rg and fd in this folder to jig, which then behaves like them; --undo removes them.",
    ),
    toggle("agents", "Add a paragraph on when to use jig to the project's AGENTS.md."),
  ];
}

export interface SetupFlags {
  clients: string[];
  /** Undefined if no flag was given. */
  scope: "project" | "user" | undefined;
  yes: boolean;
  undo: boolean;
  agents: boolean;
  shell?: string;
}

/** Throws INVALID_ARGUMENT. */
export function readSetupFlags(words: string[], flags: readonly Flag[]): SetupFlags {
  const { values, rest } = readFlags(words, flags);
  if (rest.length > 0) throw new JigError("INVALID_ARGUMENT", `Unexpected argument "${rest[0]}" after setup`);
  const named = new Map([...values].map(([flag, value]) => [flag.name, value]));
  const shell = named.get("shell");
  return {
    clients: (named.get("client") ?? []) as string[],
    scope: named.has("scope") ? (named.get("scope") === "project" ? "project" : "user") : undefined,
    yes: named.get("yes") === true,
    undo: named.get("undo") === true,
    agents: named.get("agents") === true,
    ...(typeof shell === "string" ? { shell } : {}),
  };
}
