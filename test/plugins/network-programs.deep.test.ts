/** Programs with network permission reach their host by name, but no other host on the same port. Runs in a namespace. */
import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { test } from "node:test";
import { CONFINES } from "./hostile.ts";
import { clientsHere } from "./network-clients.ts";
import { has } from "./paths.ts";

const NAMESPACES = ["--user", "--map-root-user", "--net", "--mount"];
/** Only tested without TLS. */
const PLAIN_ONLY = ["rustc", "perl"];

function whyNot(): string | false {
  if (!CONFINES) return "this system cannot confine";
  const missing = ["ip", "openssl"].filter((program) => !has(program));
  if (missing.length > 0) return `there is no ${missing}`;
  return spawnSync("unshare", [...NAMESPACES, "true"]).status === 0 ? false : "this machine gives no namespaces";
}

test("each program reaches its host by name, and no other", { skip: whyNot(), timeout: 300_000 }, () => {
  const words = [...NAMESPACES, process.execPath, join(import.meta.dirname, "network-world.ts")];
  const ran = spawnSync("unshare", words, { encoding: "utf8" });
  assert.equal(ran.status, 0, ran.stderr);
  const { answers, strangers } = JSON.parse(ran.stdout);
  for (const name of clientsHere()) {
    const [first, second, ...others]: (string | null)[] = JSON.parse(answers[name]);
    assert.match(first ?? "", /\/name$/, name);
    if (!PLAIN_ONLY.includes(name)) assert.match(second ?? "", /\/encrypted$/, name);
    assert.deepEqual(others, [null, null, null, null], name);
  }
  assert.deepEqual(strangers, []);
});
