/** Sessions: lookup by id and owner, keep-alive, expiry. */
import assert from "node:assert/strict";
import { test } from "node:test";
import type { Connection } from "./connection.ts";
import { type OpenSession, Sessions } from "./sessions.ts";

const MINUTE = 60_000;

function opened(id: string, silentMs = 0): OpenSession & { ended: number } {
  const session = {
    ...({ transport: {}, events: {}, session: {} } as Pick<Connection, "transport" | "events" | "session">),
    id,
    subject: "ann",
    busy: 0,
    lastUsed: Date.now() - silentMs,
    ended: 0,
    server: {
      toolsChanged() {},
      clientRoots: async () => [],
      async close() {
        session.ended++;
      },
    },
  };
  return session;
}

function canOpen(sessions: Sessions, subject: string): boolean {
  const release = sessions.reserve(subject);
  release?.();
  return release !== undefined;
}

test("a session is found by its id and by who opened it", () => {
  const sessions = new Sessions(10);
  const session = opened("1");
  sessions.add(session);
  assert.equal(sessions.find("1", "ann"), session);
  assert.equal(sessions.find("1", "bob"), undefined);
  assert.equal(sessions.find("2", "ann"), undefined);
  assert.equal(sessions.size, 1);
  assert.deepEqual(sessions.all(), [session]);
  void sessions.close();
});

test("one is used until its work has ended, well or not", async () => {
  const sessions = new Sessions(10);
  const session = opened("1", 5 * MINUTE);
  const work = Promise.withResolvers<string>();
  const use = sessions.use(session, work.promise);
  assert.equal(session.busy, 1);
  work.resolve("done");
  assert.equal(await use, "done");
  assert.equal(session.busy, 0);
  assert.ok(Date.now() - session.lastUsed < MINUTE);
  session.lastUsed = 0;
  await assert.rejects(sessions.use(session, Promise.reject(new Error("broken"))), /broken/);
  assert.equal(session.busy, 0);
  assert.ok(session.lastUsed > 0);
  await sessions.close();
});

test("where there is no room, those silent for over a minute make some, but not the ones in use", () => {
  const sessions = new Sessions(2);
  const bob = "bob";
  const [old, busy] = [opened("old", 2 * MINUTE), { ...opened("busy", 2 * MINUTE), busy: 1 }];
  sessions.add(old);
  assert.ok(canOpen(sessions, bob));
  assert.equal(old.ended, 0);
  sessions.add(busy);
  assert.ok(canOpen(sessions, bob));
  assert.deepEqual([old.ended, sessions.size], [1, 1]);
  sessions.add(opened("young", MINUTE / 2));
  assert.ok(!canOpen(sessions, bob));
  assert.equal(sessions.size, 2);
  assert.ok(sessions.find("busy", "ann") && sessions.find("young", "ann"));
  void sessions.close();
});

test("an ended session is ended once, and no longer found", async () => {
  const sessions = new Sessions(10);
  const session = opened("1");
  sessions.add(session);
  const closing = Promise.withResolvers<void>();
  const { close } = session.server;
  session.server.close = () => closing.promise.then(close);
  const end = sessions.end(session);
  let isOver = false;
  void end.then(() => {
    isOver = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  assert.ok(!isOver, "it waits for what the session runs");
  closing.resolve();
  await end;
  await sessions.end(session);
  assert.equal(session.ended, 1);
  assert.equal(sessions.find("1", "ann"), undefined);
  await sessions.close();
});

test("close() ends them all, and waits for it", async () => {
  const sessions = new Sessions(10);
  const all = [opened("1"), opened("2", 90 * MINUTE)];
  for (const session of all) sessions.add(session);
  await sessions.close();
  assert.deepEqual(
    all.map(({ ended }) => ended),
    [1, 1],
  );
  assert.equal(sessions.size, 0);
});

test("one client opens half of all sessions", () => {
  const sessions = new Sessions(4);
  sessions.add(opened("1", 0));
  assert.ok(canOpen(sessions, "ann"));
  sessions.add(opened("2", 0));
  assert.deepEqual([canOpen(sessions, "ann"), canOpen(sessions, "bob")], [false, true]);
  void sessions.close();
});

test("room that is kept for a session counts like one", () => {
  const sessions = new Sessions(4);
  const releases = [sessions.reserve("ann"), sessions.reserve("ann")];
  assert.deepEqual([canOpen(sessions, "ann"), canOpen(sessions, "bob")], [false, true]);
  sessions.add({ ...opened("1"), subject: "bob" });
  sessions.add({ ...opened("2"), subject: "cem" });
  assert.equal(canOpen(sessions, "dan"), false);
  releases[0]?.();
  releases[0]?.();
  assert.ok(canOpen(sessions, "dan"));
  void sessions.close();
});
