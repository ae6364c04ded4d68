/** Update check: when the network is used and a version announced. Only on a terminal, if enabled, once a day. */
import assert from "node:assert/strict";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { PassThrough, Readable } from "node:stream";
import { test } from "node:test";
import { updateNotice } from "./update-notice.ts";

const DAY_MS = 24 * 60 * 60 * 1000;

/** A server with a configurable latest release, which records requests. */
async function publisher(location: string | undefined) {
  const asked: string[] = [];
  const state = { location };
  const server = createServer(({ method, url }, response) => {
    asked.push(`${method} ${url}`);
    if (state.location === undefined) response.writeHead(404).end();
    else response.writeHead(302, { location: state.location }).end();
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", () => ready()));
  const { port } = server.address() as AddressInfo;
  return { asked, state, releases: `http://127.0.0.1:${port}/o/jig/releases`, close: () => server.close() };
}

function person({ env = {}, terminal = true, command = "grep", quiet = false, settings = "{}" } = {}) {
  const folder = mkdtempSync(join(tmpdir(), "jig-update-"));
  const settingsPath = join(folder, "settings.json");
  writeFileSync(settingsPath, settings);
  const stream = () => Object.assign(new PassThrough(), { isTTY: terminal, columns: 80 });
  const io = {
    stdin: Readable.from([]),
    stdout: stream(),
    stderr: stream(),
    env,
    cwd: folder,
    signal: new AbortController().signal,
  };
  const file = join(folder, "cache", "update.json");
  const tell = (releases: string | undefined, now?: number) =>
    updateNotice({ io, command, quiet, settingsPath }, { version: "1.2.3", releases, file }, now);
  return { tell, file };
}

const ON = '{ "updates": true }';

test("tells of a newer version, and asks once a day", async () => {
  const { asked, state, releases, close } = await publisher("https://github.com/o/jig/releases/tag/v1.10.0");
  const { tell } = person({ settings: ON });
  assert.equal(await tell(releases, DAY_MS * 10), `1.10.0 is out, this is 1.2.3: ${releases}/latest`);
  assert.deepEqual(asked, ["HEAD /o/jig/releases/latest"]);
  state.location = "https://github.com/o/jig/releases/tag/v1.2.3";
  assert.match((await tell(releases, DAY_MS * 10.5)) ?? "", /^1\.10\.0/);
  assert.equal(asked.length, 1);
  assert.equal(await tell(releases, DAY_MS * 11.5), undefined);
  assert.equal(asked.length, 2);
  close();
});

test("a look that fails leaves the last answer, and the next command after an hour looks again", async () => {
  const { asked, state, releases, close } = await publisher("https://github.com/o/jig/releases/tag/v1.10.0");
  const { tell } = person({ settings: ON });
  const hour = DAY_MS / 24;
  assert.match((await tell(releases, DAY_MS * 10)) ?? "", /^1\.10\.0/);
  state.location = undefined;
  assert.match((await tell(releases, DAY_MS * 11.5)) ?? "", /^1\.10\.0/);
  assert.match((await tell(releases, DAY_MS * 11.5 + hour / 2)) ?? "", /^1\.10\.0/);
  assert.equal(asked.length, 2);
  state.location = "https://github.com/o/jig/releases/tag/v1.11.0";
  assert.match((await tell(releases, DAY_MS * 11.5 + hour)) ?? "", /^1\.11\.0/);
  assert.equal(asked.length, 3);
  close();
});

test("uses no network unless a person who reads it switched it on", async () => {
  const { asked, releases, close } = await publisher("https://github.com/o/jig/releases/tag/v9.0.0");
  for (const who of [
    person(),
    person({ settings: '{ "updates": "yes" }' }),
    person({ settings: ON, terminal: false }),
    person({ settings: ON, quiet: true }),
    person({ settings: ON, env: { CI: "true" } }),
    person({ settings: ON, env: { TERM: "dumb" } }),
    person({ settings: ON, env: { JIG_UPDATES: "false" } }),
    ...["mcp", "serve", "--version", "completion"].map((command) => person({ settings: ON, command })),
  ])
    assert.equal(await who.tell(releases), undefined);
  assert.deepEqual(asked, []);
  assert.match(
    (await person({ env: { JIG_UPDATES: "true", JIG_RELEASES: releases } }).tell(undefined)) ?? "",
    /^9\.0\.0/,
  );
  close();
});

test("says nothing of what it cannot read, and why nothing can be asked", async () => {
  for (const location of [undefined, "https://x/tag/v2.0.0-beta.1", "https://x/login"]) {
    const { releases, close } = await publisher(location);
    const { tell, file } = person({ settings: ON });
    assert.equal(await tell(releases), undefined);
    writeFileSync(file, '{"releases": 1, "newest": "9.9.9"}');
    assert.equal(await tell(releases), undefined);
    close();
  }
  const { tell } = person({ settings: ON });
  assert.equal(await tell("http://example.com/releases"), undefined);
  assert.match((await tell(undefined)) ?? "", /no releases page.*JIG_RELEASES/);
});
