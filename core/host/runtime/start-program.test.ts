/** Programs of which only the exit code matters. */
import assert from "node:assert/strict";
import { test } from "node:test";
import { exitCodeOf } from "./start-program.ts";

const skip = process.platform === "win32" && "Windows has no sh";

test("an exit code is given, an end from outside and a long wait are errors", { skip }, () => {
  assert.equal(exitCodeOf("/bin/sh", ["-c", "exit 7"], 5000), 7);
  assert.throws(() => exitCodeOf("/bin/sh", ["-c", "kill -9 $$"], 5000), { code: "EINTR" });
  assert.throws(() => exitCodeOf("/bin/sh", ["-c", "while :; do :; done"], 50), { code: "ETIMEDOUT" });
});
