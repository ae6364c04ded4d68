/** A hundred hostile clients and twenty normal ones. `JIG_FLOOD_SECONDS=600` for a long run. */
import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { type Client, connectNew, connectOld } from "../frontends/http-client.ts";
import { scratch } from "../jig.ts";
import { startServe } from "./served.ts";

const SECONDS = Number(process.env.JIG_FLOOD_SECONDS ?? 20);
const HONEST = 20;
const TOKEN = "a-token-of-the-honest-clients";
const MAX_MB = 400;
const PAUSE_MS = 50;

const timeout = (SECONDS + 120) * 1000;

test(`honest clients are answered beside a flood of ${SECONDS} s, in ${MAX_MB} MB`, { timeout }, async (context) => {
  if (process.platform !== "linux") return context.skip("memory is read from /proc");
  const files = Array.from({ length: 200 }, (_, n) => [`of-${n}.txt`, `needle of ${n}\n`.repeat(20)]);
  const served = await startServe(["--root", scratch(Object.fromEntries(files))], { JIG_SERVE_TOKEN: TOKEN });
  const mine = { authorization: `Bearer ${TOKEN}` };
  const clients = await Promise.all(
    Array.from(
      { length: HONEST },
      async (_, n): Promise<Client> => (n % 2 ? connectNew(served.url, mine) : await connectOld(served.url, mine)),
    ),
  );
  const { port } = new URL(served.url);
  const words = [port, TOKEN, clients[0]!.headers["mcp-session-id"]!];
  const flood = spawn(process.execPath, [join(import.meta.dirname, "flooding-clients.ts"), ...words], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  let counts = "";
  flood.stdout.on("data", (text) => {
    counts += text;
  });
  const status = () => readFileSync(`/proc/${served.child.pid}/status`, "utf8");
  const megabytes = (name: string) => Number(new RegExp(`^${name}:\\s+(\\d+)`, "m").exec(status())?.[1]) / 1024;
  const tookMs: number[] = [];
  const peaks: number[] = [];
  const until = Date.now() + SECONDS * 1000;
  const watch = setInterval(() => peaks.push(Math.round(megabytes("VmRSS"))), 1000);
  try {
    await Promise.all(
      clients.map(async (client, n) => {
        for (let id = 0; Date.now() < until; id++) {
          const before = performance.now();
          const text = await client.call(id, "extract_code_section", {
            file_path: `of-${n}.txt`,
            start_line: 1,
            end_line: 2,
          });
          tookMs.push(performance.now() - before);
          assert.ok(text.includes(`needle of ${n}`), text);
          await new Promise((settle) => setTimeout(settle, PAUSE_MS));
        }
      }),
    );
  } catch (error) {
    await served.stop();
    throw error;
  } finally {
    clearInterval(watch);
    const ended = new Promise((settle) => flood.once("close", settle));
    flood.kill("SIGTERM");
    await ended;
  }
  tookMs.sort((a, b) => a - b);
  const at = (share: number) => Math.round(tookMs[Math.floor(tookMs.length * share)] ?? 0);
  const peak = Math.round(megabytes("VmHWM"));
  const report = { answered: tookMs.length, p50: at(0.5), p95: at(0.95), longest: at(0.9999), peak };
  console.log(
    JSON.stringify({ ...report, statuses: JSON.parse(counts), megabytes: peaks.filter((_, n) => n % 30 === 0) }),
  );
  assert.equal(await served.stop(), 0);
  assert.ok(tookMs.length >= HONEST * Math.max(1, SECONDS / 20), "honest clients were answered throughout");
  assert.ok(peak < MAX_MB, `${peak} MB at most`);
});
