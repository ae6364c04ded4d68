/** Listens on a Unix socket that only the owner can access, and replaces an old one. */
import { chmodSync, lstatSync, readFileSync, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";
import process from "node:process";
import { errorCode, JigError } from "../host/frontend-api.ts";

const STALE = new Set(["ECONNREFUSED", "ENOENT"]);
/** The flag in `/proc/net/unix`. */
const LISTENING = "00010000";

export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isSocket()) throw new JigError("INVALID_ARGUMENT", `"${path}" exists and is not a socket`);
  if (there && (await isServed(path))) throw new JigError("UNAVAILABLE", `Another server listens on "${path}"`);
  if (there) unlinkSync(path);
  const listening = new Promise<void>((settle, fail) => {
    server.once("error", (error) =>
      fail(new JigError("UNAVAILABLE", `Listening on "${path}" failed: ${error.message}`, { cause: error })),
    );
    server.once("listening", settle);
  });
  // This uses the umask, because changing the mode afterwards would be too late. It is synchronous, so nothing else is created
  // with it.
  const before = process.umask(0o177);
  try {
    server.listen(path);
  } finally {
    process.umask(before);
  }
  await listening;
  chmodSync(path, 0o600);
}

async function isServed(path: string): Promise<boolean> {
  const fault = await new Promise<NodeJS.ErrnoException | undefined>((settle) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      settle(undefined);
    });
    probe.once("error", settle);
  });
  return !fault || !STALE.has(errorCode(fault)) || listens(path);
}

/** Looks in /proc, because a listening socket with a full queue refuses connections too. */
function listens(path: string): boolean {
  try {
    const lines = readFileSync("/proc/net/unix", "utf8").split("\n");
    return lines.some((line) => line.endsWith(` ${path}`) && line.split(" ")[3] === LISTENING);
  } catch {
    return false;
  }
}
