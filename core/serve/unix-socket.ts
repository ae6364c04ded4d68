/** Listens on a Unix socket that only its owner can connect to; a stale one is replaced. */
import { chmodSync, lstatSync, unlinkSync } from "node:fs";
import { connect, type Server } from "node:net";
import process from "node:process";
import { JigError } from "../host/frontend-api.ts";

export async function listenOnSocket(server: Server, path: string): Promise<void> {
  const there = lstatSync(path, { throwIfNoEntry: false });
  if (there && !there.isSocket()) throw new JigError("INVALID_ARGUMENT", `"${path}" is there and is not a socket`);
  if (there && (await isServed(path))) throw new JigError("UNAVAILABLE", `Another server listens on "${path}"`);
  if (there) unlinkSync(path);
  // The mode must be right from the first moment.
  const before = process.umask(0o177);
  try {
    await new Promise<void>((settle, fail) => {
      server.once("error", (error) =>
        fail(new JigError("UNAVAILABLE", `Listening on "${path}" failed: ${error.message}`, { cause: error })),
      );
      server.listen(path, settle);
    });
    chmodSync(path, 0o600);
  } finally {
    process.umask(before);
  }
}

function isServed(path: string): Promise<boolean> {
  return new Promise((settle) => {
    const probe = connect(path);
    probe.once("connect", () => {
      probe.destroy();
      settle(true);
    });
    probe.once("error", () => settle(false));
  });
}
