/**
 * Processor time of each question in concurrent AngelScript sessions, first without an index and then with it, and PSS at the
 * end. `bun test/bench/session-questions.ts [SESSIONS]` needs angelscript-sample in JIG_CORPUS. Linux only.
 */
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { corpus, JIG } from "../jig.ts";
import { LightClient } from "./light-client.ts";
import { timeOfProcess } from "./processor-time.ts";

const FILE = "Core/Collision/PlayerCollisionCapability.as";
const QUESTIONS: [tool: string, input: object][] = [
  ["angelscript_getTypeMembers", { name: "AWeapon" }],
  ["angelscript_getClassHierarchy", { name: "AHazePlayerCharacter" }],
  ["angelscript_searchApi", { labelQuery: "Weapon Fire" }],
  ["angelscript_resolveSymbolAtPosition", { filePath: FILE, position: { line: 5, character: 8 } }],
  ["angelscript_findReferences", { filePath: FILE, position: { line: 8, character: 12 } }],
  ["angelscript_searchApi", { labelQuery: "GetActorLocation" }],
];
/** The sessions are idle if they use less than this many ms per second. */
const REST_MS = 20;

const root = corpus("angelscript-sample");
if (!root) throw new Error("angelscript-sample is not in JIG_CORPUS");
const count = Number(process.argv[2] ?? 8);
const cache = mkdtempSync(join(tmpdir(), "jig-session-questions-"));
try {
  for (const state of ["cold", "warm"]) {
    const open = () => new LightClient(JIG, ["mcp", "--root", root], { XDG_CACHE_HOME: cache });
    const sessions = Array.from({ length: count }, open);
    const used = () => sessions.reduce((sum, { pid }) => sum + timeOfProcess(pid), 0);
    await Promise.all(sessions.map((session) => session.connect()));
    for (const [tool, input] of QUESTIONS) {
      const before = used();
      await Promise.all(sessions.map((session) => session.call(tool, input)));
      console.log(`${state}: ${tool} ${JSON.stringify(input)} ${(used() - before).toFixed(0)} ms`);
    }
    for (let before = -1, time = used(); time - before > REST_MS; time = used()) {
      before = time;
      await Bun.sleep(1000);
    }
    const memory = sessions.map(({ pid }) => {
      const rollup = readFileSync(`/proc/${pid}/smaps_rollup`, "utf8");
      return (Number(/^Pss:\s+(\d+)/m.exec(rollup)?.[1] ?? 0) / 1024).toFixed(0);
    });
    console.log(`${state}: ${used().toFixed(0)} ms in all, PSS ${memory.join(" ")} MB`);
    await Promise.all(sessions.map((session) => session.close()));
  }
} finally {
  rmSync(cache, { recursive: true, force: true });
}
