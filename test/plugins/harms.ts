/** What hostile plugins try, and what becomes of it in each setting: the tests hold jig to it, the guide prints it. */

/** `refused`: it gets an error. `contained`: it costs that call, and the process. `NOT SANDBOXED`: it has its way. */
export type Fate = "refused" | "contained" | "NOT SANDBOXED" | "does not apply";

export interface Harm {
  what: string;
  harm: string;
  deno: Fate;
  bare: Fate;
  command: Fate;
  /** Waits for the host's own limit, not for the timeout. */
  long?: boolean;
  /** It has a test of its own. */
  apart?: boolean;
}

export const SETTINGS = { deno: "Module, Deno on the PATH", bare: "Module, no Deno", command: "Command" } as const;

const everywhere = (fate: Fate) => ({ deno: fate, bare: fate, command: fate });
const modules = (fate: Fate) => ({ deno: fate, bare: fate, command: "does not apply" as const });
const sandboxed = { deno: "refused", bare: "NOT SANDBOXED", command: "NOT SANDBOXED" } as const;

export const HARMS: Harm[] = [
  { what: "an endless loop", harm: "loop", ...everywhere("contained") },
  { what: "an answer that never comes", harm: "hang", ...everywhere("contained") },
  { what: "a memory bomb", harm: "memory", ...everywhere("contained"), long: true },
  { what: "`process.exit`", harm: "exit", ...everywhere("contained") },
  { what: "a kill of its own process", harm: "kill", ...everywhere("contained"), deno: "refused" },
  { what: "an exception nobody catches", harm: "throwLater", ...modules("contained") },
  { what: "prints without end", harm: "spam", ...everywhere("contained"), long: true },
  { what: "one endless line", harm: "oneLine", ...modules("contained"), long: true },
  { what: "a forged answer on stdout", harm: "forgedFrame", ...modules("contained") },
  { what: "reading a file outside the workspace", harm: "read", ...sandboxed },
  { what: "reading it through the context", harm: "readByHost", ...modules("refused") },
  { what: "reading through a link of the workspace", harm: "readLink", ...sandboxed },
  { what: "the same on a worker thread", harm: "readLinkByWorker", ...sandboxed, command: "does not apply" },
  { what: "the same through the thread's context", harm: "readLinkByWorkersHost", ...modules("refused") },
  { what: "writing a file in the workspace", harm: "write", ...sandboxed },
  { what: "writing it through the context", harm: "writeByHost", ...modules("refused") },
  { what: "starting a program", harm: "run", ...sandboxed },
  { what: "starting it through the context", harm: "runByHost", ...modules("refused") },
  { what: "a process that hides and outlives the call", harm: "fork", ...everywhere("contained"), deno: "refused" },
  { what: "a fork bomb", harm: "forkBomb", ...everywhere("contained"), deno: "refused", long: true },
  { what: "outliving a jig that is killed", harm: "deaf", ...everywhere("contained"), apart: true },
  { what: "a connection", harm: "net", ...sandboxed },
  { what: "a connection through the context", harm: "netByHost", ...modules("refused") },
  { what: "an environment variable it did not declare", harm: "env", ...everywhere("refused") },
  { what: "code from the net", harm: "imported", ...modules("refused") },
  { what: "a hundred thousand requests at once", harm: "asks", ...modules("contained"), long: true },
  { what: "ten thousand open files", harm: "handles", ...modules("contained"), long: true },
  { what: "a tool of another plugin", harm: "invoke", ...modules("refused") },
  { what: "an answer that is not JSON", harm: "notJson", ...modules("refused") },
];

/** The table as the guide prints it. */
export function harmsTable(): string {
  const settings = Object.keys(SETTINGS) as (keyof typeof SETTINGS)[];
  const rows = [
    ["What a plugin may try", ...settings.map((setting) => SETTINGS[setting])],
    ...HARMS.map((harm) => [harm.what, ...settings.map((setting) => harm[setting])]),
  ];
  const widths = rows[0]!.map((_, at) => Math.max(...rows.map((row) => row[at]!.length)));
  const line = (cells: readonly string[]) => `| ${cells.map((cell, at) => cell.padEnd(widths[at]!)).join(" | ")} |`;
  const [head, ...body] = rows.map(line);
  return [head, line(widths.map((width) => "-".repeat(width))), ...body].join("\n");
}

if (import.meta.main) console.log(harmsTable());
