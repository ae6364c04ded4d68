/** Configured token: sources, rules, verification. */
import assert from "node:assert/strict";
import { chmodSync, mkdtempSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { after, test } from "node:test";
import { bearerOf, ownToken, readToken, verifyShared } from "./bearer-tokens.ts";

const TOKEN = "0123456789abcdef";
const folder = mkdtempSync(join(tmpdir(), "jig-token-"));
const file = join(folder, "token");
writeFileSync(file, ` ${TOKEN}\n`);
chmodSync(file, 0o600);
after(() => rmSync(folder, { recursive: true }));

test("the flag or the file comes before the environment; both together are refused", () => {
  const platform = process.platform;
  const environment = "from-the-environment";
  assert.equal(readToken({ flag: TOKEN, environment, platform }), TOKEN);
  assert.equal(readToken({ file, environment, platform }), TOKEN);
  assert.equal(readToken({ environment, platform }), environment);
  assert.equal(readToken({ environment: "", platform }), undefined);
  assert.equal(readToken({ platform }), undefined);
  assert.throws(() => readToken({ flag: TOKEN, file, platform }), {
    code: "INVALID_ARGUMENT",
    message: "--token and --token-file cannot be used together",
  });
});

test("a token has 16 characters or more of plain ASCII, and no space", () => {
  const read = (flag: string) => readToken({ flag, platform: process.platform });
  assert.equal(read("!".repeat(16)), "!".repeat(16));
  for (const wrong of ["", "x".repeat(15), `${TOKEN} x`, `${TOKEN}é`, `${TOKEN}\n`])
    assert.throws(() => read(wrong), { code: "INVALID_ARGUMENT", hint: /openssl rand/ }, JSON.stringify(wrong));
});

test("a file that others may read is refused, but on Windows", () => {
  if (process.platform === "win32") return;
  chmodSync(file, 0o644);
  assert.throws(() => readToken({ file, platform: "linux" }), { code: "PERMISSION_DENIED" });
  assert.equal(readToken({ file, platform: "win32" }), TOKEN);
  chmodSync(file, 0o600);
});

test("only the very token is let in", async () => {
  const verify = verifyShared(TOKEN);
  assert.deepEqual(await verify(TOKEN), { subject: "token", shared: true });
  for (const wrong of [`${TOKEN}x`, TOKEN.slice(1), TOKEN.toUpperCase(), ""])
    assert.equal(await verify(wrong), undefined, wrong);
});

test("bearerOf() reads the Authorization header of that scheme alone", () => {
  assert.equal(bearerOf(`Bearer ${TOKEN}`), TOKEN);
  assert.equal(bearerOf(`bearer   ${TOKEN}  `), TOKEN);
  for (const wrong of [undefined, "", "Bearer", "Bearer ", `Basic ${TOKEN}`, `Bearer ${TOKEN} x`, `xBearer ${TOKEN}`])
    assert.equal(bearerOf(wrong), undefined, String(wrong));
});

test("a server without a token makes one, tells it once and keeps it for its owner alone", () => {
  const lines: string[] = [];
  const sources = { platform: process.platform, folder: join(folder, "new", "config") };
  const token = ownToken(sources, (line) => lines.push(line))!;
  assert.match(token, /^[0-9a-f]{64}$/);
  const kept = join(sources.folder, "serve-token");
  if (process.platform !== "win32") assert.equal(statSync(kept).mode & 0o777, 0o600);
  assert.equal(
    ownToken(sources, (line) => lines.push(line)),
    token,
  );
  assert.deepEqual(
    lines.map((line) => line.includes(token)),
    [true, false],
  );
  assert.throws(() => readToken({ ...sources, none: true, flag: TOKEN }), { code: "INVALID_ARGUMENT" });
  assert.equal(readToken({ ...sources, none: true, environment: TOKEN }), undefined);
});
