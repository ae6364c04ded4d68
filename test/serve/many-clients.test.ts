/** 200 clients of both revisions, each with its own files: no answers get mixed up. `JIG_SERVE_CALLS=100000` for a long run. */

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { connectNew, connectOld } from "../frontends/http-client.ts";
import { scratch } from "../jig.ts";
import { startServe } from "./served.ts";

const CLIENTS = 200;
const CALLS = Number(process.env.JIG_SERVE_CALLS ?? 600);

test(`${CLIENTS} clients, ${CALLS} calls: each its own answer, memory bounded`, { timeout: 1_800_000 }, async () => {
  const files = Array.from({ length: CLIENTS }, (_, n) => [`of-${n}.txt`, `only for client ${n}.\n`]);
  const served = await startServe(["--root", scratch(Object.fromEntries(files))]);
  const started = performance.now();
  const each = Math.ceil(CALLS / CLIENTS);
  const memory = () => Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${served.child.pid}/status`, "utf8"))?.[1]);
  let answered = 0;
  let early = 0;
  await Promise.all(
    files.map(async (_, n) => {
      const client = n % 2 ? connectNew(served.url) : await connectOld(served.url);
      for (let id = 0; id < each; id++) {
        const text = await client.call(id, "extract_code_section", { file_path: `of-${n}.txt` });
        assert.ok(text.includes(`only for client ${n}.`), text);
        if (++answered === Math.floor(CALLS / 10) && process.platform === "linux") early = memory();
      }
    }),
  );
  assert.equal(answered, each * CLIENTS);
  const metrics = await (await fetch(new URL("/metrics", served.url))).text();
  assert.match(metrics, new RegExp(`jig_calls_total\\{tool="extract_code_section",result="ok"\\} ${answered}\\n`));
  assert.match(metrics, /^jig_calls_in_flight 0$/m);
  if (early > 0) assert.ok(memory() < early + 200_000, `${early} KB, then ${memory()} KB`);
  if (process.env.JIG_SERVE_CALLS)
    console.log({ answered, seconds: (performance.now() - started) / 1000, early, late: memory() });
  assert.equal(await served.stop(), 0);
});
