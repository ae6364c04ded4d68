/** Two jig processes connected to the same debug server. */
import assert from "node:assert/strict";
import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { join } from "node:path";
import { scratch } from "../jig.ts";
import { SOON_MS } from "../soon.ts";
import { type DebugServer, startDebugServer } from "./debug-server.ts";
import { openSession, type Session } from "./session.ts";

const root = scratch({ "Script/Sub/Thing.as": "class AThing : AActor\n{\n\tvoid Go()\n\t{\n\t\tint A = 1;\n\t}\n}\n" });
export const filePath = "Script/Sub/Thing.as";

/** A third-party client that starts debugging, which clears everyone's breakpoints. */
export async function stranger(port: number): Promise<Socket> {
  const socket = connect(port, "127.0.0.1");
  await once(socket, "connect");
  socket.write(Buffer.from([5, 0, 0, 0, 3, 2, 0, 0, 0]));
  socket.resume();
  return socket;
}

export async function soon(is: () => boolean): Promise<void> {
  const end = Date.now() + SOON_MS;
  while (!is() && Date.now() < end) await new Promise((settle) => setTimeout(settle, 10));
  assert.ok(is(), is.toString());
}

export type Ask = (input: object) => ReturnType<Session["call"]>;

export async function twoClients(work: (one: Ask, two: Ask, server: DebugServer) => Promise<void>): Promise<void> {
  const server = await startDebugServer(join(root, filePath));
  const env = { JIG_UNREAL_PORT: String(server.port) };
  const sessions = await Promise.all([openSession({ cwd: root, env }), openSession({ cwd: root, env })]);
  const [one, two] = sessions.map(
    (session): Ask =>
      (input) =>
        session.call("angelscript_debug", input),
  ) as [Ask, Ask];
  try {
    await work(one, two, server);
  } finally {
    for (const session of sessions) await session.close();
    await server.close();
  }
}
