/**
 * Profiles a call: processor time by server thread (own code, JIT, GC), user and system, plus child processes. `bun
 * test/bench/call-profile.ts ROOT TOOL '{"JSON":"input"}' [ROUNDS]` prints the mean. `{round}` in the input is replaced by a
 * running number. Linux only.
 */
import { readdirSync, readFileSync } from "node:fs";
import { JIG } from "../jig.ts";
import { withServer } from "./search-total.bench.ts";

const TICK_MS = 10;
/** Indexes of utime, stime, cutime and cstime in /proc/pid/stat, counted from the field after the name. */
const [USER, SYSTEM, ENDED_USER, ENDED_SYSTEM] = [11, 12, 13, 14] as const;

const [root = ".", tool = "list_files", input = "{}", rounds = "20"] = process.argv.slice(2);
const ROUNDS = Number(rounds);

type Times = Map<string, { user: number; system: number }>;

function fieldsOf(path: string): { name: string; fields: number[] } {
  const text = readFileSync(path, "utf8");
  const end = text.lastIndexOf(")");
  return {
    name: text.slice(text.indexOf("(") + 1, end),
    fields: text
      .slice(end + 2)
      .split(" ")
      .map(Number),
  };
}

function timesOf(pid: number): Times {
  const times: Times = new Map();
  const add = (name: string, user = 0, system = 0) => {
    const known = times.get(name) ?? { user: 0, system: 0 };
    times.set(name, { user: known.user + user, system: known.system + system });
  };
  for (const thread of readdirSync(`/proc/${pid}/task`)) {
    try {
      const { name, fields } = fieldsOf(`/proc/${pid}/task/${thread}/stat`);
      add(Number(thread) === pid ? "main thread" : name, fields[USER], fields[SYSTEM]);
    } catch {
      // It ended.
    }
  }
  const { fields } = fieldsOf(`/proc/${pid}/stat`);
  add("programs that ended", fields[ENDED_USER], fields[ENDED_SYSTEM]);
  return times;
}

await withServer(JIG, root, async (server) => {
  const call = (round: number) => server.text(tool, JSON.parse(input.replaceAll("{round}", String(round))));
  for (let round = 0; round < 5; round++) await call(round);
  const before = timesOf(server.pid);
  let bytes = 0;
  for (let round = 0; round < ROUNDS; round++) bytes += (await call(round + 5)).length;
  const after = timesOf(server.pid);
  console.log(`${tool} ${input}: ms a call, mean of ${ROUNDS}; ${Math.round(bytes / ROUNDS)} characters`);
  for (const [name, { user, system }] of after) {
    const known = before.get(name) ?? { user: 0, system: 0 };
    const [own, kernel] = [user - known.user, system - known.system].map((ticks) => (ticks * TICK_MS) / ROUNDS);
    if (own! + kernel! > 0.1) console.log(`  ${name.padEnd(22)} user ${own!.toFixed(1)}  system ${kernel!.toFixed(1)}`);
  }
});
