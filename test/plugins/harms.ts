/** What hostile plugins try, and the outcome in each setting on Linux with sandboxing. The tests enforce it and the guide prints it. */

/**
 * `refused`: gets an error. `contained`: only affects that call and its process. `as confined`: succeeds, but its child processes
 * have the same restrictions.
 */
export type Fate = "refused" | "contained" | "as confined" | "does not apply";

export interface Harm {
  what: string;
  harm: string;
  module: Fate;
  deno: Fate;
  python: Fate;
  shell: Fate;
  /** Ends at the host's limit instead of a timeout. */
  long?: boolean;
  /** Tested separately. */
  apart?: boolean;
}

export const SETTINGS = {
  module: "Module",
  deno: "Module, under Deno",
  python: "Python",
  shell: "Shell",
} as const;

type Fates = Pick<Harm, keyof typeof SETTINGS>;

const everywhere = (fate: Fate): Fates => ({ module: fate, deno: fate, python: fate, shell: fate });
const modules = (fate: Fate): Fates => ({ ...everywhere(fate), python: "does not apply", shell: "does not apply" });
const python = (fate: Fate): Fates => ({ ...everywhere("does not apply"), python: fate });

export const HARMS: Harm[] = [
  { what: "an endless loop", harm: "loop", ...everywhere("contained") },
  { what: "an answer that never comes", harm: "hang", ...everywhere("contained") },
  { what: "a memory bomb", harm: "memory", ...everywhere("contained"), shell: "does not apply", long: true },
  { what: "`process.exit`", harm: "exit", ...everywhere("contained") },
  { what: "a kill of its own process", harm: "kill", ...everywhere("contained"), deno: "refused" },
  { what: "an uncaught exception", harm: "throwLater", ...modules("contained") },
  { what: "prints without end", harm: "spam", ...everywhere("contained"), long: true },
  { what: "one endless line", harm: "oneLine", ...modules("contained"), long: true },
  { what: "a forged answer on stdout", harm: "forgedFrame", ...modules("contained") },
  { what: "reading a file outside the workspace", harm: "read", ...everywhere("refused") },
  { what: "reading it through the context", harm: "readByHost", ...modules("refused") },
  { what: "reading it with foreign functions (`bun:ffi`)", harm: "foreign", ...modules("refused") },
  { what: "reading it by code in a `data:` URL", harm: "dataImport", ...modules("refused") },
  { what: "reading through a link of the workspace", harm: "readLink", ...everywhere("refused") },
  { what: "the same on a worker thread", harm: "readLinkByWorker", ...modules("refused") },
  { what: "the same through the thread's context", harm: "readLinkByWorkersHost", ...modules("refused") },
  { what: "writing a file in the workspace", harm: "write", ...everywhere("refused") },
  { what: "writing it through the context", harm: "writeByHost", ...modules("refused") },
  { what: "changing a file's mode", harm: "mode", ...everywhere("refused") },
  { what: "starting a program it did not declare", harm: "run", ...everywhere("refused"), shell: "as confined" },
  { what: "starting it through the context", harm: "runByHost", ...modules("refused") },
  { what: "a process that outlives the call", harm: "fork", ...everywhere("contained"), deno: "refused" },
  {
    what: "two forks, a new session, no environment",
    harm: "forkTwice",
    ...modules("does not apply"),
    python: "contained",
    shell: "contained",
  },
  { what: "a fork bomb", harm: "forkBomb", ...everywhere("contained"), deno: "refused", python: "refused", long: true },
  { what: "outliving a jig that is killed", harm: "deaf", ...everywhere("contained"), apart: true },
  { what: "a connection", harm: "net", ...everywhere("refused"), shell: "does not apply" },
  { what: "a connection through the context", harm: "netByHost", ...modules("refused") },
  { what: "a local or abstract socket", harm: "localSocket", ...everywhere("refused"), shell: "does not apply" },
  { what: "a datagram to any local socket", harm: "datagramPair", ...python("refused") },
  { what: "an environment variable it did not declare", harm: "env", ...everywhere("refused") },
  { what: "the environment of the host", harm: "parentEnvironment", ...everywhere("refused") },
  { what: "the list of all processes", harm: "processList", ...everywhere("refused") },
  { what: "tracing the host", harm: "trace", ...python("refused") },
  { what: "the memory of the host", harm: "memoryOfOthers", ...python("refused") },
  { what: "a signal to the host", harm: "signalHost", ...everywhere("refused") },
  { what: "limits for the host", harm: "limitHost", ...python("refused") },
  { what: "io_uring, which bypasses filters", harm: "uring", ...python("refused") },
  { what: "the priority of everything you run", harm: "priorityOfAll", ...python("refused") },
  { what: "the disk priority of everything you run", harm: "diskPriority", ...python("refused") },
  { what: "message queues and shared memory of others", harm: "sharedObjects", ...python("refused") },
  { what: "removing those of others", harm: "removeShared", ...python("refused") },
  { what: "raw sockets, packets, the routes of the machine", harm: "rawSocket", ...python("refused") },
  { what: "a datagram to any address", harm: "datagram", ...python("refused") },
  { what: "keys that the kernel holds for you", harm: "keys", ...python("refused") },
  { what: "a program in a memory file", harm: "memoryFile", ...python("refused") },
  { what: "a program it did not declare, through the loader", harm: "loader", ...python("as confined") },
  { what: "a user namespace", harm: "namespace", ...python("refused"), shell: "refused" },
  { what: "files that the host left open", harm: "descriptors", ...python("refused") },
  { what: "code from the net", harm: "imported", ...modules("refused") },
  { what: "a hundred thousand requests at once", harm: "asks", ...modules("contained"), long: true },
  { what: "ten thousand open files", harm: "handles", ...modules("contained"), long: true },
  { what: "a tool of another plugin", harm: "invoke", ...modules("refused") },
  { what: "an answer that is not JSON", harm: "notJson", ...modules("refused") },
];

/** Table for the guide. */
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
