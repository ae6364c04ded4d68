/** Runs the syscall fuzzer in its own namespaces and checks the result. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";

const NAMESPACES = ["--user", "--map-root-user", "--mount", "--pid", "--ipc", "--net", "--uts", "--fork"];
const SHELL = [...NAMESPACES, "--mount-proc", "--kill-child"];

/** Reason why this machine can't run it, or false. */
export function withoutNamespaces(): string | false {
  if (process.platform !== "linux") return "system calls of Linux are tried";
  const { status } = spawnSync("unshare", [...SHELL, "true"]);
  return status === 0 ? false : "this machine gives no namespaces to try it in";
}

/** Makes random calls. The victim must be unchanged. */
export function victimStaysAsItWas(calls: number, seed: number): void {
  const script = join(import.meta.dirname, "call-fuzzer.ts");
  const words = [...SHELL, process.execPath, script, String(calls), String(seed)];
  const ran = spawnSync("unshare", words, { encoding: "utf8", maxBuffer: 1e8 });
  assert.equal(ran.status, 0, ran.stderr);
  const { made, changed, before, after } = JSON.parse(ran.stdout);
  assert.ok(made >= calls, `${made} of ${calls} calls were made`);
  assert.deepEqual([changed, after], [[], before], `seed ${seed}`);
}
